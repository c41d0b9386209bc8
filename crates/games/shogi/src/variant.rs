//! What tells one member of the shogi family from another, as data.

use crate::{BoardSize, Kind, Piece, Square, words};
use std::fmt::Write;
use yomikiri_core::{Gap, Side, Wdl};

/// A step: squares to the right and squares ahead, as the owner of the piece sees it.
pub type Step = (i8, i8);

/// One side of a piece: what it is called and how it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The English name, singular.
    pub name: &'static str,
    /// How SFEN writes the first player's: a letter, or `+` and the letter of the unpromoted piece.
    pub letter: &'static str,
    /// How the picture writes it, in the same way.
    pub picture: &'static str,
    /// The character on the piece in diagrams, where there is one.
    pub kanji: Option<char>,
    /// The steps, each with its capture.
    pub steps: &'static [Step],
    /// The directions in which it goes any number of such steps, up to the first piece, which it may capture.
    pub slides: &'static [Step],
}

impl Face {
    /// The name in each language.
    pub const fn piece_name(&self) -> PieceName {
        PieceName { english: self.name, kanji: self.kanji }
    }
}

/// What a piece is called in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceName {
    /// The English name, singular.
    pub english: &'static str,
    /// The character on the piece, where there is one.
    pub kanji: Option<char>,
}

impl From<PieceName> for Gap {
    fn from(name: PieceName) -> Self {
        let japanese = name.kanji.map_or_else(|| in_japanese(name.english), spoken);
        Self::Words(name.english.to_owned(), japanese)
    }
}

/// What a character on a piece is called: those that only pieces have are read by nobody, nor by a machine.
fn spoken(kanji: char) -> String {
    match kanji {
        '全' => "成銀".into(),
        '圭' => "成桂".into(),
        '杏' => "成香".into(),
        _ => kanji.into(),
    }
}

/// The Japanese name of a piece that has no character of its own in its variant; the English name where
/// nobody has put it into Japanese.
fn in_japanese(english: &str) -> String {
    if let Some(unpromoted) = english.strip_prefix("promoted ") {
        return "成".to_owned() + &in_japanese(unpromoted);
    }
    let known = words::PIECES.into_iter().find(|known| known.english == english);
    known.map_or(english, |known| known.japanese).to_owned()
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
    /// Whether a side may not have two of them, unpromoted, in one file.
    pub one_per_file: bool,
    /// Whether its drop may not mate.
    pub no_drop_mate: bool,
}

/// When a piece promotes that can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// A move from, to or within the zone promotes.
    Forced,
    /// A move from, to or within the zone may promote.
    Optional,
}

/// What it means that a position comes again. A position does not know what was before it: whoever keeps a
/// game's history asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// At which occurrence of a position the game ends.
    pub occurrences: u8,
    /// Whether a side loses that alone gave check with every move since the occurrence before (perpetual
    /// check).
    pub checker_loses: bool,
    /// The side that loses otherwise; none where the game is drawn.
    pub loser: Option<Side>,
}

impl Repetition {
    /// How the game ends for the side to move in a position that comes again. `in_check` tells of the
    /// positions from the earlier occurrence up to the one before this whether the side to move there is in
    /// check.
    pub fn result(&self, side: Side, in_check: impl Iterator<Item = bool>) -> Wdl {
        match self.perpetual_checker(side, in_check).or(self.loser) {
            None => Wdl::Draw,
            Some(loser) if loser == side => Wdl::Loss,
            Some(_) => Wdl::Win,
        }
    }

    /// The side that loses by perpetual check, of the same positions as [`result`](Self::result); none where
    /// there was none or it is allowed.
    pub fn perpetual_checker(&self, side: Side, in_check: impl Iterator<Item = bool>) -> Option<Side> {
        let mut checked = [true; 2];
        in_check.enumerate().for_each(|(at, in_check)| checked[at % 2] &= in_check);
        match checked.into() {
            (true, false) if self.checker_loses => Some(side.other()),
            (false, true) if self.checker_loses => Some(side),
            _ => None,
        }
    }
}

/// One member of the shogi family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that holds or not")]
pub struct Variant {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The board.
    pub board: BoardSize,
    /// The pieces; a [`Kind`] is a place in this list. The first is royal.
    pub pieces: Vec<PieceRule>,
    /// When pieces promote.
    pub promotion: Promotion,
    /// Depth of the promotion zone, in ranks from the far end.
    pub promotion_ranks: u8,
    /// Depth of the zone where a royal piece that cannot be taken has won, in ranks from the far end; 0 if
    /// none has.
    pub try_ranks: u8,
    /// Whether a promoted piece turns back as another promotes.
    pub demotion: bool,
    /// Whether only a move that takes a piece may promote.
    pub promotes_by_capture: bool,
    /// Whether a piece may be dropped with either face up.
    pub drops_promoted: bool,
    /// Whether captured pieces may be dropped; otherwise hands only tell what was captured.
    pub drops: bool,
    /// Whether a piece may be dropped where it can never move.
    pub dead_drops: bool,
    /// Whether a piece may move, without a promotion, to where it can never move again. Where neither it nor
    /// a dropped piece may, no position has such a piece.
    pub dead_moves: bool,
    /// Whether one of the sides may be without its royal piece, as the attacker of a mating problem is.
    pub lone_royal: bool,
    /// What it means that a position comes again.
    pub repetition: Repetition,
    /// The start position in SFEN.
    pub start: &'static str,
}

impl Variant {
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

    /// The faces of these kinds.
    pub(crate) fn faces(&self) -> impl Iterator<Item = &Face> {
        self.kinds().filter_map(|kind| self.face(kind))
    }

    /// The kinds that can be in a hand, in the order of the list.
    pub fn hand_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.kinds().filter(|&kind| kind != Kind::ROYAL && !kind.is_promoted())
    }

    /// Whether the variant lets this kind promote.
    pub fn promotes(&self, kind: Kind) -> bool {
        !kind.is_promoted() && self.face(kind.promoted()).is_some()
    }

    /// Whether the variant lets a piece of this kind turn over by a move.
    pub fn turns(&self, kind: Kind) -> bool {
        let turned = self.face(kind).and(self.face(kind.turned())).is_some();
        turned && (!kind.is_promoted() || self.demotion)
    }

    /// The kinds that can be dropped.
    pub fn drop_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.hand_kinds().flat_map(|kind| self.drop_faces(kind))
    }

    /// The kinds as which a piece in hand of this kind can be dropped.
    #[inline]
    pub fn drop_faces(&self, kind: Kind) -> impl Iterator<Item = Kind> + use<> {
        let promoted = self.drops_promoted && self.promotes(kind);
        [Some(kind), promoted.then(|| kind.promoted())].into_iter().flatten()
    }

    /// The kind whose face satisfies `wanted`.
    pub(crate) fn find(&self, wanted: impl Fn(&Face) -> bool) -> Option<Kind> {
        self.kinds().find(|&kind| self.face(kind).is_some_and(&wanted))
    }

    /// Whether the mirror image of every move of a piece is a move of it: left and right play no part then.
    pub fn is_symmetric(&self) -> bool {
        let alike = |moves: &[Step]| moves.iter().all(|&(right, ahead)| moves.contains(&(-right, ahead)));
        self.faces().all(|face| alike(face.steps) && alike(face.slides))
    }

    /// Whether a piece could never move from a square.
    pub(crate) fn is_dead(&self, piece: Piece, from: Square) -> bool {
        let (board, face) = (self.board, self.face(piece.kind).expect("a kind of the variant"));
        let mut steps = face.steps.iter().chain(face.slides);
        !steps.any(|&step| board.after(from, on_board(step, piece.side)).is_some())
    }

    /// Whether a position may have a piece that can never move.
    pub(crate) fn has_dead_pieces(&self) -> bool {
        self.dead_drops || self.dead_moves
    }

    /// Everything that bears on moves and their values, as one line of text in a fixed form: all but the
    /// repetition, which is a matter of histories. What a rule adds to those of Dobutsu Shogi is named only
    /// where it holds.
    ///
    /// # Stability
    /// Table files carry a digest of it: a change of the form makes them foreign.
    pub fn describe(&self) -> String {
        let BoardSize { files, ranks } = self.board;
        let mut text = format!("{} {files}x{ranks}", self.name);
        for rule in &self.pieces {
            write!(text, " {}{}", rule.count, rule.face.letter).expect("a string takes all");
            for face in [Some(&rule.face), rule.promoted.as_ref()].into_iter().flatten() {
                let steps: Vec<_> = face.steps.iter().map(|&step| pair("", step)).collect();
                let slides: Vec<_> = face.slides.iter().map(|&step| pair("~", step)).collect();
                let moves = [steps, slides].concat().join(" ");
                write!(text, "({} {moves})", face.letter).expect("a string takes all");
            }
            text += if rule.one_per_file { "|" } else { "" };
            text += if rule.no_drop_mate { "#" } else { "" };
        }
        let (promotion, goal, dead) = (self.promotion_ranks, self.try_ranks, self.dead_drops);
        let optional = if self.promotion == Promotion::Optional { " optional" } else { "" };
        let lone = if self.lone_royal { " lone-royal" } else { "" };
        // With promotion forced they are usual, with promotion optional they are not.
        let moves = match (self.promotion, self.dead_moves) {
            (Promotion::Forced, false) => " no-dead-moves",
            (Promotion::Optional, true) => " dead-moves",
            _ => "",
        };
        let drops = if self.drops { "" } else { " no-drops" };
        let turning = [
            (self.demotion, " demotion"),
            (self.promotes_by_capture, " by-capture"),
            (self.drops_promoted, " drops-promoted"),
        ];
        let turning: String = turning.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
        text + &format!(
            " promotion {promotion} try {goal} dead-drops {dead}{optional}{lone}{moves}{drops}{turning}"
        )
    }
}

/// A step of a side's piece as (files to the right, ranks down).
pub(crate) fn on_board((right, ahead): Step, side: Side) -> Step {
    match side {
        Side::First => (right, -ahead),
        Side::Second => (-right, ahead),
    }
}

/// A step as text.
fn pair(mark: &str, (right, ahead): Step) -> String {
    format!("{mark}{right},{ahead}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_described_by_what_bears_on_its_rules() {
        // Table files carry a digest of the first: it must never change.
        let dobutsu = "dobutsu 3x4 2L(L -1,1 0,1 1,1 -1,0 1,0 -1,-1 0,-1 1,-1) 2E(E -1,1 1,1 -1,-1 1,-1) \
            2G(G 0,1 -1,0 1,0 0,-1) 2C(C 0,1)(H -1,1 0,1 1,1 -1,0 1,0 0,-1) promotion 1 try 1 dead-drops true";
        assert_eq!(Variant::dobutsu().describe(), dobutsu);
        let shogi = Variant::shogi().describe();
        for part in
            ["2R(R ~0,1 ~-1,0 ~1,0 ~0,-1)(+R -1,1", "4L(L ~0,1)(+L", "18P(P 0,1)(+P", "0,-1)|#", " optional"]
        {
            assert!(shogi.contains(part), "{part}: {shogi}");
        }
        assert_ne!(shogi, Variant::tsume().describe().replace("tsume", "shogi"));
    }

    #[test]
    fn a_repetition_is_lost_by_whoever_checked_and_else_as_the_variant_says() {
        let result = |variant: Variant, side, in_check: [bool; 4]| {
            variant.repetition.result(side, in_check.into_iter())
        };
        let quiet = [[false; 4], [false, true, false, false]];
        let (checked, checking) = ([true, false, true, false], [false, true, false, true]);
        for (side, first) in [(Side::First, Wdl::Loss), (Side::Second, Wdl::Win)] {
            for quiet in quiet {
                assert_eq!(result(Variant::minishogi(), side, quiet), first);
                assert_eq!(result(Variant::goro_goro(), side, quiet), Wdl::Draw);
            }
            for variant in [Variant::minishogi(), Variant::goro_goro(), Variant::shogi()] {
                assert_eq!(result(variant.clone(), side, checked), Wdl::Win);
                assert_eq!(result(variant, side, checking), Wdl::Loss);
            }
            assert_eq!(result(Variant::dobutsu(), side, checking), Wdl::Draw);
        }
    }
}
