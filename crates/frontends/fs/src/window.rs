//! The kernel's questions, taken to the tree.
//!
//! Nothing in the tree ever changes: the kernel may keep what it is told for as long as it likes, and need
//! not announce that it opens something.
//!
//! Listings tell names, kinds and inode numbers, but no attributes (`readdir`, not `readdirplus`). A listing
//! with attributes would need the size of every file, which means to work out what stands in all of them; and
//! any other size would not do, whatever its lifetime: the kernel takes it into the inode at once, also of a
//! file that another process is reading, which then ends early (20 of 397,440 reads beside a cold listing).

use crate::{
    nodes::Ino,
    refusal::Refusal,
    tree::{Item, Kind, LONGEST_NAME, Node, Tree},
};
use fuser::{
    Errno, FileAttr, FileHandle, FileType, Filesystem, Generation, INodeNo, InitFlags, KernelConfig,
    LockOwner, OpenFlags, RenameFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory, ReplyEmpty,
    ReplyEntry, ReplyOpen, ReplyStatfs, ReplyWrite, ReplyXattr, Request, TimeOrNow, WriteFlags,
};
use rustix::process::{getgid, getuid};
use std::{
    ffi::OsStr,
    io,
    path::Path,
    sync::{Arc, mpsc::SyncSender},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// How long the kernel may rely on what it was told: for good.
const FOREVER: Duration = Duration::from_secs(u32::MAX as u64);

/// A path never means anything else: the generation of every number.
const GENERATION: Generation = Generation(0);

/// What the kernel must be able to do: spare itself and us most questions, and tell an abort from an unmount.
const ABILITIES: InitFlags = InitFlags::FUSE_ABORT_ERROR
    .union(InitFlags::FUSE_PARALLEL_DIROPS)
    .union(InitFlags::FUSE_NO_OPEN_SUPPORT)
    .union(InitFlags::FUSE_NO_OPENDIR_SUPPORT);

const DIRECTORY_MODE: u16 = 0o755;
const FILE_MODE: u16 = 0o444;
const BLOCK: u32 = 4096;

/// The unit in which a file's blocks are told.
const SECTOR: u64 = 512;

/// A tree that the kernel looks into.
pub struct Window {
    tree: Arc<Tree>,
    /// Tells that there are more records than there should be.
    crowded: SyncSender<()>,
    uid: u32,
    gid: u32,
}

impl Window {
    /// The tree, all of it owned by whoever runs the program.
    pub fn new(tree: Arc<Tree>, crowded: SyncSender<()>) -> Self {
        Self { tree, crowded, uid: getuid().as_raw(), gid: getgid().as_raw() }
    }

    /// To be called when there may be a record more.
    fn count_records(&self) {
        if self.tree.is_crowded() {
            // If it cannot be told, it is told already, or the kernel cannot be asked.
            let _ = self.crowded.try_send(());
        }
    }

    fn attributes(&self, node: Node) -> FileAttr {
        let (kind, perm, size) = match node.kind {
            Kind::Directory => (FileType::Directory, DIRECTORY_MODE, 0),
            Kind::File { size } => (FileType::RegularFile, FILE_MODE, size),
        };
        FileAttr {
            ino: INodeNo(node.ino),
            size,
            blocks: size.div_ceil(SECTOR),
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind,
            perm,
            // One link means to `find` and others that subdirectories are not counted.
            nlink: 1,
            uid: self.uid,
            gid: self.gid,
            rdev: 0,
            blksize: BLOCK,
            flags: 0,
        }
    }
}

impl From<&Refusal> for Errno {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Missing => Self::ENOENT,
            Refusal::NameTooLong => Self::ENAMETOOLONG,
            Refusal::NotADirectory => Self::ENOTDIR,
            Refusal::IsADirectory => Self::EISDIR,
            Refusal::Stale => Self::ESTALE,
            Refusal::Spent => Self::EDQUOT,
            Refusal::Game(_) => Self::EIO,
        }
    }
}

/// An answer of as many bytes as it has: its size to whoever asks with a size of 0.
fn extended(text: &[u8], size: u32, reply: ReplyXattr) {
    if size == 0 {
        reply.size(text.len() as u32);
    } else if text.len() > size as usize {
        reply.error(Errno::ERANGE);
    } else {
        reply.data(text);
    }
}

impl Filesystem for Window {
    fn init(&mut self, _: &Request, config: &mut KernelConfig) -> io::Result<()> {
        let lacking =
            |_| io::Error::new(io::ErrorKind::Unsupported, "the kernel's FUSE is older than Linux 5.1");
        config.add_capabilities(ABILITIES).map_err(lacking)
    }

    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        match self.tree.lookup(parent.0, name) {
            Ok(node) => reply.entry(&FOREVER, &self.attributes(node), GENERATION),
            Err(Refusal::Missing) => {
                // A number of 0 lets the kernel remember that there is nothing.
                let nothing = self.attributes(Node { ino: 0, kind: Kind::Directory });
                reply.entry(&FOREVER, &nothing, GENERATION);
            }
            Err(refusal) => reply.error((&refusal).into()),
        }
        self.count_records();
    }

    fn forget(&self, _: &Request, ino: INodeNo, lookups: u64) {
        self.tree.forget(ino.0, lookups);
    }

    fn getattr(&self, _: &Request, ino: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        match self.tree.node(ino.0) {
            Ok(node) => reply.attr(&FOREVER, &self.attributes(node)),
            Err(refusal) => reply.error((&refusal).into()),
        }
    }

    /// Not needed, which is told by this error: from then on the kernel opens, and keeps what it reads.
    fn open(&self, _: &Request, _: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        reply.error(Errno::ENOSYS);
    }

    fn opendir(&self, _: &Request, _: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        reply.error(Errno::ENOSYS);
    }

    fn read(
        &self,
        _: &Request,
        ino: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        match self.tree.read(ino.0, offset, size) {
            Ok(content) => reply.data(&content),
            Err(refusal) => reply.error((&refusal).into()),
        }
    }

    fn readdir(&self, _: &Request, ino: INodeNo, _: FileHandle, offset: u64, mut reply: ReplyDirectory) {
        let listed = self.tree.list(ino.0, offset, |Item { name, ino, is_file, next }| {
            let kind = if is_file { FileType::RegularFile } else { FileType::Directory };
            !reply.add(INodeNo(ino), next, kind, name)
        });
        match listed {
            Ok(()) => reply.ok(),
            Err(refusal) => reply.error((&refusal).into()),
        }
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        reply.statfs(0, 0, 0, 0, 0, BLOCK, LONGEST_NAME as u32, BLOCK);
    }

    fn getxattr(&self, _: &Request, ino: INodeNo, name: &OsStr, size: u32, reply: ReplyXattr) {
        match self.tree.attribute(ino.0, name) {
            Ok(text) => extended(text.as_bytes(), size, reply),
            Err(Refusal::Missing) => reply.error(Errno::ENODATA),
            Err(refusal) => reply.error((&refusal).into()),
        }
    }

    fn listxattr(&self, _: &Request, ino: INodeNo, size: u32, reply: ReplyXattr) {
        match self.tree.attributes(ino.0) {
            Ok(names) => {
                let names: String = names.into_iter().flat_map(|name| [name, "\0"]).collect();
                extended(names.as_bytes(), size, reply);
            }
            Err(refusal) => reply.error((&refusal).into()),
        }
    }

    // What would change something. The kernel refuses it by itself, unless root has remounted the tree as
    // writable.

    fn setattr(
        &self,
        _: &Request,
        _: INodeNo,
        _: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        _: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        _: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<fuser::BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        reply.error(Errno::EROFS);
    }

    fn mknod(&self, _: &Request, _: INodeNo, _: &OsStr, _: u32, _: u32, _: u32, reply: ReplyEntry) {
        reply.error(Errno::EROFS);
    }

    fn mkdir(&self, _: &Request, _: INodeNo, _: &OsStr, _: u32, _: u32, reply: ReplyEntry) {
        reply.error(Errno::EROFS);
    }

    fn unlink(&self, _: &Request, _: INodeNo, _: &OsStr, reply: ReplyEmpty) {
        reply.error(Errno::EROFS);
    }

    fn rmdir(&self, _: &Request, _: INodeNo, _: &OsStr, reply: ReplyEmpty) {
        reply.error(Errno::EROFS);
    }

    fn symlink(&self, _: &Request, _: INodeNo, _: &OsStr, _: &Path, reply: ReplyEntry) {
        reply.error(Errno::EROFS);
    }

    fn rename(
        &self,
        _: &Request,
        _: INodeNo,
        _: &OsStr,
        _: INodeNo,
        _: &OsStr,
        _: RenameFlags,
        reply: ReplyEmpty,
    ) {
        reply.error(Errno::EROFS);
    }

    fn link(&self, _: &Request, _: INodeNo, _: INodeNo, _: &OsStr, reply: ReplyEntry) {
        reply.error(Errno::EROFS);
    }

    fn write(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        _: u64,
        _: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        reply.error(Errno::EROFS);
    }

    fn setxattr(&self, _: &Request, _: INodeNo, _: &OsStr, _: &[u8], _: i32, _: u32, reply: ReplyEmpty) {
        reply.error(Errno::EROFS);
    }

    fn removexattr(&self, _: &Request, _: INodeNo, _: &OsStr, reply: ReplyEmpty) {
        reply.error(Errno::EROFS);
    }

    fn create(&self, _: &Request, _: INodeNo, _: &OsStr, _: u32, _: u32, _: i32, reply: ReplyCreate) {
        reply.error(Errno::EROFS);
    }

    fn fallocate(&self, _: &Request, _: INodeNo, _: FileHandle, _: u64, _: u64, _: i32, reply: ReplyEmpty) {
        reply.error(Errno::EROFS);
    }
}

/// The root's number is the same on both sides.
const _: () = assert!(INodeNo::ROOT.0 == crate::nodes::ROOT && size_of::<Ino>() == size_of::<INodeNo>());
