//! Paths in a tree, walked as the kernel walks them: a name at a time.

use std::ffi::OsStr;
use yomikiri_core::Explore;
use yomikiri_fs::{Node, ROOT, Refusal, Tree, TreeOptions};

pub struct Walker {
    pub tree: Tree,
}

impl Walker {
    pub fn new(explore: Box<dyn Explore>, limits: TreeOptions) -> Self {
        Self { tree: Tree::new(explore, limits, |warning| panic!("{warning}")).unwrap() }
    }

    /// What is found at the end of a path. The lookups on the way are not taken back.
    pub fn find(&self, path: &str) -> Result<Node, Refusal> {
        let mut node = self.tree.node(ROOT)?;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            node = self.tree.lookup(node.ino, OsStr::new(name))?;
        }
        Ok(node)
    }

    /// The whole of a file.
    pub fn text(&self, path: &str) -> String {
        let node = self.find(path).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
        String::from_utf8(self.tree.read(node.ino, 0, u32::MAX).unwrap()).unwrap()
    }

    /// The entries of a listing that is read in parts of so many.
    pub fn entries(&self, directory: u64, room: usize) -> Vec<(String, u64)> {
        let (mut entries, mut offset) = (Vec::new(), 0);
        loop {
            let mut part = 0;
            let listed = self.tree.list(directory, offset, |item| {
                if part == room {
                    return false;
                }
                part += 1;
                entries.push((item.name.to_owned(), item.ino, item.next));
                true
            });
            listed.unwrap();
            if part == 0 {
                return entries.into_iter().map(|(name, ino, _)| (name, ino)).collect();
            }
            offset = entries.last().map_or(0, |(_, _, next)| *next);
        }
    }

    /// The same, each looked up once more, as by a program that asks for more than names; without `.` and
    /// `..`.
    pub fn looked_up(&self, directory: u64, room: usize) -> Vec<(String, u64)> {
        let entries = self.entries(directory, room).split_off(2);
        for (name, ino) in &entries {
            assert_eq!(self.tree.lookup(directory, OsStr::new(name)).unwrap().ino, *ino, "{name}");
        }
        entries
    }

    /// The names in a directory, sorted, without `.` and `..`.
    pub fn names(&self, path: &str) -> Vec<String> {
        let directory = self.find(path).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
        let mut names: Vec<_> =
            self.entries(directory.ino, usize::MAX).into_iter().skip(2).map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    }
}
