//! Problems from text, and what may be wrong with them.

use yomikiri_core::{ParseError, Phrase, TwoPlayer, Value};
use yomikiri_shogi::{Position, Setup, Shogi, Side, sfen};

yomikiri_core::phrases! { words;
    NO_KING: "the defender (second player) has no king", "玉方(後手)に玉がありません";
    NOT_TO_MOVE: "expected the attacker (first player, `b`) to move", "攻方(先手、`b`)の手番が必要です";
    ATTACKER_IN_CHECK: "the attacker's king is in check", "攻方の玉に王手がかかっています";
    DEFENDER_IN_CHECK: "the defender is in check already, with the attacker to move",
        "攻方の手番なのに玉方に王手がかかっています";
}

/// Who holds the pieces that are neither on the board nor in the attacker's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnlistedPieces {
    /// The defender, whatever the text says: the convention of mating problems.
    #[default]
    Defender,
    /// Nobody: the defender has in hand what the text says.
    Nobody,
}

impl UnlistedPieces {
    /// The convention, or the hands as they are given.
    pub const fn of(given_hands: bool) -> Self {
        if given_hands { Self::Nobody } else { Self::Defender }
    }
}

/// Reads a problem: SFEN, the attacker to move.
///
/// # Errors
/// The text is no SFEN, or the position is no problem: the defender has no king or is in check already, the
/// attacker's king is in check, or the attacker is not to move.
pub fn read(shogi: &Shogi<u128>, text: &str, rest: UnlistedPieces) -> Result<Position<u128>, ParseError> {
    let pos = read_or_mated(shogi, text, rest)?;
    if pos.side() == Side::First { Ok(pos) } else { Err(ParseError::new(NOT_TO_MOVE)) }
}

/// Reads a problem, or a position that is mate already: see [`ensure`].
///
/// # Errors
/// As [`read`], but for the side to move of a mate.
pub fn read_or_mated(
    shogi: &Shogi<u128>,
    text: &str,
    rest: UnlistedPieces,
) -> Result<Position<u128>, ParseError> {
    let pos = sfen::read(text, shogi.variant())?;
    ensure(shogi, &pos)?;
    Ok(match rest {
        UnlistedPieces::Nobody => pos,
        UnlistedPieces::Defender => with_rest(shogi, &pos),
    })
}

/// Sees that a position is a problem, or mate already: the defender to move, in check and without an answer.
///
/// # Errors
/// It is none: see [`read`].
pub fn ensure(shogi: &Shogi<u128>, pos: &Position<u128>) -> Result<(), ParseError> {
    let wrong = |message: &'static Phrase| Err(ParseError::new(message));
    if pos.royal(Side::Second).is_none() {
        return wrong(NO_KING);
    }
    if pos.side() == Side::Second {
        let is_mate = shogi.in_check(pos, Side::Second) && shogi.result(pos) == Some(Value::Loss(0));
        return if is_mate { Ok(()) } else { wrong(NOT_TO_MOVE) };
    }
    if shogi.in_check(pos, Side::First) {
        return wrong(ATTACKER_IN_CHECK);
    }
    if shogi.in_check(pos, Side::Second) {
        return wrong(DEFENDER_IN_CHECK);
    }
    Ok(())
}

/// The position with all pieces that are not elsewhere in the defender's hand.
pub(crate) fn with_rest(shogi: &Shogi<u128>, pos: &Position<u128>) -> Position<u128> {
    let variant = shogi.variant();
    let mut setup: Setup = pos.setup();
    setup.give_rest(variant, Side::Second);
    Position::new(&setup, variant).expect("the whole set is no more than the set")
}
