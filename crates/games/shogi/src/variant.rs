//! What tells one member of the shogi family from another, as data.

use crate::{Board, Kind};
use std::fmt::Write;

/// A step: squares to the right and squares ahead, as the owner of the piece sees it.
pub type Step = (i8, i8);

const DIAGONAL: [Step; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];
const STRAIGHT: [Step; 4] = [(0, 1), (-1, 0), (1, 0), (0, -1)];
const ALL_ROUND: [Step; 8] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1)];
const GOLD: [Step; 6] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];

/// One side of a piece: what it is called and how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The English name, singular.
    pub name: &'static str,
    /// The letter of SFEN, upper case.
    pub letter: char,
    /// The letter of the picture, upper case.
    pub picture: char,
    /// The steps, each with its capture.
    pub steps: &'static [Step],
}

/// A piece of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceRule {
    /// How it begins.
    pub face: Face,
    /// What it becomes.
    pub promoted: Option<Face>,
    /// How many of them the set holds for both sides together; 0 where the variant does without.
    pub count: u8,
}

/// One member of the shogi family.
///
/// A piece that moves into the promotion zone and can promote must do so; no variant gives the choice yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name on the command line.
    pub name: &'static str,
    /// The board.
    pub board: Board,
    /// The pieces; a [`Kind`] is a place in this list. The first is royal.
    pub pieces: Vec<PieceRule>,
    /// Depth of the promotion zone, in ranks from the far end.
    pub promotion_ranks: u8,
    /// Depth of the zone where a royal piece that cannot be taken has won, in ranks from the far end.
    pub try_ranks: u8,
    /// Whether a piece may be dropped where it can never move.
    pub dead_drops: bool,
    /// The start position in SFEN.
    pub start: &'static str,
}

impl Variant {
    /// Dobutsu Shogi.
    pub fn dobutsu() -> Self {
        let rule = |name, letter, picture, steps, count| PieceRule {
            face: Face { name, letter, picture, steps },
            promoted: None,
            count,
        };
        let hen = Face { name: "hen", letter: 'H', picture: 'N', steps: &GOLD };
        Self {
            name: "dobutsu",
            board: Board { files: 3, ranks: 4 },
            pieces: vec![
                rule("lion", 'L', 'L', &ALL_ROUND, 2),
                rule("elephant", 'E', 'Z', &DIAGONAL, 2),
                rule("giraffe", 'G', 'K', &STRAIGHT, 2),
                PieceRule { promoted: Some(hen), ..rule("chick", 'C', 'H', &[(0, 1)], 2) },
            ],
            promotion_ranks: 1,
            try_ranks: 1,
            dead_drops: true,
            start: "gle/1c1/1C1/ELG b -",
        }
    }

    /// Dobutsu Shogi with lions and chicks only.
    pub fn dobutsu_chicks() -> Self {
        let mut variant = Self { name: "dobutsu-chicks", start: "1l1/1c1/1C1/1L1 b -", ..Self::dobutsu() };
        for kind in [Kind::ELEPHANT, Kind::GIRAFFE] {
            variant.pieces[kind.place()].count = 0;
        }
        variant
    }

    /// The rule of a piece, whichever side is up, if the variant plays with it.
    pub fn rule(&self, kind: Kind) -> Option<&PieceRule> {
        self.pieces.get(kind.place()).filter(|rule| rule.count > 0)
    }

    /// The face of a kind, if the variant plays with it.
    pub fn face(&self, kind: Kind) -> Option<&Face> {
        let rule = self.rule(kind)?;
        if kind.is_promoted() { rule.promoted.as_ref() } else { Some(&rule.face) }
    }

    /// The kinds that the variant plays with: unpromoted in the order of the list, then the promoted.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        let unpromoted = (0..self.pieces.len()).map(Kind::new);
        unpromoted.clone().chain(unpromoted.map(Kind::promoted)).filter(|&kind| self.face(kind).is_some())
    }

    /// The kinds that can be in a hand, in the order of the list.
    pub fn hand_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kinds().filter(|&kind| kind != Kind::ROYAL && !kind.is_promoted())
    }

    /// Whether the variant lets this kind promote.
    pub fn promotes(&self, kind: Kind) -> bool {
        !kind.is_promoted() && self.face(kind.promoted()).is_some()
    }

    /// The kind whose face satisfies `wanted`.
    pub(crate) fn find(&self, wanted: impl Fn(&Face) -> bool) -> Option<Kind> {
        self.kinds().find(|&kind| self.face(kind).is_some_and(&wanted))
    }

    /// Everything that bears on the rules, as one line of text in a fixed form.
    ///
    /// # Stability
    /// Table files carry a digest of it: a change of the form makes them foreign.
    pub fn describe(&self) -> String {
        let Board { files, ranks } = self.board;
        let mut text = format!("{} {files}x{ranks}", self.name);
        for rule in &self.pieces {
            write!(text, " {}{}", rule.count, rule.face.letter).expect("a string takes all");
            for face in [Some(&rule.face), rule.promoted.as_ref()].into_iter().flatten() {
                let steps: Vec<_> =
                    face.steps.iter().map(|(right, ahead)| format!("{right},{ahead}")).collect();
                write!(text, "({} {})", face.letter, steps.join(" ")).expect("a string takes all");
            }
        }
        let (promotion, goal, dead) = (self.promotion_ranks, self.try_ranks, self.dead_drops);
        text + &format!(" promotion {promotion} try {goal} dead-drops {dead}")
    }
}
