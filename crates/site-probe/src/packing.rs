//! The bytes of a site's table.
//!
//! The table file of the program is a third as long, but its reader needs the contexts of the coder. Here a
//! node has one byte, or two bits; so many nodes are a page, which whoever writes the site packs.

use yomikiri_core::Value;

/// Nodes of a page.
pub const PAGE: usize = 1 << 14;

/// What is kept of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// All of it in a byte: 0 where the node is not reached, 1 for a draw, else the plies and 2: odd for a
    /// win, even for a loss.
    Distances,
    /// Two bits, the first of four nodes in the lowest: not reached, draw, win, loss.
    Results,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the page.
    pub page: u32,
    /// Number of the byte in it.
    pub byte: u32,
}

impl Packing {
    /// The word used in files: `distances` or `results`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Distances => "distances",
            Self::Results => "results",
        }
    }

    /// The packing of a word; `None` if it is neither.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Distances, Self::Results].into_iter().find(|packing| packing.word() == word)
    }

    /// Nodes that share a byte.
    const fn nodes_a_byte(self) -> usize {
        match self {
            Self::Distances => 1,
            Self::Results => 4,
        }
    }

    /// A page of the values of nodes that follow each other, [`PAGE`] of them at most.
    ///
    /// # Panics
    /// A win takes more plies than a byte can tell.
    pub fn page(self, values: impl Iterator<Item = Option<Value>>) -> Vec<u8> {
        let mut bytes = vec![0; PAGE / self.nodes_a_byte()];
        for (node, value) in values.enumerate() {
            let (_, shift) = self.within(node as u32);
            bytes[node / self.nodes_a_byte()] |= self.code(value) << shift;
        }
        bytes
    }

    /// Where the value of a node stands.
    pub const fn place(self, node: u32) -> Place {
        let (byte, _) = self.within(node % PAGE as u32);
        Place { page: node / PAGE as u32, byte }
    }

    /// The value of a node out of the byte at its place; `None` where the node is not reached.
    pub fn value(self, node: u32, byte: u8) -> Option<Value> {
        let (_, shift) = self.within(node);
        match (self, byte >> shift) {
            (Self::Distances, 0) => None,
            (Self::Distances, 1) => Some(Value::Draw),
            (Self::Distances, told) => Some(Value::decided(u16::from(told) - 2)),
            (Self::Results, code) => {
                [None, Some(Value::Draw), Some(Value::Win(Value::UNTOLD)), Some(Value::Loss(Value::UNTOLD))]
                    [usize::from(code & 3)]
            }
        }
    }

    /// The byte of a node among those of nodes from 0 on, and where in it the node begins.
    const fn within(self, node: u32) -> (u32, u32) {
        let share = self.nodes_a_byte() as u32;
        (node / share, 2 * (node % share))
    }

    fn code(self, value: Option<Value>) -> u8 {
        match (self, value) {
            (_, None) => 0,
            (_, Some(Value::Draw)) => 1,
            (Self::Distances, Some(Value::Win(plies) | Value::Loss(plies))) => {
                u8::try_from(plies + 2).expect("no win on a small board takes so long")
            }
            (Self::Results, Some(Value::Win(_))) => 2,
            (Self::Results, Some(Value::Loss(_))) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_found_in_its_place() {
        let values =
            [None, Some(Value::Draw), Some(Value::Loss(0)), Some(Value::Win(1)), Some(Value::Win(173))];
        let at = |node: usize| values[node * node % 7 % values.len()];
        for packing in [Packing::Distances, Packing::Results] {
            assert_eq!(Packing::from_word(packing.word()), Some(packing));
            let pages: Vec<Vec<u8>> =
                [0..PAGE, PAGE..PAGE + 99].map(|nodes| packing.page(nodes.map(at))).into();
            for node in 0..PAGE + 99 {
                let Place { page, byte } = packing.place(node as u32);
                let found = packing.value(node as u32, pages[page as usize][byte as usize]);
                let expected = at(node).map(|value| match packing {
                    Packing::Distances => value,
                    Packing::Results => value.untold(),
                });
                assert_eq!(found, expected, "{packing:?} {node}");
            }
        }
        assert_eq!(Packing::from_word("plies"), None);
    }
}
