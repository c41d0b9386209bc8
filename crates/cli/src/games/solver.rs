//! Between the commands and the solver: a variant of shogi on a small board, read out from its start.

use crate::{
    crew::{Crew, Task, Told},
    failure::Failure,
    game::{Figure, Job, Seconds, Solved},
    progress::Progress,
    room::{Planned, Room},
    text::grouped,
    threads::cores,
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::Instant,
};
use yomikiri_core::{Game, Graph as _, Notation, TwoPlayer, Value};
use yomikiri_dobutsu::{
    Figure as Counted, NumberedGame, ReadOutGame, UnsolvedGame,
    solver::{self, Aims, Censused, ProcessRole, SharedOutcome, SharedTable},
};
use yomikiri_shogi::{DenseGraph, NoGraph, SmallShogi};
use yomikiri_solve::{Needs, ReadOut, Tally};
use yomikiri_table::{Header, TableKind};

yomikiri_core::phrases! { words;
    INDEX: "the index of {} has {} numbers: ", "{}の局面番号は{}個です。";
    UNSOLVABLE: "GAME: {} cannot be solved: {}", "GAME: {}は解析できません: {}";
    NO_START: "{} cannot be solved from", "{}からは解析できません";
}

/// Gives the positions of a game numbers.
pub type Number = fn(SmallShogi) -> Result<Box<dyn NumberedGame>, NoGraph>;

/// The game with numbers for its positions.
pub fn numbered(number: Number, game: SmallShogi) -> Result<Box<dyn NumberedGame>, Failure> {
    let name = game.variant().name;
    number(game).map_err(|error| Failure::input(UNSOLVABLE.with(name).and(error.to_string())))
}

/// A game that is not over at its start, to be read out.
fn unsolved(number: Number, game: SmallShogi) -> Result<Box<dyn UnsolvedGame>, Failure> {
    let unnumbered = unnumbered(&game);
    numbered(number, game)?.unsolved().ok_or(unnumbered)
}

fn unnumbered(game: &SmallShogi) -> Failure {
    Failure::input(NO_START.with(game.show_pos(&game.start())))
}

/// Reads a game out that is not over at its start, if the memory is there.
pub fn read_out(
    number: Number,
    game: SmallShogi,
    threads: usize,
    room: &Room,
    progress: &Progress,
) -> Result<Box<dyn ReadOutGame>, Failure> {
    let unsolved = unsolved(number, game)?;
    let needs = unsolved.needs(threads, Aims::default());
    let Planned { plan, .. } = plan(unsolved.game(), unsolved.numbers(), &needs, threads, room)?;
    Ok(unsolved.read_out(&plan, progress)?)
}

/// How one process reads a game out whose index has so many numbers.
fn plan(
    game: &SmallShogi,
    numbers: u64,
    needs: &Needs,
    threads: usize,
    room: &Room,
) -> Result<Planned, Failure> {
    let who = INDEX.with(game.variant().name).and(grouped(numbers));
    room.plan(needs, threads, &who.into())
}

/// Reads Dobutsu Shogi out for a study, which looks at values by number.
pub fn study(
    game: SmallShogi,
    threads: usize,
    progress: &Progress,
) -> Result<ReadOut<SmallShogi, DenseGraph>, Failure> {
    let unnumbered = unnumbered(&game);
    let unsolved = solver::unsolved_dense(game).ok_or(unnumbered)?;
    let (numbers, room) = (unsolved.graph().0.interior(), Room::in_memory());
    let Planned { plan, .. } = plan(unsolved.game(), numbers, &unsolved.needs(threads), threads, &room)?;
    Ok(solver::read_out_dense(unsolved, &plan, progress)?)
}

/// What all processes of a solve must agree in.
fn digest(game: &SmallShogi, start: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), game.rules_digest(), game.ending().word(), start).hash(&mut hasher);
    hasher.finish()
}

/// Reads a game on a small board out from its start, and writes the table.
pub fn solve(
    number: Number,
    game: SmallShogi,
    job: &Job,
    progress: &Progress,
) -> Result<Option<Solved>, Failure> {
    let began = Instant::now();
    let mut solved = untimed(number, game, job, progress)?;
    if let Some(solved) = &mut solved {
        let Seconds { enumerate, solve, write, .. } = solved.seconds;
        // Of a solve that has gone on from a checkpoint the parts tell what was done before, too.
        solved.seconds.total = began.elapsed().as_secs_f64().max(enumerate + solve + write);
    }
    Ok(solved)
}

/// The same without the time of all of it.
fn untimed(
    number: Number,
    game: SmallShogi,
    job: &Job,
    progress: &Progress,
) -> Result<Option<Solved>, Failure> {
    let start = game.start();
    let text = game.show_pos(&start);
    if let Some(value) = game.result(&start) {
        return Ok(Some(Solved::over(text, game.side(&start), value)));
    }
    if let Some(crew) = &job.crew {
        let &Job { verify, census, ref room, .. } = job;
        let task = Task { digest: digest(&game, &text), verify, census, room, progress };
        let unsolved = unsolved(number, game)?;
        // A table by regression is made by who knows all values; what becomes of them the first process says,
        // and the others follow it.
        return if crew.is_first() && (job.kind != TableKind::Distances || job.table.is_none()) {
            together(crew, unsolved, &task, job)
        } else {
            by_all(crew, &*unsolved, &task, job)
        };
    }
    if job.parts {
        let message = "--parts: one process writes one file; give --processes or --hosts";
        return Err(Failure::input(message));
    }
    let unsolved = unsolved(number, game)?;
    let needs = unsolved.needs(job.threads, aims(job));
    let Planned { plan, peak } = plan(unsolved.game(), unsolved.numbers(), &needs, job.threads, &job.room)?;
    let read_out = unsolved.read_out(&plan, progress)?;
    let mut solved = written(&*read_out, job, progress)?;
    solved.estimate = Some(peak);
    if job.census {
        solved.census = told(read_out.figures(&plan, progress)?);
    }
    solved.mismatches = job.verify.then(|| read_out.mismatches(job.threads, progress)).transpose()?;
    Ok(Some(solved))
}

/// The lines of a census.
fn told(figures: Vec<Counted>) -> Vec<Figure> {
    let figure = |Counted { what, computed, published }| Figure { what, computed, published };
    figures.into_iter().map(figure).collect()
}

/// Writes the table of a game that has been read out, if one is wanted; what was counted.
fn written(read_out: &dyn ReadOutGame, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
    let (game, tally) = (read_out.game(), read_out.tally());
    let mut solved = counted(game, &tally);
    let writing = Instant::now();
    if let Some(path) = &job.table {
        let header = Header { kind: job.kind, ..solver::counted_header(game, &tally) };
        solved.table_bytes = Some(read_out.write(path, &header, job.threads, progress)?);
    }
    let [enumerate, solve] = read_out.seconds();
    solved.seconds = Seconds { enumerate, solve, write: writing.elapsed().as_secs_f64(), total: 0.0 };
    Ok(solved)
}

/// What is made of the values, as far as memory depends on it.
fn aims(job: &Job) -> Aims {
    Aims { table: job.table.as_ref().map(|_| job.kind), census: job.census }
}

/// What a process takes that reads a game out with others; more where it `gathers` all values.
fn needs(crew: &Crew, unsolved: &dyn UnsolvedGame, gathers: bool, job: &Job) -> Needs {
    let (processes, threads) = crew.size();
    let assembles = crew.is_first() && !job.parts;
    unsolved.needs_of_process(ProcessRole { processes, threads, gathers, assembles }, aims(job))
}

/// Reads a game out with others, and writes the table alone, if one is wanted.
fn together(
    crew: &Crew,
    unsolved: Box<dyn UnsolvedGame>,
    task: &Task<'_>,
    job: &Job,
) -> Result<Option<Solved>, Failure> {
    let needs = needs(crew, &*unsolved, true, job);
    let told_all =
        crew.together(&needs, false, task, |work, peers| unsolved.read_out_together(work, peers))?;
    let Some(Told { found: Censused { read_out, figures }, mismatches, wire, estimate }) = told_all else {
        return Ok(None);
    };
    let solved = written(&*read_out, job, task.progress)?;
    crew.remove_checkpoints();
    let (estimate, wire) = (Some(estimate), Some(wire));
    Ok(Some(Solved { census: told(figures), mismatches, wire, estimate, ..solved }))
}

/// Reads a game out with others, of whom each codes a part of the table.
fn by_all(
    crew: &Crew,
    unsolved: &dyn UnsolvedGame,
    task: &Task<'_>,
    job: &Job,
) -> Result<Option<Solved>, Failure> {
    let game = unsolved.game();
    let header = |tally: &Tally| solver::counted_header(game, tally);
    let path = job.table.as_deref().unwrap_or(Path::new(""));
    let table = SharedTable { path, in_files: job.parts, header: &header };
    let needs = needs(crew, unsolved, false, job);
    let told_all =
        crew.together(&needs, job.parts, task, |work, peers| unsolved.write_together(work, peers, &table))?;
    Ok(told_all.map(|Told { found, mismatches, wire, estimate }| {
        let SharedOutcome { tally, figures, bytes, seconds: [enumerate, solve, write] } = found;
        let seconds = Seconds { enumerate, solve, write, total: 0.0 };
        let (table_bytes, wire, census) = (Some(bytes), Some(wire), told(figures));
        let estimate = Some(estimate);
        Solved { seconds, table_bytes, mismatches, estimate, wire, census, ..counted(game, &tally) }
    }))
}

/// What is counted of a game that has been read out.
pub fn counted(game: &SmallShogi, tally: &Tally) -> Solved {
    let header = solver::counted_header(game, tally);
    let Header { start, nonterminal, win, draw, loss, longest_win, by_plies, .. } = header;
    let over = Solved::over(start, game.side(&game.start()), tally.value);
    let reachable = tally.reachable;
    Solved { reachable, nonterminal, win, draw, loss, longest_win, by_plies, ..over }
}

/// Reads a game out again and again; the number of positions found and of positions decided.
pub fn bench(number: Number, game: &SmallShogi, rounds: u32, progress: &Progress) -> Result<u64, Failure> {
    let (threads, room) = (cores(), Room::in_memory());
    let mut nodes = 0;
    for _ in 0..rounds {
        let tally = read_out(number, game.clone(), threads, &room, progress)?.tally();
        let decided = tally.histogram.into_iter().filter(|&(value, _)| value != Value::Draw);
        nodes += tally.reachable + decided.map(|(_, count)| count).sum::<u64>();
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::{BruteForce, Canonical};
    use yomikiri_shogi::Ending;

    fn game(start: &str, ending: Ending) -> SmallShogi {
        let game = SmallShogi::dobutsu(ending);
        let pos = game.parse_pos(start).unwrap();
        game.with_start(pos)
    }

    const DENSE: Number = |game| Ok(solver::dense(game));

    fn job() -> Job {
        let room = Room::in_memory();
        let (from, table, crew) = (None, None, None);
        let kind = TableKind::default();
        Job { from, table, threads: 2, crew, room, kind, parts: false, census: false, verify: true }
    }

    /// Of lions alone: larger games are compared with the oracle where the solver is, which is optimised.
    #[test]
    fn counts_agree_with_the_oracle() {
        for (start, ending) in ["1l1/3/3/1L1 w -", "L1l/3/3/3 b -"]
            .into_iter()
            .flat_map(|start| [Ending::Capture, Ending::Mate].map(|ending| (start, ending)))
        {
            let game = game(start, ending);
            let oracle = BruteForce::new(&game);
            let mut classes = [HashSet::new(), HashSet::new()];
            for (pos, _) in oracle.iter() {
                classes[usize::from(game.result(pos).is_none())].insert(game.canonical(pos));
            }
            let solved = solve(DENSE, game, &job(), &Progress::new()).unwrap().unwrap();
            let [over, open] = classes.map(|class| class.len() as u64);
            assert_eq!((solved.reachable, solved.nonterminal), (over + open, open), "{start}");
            assert_eq!(solved.win + solved.draw + solved.loss, open, "{start}");
            assert_eq!(solved.mismatches, Some(0), "{start}");
        }
    }

    #[test]
    fn a_game_that_is_over_has_the_value_that_the_rules_give_it() {
        for (start, value) in [("3/1l1/1L1/3 b -", Value::Win(1)), ("1L1/3/3/1l1 w -", Value::Loss(0))] {
            let solved =
                solve(DENSE, game(start, Ending::Capture), &job(), &Progress::new()).unwrap().unwrap();
            assert_eq!((solved.value, solved.reachable, solved.nonterminal), (value, 1, 0), "{start}");
        }
    }
}
