//! A problem as people see it, and as programs do.

use crate::{failure::Failure, lines::json, text, words::words};
use serde::Serialize;
use std::io::Write;
use yomikiri_core::fill;
use yomikiri_shogi::{Position, Side};
use yomikiri_tsume::{Cook, Glyphs, Problem, Themes, difficulty, draw, line};

/// How to show problems.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
#[derive(clap::Args)]
pub struct View {
    /// Show the solution too
    #[arg(long)]
    solution: bool,

    /// Draw the board with letters instead of kanji
    #[arg(long)]
    ascii: bool,

    /// Name the moves of the solution in USI instead of Japanese
    #[arg(long)]
    usi: bool,

    #[arg(
        long,
        help = "JSON lines: number sfen plies solution[] japanese[] pieces hand_empty symmetric key set effort difficulty themes{}"
    )]
    pub json: bool,
}

#[derive(Serialize)]
pub struct ProblemReport<'a> {
    number: Option<u64>,
    sfen: String,
    /// None where the solution is not known.
    plies: Option<usize>,
    solution: Vec<String>,
    japanese: Vec<String>,
    pieces: String,
    hand_empty: bool,
    symmetric: bool,
    /// As text: not every reader of JSON keeps all digits of a large number.
    key: String,
    set: &'a str,
    /// Positions that the solver visits, where that was measured.
    effort: Option<u64>,
    /// From 1 to 9.
    difficulty: Option<u8>,
    themes: ThemesReport,
}

/// What `--where` and `tsume compose` choose by, and is told nowhere else.
#[derive(Serialize)]
struct ThemesReport {
    sacrifices: u32,
    drops: u32,
    king_moves: u32,
    king_squares: u32,
    underpromotions: u32,
    interpositions: u32,
    left: u32,
}

impl View {
    /// Shows a problem, with its number in a collection.
    pub fn show(&self, problem: &Problem, number: Option<u64>, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            return json(out, &report(problem, number));
        }
        let words = words();
        let name =
            number.map_or(words.problem.to_owned(), |number| fill(words.numbered, &[&number.to_string()]));
        let length = match problem.known_plies() {
            Some(plies) => format!(": {}", words.plies_of(plies as u32)),
            None => String::new(),
        };
        let set = if problem.set.is_empty() { String::new() } else { fill(words.of_set, &[&problem.set]) };
        let rated = problem
            .effort
            .map_or(String::new(), |effort| fill(words.of_difficulty, &[&difficulty(effort).to_string()]));
        writeln!(out, "{name}{length}{set}{rated}\n{}", problem.sfen())?;
        let script = if self.ascii { Glyphs::Letters } else { Glyphs::Kanji };
        write!(out, "{}", draw(&problem.position, script, text::colour()))?;
        if problem.position.side() == Side::Second {
            writeln!(out, "{}", words.defender_moves)?;
        }
        if self.solution {
            let moves = if self.usi { problem.usi() } else { line(problem).join(" ") };
            let moves = if moves.is_empty() { words.no_solution } else { &moves };
            writeln!(out, "{}", fill(words.solution, &[moves]))?;
        }
        Ok(())
    }
}

/// The board of a problem, for people.
pub fn board(problem: &Problem, out: &mut impl Write) -> Result<(), Failure> {
    Ok(write!(out, "{}", draw(&problem.position, Glyphs::Kanji, text::colour()))?)
}

/// The move of a second solution of a problem as it is printed.
pub fn cook(problem: &Position<u128>, cook: &Cook) -> String {
    let moves = [&cook.before[..], &[cook.mv]].concat();
    line(&Problem::new(problem.clone(), moves, String::new())).pop().expect("at least one move")
}

/// The main line for people, some moves a row, the first with its number.
pub fn numbered(problem: &Problem, out: &mut impl Write) -> Result<(), Failure> {
    const A_ROW: usize = 10;
    for (row, moves) in line(problem).chunks(A_ROW).enumerate() {
        writeln!(out, "{:>5}  {}", row * A_ROW + 1, moves.join(" "))?;
    }
    Ok(())
}

pub fn report(problem: &Problem, number: Option<u64>) -> ProblemReport<'_> {
    let Themes { sacrifices, drops, king_moves, king_squares, underpromotions, interpositions, left, .. } =
        Themes::of(problem);
    ProblemReport {
        number,
        sfen: problem.sfen(),
        plies: problem.known_plies(),
        solution: problem.usi().split_whitespace().map(str::to_owned).collect(),
        japanese: line(problem),
        pieces: problem.pieces(),
        hand_empty: problem.hand_empty(),
        symmetric: problem.symmetric(),
        key: problem.key().to_string(),
        set: &problem.set,
        effort: problem.effort,
        difficulty: problem.effort.map(difficulty),
        themes: ThemesReport {
            sacrifices,
            drops,
            king_moves,
            king_squares,
            underpromotions,
            interpositions,
            left,
        },
    }
}
