//! What can be done with a variant of shogi because it can be read out: solved, probed.

use super::{
    solver::{self, Number},
    table,
};
use crate::{
    args::Ending,
    failure::Failure,
    game::{Finder, Job, ProbeTimes, Solved, Tabled, WithTable},
    progress::Progress,
    threads::cores,
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::{Arc, OnceLock},
    time::Instant,
};
use yomikiri_core::{Explore, Notation, ParseError, Probe, Random, TwoPlayer, Value, laws, successors};
use yomikiri_dobutsu::NumberedGame;
use yomikiri_shogi::{RulesBoard, SmallShogi};
use yomikiri_table::Effort;

/// How many positions `bench` looks up.
const LOOK_UPS: usize = 10_000;

/// A game of the shogi family that can be read out.
pub trait Readable: Sync {
    /// Its rules, from its usual start.
    fn rules(&self) -> SmallShogi;

    /// How it ends where nothing is said, and the file of variants that it is of.
    fn usual(&self) -> (Ending, Option<&Path>);

    /// The command that makes its table.
    fn solve_command(&self, from: Option<&str>, path: &Path) -> String {
        let (game, (usual, file)) = (self.rules(), self.usual());
        let ending = match game.ending() {
            yomikiri_shogi::Ending::Capture => Ending::Capture,
            yomikiri_shogi::Ending::Mate => Ending::Mate,
        };
        crate::table::solve_command(game.variant().name, ending, usual, file, from, path)
    }

    /// How its positions are numbered.
    fn number(&self) -> Number;

    /// Where the numbers of its positions are kept once somebody has asked for one.
    fn numbered(&self) -> &OnceLock<Box<dyn NumberedGame>>;

    /// The rules, from the start or from a position.
    fn rules_from(&self, from: Option<&str>) -> Result<SmallShogi, ParseError> {
        let game = self.rules();
        match from {
            None => Ok(game),
            Some(text) => {
                let pos = game.parse_pos(text)?;
                Ok(game.with_start(pos))
            }
        }
    }
}

impl<T: Readable> Tabled for T {
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Option<Solved>, Failure> {
        let game = self.rules_from(job.from.as_deref()).map_err(|error| Failure::parse("--from", &error))?;
        solver::solve(self.number(), game, job, progress)
    }

    fn numbers(&self) -> u64 {
        known_numbers(self).map_or(0, NumberedGame::numbers)
    }

    fn at_random(&self, random: &mut Random) -> Option<String> {
        let numbered = known_numbers(self)?;
        let number = random.below_u64(numbered.numbers());
        numbered.position(number).map(|pos| self.rules().show_pos(&pos))
    }

    fn is_table_of_it(&self, path: &Path) -> Result<bool, Failure> {
        table::is_of(&self.rules(), path, &self.solve_command(None, path))
    }

    fn time_probes(&self, path: &Path) -> Result<ProbeTimes, Failure> {
        let game = self.rules();
        let mut sample = laws::sample(&game, LOOK_UPS, 1);
        sample.retain(|pos| game.result(pos).is_none());
        // Neighbours of a walk are neighbours in the table too: out of their order, each look-up is one by
        // itself.
        sample.sort_by_cached_key(|pos| {
            let mut hasher = DefaultHasher::new();
            pos.hash(&mut hasher);
            hasher.finish()
        });
        time_probes(
            &game,
            &table::open(self.number(), &game, path, &|from| self.solve_command(from, path))?,
            &sample,
        )
    }

    fn with_table(&self, path: &Path) -> Result<WithTable, Failure> {
        let game = self.rules();
        let table = table::open(self.number(), &game, path, &|from| self.solve_command(from, path))?;
        let table = Arc::new(table);
        let finder = Box::new(TableFinder { game: game.clone(), table: table.clone() });
        let header = table.header().clone();
        Ok(WithTable { explore: RulesBoard::explore(game, Box::new(table)), finder, header })
    }

    fn solved_from(&self, pos: &str, path: &Path) -> Result<Option<Box<dyn Explore>>, Failure> {
        let game = self.rules_from(Some(pos)).map_err(|error| Failure::parse("POS", &error))?;
        let probe = table::on_the_spot(self.number(), &game, path, &|from| self.solve_command(from, path))?;
        Ok(probe.map(|probe| RulesBoard::explore(game, probe)))
    }
}

/// The numbers of a game's positions, made when they are first asked for.
fn known_numbers<T: Readable + ?Sized>(game: &T) -> Option<&dyn NumberedGame> {
    if game.numbered().get().is_none() {
        // Two threads may make it; one of them keeps it.
        let _ = game.numbered().set(solver::numbered(game.number(), game.rules()).ok()?);
    }
    game.numbered().get().map(|numbered| &**numbered)
}

/// A game with its table, which knows where each value is.
struct TableFinder {
    game: SmallShogi,
    table: Arc<table::Known>,
}

impl Finder for TableFinder {
    fn position_with(
        &self,
        value: Value,
        random: &mut Random,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Failure> {
        let effort = Effort { threads: cores(), is_over };
        let found = self.table.position_with(&self.game, value, random, effort)?;
        Ok(found.map(|pos| self.game.show_pos(&pos)))
    }
}

/// Times look-ups of these positions.
fn time_probes<G: TwoPlayer>(
    game: &G,
    probe: &impl Probe<G>,
    sample: &[G::Pos],
) -> Result<ProbeTimes, Failure> {
    let moves = |pos: &G::Pos| {
        let next = successors(game, pos).filter(|pos| game.result(pos).is_none());
        next.map(|pos| probe.probe(game, &pos))
            .collect::<Result<Vec<_>, _>>()
            .map(|values| values.into_iter().max())
    };
    for pos in sample {
        moves(pos)?;
    }
    Ok(ProbeTimes {
        position_microseconds: median(sample, |pos| probe.probe(game, pos))?,
        moves_microseconds: median(sample, moves)?,
    })
}

/// The median time of a look-up, in microseconds.
fn median<P, T, E>(sample: &[P], look_up: impl Fn(&P) -> Result<T, E>) -> Result<f64, E> {
    let time = |pos| {
        let began = Instant::now();
        std::hint::black_box(look_up(pos)?);
        Ok(began.elapsed().as_nanos())
    };
    let mut nanoseconds = sample.iter().map(time).collect::<Result<Vec<_>, E>>()?;
    nanoseconds.sort_unstable();
    Ok(nanoseconds.get(nanoseconds.len() / 2).map_or(f64::NAN, |&median| median as f64 / 1000.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{BruteForce, Game, Notation};

    #[test]
    fn probes_take_their_time() {
        let game = SmallShogi::dobutsu(yomikiri_shogi::Ending::Capture);
        let lions = game.parse_pos("1l1/3/3/1L1 w -").unwrap();
        let game = game.with_start(lions);
        let times = time_probes(&game, &BruteForce::new(&game), &[game.start()]).unwrap();
        assert!(times.position_microseconds > 0.0 && times.moves_microseconds > 0.0);
    }
}
