//! Real mounts, and what the programs of a Unix system do in them. Where there is no FUSE the tests say so,
//! and the tree stands tested without the kernel (`tree.rs`).
#![cfg(target_os = "linux")]

use crate::games::{blokus, compatible, known};
use rustix::{
    fs::{XattrFlags, getxattr, listxattr, removexattr, setxattr},
    io::Errno,
};
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Write},
    os::unix::{
        ffi::OsStrExt,
        fs::{DirEntryExt, MetadataExt, PermissionsExt, chown, symlink},
    },
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime},
};
use yomikiri_core::Explore;
use yomikiri_fs::{MountError, Tree, TreeOptions, mount};

/// A mount on a directory of its own.
struct Mounted {
    tree: Arc<Tree>,
    directory: tempfile::TempDir,
    thread: Option<JoinHandle<Result<(), MountError>>>,
}

impl Mounted {
    /// Mounts; `None`, and a word about it, where that cannot be.
    fn new(explore: Box<dyn Explore>, limits: TreeOptions) -> Option<Self> {
        let fuse = OpenOptions::new().read(true).write(true).open("/dev/fuse");
        let program = Command::new("fusermount3").arg("-V").output();
        if let Some(error) = fuse.err().or(program.err()) {
            println!("skipped: there is no FUSE here (/dev/fuse, fusermount3): {error}");
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_owned();
        let tree = Arc::new(Tree::new(explore, limits, |_| ()).unwrap());
        let (ready, is_ready) = mpsc::channel();
        let mounted = tree.clone();
        let thread = thread::spawn(move || mount(mounted, "blokus", &path, move || ready.send(()).unwrap()));
        // If it is not it has ended.
        assert!(is_ready.recv().is_ok(), "{:?}", thread.join());
        Some(Self { tree, directory, thread: Some(thread) })
    }

    fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(path)
    }

    fn unmount(&mut self) {
        assert!(run("fusermount3", [OsStr::new("-u"), self.directory.path().as_os_str()]).status.success());
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if self.thread.is_some() {
            let _ = Command::new("fusermount3").args(["-u", "-z"]).arg(self.directory.path()).status();
        }
    }
}

/// All moves, and listings that end at the first moves.
const SHALLOW: TreeOptions =
    TreeOptions { compatible: false, depth: Some(1), listings: 10_000, records: 100_000 };

const COMPATIBLE: TreeOptions =
    TreeOptions { compatible: true, depth: None, listings: 10_000, records: 100_000 };

fn run(program: &str, args: impl IntoIterator<Item: AsRef<OsStr>>) -> Output {
    Command::new(program).args(args).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

/// A line of shell in a directory; its standard output, standard error and whether it succeeded.
fn shell(directory: &Path, line: &str) -> (String, String, bool) {
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", line]).current_dir(directory).env("LC_ALL", "C").output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

fn code<T>(result: io::Result<T>) -> Option<i32> {
    result.err().and_then(|error| error.raw_os_error())
}

#[test]
fn listings_and_nodes_are_as_blokusfs_shows_them() {
    let Some(mounted) = Mounted::new(compatible(), COMPATIBLE) else { return };
    for (path, file) in [("", "blokusfs_root.ls"), ("66t0", "blokusfs_66t0.ls")] {
        assert_eq!(shell(&mounted.path(path), "ls").0, known(file), "{path}");
    }
    let nodes: Vec<serde_json::Value> = serde_json::from_str(&known("blokusfs_nodes.json")).unwrap();
    for node in nodes {
        let path = node["path"].as_str().unwrap();
        let directory = mounted.path(path);
        for file in ["board", "piece", "score"] {
            assert_eq!(fs::read_to_string(directory.join(file)).unwrap(), node[file].as_str().unwrap());
        }
        assert_eq!(fs::read_to_string(directory.join("value")).unwrap(), format!("{}\n", node["value"]));
        let mut names = names(&directory);
        names.retain(|name| !["board", "piece", "score", "value"].contains(&name.to_str().unwrap()));
        let mut children: Vec<&str> =
            node["children"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        children.sort_unstable();
        assert_eq!(names, children, "{path}");
    }
}

fn names(directory: &Path) -> Vec<OsString> {
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort_unstable();
    names
}

#[test]
fn entries_tell_their_kind_number_and_size() {
    let Some(mounted) = Mounted::new(blokus(), SHALLOW) else { return };
    for directory in [mounted.path(""), mounted.path("66t0")] {
        for entry in fs::read_dir(&directory).unwrap() {
            let entry = entry.unwrap();
            let metadata = fs::metadata(entry.path()).unwrap();
            assert_eq!(entry.file_type().unwrap(), metadata.file_type());
            assert_eq!(
                (entry.ino(), metadata.nlink(), metadata.uid()),
                (metadata.ino(), 1, rustix::process::getuid().as_raw())
            );
            if metadata.is_file() {
                assert_eq!(
                    metadata.len(),
                    fs::read(entry.path()).unwrap().len() as u64,
                    "{:?}",
                    entry.path()
                );
                assert_eq!(metadata.permissions().mode() & 0o777, 0o444);
            }
        }
    }
    // `find` need not look at any file to tell what it is, and leaves no directory out.
    let (count, _, _) = shell(&mounted.path(""), "find . -type d | wc -l; find . -type f | wc -l");
    assert_eq!(count.split_whitespace().collect::<Vec<_>>(), ["415".to_owned(), (415 * 7).to_string()]);
}

#[test]
fn numbers_are_the_same_in_the_next_mount() {
    let numbers = || -> Option<Vec<(OsString, u64)>> {
        let mounted = Mounted::new(blokus(), TreeOptions::default())?;
        let entries =
            [mounted.path(""), mounted.path("66t0/8Aj2")].map(|directory| fs::read_dir(directory).unwrap());
        Some(
            entries
                .into_iter()
                .flatten()
                .map(Result::unwrap)
                .map(|entry| (entry.file_name(), entry.ino()))
                .collect(),
        )
    };
    assert_eq!(numbers(), numbers());
}

#[test]
fn every_write_is_refused() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    refuses_writes(&mounted);
    // Root may take the kernel's own refusal away.
    let remounted =
        run("mount", [OsStr::new("-o"), OsStr::new("remount,rw"), mounted.directory.path().as_os_str()]);
    if remounted.status.success() {
        refuses_writes(&mounted);
    } else {
        println!("skipped: only root can remount");
    }
}

fn refuses_writes(mounted: &Mounted) {
    let (value, directory, new) = (mounted.path("66t0/value"), mounted.path("66t0"), mounted.path("new"));
    let open = |options: &mut OpenOptions| {
        options.write(true).open(&value).and_then(|mut file| file.write_all(b"1"))
    };
    let readable = File::open(&value).unwrap();
    let operations: Vec<(&str, io::Result<()>)> = vec![
        ("create", File::create(&new).map(drop)),
        ("write", open(&mut OpenOptions::new())),
        ("append", open(OpenOptions::new().append(true))),
        ("truncate", open(OpenOptions::new().truncate(true))),
        ("mkdir", fs::create_dir(&new)),
        ("unlink", fs::remove_file(&value)),
        ("rmdir", fs::remove_dir(&directory)),
        ("rename", fs::rename(&value, &new)),
        ("rename a directory", fs::rename(&directory, &new)),
        ("link", fs::hard_link(&value, &new)),
        ("symlink", symlink("66t0", &new)),
        ("chmod", fs::set_permissions(&value, Permissions::from_mode(0o600))),
        ("chmod a directory", fs::set_permissions(&directory, Permissions::from_mode(0o700))),
        ("chown", chown(&value, Some(0), Some(0))),
        ("touch", readable.set_modified(SystemTime::now())),
        ("mknod", mkfifo(&new)),
        ("setxattr", setxattr(&directory, "user.value", b"1", XattrFlags::empty()).map_err(Into::into)),
        ("removexattr", removexattr(&directory, "user.value").map_err(Into::into)),
    ];
    for (name, done) in operations {
        assert_eq!(code(done), Some(Errno::ROFS.raw_os_error()), "{name}");
    }
    assert_eq!(fs::read_to_string(&value).unwrap(), "-56\n");
    assert!(!new.exists());
}

/// A named pipe.
fn mkfifo(path: &Path) -> io::Result<()> {
    let mode = rustix::fs::Mode::RWXU;
    Ok(rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0)?)
}

#[test]
fn programs_that_destroy_get_nowhere() {
    let Some(mounted) = Mounted::new(blokus(), SHALLOW) else { return };
    let before = contents(&mounted.path("66t0"));
    for line in [
        "rm -rf 66t0",
        "find 66t0 -delete",
        "touch 66t0/value",
        "touch new",
        "mv 66t0 67t0",
        "echo 1 > 66t0/value",
    ] {
        let (_, errors, success) = shell(&mounted.path(""), line);
        assert!(!success && errors.contains("Read-only file system"), "{line}: {errors}");
    }
    assert_eq!(contents(&mounted.path("66t0")), before);
}

/// The files of a directory with what stands in them.
fn contents(directory: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    files.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect()
}

#[test]
fn programs_that_read_get_everything() {
    let Some(mounted) = Mounted::new(blokus(), SHALLOW) else { return };
    let copy = tempfile::tempdir().unwrap();
    let directory = mounted.path("");
    let succeeds = |line: &str| {
        let (output, errors, success) = shell(&directory, line);
        assert!(success && errors.is_empty(), "{line}: {errors}");
        output
    };
    succeeds(&format!("cp -r . {0}/cp && diff -r . {0}/cp", copy.path().display()));
    succeeds(&format!(
        "mkdir {0}/tar && tar cf - . | tar xf - -C {0}/tar && diff -r . {0}/tar",
        copy.path().display()
    ));
    assert_eq!(contents(&copy.path().join("cp/66t0")), contents(&mounted.path("66t0")));
    assert!(succeeds("grep -rlx -- -56 .").lines().any(|line| line == "./66t0/value"));
    assert_eq!(succeeds("cat 66t0/value 66t0/score | sort -n | head -n 1"), "-56\n");
    assert_eq!(succeeds("stat -c %s board; wc -c < board"), "210\n210\n");
}

#[test]
fn odd_names_are_not_found() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    let exists = |name: &[u8]| code(fs::metadata(mounted.path(OsStr::from_bytes(name))));
    assert_eq!(exists(&[b'x'; 300]), Some(Errno::NAMETOOLONG.raw_os_error()));
    for name in
        [&[b'x'; 255], &b"66t\xff"[..], b"\xff\xfe", "\u{e9}".as_bytes(), b"66t0 ", b"*", b"66v0", b"----"]
    {
        assert_eq!(exists(name), Some(Errno::NOENT.raw_os_error()), "{name:?}");
    }
    assert_eq!(exists(b"value/x"), Some(Errno::NOTDIR.raw_os_error()));
    assert_eq!(code(fs::read(mounted.path("66t0"))), Some(Errno::ISDIR.raw_os_error()));
}

#[test]
fn attributes_tell_value_and_result() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    let attribute = |path: &str, name: &str| {
        let mut value = [0; 64];
        let length = getxattr(mounted.path(path), name, &mut value[..])?;
        Ok(String::from_utf8_lossy(&value[..length]).into_owned())
    };
    assert_eq!(attribute("66t0", "user.value"), Ok("-56".into()));
    assert_eq!(attribute("66t0", "user.result"), Err(Errno::NODATA));
    assert_eq!(attribute("66t0/value", "user.value"), Err(Errno::NODATA));
    let mut list = [0; 64];
    let length = listxattr(mounted.path("66t0"), &mut list[..]).unwrap();
    assert_eq!(&list[..length], b"user.value\0");
    assert_eq!(getxattr(mounted.path("66t0"), "user.value", &mut [0; 2][..]), Err(Errno::RANGE));
}

#[test]
fn a_game_can_be_played_by_cd() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    let script = r#"while [ ! -e result ]; do cd -- "$(cat best)" || exit; done; cat path result; ls"#;
    let (output, errors, success) = shell(&mounted.path(""), script);
    assert!(success, "{errors}");
    let mut lines = output.lines();
    let plies = lines.next().unwrap().split('/').count();
    assert!((20..=42).contains(&plies), "{output}");
    assert!(["first", "second", "draw"].contains(&lines.next().unwrap()));
    assert_eq!(lines.collect::<Vec<_>>(), ["board", "moves", "path", "piece", "result", "score", "value"]);
}

#[test]
fn sixty_four_readers_at_once() {
    // With few records, what they look at is taken from under them all the while.
    for records in [COMPATIBLE.records, 50] {
        let Some(mounted) = Mounted::new(compatible(), TreeOptions { records, ..COMPATIBLE }) else { return };
        read_at_once(&mounted);
    }
}

fn read_at_once(mounted: &Mounted) {
    let names: Vec<_> = names(&mounted.path("")).into_iter().filter(|name| name.len() == 4).collect();
    let expected = shell(&mounted.path(""), "cat ????/value").0;
    thread::scope(|scope| {
        for reader in 0..64 {
            let (names, expected) = (&names, &expected);
            scope.spawn(move || {
                let mut values = vec![String::new(); names.len()];
                for i in 0..names.len() {
                    let i = (i + reader * 5) % names.len();
                    values[i] = fs::read_to_string(mounted.path(&names[i]).join("value")).unwrap();
                    // What nobody else looks at.
                    let own = mounted.path(&names[i]).join("9Ao5").join(&names[reader]);
                    assert_eq!(own.exists(), own.join("value").exists());
                }
                assert_eq!(&values.concat(), expected);
            });
        }
    });
}

/// A listing must tell nothing of a file that another process is reading: told a size of 0, even for no time
/// at all, the kernel ends the read early, without an error.
#[test]
fn a_file_is_read_whole_while_its_directory_is_listed_for_the_first_time() {
    for _ in 0..5 {
        let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
        let names = names(&mounted.path("")).into_iter();
        let moves: Vec<_> = names.filter(|name| mounted.path(name).is_dir()).collect();
        for name in &moves {
            let (directory, read) = (mounted.path(name), AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 0..7 {
                    scope.spawn(|| {
                        let path = directory.join("value");
                        let whole = fs::read(&path).unwrap();
                        assert!(!whole.is_empty(), "{}", path.display());
                        read.fetch_add(1, Ordering::Relaxed);
                        assert_eq!(fs::metadata(&path).unwrap().len(), whole.len() as u64);
                    });
                }
                scope.spawn(|| fs::read_dir(&directory).unwrap().count());
            });
            assert_eq!(read.into_inner(), 7);
        }
    }
}

#[test]
fn past_the_budget_walkers_are_told() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions { listings: 20, ..TreeOptions::default() }) else {
        return;
    };
    let (paths, errors, success) = shell(&mounted.path(""), "find .");
    assert!(!success && errors.contains("Disk quota exceeded"), "{errors}");
    assert!((20 * 200..20 * 500).contains(&paths.lines().count()));
    // By name all goes on, and what is known stays known.
    assert_eq!(fs::read_to_string(mounted.path("55a0/9Ao5/score")).unwrap(), "1\n5\n");
    assert_eq!(
        code(fs::read_dir(mounted.path("55a0/9Ao5")).and_then(|mut entries| entries.next().transpose())),
        Some(Errno::DQUOT.raw_os_error())
    );
}

/// Whether this kernel lets go of entries when it is asked to: Linux from 6.18 on.
fn kernel_prunes() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map_while(|number| number.trim().parse::<u32>().ok());
    let prunes = (numbers.next(), numbers.next()) >= (Some(6), Some(18));
    if !prunes {
        println!("skipped: Linux {} keeps entries until it needs their memory", release.trim());
    }
    prunes
}

#[test]
fn records_stay_few_and_what_is_in_use_stays() {
    let limits = TreeOptions { records: 100, ..TreeOptions::default() };
    let Some(mut mounted) = kernel_prunes().then(|| Mounted::new(blokus(), limits)).flatten() else { return };
    let mut visitor = Command::new("sh");
    visitor.args(["-c", "read -r line; /bin/pwd -P; cat value ../value path"]);
    let mut visitor = visitor
        .current_dir(mounted.path("66t0/9Bl3"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let directory = File::open(mounted.path("54e0/8Aj2")).unwrap();
    let file = File::open(mounted.path("66t0/8Aj2/path")).unwrap();
    let walk = || -> Vec<u64> {
        let first = names(&mounted.path("")).into_iter().map(PathBuf::from);
        let paths =
            first.chain(names(&mounted.path("66t0")).into_iter().map(|name| Path::new("66t0").join(name)));
        paths
            .filter_map(|path| fs::metadata(mounted.path(path).join("value")).ok())
            .map(|file| file.ino())
            .collect()
    };
    let numbers = walk();
    assert_eq!(numbers.len(), 414 + 414);
    let began = Instant::now();
    while mounted.tree.is_crowded() {
        assert!(began.elapsed() < Duration::from_secs(20), "{} records", mounted.tree.records());
        thread::sleep(Duration::from_millis(5));
    }
    // What was let go is found again under its number, what was not has never been gone.
    assert_eq!(walk(), numbers);
    assert_eq!(directory.metadata().unwrap().ino(), fs::metadata(mounted.path("54e0/8Aj2")).unwrap().ino());
    assert_eq!(io::read_to_string(file).unwrap(), "66t0/8Aj2\n");
    drop(directory);
    visitor.stdin.take().unwrap().write_all(b"\n").unwrap();
    let output = visitor.wait_with_output().unwrap();
    let expected = format!("{}\n3\n-56\n66t0/9Bl3\n", mounted.path("66t0/9Bl3").display());
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    mounted.unmount();
}

#[test]
fn the_mount_is_marked_as_remote() {
    let Some(mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    let mounts = fs::read_to_string("/proc/mounts").unwrap();
    let ours: Vec<&str> = mounts
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .find(|fields| Path::new(fields[1]) == mounted.directory.path())
        .unwrap();
    assert_eq!((ours[0], ours[2]), ("yomikiri:blokus", "fuse.yomikiri"));
    let options: Vec<&str> = ours[3].split(',').collect();
    assert!(options.contains(&"ro") && !options.contains(&"allow_other"), "{options:?}");
    let local = |args: &str| shell(Path::new("/"), &format!("df {args}")).0.contains("yomikiri:blokus");
    assert!(local("--all") && !local("--all --local"));
}

#[test]
fn a_busy_mount_stays_until_it_is_left() {
    let Some(mut mounted) = Mounted::new(blokus(), TreeOptions::default()) else { return };
    let mut visitor = Command::new("sh");
    visitor.args(["-c", "echo in; read -r line; cat value"]).current_dir(mounted.path("66t0"));
    let mut visitor = visitor.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let refused = run("fusermount3", [OsStr::new("-u"), mounted.directory.path().as_os_str()]);
    assert!(!refused.status.success());
    assert_eq!(fs::read_to_string(mounted.path("66t0/value")).unwrap(), "-56\n");
    visitor.stdin.take().unwrap().write_all(b"\n").unwrap();
    let output = visitor.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "in\n-56\n");
    mounted.unmount();
    assert_eq!(names(mounted.directory.path()), Vec::<OsString>::new());
}

#[test]
fn places_that_do_not_do_are_named() {
    let refused = |path: &Path| {
        let tree = Arc::new(Tree::new(blokus(), TreeOptions::default(), |_| ()).unwrap());
        mount(tree, "blokus", path, || panic!("it was mounted")).unwrap_err()
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    for place in [directory.path().join("nothing"), file, directory.path().to_owned()] {
        let error = refused(&place);
        assert!(error.is_of_directory() && error.to_string().contains(place.to_str().unwrap()), "{error}");
    }
}
