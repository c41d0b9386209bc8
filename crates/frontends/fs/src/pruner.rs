//! Asks the kernel to let go of entries when there are too many records of them.
//!
//! Method: a notification of the protocol names inodes; the kernel lets go of those that nobody uses, and
//! sends a `FORGET` for each. What is in use it passes over: open files, working directories, and directories
//! of which it holds entries. What it let go it asks for again when somebody looks, and gets the same number.
//!
//! Why this one (`FUSE_NOTIFY_PRUNE`, Linux 6.18): the notification that older kernels have takes a directory
//! out of the names although a process works in it, and `getcwd` fails there from then on. So an older kernel
//! is not asked: it lets go when it needs the memory.
//!
//! Cost: a message to the thread when a record is one too many; then 8 bytes a number, of which there may be
//! some 400 a directory. Never from within an answer: the thread holds no lock while the kernel works.

use crate::{nodes::Ino, tree::Tree};
use std::{
    fs::File,
    io::{self, Write},
    os::fd::OwnedFd,
    sync::{Arc, mpsc::Receiver},
    thread,
    time::Duration,
};

/// The code of the notification, where an answer has its error.
const PRUNE: i32 = 9;

/// The sizes of an answer's header and of the notification's own.
const HEADERS: (usize, usize) = (16, 16);

/// How long what the kernel forgets has to arrive before it is asked for more. All at once it would come in
/// messages of megabytes, which every thread that answers would keep room for.
const PAUSE: Duration = Duration::from_millis(10);

/// A thread's work: to keep the records few.
pub struct Pruner {
    device: File,
    tree: Arc<Tree>,
}

impl Pruner {
    /// For the tree that is asked for over this device.
    pub fn new(device: OwnedFd, tree: Arc<Tree>) -> Self {
        Self { device: device.into(), tree }
    }

    /// Asks the kernel whenever it is told that there are too many records; until nobody can tell it any
    /// more, or the kernel says that it does not know such a question.
    pub fn run(mut self, crowded: &Receiver<()>) {
        while crowded.recv().is_ok() {
            // What was told while the kernel was asked is mended by that.
            if !self.tree.is_crowded() {
                continue;
            }
            let device = &mut self.device;
            let asked = self.tree.shed(|numbers| {
                ask(device, numbers)?;
                thread::sleep(PAUSE);
                Ok::<_, io::Error>(())
            });
            if asked.is_err() {
                return;
            }
        }
    }
}

/// Asks the kernel to let go of inodes.
fn ask(device: &mut impl Write, numbers: &[Ino]) -> io::Result<()> {
    // A notification goes out at once and whole, or not at all.
    device.write(&notification(numbers)).map(drop)
}

/// The notification: its length, its code, and no question that it answers; how many inodes, and 12 bytes to
/// spare; the inodes.
fn notification(numbers: &[Ino]) -> Vec<u8> {
    let length = HEADERS.0 + HEADERS.1 + size_of_val(numbers);
    let mut bytes = Vec::with_capacity(length);
    bytes.extend((length as u32).to_ne_bytes());
    bytes.extend(PRUNE.to_ne_bytes());
    bytes.resize(HEADERS.0, 0);
    bytes.extend((numbers.len() as u32).to_ne_bytes());
    bytes.resize(HEADERS.0 + HEADERS.1, 0);
    bytes.extend(numbers.iter().flat_map(|number| number.to_ne_bytes()));
    bytes
}
