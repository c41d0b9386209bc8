//! Mounting and unmounting by `fusermount3`, which is installed so that whoever is not root may do it too.

use crate::mount_error::MountError;
use rustix::{
    io::{FdFlags, fcntl_setfd},
    net::{
        AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SocketFlags, SocketType,
        recvmsg, socketpair,
    },
};
use std::{
    fs,
    io::{self, IoSliceMut, Write},
    mem::MaybeUninit,
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::{ffi::OsStrExt, process::CommandExt},
    },
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
};

const PROGRAM: &str = "fusermount3";

/// Mounts on a directory and gives the device over which the kernel asks.
pub fn mount(directory: &Path, options: &str) -> Result<OwnedFd, MountError> {
    // Only the other end is inherited.
    let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::empty(), None)
        .map_err(io::Error::from)?;
    fcntl_setfd(&ours, FdFlags::CLOEXEC).map_err(io::Error::from)?;
    let output = Command::new(PROGRAM)
        .args(["-o", options, "--"])
        .arg(directory)
        .env("_FUSE_COMMFD", theirs.as_raw_fd().to_string())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| MountError::Program { program: PROGRAM, error })?;
    drop(theirs);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim().trim_start_matches(PROGRAM).trim_start_matches(": ").to_owned();
        return Err(MountError::Refused { program: PROGRAM, said });
    }
    receive(&ours).inspect_err(|_| unmount(directory))
}

/// The open file that comes over a socket.
fn receive(socket: &OwnedFd) -> Result<OwnedFd, MountError> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut messages = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    recvmsg(socket, &mut [IoSliceMut::new(&mut byte)], &mut messages, RecvFlags::CMSG_CLOEXEC)
        .map_err(io::Error::from)?;
    let files = messages.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => Some(files),
        _ => None,
    });
    let none = || MountError::Refused { program: PROGRAM, said: "no device came".into() };
    files.flatten().next().ok_or_else(none)
}

/// What was mounted last on a directory, as the kernel's list of mounts names it: `MAJOR:MINOR`.
pub fn number(directory: &Path) -> io::Result<String> {
    let mounts = fs::read("/proc/self/mountinfo")?;
    let wanted = escaped(directory);
    let mount = mounts.split(|&byte| byte == b'\n').rev().find_map(|line| {
        let mut fields = line.split(|&byte| byte == b' ').skip(2);
        let (number, point) = (fields.next()?, fields.nth(1)?);
        (point == wanted).then(|| String::from_utf8_lossy(number).into_owned())
    });
    mount.ok_or_else(|| io::Error::other(format!("{} is not in the list of mounts", directory.display())))
}

/// A path as the list of mounts has it.
fn escaped(path: &Path) -> Vec<u8> {
    let mut escaped = Vec::new();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\\' => escaped.extend(format!("\\{byte:03o}").bytes()),
            _ => escaped.push(byte),
        }
    }
    escaped
}

/// Waits for its input to end, as it does when this process ends in whatever way, and takes the mount away
/// though it may be in use; unless it is told that this is done, or something else has taken the mount's
/// place.
const WATCH: &str = r#"trap "" HUP INT QUIT TERM
read -r end
[ "$end" = done ] || ! grep -q " $1 / " /proc/self/mountinfo || exec fusermount3 -u -z -q -- "$2""#;

/// Takes what was mounted last away from a directory.
pub fn unmount(directory: &Path) {
    // If it cannot be taken away the kernel ends it with this process.
    let _ = Command::new(PROGRAM).args(["-u", "-z", "-q", "--"]).arg(directory).status();
}

/// A process that takes the mount away from its directory when this is dropped, or when this process is
/// killed.
///
/// `fusermount3` offers the same (`auto_unmount`), but only where other users may look into the mount.
pub struct Watcher {
    child: Child,
    pipe: Option<ChildStdin>,
}

impl Watcher {
    /// Begins to watch over what was mounted last on a directory.
    pub fn new(directory: &Path) -> io::Result<Self> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH, "sh", &number(directory)?]).arg(directory);
        // A group of its own: what ends this process from a terminal is none of its business.
        shell.process_group(0).current_dir("/");
        let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let pipe = child.stdin.take();
        Ok(Self { child, pipe })
    }

    /// The mount is gone: there is nothing left to do.
    pub fn done(mut self) {
        if let Some(pipe) = &mut self.pipe {
            // If the watcher was killed there is nobody to tell.
            let _ = pipe.write_all(b"done\n");
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.pipe = None;
        // If it cannot be waited for it was waited for.
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_are_found_in_the_list() {
        assert_eq!(escaped(Path::new("/a b\\c\u{e9}")), "/a\\040b\\134c\u{e9}".as_bytes());
        assert!(number(Path::new("/proc")).unwrap().contains(':'));
        assert!(number(Path::new("/nowhere at all")).is_err());
    }
}
