//! A game as bytes: what the module is told of the game of its site.
//!
//! The variant is written out, with all that bears on positions, moves and their texts, so that any game
//! whose positions the index has room for can be looked up, and the module knows none by name. (A reader of
//! `variants.ini` would be as large as half of the module.)

use crate::Packing;
use yomikiri_shogi::{BoardSize, Ending, Face, PieceRule, Promotion, Repetition, SmallShogi, Step, Variant};

/// Writes a game, with the packing of its table and the number of nodes that the table has.
pub fn write(game: &SmallShogi, packing: Packing, nodes: u32) -> Vec<u8> {
    let variant = game.variant();
    let mut out = nodes.to_le_bytes().to_vec();
    let BoardSize { files, ranks } = variant.board;
    out.extend([
        u8::from(packing == Packing::Results),
        u8::from(game.ending() == Ending::Mate),
        files,
        ranks,
    ]);
    out.extend([
        u8::from(variant.promotion == Promotion::Optional),
        variant.promotion_ranks,
        variant.try_ranks,
    ]);
    out.extend(flags(variant).map(u8::from));
    text(&mut out, variant.name);
    text(&mut out, variant.start);
    out.push(variant.pieces.len() as u8);
    for PieceRule { face, promoted, count, one_per_file, no_drop_mate } in &variant.pieces {
        out.extend([*count, u8::from(*one_per_file), u8::from(*no_drop_mate), u8::from(promoted.is_some())]);
        [Some(face), promoted.as_ref()].into_iter().flatten().for_each(|face| write_face(&mut out, face));
    }
    out
}

/// The rules that hold or not.
const fn flags(variant: &Variant) -> [bool; 7] {
    [
        variant.demotion,
        variant.promotes_by_capture,
        variant.drops_promoted,
        variant.drops,
        variant.dead_drops,
        variant.dead_moves,
        variant.lone_royal,
    ]
}

fn write_face(out: &mut Vec<u8>, face: &Face) {
    let kanji = face.kanji.map_or_else(String::new, String::from);
    for part in [face.name, face.letter, face.picture, &kanji] {
        text(out, part);
    }
    for moves in [face.steps, face.slides] {
        out.push(moves.len() as u8);
        out.extend(moves.iter().flat_map(|&(right, ahead)| [right as u8, ahead as u8]));
    }
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.push(text.len() as u8);
    out.extend(text.bytes());
}

/// Reads what [`write()`] wrote; `None` if it is cut off. Texts and steps stay in memory: a page reads one
/// game.
pub fn read(bytes: &[u8]) -> Option<(Variant, Ending, Packing, u32)> {
    let mut rest = Reader(bytes);
    let nodes = u32::from_le_bytes(rest.some()?);
    let [packing, ending, files, ranks, promotion, promotion_ranks, try_ranks] = rest.some()?;
    let [demotion, promotes_by_capture, drops_promoted, drops, dead_drops, dead_moves, lone_royal] =
        rest.some()?.map(|flag| flag == 1);
    let (name, start) = (rest.text()?, rest.text()?);
    let [count] = rest.some()?;
    let mut pieces = Vec::new();
    for _ in 0..count {
        pieces.push(rest.piece()?);
    }
    let variant = Variant {
        name,
        about: "",
        board: BoardSize { files, ranks },
        pieces,
        promotion: if promotion == 1 { Promotion::Optional } else { Promotion::Forced },
        promotion_ranks,
        try_ranks,
        demotion,
        promotes_by_capture,
        drops_promoted,
        drops,
        dead_drops,
        dead_moves,
        lone_royal,
        repetition: UNTOLD,
        start,
    };
    let ending = if ending == 1 { Ending::Mate } else { Ending::Capture };
    let packing = if packing == 1 { Packing::Results } else { Packing::Distances };
    Some((variant, ending, packing, nodes))
}

/// A matter of histories, which nobody asks about here.
const UNTOLD: Repetition = Repetition { occurrences: 0, checker_loses: false, loser: None };

/// What has not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn some<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// Bytes with their number before them.
    fn counted(&mut self, size: usize) -> Option<&'a [u8]> {
        let [count] = self.some()?;
        let (first, rest) = self.0.split_at_checked(usize::from(count) * size)?;
        self.0 = rest;
        Some(first)
    }

    fn text(&mut self) -> Option<&'static str> {
        let text = str::from_utf8(self.counted(1)?).ok()?;
        Some(Box::leak(text.into()))
    }

    fn steps(&mut self) -> Option<&'static [Step]> {
        let steps = self.counted(2)?.chunks_exact(2).map(|step| (step[0] as i8, step[1] as i8));
        Some(Box::leak(steps.collect()))
    }

    fn face(&mut self) -> Option<Face> {
        let [name, letter, picture, kanji] = [self.text()?, self.text()?, self.text()?, self.text()?];
        let kanji = kanji.chars().next();
        Some(Face { name, letter, picture, kanji, steps: self.steps()?, slides: self.steps()? })
    }

    fn piece(&mut self) -> Option<PieceRule> {
        let [count, one_per_file, no_drop_mate, promotes] = self.some()?;
        let (one_per_file, no_drop_mate) = (one_per_file == 1, no_drop_mate == 1);
        let face = self.face()?;
        let promoted = if promotes == 1 { Some(self.face()?) } else { None };
        Some(PieceRule { face, promoted, count, one_per_file, no_drop_mate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::variants::shipped;

    #[test]
    fn a_game_that_is_written_is_read() {
        let small = shipped().iter().filter(|variant| variant.board.len() <= 16);
        for (variant, packing) in small.zip([Packing::Distances, Packing::Results].into_iter().cycle()) {
            for ending in [Ending::Capture, Ending::Mate] {
                let bytes = write(&SmallShogi::new(variant.clone(), ending), packing, 1_000_000);
                let expected = Variant { about: "", repetition: UNTOLD, ..variant.clone() };
                assert_eq!(read(&bytes), Some((expected, ending, packing, 1_000_000)));
                for length in 0..bytes.len() {
                    assert_eq!(read(&bytes[..length]), None, "{length}");
                }
            }
        }
    }
}
