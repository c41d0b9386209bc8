//! `yomikiri solve`: a game read out to the end, and its table.

use crate::{
    args::GameArgs,
    crew::{Crew, CrewArgs, Wire},
    failure::{Answer, Failure, Outcome},
    file::{self, failed},
    game::{Figure, Job, Seconds, Solved, Tabled},
    lines::json,
    progress::Progress,
    registry,
    room::{Room, scratch},
    table::TableArgs,
    text::{grouped, note, to_the_left, to_the_right},
    threads::{ThreadArgs, cores},
    told,
    words::Words,
};
use serde::Serialize;
use std::{
    fs,
    io::Write,
    iter,
    path::{Path, PathBuf},
};
use yomikiri_core::fill;
use yomikiri_table::TableKind;

yomikiri_core::phrases! { words;
    NO_TABLE: "--table: {} is there and is not a table; name another file, or give --force to write over it",
        "--table: {}はテーブルではないファイルです。別の名前にするか、--forceで上書きしてください";
    OVER: "--table: the game is over at its start: {} is not written",
        "--table: 開始局面で終局しているので、{}は書き出しません";
    NO_DIRECTORY: "cannot make {}: {}", "{}を作れません: {}";
}

/// Columns for what is counted, and for its count.
const NAMES: usize = 20;
const FIGURES: usize = 13;

/// Columns for what the census counts.
const CENSUS: usize = 60;

/// Reads a game out to the end: every reachable position, its value and distance, in a table
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri solve dobutsu\n  \
    yomikiri solve dobutsu-chicks --ending mate --verify\n  \
    yomikiri solve dobutsu --from \"1l1/3/3/1L1 b -\" --json")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The position to solve from, instead of the game's start; writes a table only if --table names one
    #[arg(long, value_name = "POS")]
    from: Option<String>,

    #[command(flatten)]
    table: TableArgs,

    /// Write a table of results only, without distances: a fifth of the size
    #[arg(long, requires = "table")]
    wdl: bool,

    /// Write a smaller table with distances, of Dobutsu Shogi two thirds of the size; solving takes twice as
    /// long, and a look-up
    #[arg(long, conflicts_with = "wdl")]
    compact: bool,

    /// Let each process write its own parts of the table, beside FILE, which lists them: none then needs
    /// memory for the whole table. Commands read the parts where they lie; `yomikiri table merge` makes one
    /// file of them
    #[arg(long, requires = "table", conflicts_with_all = ["wdl", "compact"])]
    parts: bool,

    /// Write the table also over a file that is no table
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    crew: CrewArgs,

    /// Also count what has been published about the game, and show both; each of several processes counts
    /// over its own parts
    #[arg(long)]
    census: bool,

    /// Also recompute every value from its successors; exit status 1 if one differs. Each of several
    /// processes verifies its own parts, and asks the others for values that they have
    #[arg(long)]
    verify: bool,

    #[arg(
        long,
        help = "One JSON object: game start reachable nonterminal win draw loss longest_win by_plies[] value \
        plies seconds{enumerate,solve,write,total} table{path,bytes} peak_rss_bytes estimated_bytes; of several processes \
        wire{edges,bytes}; with --verify mismatches, with --census census[{what,computed,published}]"
    )]
    json: bool,
}

#[derive(Serialize)]
struct SolveReport<'a> {
    game: &'a str,
    #[serde(skip)]
    ending: String,
    start: &'a str,
    reachable: u64,
    nonterminal: u64,
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: Option<u16>,
    by_plies: &'a [u64],
    value: &'static str,
    plies: Option<u16>,
    seconds: Seconds,
    table: Option<TableReport>,
    peak_rss_bytes: Option<u64>,
    /// The memory that was expected to be taken; of several processes by the first.
    estimated_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatches: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<Wire>,
    #[serde(skip_serializing_if = "<[Figure]>::is_empty")]
    census: &'a [Figure],
}

#[derive(Serialize)]
struct TableReport {
    path: String,
    bytes: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    // The default name belongs to the whole game: part of it must not take its place.
    let table = if args.from.is_some() {
        args.table.table.clone()
    } else {
        Some(registry::table_path(&args.game, &args.table))
    };
    if let (None, Some(option)) =
        (&table, [("--compact", args.compact), ("--force", args.force)].iter().find(|(_, given)| *given))
    {
        return Err(Failure::input(format!(
            "{}: with --from a table is written only where --table names it",
            option.0
        )));
    }
    if let Some((table, directory)) = table.as_ref().zip(args.crew.checkpoint.as_ref())
        && yomikiri_files::is_same(table, directory)
    {
        return Err(Failure::input("--checkpoint: this is the file of --table; name a directory"));
    }
    let job = Job {
        from: args.from.clone(),
        threads: args.threads.count(),
        crew: args.crew.crew(&args.threads)?,
        room: Room { memory: args.crew.memory, directory: scratch(table.as_deref()) },
        table,
        kind: kind(args),
        parts: args.parts,
        census: args.census,
        verify: args.verify,
    };
    let game = registry::open(&args.game)?;
    let game = registry::able(game.tabled(), &args.game.game, "solve")?;
    if !args.force {
        files(&job).iter().try_for_each(|path| spare(path))?;
    }
    let Some(solved) = solve(game, &job)? else { return Ok(Answer::Yes) };
    if let Some(path) = job.table.as_ref().filter(|_| solved.table_bytes.is_none()) {
        note(OVER.with(path.display().to_string()));
    }
    let report = report(args, &job, &solved);
    if args.json {
        json(out, &report)?;
    } else {
        told::write(out, |words| told(&report, &solved, words))?;
    }
    Ok(if solved.mismatches.unwrap_or(0) == 0 { Answer::Yes } else { Answer::No })
}

/// The kind of table that is asked for.
const fn kind(args: &Args) -> TableKind {
    match (args.wdl, args.compact) {
        (true, _) => TableKind::Results,
        (_, true) => TableKind::Compact,
        _ => TableKind::Distances,
    }
}

/// The files that are written: the table, or the list of its parts and these.
fn files(job: &Job) -> Vec<PathBuf> {
    let crew = job.crew.as_ref().filter(|_| job.parts);
    // Each thread of each process writes one.
    let parts = crew.map(Crew::size).map_or(0, |(processes, threads)| (processes * threads) as u32);
    let of_table = |table: &PathBuf| -> Vec<PathBuf> {
        let parts = (0..parts).map(|part| yomikiri_table::part_path(table, part, parts));
        iter::once(table.clone()).chain(parts).collect()
    };
    job.table.as_ref().map(of_table).unwrap_or_default()
}

/// Refuses to write over a file that is something else: a path mistyped should not cost it.
fn spare(path: &Path) -> Result<(), Failure> {
    if yomikiri_table::is_foreign(path).map_err(|error| failed("--table", path, &error))? {
        return Err(Failure::input(NO_TABLE.with(path.display().to_string())));
    }
    Ok(())
}

/// Makes a game's table and tells nothing but failure.
pub fn make_table(game: &dyn Tabled, path: &Path) -> Result<(), Failure> {
    let table = Some(path.to_owned());
    let threads = cores();
    let room = Room::in_memory();
    let job = Job {
        from: None,
        table,
        threads,
        crew: None,
        room,
        kind: TableKind::default(),
        parts: false,
        census: false,
        verify: false,
    };
    solve(game, &job).map(drop)
}

fn solve(game: &dyn Tabled, job: &Job) -> Result<Option<Solved>, Failure> {
    if let Some(path) = &job.table {
        let directory = path.parent().unwrap_or(path);
        let shown = directory.display().to_string();
        let failed = |error| Failure::environment(NO_DIRECTORY.with(shown).and(&error));
        fs::create_dir_all(directory).map_err(failed)?;
        file::ensure("--table", path)?;
    }
    game.solve(job, &Progress::new())
}

fn report<'a>(args: &'a Args, job: &Job, solved: &'a Solved) -> SolveReport<'a> {
    let table = job.table.as_ref().zip(solved.table_bytes);
    SolveReport {
        game: &args.game.game,
        ending: registry::ending(&args.game).to_string(),
        start: &solved.start,
        reachable: solved.reachable,
        nonterminal: solved.nonterminal,
        win: solved.win,
        draw: solved.draw,
        loss: solved.loss,
        longest_win: solved.longest_win,
        by_plies: &solved.by_plies,
        value: solved.value.wdl().word(),
        plies: solved.value.plies(),
        seconds: solved.seconds,
        table: table.map(|(path, bytes)| TableReport { path: path.display().to_string(), bytes }),
        peak_rss_bytes: yomikiri_files::memory::peak_rss_bytes(),
        estimated_bytes: solved.estimate,
        mismatches: solved.mismatches,
        wire: solved.wire,
        census: &solved.census,
    }
}

/// The report for people.
fn told(report: &SolveReport<'_>, solved: &Solved, words: &Words) -> String {
    let figure = |name: &str, count: String| format!("  {}{count:>FIGURES$}", to_the_left(name, NAMES));
    let mut lines = vec![fill(words.solved_from, &[report.game, &report.ending, report.start])];
    let counts = [
        (words.reachable, report.reachable),
        (words.not_over, report.nonterminal),
        (words.won, report.win),
        (words.drawn, report.draw),
        (words.lost, report.loss),
    ];
    lines.extend(counts.iter().map(|&(name, count)| figure(name, grouped(count))));
    if let Some(plies) = report.longest_win {
        let number = figure(words.longest_win, plies.to_string());
        let unit = words.plies_of(u32::from(plies)).trim_start_matches(char::is_numeric).to_owned();
        lines.push(number + &unit);
    }
    let verdict = words.verdict(solved.side, Some(solved.value));
    lines.push(fill(words.best_play, &[&verdict]));
    for figure in report.census {
        let [what, computed] = [&figure.what, &figure.computed].map(|told| told.in_language(words.spoken));
        let published = figure.published.as_deref().unwrap_or("");
        lines.push(format!(
            "  {} {} {published:>15}",
            to_the_left(&what, CENSUS),
            to_the_right(&computed, 15)
        ));
    }
    if let Some(mismatches) = report.mismatches {
        lines.push(fill(words.verification, &[&grouped(mismatches)]));
    }
    let Seconds { enumerate, solve, write, total } = report.seconds;
    let seconds = [total, enumerate, solve, write].map(|seconds| format!("{seconds:.2}"));
    lines.push(fill(words.seconds_of, &seconds.each_ref().map(String::as_str)));
    if let Some(table) = &report.table {
        lines.push(fill(words.table_of, &[&table.path, &grouped(table.bytes)]));
    }
    if let Some(bytes) = report.peak_rss_bytes {
        lines.push(fill(words.peak_memory, &[&grouped(bytes >> 20)]));
    }
    told::lines(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{ENGLISH, JAPANESE};
    use yomikiri_core::{Side, Value};

    #[test]
    fn a_report_is_told_in_each_language() {
        let solved = Solved {
            longest_win: Some(3),
            ..Solved::over("1l1/3/3/1L1 b -".into(), Side::First, Value::Win(3))
        };
        let told = |words| {
            let (census, by_plies): (&[Figure], &[u64]) = (&[], &[]);
            let report = SolveReport {
                game: "lions",
                ending: "capture".into(),
                start: &solved.start,
                reachable: 1234,
                nonterminal: 0,
                win: 0,
                draw: 0,
                loss: 0,
                longest_win: solved.longest_win,
                by_plies,
                value: "win",
                plies: Some(3),
                seconds: Seconds::default(),
                table: None,
                peak_rss_bytes: Some(3 << 20),
                estimated_bytes: None,
                mismatches: Some(0),
                wire: None,
                census,
            };
            told(&report, &solved, words)
        };
        let english = told(&ENGLISH);
        for line in [
            "lions (capture), from 1l1/3/3/1L1 b -",
            "  reachable positions         1,234",
            "  longest win                     3 plies",
            "With best play the first player wins in 3 plies.",
            "Verification: 0 mismatches.",
            "0.00 s: enumerate 0.00, solve 0.00, write 0.00",
            "Peak memory: 3 MiB",
        ] {
            assert!(english.lines().any(|own| own == line), "{line}: {english}");
        }
        let japanese = told(&JAPANESE);
        assert_eq!(english.lines().count(), japanese.lines().count());
        for line in [
            "  到達可能な局面              1,234",
            "  最長の勝ち                      3手",
            "検証: 不一致0件。",
        ] {
            assert!(japanese.lines().any(|own| own == line), "{line}: {japanese}");
        }
        let all_japanese = |line: &str| line.chars().any(|letter| letter > '\u{3000}');
        assert!(japanese.lines().all(all_japanese), "{japanese}");
    }
}
