//! Dobutsu Shogi and its variant with chicks: solved by table, with an evaluation learnt from the table.

mod learnt;
mod report;
mod site;
mod solver;
mod table;
mod train;

use super::engine;
use crate::{
    args::{Ending, MindArgs},
    failure::Failure,
    game::{
        AnyGame, Entry, Evaluate, Evaluated, Job, Page, ProbeTimes, Records, Report, SAMPLE, Solved,
        StudySettings, Tabled, Training, Usi,
    },
    perft::perft,
    progress::Progress,
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    io::{BufRead, Write},
    path::Path,
    sync::OnceLock,
    time::Instant,
};
use yomikiri_core::{
    Editor, Explore, Explorer, Game, Graph, Notation, Numbered, ParseError, Probe, ProbeError, Random,
    TwoPlayer, Unknown, laws, play::Opponent, successors,
};
use yomikiri_shogi::{DenseGraph, Shogi, SmallShogi};

const ENDINGS: &[Ending] = &[Ending::Capture, Ending::Mate];

pub const GAMES: &[Entry] = &[
    Entry {
        name: "dobutsu",
        about: "Dobutsu Shogi: 3x4 squares, lion, giraffe, elephant and chick",
        endings: ENDINGS,
        open: |ending| {
            let bench = ("1le/1c1/1C1/EL1 b -", 3);
            Box::new(SolvedShogi {
                make: Shogi::dobutsu,
                ending,
                bench,
                is_learnt: true,
                graph: OnceLock::new(),
            })
        },
    },
    Entry {
        name: "dobutsu-chicks",
        about: "Dobutsu Shogi with lions and chicks only",
        endings: ENDINGS,
        open: |ending| {
            let bench = ("1l1/1c1/1C1/1L1 b -", 50);
            Box::new(SolvedShogi {
                make: Shogi::dobutsu_chicks,
                ending,
                bench,
                is_learnt: false,
                graph: OnceLock::new(),
            })
        },
    },
];

/// How many positions `bench` looks up.
const LOOK_UPS: usize = 10_000;

/// A game of the shogi family on a small board.
struct SolvedShogi {
    make: fn(yomikiri_shogi::Ending) -> SmallShogi,
    ending: Ending,
    /// What `bench` reads out, and how often.
    bench: (&'static str, u32),
    /// Whether there is an evaluation learnt from all its values.
    is_learnt: bool,
    /// The numbers of its positions, made when one is drawn.
    graph: OnceLock<DenseGraph>,
}

impl SolvedShogi {
    fn game(&self) -> SmallShogi {
        (self.make)(match self.ending {
            Ending::Capture => yomikiri_shogi::Ending::Capture,
            Ending::Mate => yomikiri_shogi::Ending::Mate,
        })
    }

    /// The player that searches, to the mate whatever ends the game.
    fn searching(&self, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
        let game = self.game();
        let searched = learnt::searched(&game, args.model.as_deref())?;
        engine::opponent(game, searched, args)
    }

    /// The game, from the start or from a position.
    fn game_from(&self, from: Option<&str>) -> Result<SmallShogi, ParseError> {
        let game = self.game();
        match from {
            None => Ok(game),
            Some(text) => {
                let pos = game.parse_pos(text)?;
                Ok(game.with_start(pos))
            }
        }
    }
}

impl AnyGame for SolvedShogi {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.game_from(from)?;
        Ok(perft(&game, game.start(), depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let game = self.game();
        laws::all(&game, &laws::sample(&game, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let (from, rounds) = self.bench;
        let game = self.game_from(Some(from)).map_err(|error| Failure::parse("bench", &error))?;
        solver::bench(&game, rounds, progress)
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game(), probe: Unknown })
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn editor(&self) -> Option<Box<dyn Editor>> {
        Some(Box::new(self.game()))
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        Some(self)
    }

    fn usi(&self) -> Option<&dyn Usi> {
        Some(self)
    }

    fn training(&self) -> Option<Training> {
        self.is_learnt.then(Training::of::<train::Args>)
    }

    fn evaluate(&self) -> Option<&dyn Evaluate> {
        self.is_learnt.then_some(self)
    }

    fn report(&self) -> Option<&dyn Report> {
        self.is_learnt.then_some(self)
    }

    /// Only where something is asked of it: otherwise the table plays.
    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        (!args.is_default()).then(|| self.searching(args)).transpose()
    }

    fn named(&self, name: &str, args: &MindArgs) -> Option<Result<Box<dyn Opponent>, Failure>> {
        if name == "search" {
            return Some(self.searching(args));
        }
        let known = self.is_learnt && self.ending == Ending::Capture;
        known.then(|| learnt::opponent(self.game(), name))
    }
}

impl Tabled for SolvedShogi {
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
        let game = self.game_from(job.from.as_deref()).map_err(|error| Failure::parse("--from", &error))?;
        solver::small(game, job, progress)
    }

    fn at_random(&self, random: &mut Random) -> Option<String> {
        let (game, graph) = (self.game(), self.graph.get_or_init(|| DenseGraph::of(&self.game())));
        let node = random.below(graph.interior() as usize) as u32;
        graph.position(&game, node).map(|pos| game.show_pos(&pos))
    }

    fn time_probes(&self, path: &Path) -> Result<ProbeTimes, Failure> {
        let game = self.game();
        let mut sample = laws::sample(&game, LOOK_UPS, 1);
        sample.retain(|pos| game.result(pos).is_none());
        // Neighbours of a walk are neighbours in the table too: out of their order, each look-up is one by
        // itself.
        sample.sort_by_cached_key(|pos| {
            let mut hasher = DefaultHasher::new();
            pos.hash(&mut hasher);
            hasher.finish()
        });
        time_probes(&game, &table::open(&game, path)?, &sample)
    }

    fn with_table(&self, path: &Path) -> Result<Box<dyn Explore>, Failure> {
        let game = self.game();
        let probe = table::open(&game, path)?;
        Ok(Box::new(Explorer { game, probe }))
    }

    fn write_site(
        &self,
        dir: &Path,
        results_only: bool,
        progress: &Progress,
    ) -> Result<Box<dyn Explore>, Failure> {
        let game = self.game();
        let probe = site::write(game.clone(), dir, results_only, progress)?;
        Ok(Box::new(Explorer { game, probe }))
    }

    fn solved_from(&self, pos: &str, path: &Path) -> Result<Option<Box<dyn Explore>>, Failure> {
        let game = self.game_from(Some(pos)).map_err(|error| Failure::parse("POS", &error))?;
        let probe = table::on_the_spot(&game, path)?;
        Ok(probe.map(|probe| Box::new(Explorer { game, probe }) as Box<dyn Explore>))
    }
}

impl Usi for SolvedShogi {
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        let game = self.game();
        engine::converse(&game, learnt::searched(&game, model)?, input, output)
    }
}

impl Evaluate for SolvedShogi {
    fn evaluate(&self, pos: &str, model: Option<&Path>) -> Result<Evaluated, Failure> {
        let game = self.game();
        let pos = game.parse_pos(pos).map_err(|error| Failure::parse("POS", &error))?;
        let evaluation = learnt::evaluation(model)?;
        Ok(Evaluated::new(&game, &pos, || learnt::judge(&evaluation, &pos)))
    }
}

impl Report for SolvedShogi {
    fn report(&self, study: &StudySettings<'_>) -> Result<Page, Failure> {
        report::page(self.game(), study)
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
    let failed = |error: ProbeError| Failure::Environment(error.to_string());
    for pos in sample {
        moves(pos).map_err(failed)?;
    }
    Ok(ProbeTimes {
        position_microseconds: median(sample, |pos| probe.probe(game, pos)).map_err(failed)?,
        moves_microseconds: median(sample, moves).map_err(failed)?,
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
    use yomikiri_core::BruteForce;

    #[test]
    fn probes_take_their_time() {
        let game = Shogi::<u16>::dobutsu_chicks(yomikiri_shogi::Ending::Capture);
        let times = time_probes(&game, &BruteForce::new(&game), &[game.start()]).unwrap();
        assert!(times.position_microseconds > 0.0 && times.moves_microseconds > 0.0);
    }
}
