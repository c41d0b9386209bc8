//! A position as a directory: what has been found out about it so far.

use crate::{file::File, names::Names};
use std::sync::OnceLock;
use yomikiri_core::{Explore, ExploreError};

/// A position on a path from the root. What is asked for is worked out once, for as long as the place is
/// remembered.
#[derive(Debug)]
pub struct Place {
    position: String,
    depth: u32,
    names: OnceLock<Names>,
    /// What stands in each file, in the order of the tree's files; `None` where there is no such file here.
    contents: Box<[OnceLock<Option<Box<str>>>]>,
}

impl Place {
    /// A position so many moves from the root, in a tree with so many files a directory.
    pub fn new(position: String, depth: u32, files: usize) -> Self {
        let contents = (0..files).map(|_| OnceLock::new()).collect();
        Self { position, depth, names: OnceLock::new(), contents }
    }

    /// The position in the game's notation.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// The number of moves from the root.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The names of the legal moves; none where the game is over.
    pub fn names(&self, explore: &dyn Explore) -> Result<&Names, ExploreError> {
        if let Some(names) = self.names.get() {
            return Ok(names);
        }
        let names = explore.open(&self.position)?.names().into_iter().collect();
        Ok(self.names.get_or_init(|| names))
    }

    /// What stands in the file that has this number in the tree.
    pub fn content(
        &self,
        explore: &dyn Explore,
        number: usize,
        file: File,
    ) -> Result<Option<&str>, ExploreError> {
        let content = &self.contents[number];
        if let Some(content) = content.get() {
            return Ok(content.as_deref());
        }
        let found = file.content(&*explore.open(&self.position)?)?.map(Into::into);
        Ok(content.get_or_init(|| found).as_deref())
    }
}
