//! The laws that bind the traits together, as checks that anyone can run.
//!
//! Each law is tried on sampled positions and stops at its first failure, which it tells with the position's
//! notation. A game states which laws it must keep by calling those of the traits it has; [`all`] is for one
//! that has them all.

use crate::{
    Canonical, Game, Notation, Odds, Random, Solitaire, TwoPlayer, Unmove, moves_of, play::Progress,
};
use std::collections::{HashMap, HashSet};

/// What came of trying one law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// What must hold.
    pub name: &'static str,
    /// How many cases were tried, a failing one included.
    pub cases: u64,
    /// Whether all of them held.
    pub ok: bool,
    /// The first failure, if any.
    pub failure: Option<String>,
}

/// The longest random walk; games that have not ended by then are left.
const WALK: usize = 200;

/// Distinct positions, at most `count`, met by random walks from the start, the start first and ends
/// included.
pub fn sample<G: Game>(game: &G, count: usize, seed: u64) -> Vec<G::Pos> {
    walked(game, count, seed, |_, _| None)
}

/// Like [`sample`], for a game in which chance moves too.
pub fn sample_solitaire<G: Solitaire>(game: &G, count: usize, seed: u64) -> Vec<G::Pos> {
    walked(game, count, seed, |pos, random| {
        game.happen(pos, &mut |bound| random.below(bound as usize) as u32)
    })
}

/// What [`sample`] finds, where `happen` is what chance does before a player may move.
fn walked<G: Game>(
    game: &G,
    count: usize,
    seed: u64,
    happen: impl Fn(&G::Pos, &mut Random) -> Option<G::Pos>,
) -> Vec<G::Pos> {
    let mut random = Random::at(seed);
    let mut seen = HashSet::new();
    let mut positions = Vec::with_capacity(count);
    let mut moves = Vec::new();
    // A small game runs out of new positions: so many walks and no more.
    for _ in 0..count.max(1) {
        let mut pos = game.start();
        for _ in 0..WALK {
            if positions.len() == count {
                return positions;
            }
            if seen.insert(pos.clone()) {
                positions.push(pos.clone());
            }
            if let Some(next) = happen(&pos, &mut random) {
                pos = next;
                continue;
            }
            moves.clear();
            game.moves(&pos, &mut moves);
            if moves.is_empty() {
                break;
            }
            pos = game.play(&pos, moves[random.below(moves.len())]);
        }
    }
    positions
}

/// Tries one law on every position. `case` counts what it tries and says what went wrong.
fn law<P>(name: &'static str, sample: &[P], mut case: impl FnMut(&P, &mut u64) -> Result<(), String>) -> Law {
    let mut cases = 0;
    let failure = sample.iter().find_map(|pos| case(pos, &mut cases).err());
    Law { name, cases, ok: failure.is_none(), failure }
}

fn unmoves_of<G: Unmove>(game: &G, pos: &G::Pos) -> Vec<G::Pos> {
    let mut before = Vec::new();
    game.unmoves(pos, &mut before);
    before
}

/// Every move is generated once.
pub fn moves_once<G: Notation>(game: &G, sample: &[G::Pos]) -> Law {
    law("every move is generated once", sample, |pos, cases| {
        *cases += 1;
        let mut seen = HashSet::new();
        match moves_of(game, pos).into_iter().find(|&mv| !seen.insert(mv)) {
            Some(mv) => Err(format!("{}: {} comes twice", game.show_pos(pos), game.show_move(pos, mv))),
            None => Ok(()),
        }
    })
}

/// The game is over exactly where there are no moves.
pub fn over_without_moves<G: Notation + TwoPlayer>(game: &G, sample: &[G::Pos]) -> Law {
    law("the game is over exactly where there are no moves", sample, |pos, cases| {
        *cases += 1;
        let (moves, result) = (moves_of(game, pos).len(), game.result(pos));
        if (moves == 0) == result.is_some() {
            return Ok(());
        }
        Err(format!("{}: {moves} moves, but the result is {result:?}", game.show_pos(pos)))
    })
}

/// Each move can be taken back, and in one way.
pub fn moves_have_unmoves<G: Notation + Unmove>(game: &G, sample: &[G::Pos]) -> Law {
    law("each move can be taken back, in one way", sample, |pos, cases| {
        for mv in moves_of(game, pos) {
            *cases += 1;
            let next = game.play(pos, mv);
            let found = unmoves_of(game, &next).iter().filter(|before| *before == pos).count();
            if found != 1 {
                let (next, mv, pos) = (game.show_pos(&next), game.show_move(pos, mv), game.show_pos(pos));
                return Err(format!(
                    "{pos} is found {found} times among the predecessors of {next}, after {mv}"
                ));
            }
        }
        Ok(())
    })
}

/// Each predecessor has a move that leads here, and comes once.
pub fn unmoves_have_moves<G: Notation + Unmove>(game: &G, sample: &[G::Pos]) -> Law {
    law("each predecessor leads here, and comes once", sample, |pos, cases| {
        let mut seen = HashSet::new();
        for before in unmoves_of(game, pos) {
            *cases += 1;
            let leads_here = moves_of(game, &before).into_iter().any(|mv| game.play(&before, mv) == *pos);
            let shown = || (game.show_pos(&before), game.show_pos(pos));
            if !leads_here {
                let (before, pos) = shown();
                return Err(format!("no move leads from {before} to {pos}"));
            }
            if !seen.insert(before.clone()) {
                let (before, pos) = shown();
                return Err(format!("{before} comes twice among the predecessors of {pos}"));
            }
        }
        Ok(())
    })
}

/// A representative represents itself.
pub fn canonical_is_idempotent<G: Notation + Canonical>(game: &G, sample: &[G::Pos]) -> Law {
    law("a representative represents itself", sample, |pos, cases| {
        *cases += 1;
        let once = game.canonical(pos);
        if game.canonical(&once) == once {
            return Ok(());
        }
        Err(format!("{} is represented by {}, which is not", game.show_pos(pos), game.show_pos(&once)))
    })
}

/// How often each class of positions is reached by one move.
fn classes_after<G: Canonical>(game: &G, pos: &G::Pos) -> HashMap<G::Pos, usize> {
    let mut classes = HashMap::new();
    for mv in moves_of(game, pos) {
        *classes.entry(game.canonical(&game.play(pos, mv))).or_default() += 1;
    }
    classes
}

/// A representative has the same result, and moves to the same classes.
pub fn canonical_keeps_the_game<G: Notation + TwoPlayer + Canonical>(game: &G, sample: &[G::Pos]) -> Law {
    law("a representative has the same result and the same moves", sample, |pos, cases| {
        *cases += 1;
        let twin = game.canonical(pos);
        let shown = || format!("{} and its representative {}", game.show_pos(pos), game.show_pos(&twin));
        if game.result(pos) != game.result(&twin) {
            return Err(format!("{} differ in their result", shown()));
        }
        if classes_after(game, pos) != classes_after(game, &twin) {
            return Err(format!("{} differ in what their moves lead to", shown()));
        }
        Ok(())
    })
}

/// A position survives being written and read.
pub fn positions_round_trip<G: Notation>(game: &G, sample: &[G::Pos]) -> Law {
    law("positions are read as they are written", sample, |pos, cases| {
        *cases += 1;
        let text = game.show_pos(pos);
        match game.parse_pos(&text) {
            Ok(read) if read == *pos => Ok(()),
            Ok(read) => Err(format!("{text} is read as {}", game.show_pos(&read))),
            Err(error) => Err(format!("{text} is not read: {error}")),
        }
    })
}

/// A move survives being written and read.
pub fn moves_round_trip<G: Notation>(game: &G, sample: &[G::Pos]) -> Law {
    law("moves are read as they are written", sample, |pos, cases| {
        for mv in moves_of(game, pos) {
            *cases += 1;
            let text = game.show_move(pos, mv);
            let wrong = match game.parse_move(pos, &text) {
                Ok(read) if read == mv => continue,
                Ok(read) => format!("is read as {}", game.show_move(pos, read)),
                Err(error) => format!("is not read: {error}"),
            };
            return Err(format!("{}: {text} {wrong}", game.show_pos(pos)));
        }
        Ok(())
    })
}

/// The moves of a position have different names, which can be parts of a path.
pub fn names_differ<G: Notation>(game: &G, sample: &[G::Pos]) -> Law {
    law("names of sibling moves differ and can be parts of a path", sample, |pos, cases| {
        let mut names = HashSet::new();
        for mv in moves_of(game, pos) {
            *cases += 1;
            let name = game.show_move(pos, mv);
            if name.is_empty() || name.contains('/') {
                return Err(format!("{}: {name:?} cannot be part of a path", game.show_pos(pos)));
            }
            if let Some(name) = names.replace(name) {
                return Err(format!("{}: two moves are named {name}", game.show_pos(pos)));
            }
        }
        Ok(())
    })
}

fn chances_of<G: Solitaire>(game: &G, pos: &G::Pos) -> Vec<(G::Pos, Odds)> {
    let mut chances = Vec::new();
    game.chances(pos, &mut chances);
    chances
}

/// The game is over, or chance is to move, or the player is: one of the three.
pub fn one_to_move<G: Notation + Solitaire>(game: &G, sample: &[G::Pos]) -> Law {
    law("the game is over, or chance moves, or the player does", sample, |pos, cases| {
        *cases += 1;
        let states =
            [game.payoff(pos).is_some(), !chances_of(game, pos).is_empty(), !moves_of(game, pos).is_empty()];
        if states.iter().filter(|state| **state).count() == 1 {
            return Ok(());
        }
        Err(format!("{}: over, chance, player: {states:?}", game.show_pos(pos)))
    })
}

/// Payoffs lie between 0 and 1.
pub fn payoffs_are_shares<G: Notation + Solitaire>(game: &G, sample: &[G::Pos]) -> Law {
    law("payoffs lie between 0 and 1", sample, |pos, cases| {
        *cases += 1;
        match game.payoff(pos) {
            Some(payoff) if !(0.0..=1.0).contains(&payoff) => {
                Err(format!("{}: {payoff}", game.show_pos(pos)))
            }
            _ => Ok(()),
        }
    })
}

/// The odds of a position's outcomes have one denominator and sum to it; each outcome comes once and can
/// happen.
pub fn odds_sum_to_one<G: Notation + Solitaire>(game: &G, sample: &[G::Pos]) -> Law {
    law("the odds of all outcomes sum to one exactly", sample, |pos, cases| {
        let chances = chances_of(game, pos);
        let Some((_, first)) = chances.first() else { return Ok(()) };
        *cases += 1;
        let ways: u64 = chances.iter().map(|(_, odds)| u64::from(odds.ways)).sum();
        let sound = chances.iter().all(|(_, odds)| odds.of == first.of && odds.ways > 0);
        let distinct: HashSet<_> = chances.iter().map(|(next, _)| next).collect();
        if sound && ways == u64::from(first.of) && distinct.len() == chances.len() {
            return Ok(());
        }
        Err(format!("{}: {ways} of {} in {} outcomes", game.show_pos(pos), first.of, chances.len()))
    })
}

/// What is drawn for each number is what the odds say.
pub fn draws_follow_the_odds<G: Notation + Solitaire>(game: &G, sample: &[G::Pos]) -> Law {
    law("draws follow the odds", sample, |pos, cases| {
        *cases += 1;
        let chances = chances_of(game, pos);
        let of = chances.first().map_or(0, |(_, odds)| odds.of);
        let mut drawn: HashMap<G::Pos, u32> = HashMap::new();
        for number in 0..of {
            if let Some(next) = game.happen(pos, &mut |_| number) {
                *drawn.entry(next).or_default() += 1;
            }
        }
        let expected: HashMap<G::Pos, u32> =
            chances.into_iter().map(|(next, odds)| (next, odds.ways)).collect();
        let silent = of > 0 || game.happen(pos, &mut |_| 0).is_none();
        if silent && drawn == expected { Ok(()) } else { Err(game.show_pos(pos)) }
    })
}

/// How often each class of positions comes of chance.
fn classes_by_chance<G: Solitaire + Canonical>(game: &G, pos: &G::Pos) -> HashMap<G::Pos, u32> {
    let mut classes = HashMap::new();
    for (next, odds) in chances_of(game, pos) {
        *classes.entry(game.canonical(&next)).or_default() += odds.ways;
    }
    classes
}

/// A representative has the same payoff, the same chances, and moves to the same classes.
pub fn canonical_keeps_the_solitaire<G>(game: &G, sample: &[G::Pos]) -> Law
where
    G: Notation + Solitaire + Canonical,
{
    law("a representative has the same payoff, chances and moves", sample, |pos, cases| {
        *cases += 1;
        let twin = game.canonical(pos);
        let same = game.payoff(pos) == game.payoff(&twin)
            && classes_by_chance(game, pos) == classes_by_chance(game, &twin)
            && classes_after(game, pos) == classes_after(game, &twin);
        if same {
            return Ok(());
        }
        Err(format!("{} and its representative {}", game.show_pos(pos), game.show_pos(&twin)))
    })
}

/// One law, tried on positions of a game.
type Trial<G> = fn(&G, &[<G as Game>::Pos]) -> Law;

/// Tries laws one after the other, each a step of a phase.
fn tried<G: Game>(game: &G, sample: &[G::Pos], progress: &dyn Progress, laws: &[Trial<G>]) -> Vec<Law> {
    progress.phase("trying laws", laws.len() as u64);
    let one = |law: &Trial<G>| {
        let law = law(game, sample);
        progress.advance(1);
        law
    };
    laws.iter().map(one).collect()
}

/// The laws of a game of one player against chance, on a sample by [`sample_solitaire`].
pub fn solitaire<G>(game: &G, sample: &[G::Pos], progress: &dyn Progress) -> Vec<Law>
where
    G: Notation + Solitaire + Canonical,
{
    let laws: [Trial<G>; 10] = [
        moves_once,
        one_to_move,
        payoffs_are_shares,
        odds_sum_to_one,
        draws_follow_the_odds,
        canonical_is_idempotent,
        canonical_keeps_the_solitaire,
        positions_round_trip,
        moves_round_trip,
        names_differ,
    ];
    tried(game, sample, progress, &laws)
}

/// The laws of a game that cannot take moves back.
pub fn without_unmoves<G>(game: &G, sample: &[G::Pos], progress: &dyn Progress) -> Vec<Law>
where
    G: Notation + TwoPlayer + Canonical,
{
    of_two(game, sample, progress, &[])
}

/// All laws, for a game that has all these traits.
pub fn all<G>(game: &G, sample: &[G::Pos], progress: &dyn Progress) -> Vec<Law>
where
    G: Notation + TwoPlayer + Unmove + Canonical,
{
    of_two(game, sample, progress, &[moves_have_unmoves, unmoves_have_moves])
}

/// The laws of a game of two players, those of taking moves back next to the others about the rules, before
/// those about symmetry and notation.
fn of_two<G>(game: &G, sample: &[G::Pos], progress: &dyn Progress, unmoves: &[Trial<G>]) -> Vec<Law>
where
    G: Notation + TwoPlayer + Canonical,
{
    let rules: [Trial<G>; 2] = [moves_once, over_without_moves];
    let forms: [Trial<G>; 5] = [
        canonical_is_idempotent,
        canonical_keeps_the_game,
        positions_round_trip,
        moves_round_trip,
        names_differ,
    ];
    tried(game, sample, progress, &[&rules, unmoves, &forms].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        broken::{Broken, BrokenDice, Dice, Heaps},
        play::NoProgress,
    };

    fn failing(broken: Broken) -> Vec<&'static str> {
        let game = Heaps(broken);
        let laws = all(&game, &sample(&game, 1000, 1), &NoProgress);
        for law in &laws {
            assert_eq!(law.ok, law.failure.is_none());
            assert!(law.cases > 0, "{} was never tried", law.name);
        }
        laws.iter().filter(|law| !law.ok).map(|law| law.name).collect()
    }

    #[test]
    fn a_sound_game_keeps_every_law() {
        assert_eq!(failing(Broken::Nothing), [""; 0]);
    }

    #[test]
    fn each_broken_law_is_caught() {
        let cases = [
            (Broken::MoveTwice, "every move is generated once"),
            (Broken::Result, "the game is over exactly where there are no moves"),
            (Broken::UnmoveMissing, "each move can be taken back, in one way"),
            (Broken::UnmoveTwice, "each predecessor leads here, and comes once"),
            (Broken::UnmoveInvented, "each predecessor leads here, and comes once"),
            (Broken::Canonical, "a representative represents itself"),
            (Broken::CanonicalMoves, "a representative has the same result and the same moves"),
            (Broken::Position, "positions are read as they are written"),
            (Broken::MoveName, "moves are read as they are written"),
            (Broken::Names, "names of sibling moves differ and can be parts of a path"),
            (Broken::Slash, "names of sibling moves differ and can be parts of a path"),
        ];
        for (broken, law) in cases {
            assert!(failing(broken).contains(&law), "{law}: {:?}", failing(broken));
        }
    }

    fn failing_dice(broken: BrokenDice) -> Vec<&'static str> {
        let game = Dice(broken);
        let laws = solitaire(&game, &sample_solitaire(&game, 200, 1), &NoProgress);
        laws.iter().filter(|law| !law.ok).map(|law| law.name).collect()
    }

    #[test]
    fn a_sound_solitaire_keeps_every_law() {
        assert_eq!(failing_dice(BrokenDice::Nothing), [""; 0]);
    }

    #[test]
    fn each_broken_law_of_a_solitaire_is_caught() {
        let cases = [
            (BrokenDice::Stuck, "the game is over, or chance moves, or the player does"),
            (BrokenDice::Payoff, "payoffs lie between 0 and 1"),
            (BrokenDice::Odds, "the odds of all outcomes sum to one exactly"),
            (BrokenDice::Draw, "draws follow the odds"),
            (BrokenDice::Canonical, "a representative has the same payoff, chances and moves"),
        ];
        for (broken, law) in cases {
            assert!(failing_dice(broken).contains(&law), "{law}: {:?}", failing_dice(broken));
        }
    }

    #[test]
    fn a_sample_is_distinct_and_repeatable() {
        let game = Heaps(Broken::Nothing);
        let positions = sample(&game, 50, 7);
        assert_eq!(positions, sample(&game, 50, 7));
        assert_ne!(positions, sample(&game, 50, 8));
        assert_eq!(positions.len(), 50);
        assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 50);
        assert_eq!(positions[0], game.start());
        // Only 80 positions exist: the sample ends all the same.
        assert!(sample(&game, 1000, 7).len() <= 80);
    }
}
