//! A problem solved against the program: what it says to a check.

use crate::{
    and_or_game::MateGame,
    lengths::{MateLengths, Undecided, Watch},
};
use yomikiri_search::DfPn;
use yomikiri_shogi::{Move, Position};

/// What becomes of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// It is mate.
    Mate,
    /// It mates as soon as can be; a longest defence, and the plies of the mate behind it.
    Defence(Move, u32),
    /// It mates, but only in so many plies, itself included, where so many are enough.
    TooLong(u32, u32),
    /// It does not mate: an answer after which there is none.
    Refuted(Move),
    /// There was no mate before it either.
    NoMate,
}

/// Answers a check in a position with the attacker to move, by the rules of lengths that
/// [`MateLengths`] has.
///
/// # Errors
/// `watch` stopped the search, or it was given up.
///
/// # Panics
/// The move is not legal.
pub fn respond(
    dfpn: &mut DfPn<MateGame>,
    pos: &Position<u128>,
    check: Move,
    watch: &mut Watch<'_>,
) -> Result<Response, Undecided> {
    let mut lengths = MateLengths::new(dfpn, watch);
    if lengths.mates(pos, None)?.is_none() {
        return Ok(Response::NoMate);
    }
    let shortest = lengths.measure(pos)?;
    let checks = lengths.moves(pos);
    let next = checks.into_iter().find_map(|(mv, next)| (mv == check).then_some(next));
    // A move that gives no check lets the king go.
    let next = next.expect("only checks are answered");
    if lengths.mates(&next, None)?.is_none() {
        for (answer, after) in lengths.moves(&next) {
            if lengths.mates(&after, None)?.is_none() {
                return Ok(Response::Refuted(answer));
            }
        }
    }
    let plies = lengths.measure(&next)? + 1;
    if plies > shortest {
        return Ok(Response::TooLong(plies, shortest));
    }
    let answers = lengths.answers(&next)?;
    Ok(answers.first().map_or(Response::Mate, |&(answer, plies)| Response::Defence(answer, plies)))
}
