//! `yomikiri probe`: a position's value, its moves, a best line.

use crate::{
    args::GameArgs,
    at_random,
    commands::explore::with_table,
    failure::{Answer, Failure, Outcome},
    file::save,
    game::{Tabled, WithTable},
    lines::{self, json},
    probed::{ProbeReport, look},
    registry,
    table::TableArgs,
    text,
    words::language,
};
use rayon::prelude::*;
use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
use yomikiri_core::{Explore, GameNode, PieceStyle, Random, Value, ValueFilter, View, Wdl};

/// Tells what a position is worth: its value, all moves best first, a best line
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri probe dobutsu \"gle/1c1/1C1/ELG b -\"\n  \
    yomikiri probe dobutsu - --json < positions.txt\n  \
    yomikiri probe dobutsu --random loss:160\n  \
    yomikiri probe dobutsu \"gle/1c1/1C1/ELG b -\" --svg board.svg --pieces animals")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or - to read positions from standard input, one a line
    #[arg(allow_hyphen_values = true, required_unless_present = "random", conflicts_with = "random")]
    pos: Option<String>,

    /// Some position with a value, in the place of POS: any, win, draw or loss, with the plies to the end
    /// behind a colon if they matter, such as loss:160; exit status 1 if no position has it
    #[arg(long, value_name = "VALUE", value_parser = filter)]
    random: Option<ValueFilter>,

    /// The seed of a random position [default: another each time]
    #[arg(long, value_name = "S", requires = "random", conflicts_with = "pos")]
    seed: Option<u64>,

    #[command(flatten)]
    table: TableArgs,

    /// Leave out the best line, which takes longer than all the rest
    #[arg(long)]
    no_line: bool,

    /// Where a picture of the board goes; its description is in the language of `--lang`
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// What the picture shows on the pieces: kanji, letters or animals; letters where there is nothing else
    #[arg(long, value_name = "STYLE", default_value = "kanji", value_parser = style, requires = "svg")]
    pieces: PieceStyle,

    /// JSON lines: position value plies moves[{move,value,plies}] line[]
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Whether positions come on standard input, which all cores answer.
    pub fn is_stream(&self) -> bool {
        self.pos.as_deref() == Some("-")
    }
}

/// A value that is wanted, as its words say.
fn filter(text: &str) -> Result<ValueFilter, String> {
    let (word, plies) = text.split_once(':').map_or((text, None), |(word, plies)| (word, Some(plies)));
    let wdl = match word {
        "any" => None,
        word => Some(
            Wdl::from_word(word)
                .ok_or("expected any, win, draw or loss, and a colon and plies if they matter")?,
        ),
    };
    let plies = plies.map(|plies| plies.parse().map_err(|_| "expected a number of plies behind the colon"));
    Ok(ValueFilter { wdl, plies: plies.transpose()? })
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open(&args.game)?;
    // A position that cannot be read needs no table to be refused.
    if let Some(pos) = &args.pos {
        readable(args, &*game.explore(), pos)?;
    }
    let tabled = registry::able(game.tabled(), &args.game.game, "probe")?;
    let table = with_table(&args.game, &args.table, tabled)?;
    let drawn = args.random.map(|filter| drawn(args, tabled, &table, filter)).transpose()?;
    let Some(pos) = args.pos.clone().or(drawn.flatten()) else {
        text::note("--random: no position has this value");
        return Ok(Answer::No);
    };
    if args.random.is_some() {
        readable(args, &*game.explore(), &pos)?;
    }
    let prober = Prober {
        game: tabled,
        explore: &*table.explore,
        table: registry::table_path(&args.game, &args.table),
        line: !args.no_line,
        json: args.json,
    };
    if pos == "-" {
        return prober.stream(io::stdin().lock(), out);
    }
    out.write_all(&prober.show(&pos, "POS")?)?;
    Ok(Answer::Yes)
}

/// Refuses a position that cannot be read, and draws it if that is wanted.
fn readable(args: &Args, rules: &dyn Explore, pos: &str) -> Result<(), Failure> {
    if let Some(path) = &args.svg {
        picture(rules, pos, args.pieces, path)?;
    }
    if pos != "-" {
        rules.open(pos).map_err(|error| Failure::parse("POS", &error))?;
    }
    Ok(())
}

/// A random position with a value; none if none has it.
fn drawn(
    args: &Args,
    game: &dyn Tabled,
    WithTable { explore, finder, header }: &WithTable,
    filter: ValueFilter,
) -> Result<Option<String>, Failure> {
    let known = at_random::Known { game, explore: &**explore, finder: &**finder, header };
    let mut random = Random::new(args.seed.unwrap_or_else(rand::random));
    at_random::position(&known, filter, &mut random, &|| false)
}

/// Draws a position, without asking what it is worth.
fn picture(rules: &dyn Explore, pos: &str, pieces: PieceStyle, path: &Path) -> Result<(), Failure> {
    if pos == "-" {
        return Err(Failure::input("--svg: expected one position, not a stream"));
    }
    let node = rules.open(pos).map_err(|error| Failure::parse("POS", &error))?;
    let drawn = node.diagram().ok_or_else(|| Failure::input("--svg: this game has no pictures"))?;
    save("--svg", path, drawn.in_style(pieces).in_language(language()).file().as_bytes())
}

/// A style of pieces by its word.
fn style(word: &str) -> Result<PieceStyle, String> {
    PieceStyle::of(word).ok_or("expected kanji, letters or animals".into())
}

struct Prober<'a> {
    game: &'a dyn Tabled,
    explore: &'a dyn Explore,
    /// Where the table is that `explore` answers from.
    table: PathBuf,
    /// Whether a best line is shown.
    line: bool,
    json: bool,
}

impl Prober<'_> {
    /// Shows every line's position. One that cannot be read does not keep the others from being shown.
    ///
    /// Lines that are there already are answered by all cores at once, a line that comes alone at once.
    fn stream(&self, input: impl Read, out: &mut impl Write) -> Outcome {
        let mut unreadable = 0u64;
        for batch in lines::batches(input) {
            let shown: Vec<_> = batch?.par_iter().map(|line| self.answer(line)).collect();
            for answer in shown {
                match answer {
                    Err(failure @ Failure::Input(_)) => {
                        text::note(failure.to_string());
                        unreadable += 1;
                    }
                    answer => out.write_all(&answer?)?,
                }
            }
            out.flush()?;
        }
        match unreadable {
            0 => Ok(Answer::Yes),
            1 => Err(Failure::input("one line was no position")),
            _ => Err(Failure::input(format!("{unreadable} lines were no positions"))),
        }
    }

    /// What is shown for a line of input.
    fn answer(&self, line: &lines::Line) -> Result<Vec<u8>, Failure> {
        match line.text.as_ref().map(|text| text.trim()) {
            Ok("") => Ok(Vec::new()),
            Ok(text) => self.show(text, &format!("line {}", line.number)),
            Err(why) => Err(Failure::input(format!("line {}: {why}", line.number))),
        }
    }

    fn show(&self, pos: &str, argument: &str) -> Result<Vec<u8>, Failure> {
        let solved = || self.solved(pos, argument);
        look(self.explore, (pos, argument), solved, |node, view| self.tell(node, &view))
    }

    fn tell(&self, node: &dyn GameNode, view: &View) -> Result<Vec<u8>, Failure> {
        let line = if self.line { node.line()? } else { Vec::new() };
        let mut out = Vec::new();
        if self.json {
            json(&mut out, &ProbeReport::new(view, &line))?;
            return Ok(out);
        }
        writeln!(out, "{}\n{}", view.position, node.draw(text::colour()).trim_end())?;
        let side = text::side(view.side);
        writeln!(out, "The {side} player is to move: {}.", text::verdict(view.side, view.value))?;
        write!(out, "{}", text::moves(&view.moves))?;
        if view.value.is_some_and(Value::is_untold) {
            writeln!(
                out,
                "The table tells no distances: moves of one result are in no order, and no line is best."
            )?;
        }
        if !line.is_empty() {
            writeln!(out, "Best line: {}", line.join(" "))?;
        }
        Ok(out)
    }

    /// Who knows a position that is not in the table: it is solved from there, if that is little enough.
    fn solved(&self, pos: &str, argument: &str) -> Result<Option<Box<dyn Explore>>, Failure> {
        let solved = self.game.solved_from(pos, &self.table)?;
        text::note(match solved {
            Some(_) => {
                format!(
                    "{argument}: not in the table (it cannot be reached from the start); solved from there"
                )
            }
            None => format!(
                "{argument}: not in the table (it cannot be reached from the start), and too much to be solved \
                while you wait; `yomikiri solve --from` solves from there"
            ),
        });
        Ok(solved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use yomikiri_core::{BruteForce, Explorer, Notation};
    use yomikiri_shogi::SmallShogi;

    const LIONS: &str = "1l1/3/3/1L1 b -";

    /// What a stream of positions is answered with, by one who knows all that two lions can do.
    fn answers(json: bool, input: &[u8]) -> (Outcome, String) {
        let game = SmallShogi::dobutsu(yomikiri_shogi::Ending::Capture);
        let start = game.parse_pos(LIONS).unwrap();
        let game = game.with_start(start);
        let probe = BruteForce::new(&game);
        let explore = Explorer { game, probe };
        let game = registry::open_usual("dobutsu").unwrap();
        let mut out = Vec::new();
        let game = game.tabled().unwrap();
        let prober = Prober { game, explore: &explore, table: PathBuf::new(), line: true, json };
        let outcome = prober.stream(input, &mut out);
        (outcome, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_line_of_json_holds_what_the_contract_names() {
        let (outcome, out) = answers(true, format!("{LIONS}\n").as_bytes());
        assert_eq!(outcome.unwrap(), Answer::Yes);
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["position"], LIONS);
        assert_eq!((&report["value"], &report["plies"]), (&"win".into(), &5.into()));
        let first = &report["moves"][0];
        assert_eq!((&first["value"], &first["plies"]), (&"win".into(), &5.into()));
        assert_eq!(report["line"][0], first["move"]);
        assert_eq!(report["moves"].as_array().unwrap().len(), 5);
    }

    #[test]
    fn an_unreadable_line_does_not_stop_the_stream() {
        let input =
            ["\u{feff}".as_bytes(), LIONS.as_bytes(), b"\nlion\n\xff\xfe\n\n", LIONS.as_bytes()].concat();
        let (outcome, out) = answers(true, &input);
        assert_eq!(out.lines().count(), 2);
        assert!(
            matches!(outcome, Err(Failure::Input(message)) if format!("{message:?}").contains("2 lines"))
        );
    }

    #[test]
    fn the_order_of_answers_is_that_of_the_lines() {
        let positions = [LIONS, "1l1/3/3/1L1 w -", "l2/3/3/2L b -", "l2/3/3/1L1 b -"];
        let input: Vec<_> = positions.iter().cycle().take(5_000).copied().collect();
        let (outcome, out) = answers(true, input.join("\n").as_bytes());
        assert_eq!((outcome.unwrap(), out.lines().count()), (Answer::Yes, 5_000));
        for (line, position) in out.lines().zip(input) {
            let report: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(report["position"], position);
        }
    }

    #[test]
    fn people_see_the_board_the_verdict_and_the_moves() {
        let (_, out) = answers(false, LIONS.as_bytes());
        for expected in [LIONS, "the first player wins in 5 plies", "  win 5\n", "Best line: "] {
            assert!(out.contains(expected), "{expected}: {out}");
        }
    }
}
