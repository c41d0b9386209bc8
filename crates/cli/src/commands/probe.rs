//! `yomikiri probe`: a position's value, its moves, a best line.

use crate::{
    args::{GameArgs, TableArgs},
    failure::{Answer, Failure, Outcome},
    lines::lossy,
    registry::{self, Tabled},
    table, text,
};
use serde::Serialize;
use std::{
    io::{self, BufRead, Write},
    path::PathBuf,
};
use yomikiri_core::{Explore, Value, View};

/// Tells what a position is worth: its value, all moves best first, a best line
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri probe dobutsu \"gle/1c1/1C1/ELG b -\"\n  \
    yomikiri probe dobutsu - --json < positions.txt")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or - to read positions from standard input, one a line
    #[arg(allow_hyphen_values = true)]
    pos: String,

    #[command(flatten)]
    table: TableArgs,

    /// JSON lines: position value plies moves[{move,value,plies}] line[]
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    position: &'a str,
    value: Option<&'static str>,
    plies: Option<u16>,
    moves: Vec<MoveReport<'a>>,
    line: &'a [String],
}

#[derive(Serialize)]
struct MoveReport<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    value: Option<&'static str>,
    plies: Option<u16>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = args.game.open()?;
    // A position that cannot be read needs no table to be refused.
    if args.pos != "-" {
        game.read(&args.pos).map_err(|error| Failure::parse("POS", &error))?;
    }
    let tabled = registry::tabled(&*game, &args.game, "probe")?;
    let explore = table::explore(&args.game, &args.table, &*game)?;
    let window =
        Window { game: tabled, explore: &*explore, table: args.table.path(&args.game), json: args.json };
    if args.pos == "-" {
        return window.stream(io::stdin().lock(), out);
    }
    window.show(&args.pos, "POS", out)?;
    Ok(Answer::Yes)
}

struct Window<'a> {
    game: &'a dyn Tabled,
    explore: &'a dyn Explore,
    /// Where the table is that `explore` answers from.
    table: PathBuf,
    json: bool,
}

impl Window<'_> {
    /// Shows every line's position. One that cannot be read does not keep the others from being shown.
    fn stream(&self, input: impl BufRead, out: &mut impl Write) -> Outcome {
        let mut unreadable = 0u64;
        for (line, number) in lossy(input).zip(1u64..) {
            let line = line?;
            let text = line.trim();
            if text.is_empty() {
                continue;
            }
            match self.show(text, &format!("line {number}"), out) {
                Err(Failure::Input(message)) => {
                    text::note(&message);
                    unreadable += 1;
                }
                other => other?,
            }
        }
        match unreadable {
            0 => Ok(Answer::Yes),
            1 => Err(Failure::Input("one line was no position".into())),
            _ => Err(Failure::Input(format!("{unreadable} lines were no positions"))),
        }
    }

    fn show(&self, pos: &str, argument: &str, out: &mut impl Write) -> Result<(), Failure> {
        let view = self.view(pos, argument)?;
        if self.json {
            return super::json(out, &report(&view));
        }
        let board =
            self.explore.draw(pos, text::colour()).map_err(|error| Failure::explore(argument, &error))?;
        writeln!(out, "{}\n{}", view.position, board.trim_end())?;
        let side = text::side(view.side);
        writeln!(out, "The {side} player is to move: {}.", text::verdict(view.side, view.value))?;
        write!(out, "{}", text::moves(&view.moves))?;
        if !view.line.is_empty() {
            writeln!(out, "Best line: {}", view.line.join(" "))?;
        }
        Ok(())
    }

    /// The view by the table, or, for a position that is not in it, by solving from there.
    fn view(&self, pos: &str, argument: &str) -> Result<View, Failure> {
        let by =
            |explore: &dyn Explore| explore.view(pos).map_err(|error| Failure::explore(argument, &error));
        let view = by(self.explore)?;
        if view.value.is_some() {
            return Ok(view);
        }
        let Some(solved) = self.game.solved_from(pos, &self.table)? else {
            text::note(&format!(
                "{argument}: not in the table (it cannot be reached from the start), and too much to be solved \
                while you wait; `yomikiri solve --from` solves from there"
            ));
            return Ok(view);
        };
        text::note(&format!(
            "{argument}: not in the table (it cannot be reached from the start); solved from there"
        ));
        by(&*solved)
    }
}

fn report(view: &View) -> Report<'_> {
    let plies = |value: Option<Value>| value.and_then(Value::plies);
    let moves = view.moves.iter().map(|choice| MoveReport {
        name: &choice.name,
        value: text::word(choice.value),
        plies: plies(choice.value),
    });
    Report {
        position: &view.position,
        value: text::word(view.value),
        plies: plies(view.value),
        moves: moves.collect(),
        line: &view.line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{oracle::Oracle, registry};
    use yomikiri_core::{Explorer, Notation};
    use yomikiri_shogi::Shogi;

    const LIONS: &str = "1l1/3/3/1L1 b -";

    /// What a stream of positions is answered with, by one who knows all that two lions can do.
    fn answers(json: bool, input: &[u8]) -> (Outcome, String) {
        let game = Shogi::<u16>::dobutsu(yomikiri_shogi::Ending::Capture);
        let start = game.parse_pos(LIONS).unwrap();
        let game = game.with_start(start);
        let probe = Oracle::new(&game);
        let explore = Explorer { game, probe };
        let game = registry::open("dobutsu", None).unwrap();
        let mut out = Vec::new();
        let outcome = Window { game: game.tabled().unwrap(), explore: &explore, table: PathBuf::new(), json }
            .stream(input, &mut out);
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
        let input = [LIONS.as_bytes(), b"\nlion\n\xff\xfe\n\n", LIONS.as_bytes()].concat();
        let (outcome, out) = answers(true, &input);
        assert_eq!(out.lines().count(), 2);
        assert!(matches!(outcome, Err(Failure::Input(message)) if message.contains("2 lines")));
    }

    #[test]
    fn people_see_the_board_the_verdict_and_the_moves() {
        let (_, out) = answers(false, LIONS.as_bytes());
        for expected in [LIONS, "the first player wins in 5 plies", "  win 5\n", "Best line: "] {
            assert!(out.contains(expected), "{expected}: {out}");
        }
    }
}
