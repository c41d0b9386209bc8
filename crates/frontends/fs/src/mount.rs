//! A tree under a directory, from the mount to its end.

use crate::{
    device::{self, Watcher},
    mount_error::MountError,
    pruner::Pruner,
    tree::Tree,
    window::Window,
};
use fuser::{Config, Session, SessionACL};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

/// What happens to a mount.
enum Event {
    /// It was unmounted from outside, or the kernel's questions could not be read.
    Ended(io::Result<()>),
    /// This process was asked to end.
    Signal,
}

/// How long a mount may take to end once it is detached.
const UNMOUNT_TIMEOUT: Duration = Duration::from_millis(500);

/// How many threads answer, at the least and at the most.
const THREADS: (usize, usize) = (2, 8);

/// Mounts a tree on an empty directory, calls `ready` when it can be used, and answers until it is unmounted
/// or this process is told to end (by SIGINT, SIGTERM or SIGHUP); however it ends, the directory is free
/// afterwards.
///
/// In the list of mounts the source is `yomikiri:NAME`, with a colon as that of a file system on another
/// machine, and the type `fuse.yomikiri`. Only the user who mounts may look into it.
///
/// # Errors
/// The directory does not do, or the system does not mount.
pub fn mount(tree: Arc<Tree>, name: &str, directory: &Path, ready: impl FnOnce()) -> Result<(), MountError> {
    let directory = usable(directory)?;
    let signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let options =
        format!("ro,nosuid,nodev,noexec,noatime,default_permissions,fsname=yomikiri:{name},subtype=yomikiri");
    let device = device::mount(&directory, &options)?;
    // From here on the watcher takes the mount away, whatever fails.
    let watcher = Watcher::new(&directory).inspect_err(|_| device::unmount(&directory))?;
    // One message is enough until it is heard.
    let (crowded, is_crowded) = mpsc::sync_channel(1);
    let pruner = Pruner::new(device.try_clone()?, tree.clone());
    thread::Builder::new().spawn(move || pruner.run(&is_crowded))?;
    let (least, most) = THREADS;
    let mut config = Config::default();
    config.n_threads =
        Some(thread::available_parallelism().map_or(least, |cores| cores.get().clamp(least, most)));
    config.clone_fd = true;
    let session = Session::from_fd(Window::new(tree, crowded), device, SessionACL::Owner, config)?;
    let events = events(session, signals)?;
    ready();
    match events.recv() {
        Ok(Event::Ended(Ok(()))) => watcher.done(),
        Ok(Event::Ended(Err(error))) => return Err(error.into()),
        Ok(Event::Signal) | Err(_) => {
            drop(watcher);
            // Somebody may still be in it. Then the kernel ends it with this process.
            let _ = events.recv_timeout(UNMOUNT_TIMEOUT);
        }
    }
    Ok(())
}

/// The directory's full name, if it can be mounted on.
fn usable(directory: &Path) -> Result<PathBuf, MountError> {
    let wrong = |error: io::Error| match error.raw_os_error() {
        Some(code) if code == rustix::io::Errno::NOTCONN.raw_os_error() => {
            MountError::Dead { directory: directory.display().to_string() }
        }
        _ => MountError::Directory { directory: directory.to_owned(), error },
    };
    let full = directory.canonicalize().map_err(wrong)?;
    if fs::read_dir(&full).map_err(wrong)?.next().is_some() {
        return Err(MountError::NotEmpty(directory.to_owned()));
    }
    Ok(full)
}

/// Answers the kernel, and listens for signals, each on threads of its own.
fn events(session: Session<Window>, mut signals: Signals) -> io::Result<mpsc::Receiver<Event>> {
    let (sender, events) = mpsc::channel();
    let of_session = sender.clone();
    // Whoever no longer listens is about to end.
    let answer = move || drop(of_session.send(Event::Ended(session.run())));
    thread::Builder::new().spawn(answer)?;
    let listen = move || signals.forever().for_each(|_| drop(sender.send(Event::Signal)));
    thread::Builder::new().spawn(listen)?;
    Ok(events)
}
