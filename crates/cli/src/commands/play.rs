//! `yomikiri play`: a person against the program, or the program against itself. It plays the best move that
//! a table knows, or the one that a search finds.

use crate::{
    args::{GameArgs, MindArgs},
    commands::explore::explore,
    failure::{Answer, Failure, Outcome},
    game::{AnyGame, Records},
    lines::lossy,
    progress::Progress,
    registry,
    table::TableArgs,
    text,
};
use clap::ValueEnum;
use std::{
    io::{self, BufRead, Write},
    path::Path,
};
use yomikiri_core::{
    Choice, Explore, GameNode, Side, Value, View, Wdl,
    play::{Opponent, Reply, repeated_thrice},
};

/// Plays against you, perfectly where the game is solved
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri play dobutsu --side second\n  \
    yomikiri play blokus --level 3\n  \
    yomikiri play calculation --seed 7 --hint\n  \
    yomikiri play dobutsu --player learnt:3\n  \
    yomikiri play dobutsu --side none --from \"gle/1c1/1C1/ELG b -\"\n\n\
    While playing: a move such as 2c2b, C*2b or 66t0, moves [TEXT], a number from that\n    list, hint, undo, board, save FILE, load FILE, help, quit.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    mind: MindArgs,

    /// Who plays against you, instead of the table (dobutsu): `search` thinks as --level, --time or --depth
    /// say; learnt:N looks N plies ahead and trusts the learnt evaluation
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Which side is yours
    #[arg(long, value_enum, default_value_t = Yours::First)]
    side: Yours,

    /// Begin with hints switched on
    #[arg(long)]
    hint: bool,

    /// Draw the pieces as kanji, where the game has them
    #[arg(long)]
    kanji: bool,

    /// The position to begin with, instead of the game's start
    #[arg(long, value_name = "POS")]
    from: Option<String>,

    /// Of a solitaire: the cards of the stock in order, such as "Q5KQ2..." [default: dealt by the seed]
    #[arg(long, value_name = "CARDS")]
    deal: Option<String>,
}

impl Args {
    /// The game, with the deal asked for.
    fn open(&self) -> Result<Box<dyn AnyGame>, Failure> {
        let game = registry::open(&self.game)?;
        match game.solitaire() {
            Some(solitaire) => solitaire.dealt(self.mind.seed, self.deal.as_deref(), self.from.as_deref()),
            None if self.deal.is_some() => {
                Err(Failure::Input(format!("--deal: {} is played without a deal", self.game.game)))
            }
            None => Ok(game),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Yours {
    First,
    Second,
    Both,
    None,
}

impl Yours {
    fn has(self, side: Side) -> bool {
        match self {
            Self::First => side == Side::First,
            Self::Second => side == Side::Second,
            Self::Both => true,
            Self::None => false,
        }
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut game = args.open()?;
    if args.kanji && !game.use_kanji() {
        return Err(Failure::Input(format!("--kanji: {} is not written in kanji", args.game.game)));
    }
    let opponent = opponent(args, &*game)?;
    if let Some(from) = &args.from {
        game.explore().open(from).map_err(|error| Failure::parse("--from", &error))?;
    }
    // Whoever plays needs no table, but then hints know nothing.
    let without = opponent.is_some() && !registry::table_path(&args.game, &args.table).exists();
    let mut explore = if without { game.explore() } else { explore(&args.game, &args.table, &*game)? };
    let start = args.from.clone().unwrap_or_else(|| explore.start().position());
    if let Some(tabled) = game.tabled()
        && !without
        && open(&*explore, &start)?.worth()?.value.is_none()
        && let Some(solved) = tabled.solved_from(&start, &registry::table_path(&args.game, &args.table))?
    {
        explore = solved;
    }
    let colour = text::colour();
    let (path, listed) = (vec![start], Vec::new());
    let (explore, yours, hint) = (&*explore, args.side, args.hint);
    let alone = game.solitaire().is_some();
    let records = &*game.records();
    let mut play = Play { explore, records, yours, hint, colour, alone, path, listed, opponent, out };
    play.run(io::stdin().lock())?;
    Ok(Answer::Yes)
}

/// Who searches, where a game has someone.
fn opponent(args: &Args, game: &dyn AnyGame) -> Result<Option<Box<dyn Opponent>>, Failure> {
    if let Some(name) = &args.player {
        let refused =
            || Failure::Input(format!("--player: {} has no players to choose from", args.game.game));
        return game.named(name, &args.mind).ok_or_else(refused)?.map(Some);
    }
    let opponent = game.opponent(&args.mind)?;
    if opponent.is_none() && !args.mind.is_default() {
        let message = format!("--level and the like: {} has no player that searches", args.game.game);
        return Err(Failure::Input(message));
    }
    Ok(opponent)
}

/// What can be typed; `example` is a move of the game, `forms` those of its records.
fn help(example: &str, forms: &str) -> String {
    format!(
        "a move such as {example} plays it
moves   the legal moves with numbers; `moves TEXT` those with TEXT in their names
12      plays the twelfth of the moves listed last
hint    switches hints on and off: what each move is worth, best first
undo    takes back your last move
board   draws the board again
save F  writes the game to a file: {forms}
load F  goes on with a game from such a file
quit    ends the game"
    )
}

/// A game in play.
struct Play<'a, W: Write> {
    explore: &'a dyn Explore,
    records: &'a dyn Records,
    yours: Yours,
    hint: bool,
    colour: bool,
    /// Whether it is a solitaire: estimates are then chances of winning in percent.
    alone: bool,
    /// The positions so far, the present one last.
    path: Vec<String>,
    /// The moves that were listed here.
    listed: Vec<String>,
    opponent: Option<Box<dyn Opponent>>,
    out: W,
}

/// Moves on a line of a list without values.
const COLUMNS: usize = 6;

/// What to do after a command.
#[derive(PartialEq, Eq)]
enum Then {
    Ask,
    Go,
    Quit,
}

/// What the opponent answers, while a person waits.
fn asked(opponent: &mut dyn Opponent, path: &[String]) -> Result<Reply, Failure> {
    opponent.answer(path, None, &Progress::new()).map_err(|error| Failure::parse("position", &error))
}

/// A position that the game itself wrote.
fn open<'a>(explore: &'a dyn Explore, pos: &str) -> Result<Box<dyn GameNode + 'a>, Failure> {
    explore.open(pos).map_err(|error| Failure::parse("position", &error))
}

impl<W: Write> Play<'_, W> {
    fn run(&mut self, input: impl BufRead) -> Result<(), Failure> {
        let mut lines = lossy(input);
        if self.yours != Yours::None {
            writeln!(self.out, "`help` lists what you can type")?;
        }
        loop {
            let view = self.view(self.here())?;
            let end = self.end(&view);
            // Between a person's move and the answer to it nobody looks at the board.
            if end.is_some() || self.yours == Yours::None || self.yours.has(view.side) {
                self.board()?;
            }
            let over = end.is_some();
            if let Some(end) = end {
                writeln!(self.out, "{end}")?;
                if self.yours == Yours::None {
                    return Ok(());
                }
                writeln!(
                    self.out,
                    "`undo` takes the last move back, `save FILE` keeps the game, `quit` leaves"
                )?;
            } else if !self.yours.has(view.side) {
                self.answer(&view)?;
                continue;
            } else {
                self.hints(&view)?;
            }
            if self.ask(&mut lines, &view, over)? == Then::Quit {
                return Ok(());
            }
        }
    }

    /// Obeys commands until one of them changes the position or ends it all, as the end of input does.
    fn ask(
        &mut self,
        lines: &mut impl Iterator<Item = Result<String, Failure>>,
        view: &View,
        over: bool,
    ) -> Result<Then, Failure> {
        loop {
            // Who plays alone need not be told whose turn it is, and in a game that is over it is nobody's.
            let side = if self.alone || over { "" } else { text::side(view.side) };
            write!(self.out, "{side}> ")?;
            self.out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(self.out)?;
                return Ok(Then::Quit);
            };
            match self.command(line?.trim(), view, over)? {
                Then::Ask => {}
                then => return Ok(then),
            }
        }
    }

    fn here(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }

    fn view(&self, pos: &str) -> Result<View, Failure> {
        Ok(open(self.explore, pos)?.view()?)
    }

    fn board(&mut self) -> Result<(), Failure> {
        let board = open(self.explore, self.here())?.draw(self.colour);
        Ok(writeln!(self.out, "\n{}", board.trim_end())?)
    }

    /// How the game has ended, if it has.
    fn end(&self, view: &View) -> Option<String> {
        if view.over && self.alone {
            let won = matches!(view.value, Some(Value::Win(_)));
            return Some(format!("The game is {}.", if won { "won" } else { "lost" }));
        }
        if view.over {
            return Some(format!("The game is over: {}.", text::outcome(view.side, view.value)));
        }
        let end = match &self.opponent {
            Some(opponent) => opponent.repetition(&self.path),
            None => repeated_thrice(&self.path),
        };
        end.map(|end| end.to_string())
    }

    /// The program's move: the first is the best, and the longest resistance where all lose.
    fn answer(&mut self, view: &View) -> Result<(), Failure> {
        if let Some(opponent) = &mut self.opponent {
            let Reply { mv, probability, .. } = asked(&mut **opponent, &self.path)?;
            let node = open(self.explore, &view.position)?;
            let position = node.step(&mv).map_err(|error| Failure::parse("position", &error))?.position();
            let chance = text::chance(probability.filter(|_| self.hint));
            writeln!(self.out, "{} plays {mv}{chance}", text::side(view.side))?;
            self.path.push(position);
            return Ok(());
        }
        let best = view.moves.first().filter(|choice| choice.value.is_some() || choice.estimate.is_some());
        let Some(choice @ Choice { name, position, .. }) = best else {
            let unknown =
                format!("the table does not know {}: it cannot be reached from the start", view.position);
            return Err(Failure::Input(unknown));
        };
        let value = if self.hint { format!(" ({})", self.worth(choice)) } else { String::new() };
        writeln!(self.out, "{} plays {name}{value}", text::side(view.side))?;
        self.path.push(position.clone());
        Ok(())
    }

    /// What a move is worth; an estimate of a solitaire is a chance.
    fn worth(&self, choice: &Choice) -> String {
        let percent = self.alone && choice.value.is_none() && choice.estimate.is_some();
        text::worth(choice) + if percent { "%" } else { "" }
    }

    /// What each move is worth; where nobody knows, what the player would play.
    fn hints(&mut self, view: &View) -> Result<(), Failure> {
        if !self.hint {
            return Ok(());
        }
        if view.value.is_some() {
            writeln!(self.out, "{}", text::verdict(view.side, view.value))?;
        }
        match self.opponent.as_mut().filter(|_| !is_rated(view)) {
            Some(opponent) => {
                let Reply { mv, probability, .. } = asked(&mut **opponent, &self.path)?;
                Ok(writeln!(self.out, "I would play {mv}{}", text::chance(probability))?)
            }
            None => self.moves(view, ""),
        }
    }

    /// The legal moves with some text in their names, numbered; without hints in alphabetical order, which
    /// gives nothing away.
    fn moves(&mut self, view: &View, wanted: &str) -> Result<(), Failure> {
        let mut choices: Vec<&Choice> =
            view.moves.iter().filter(|choice| choice.name.contains(wanted)).collect();
        let rated = self.hint && is_rated(view);
        if !rated {
            choices.sort_unstable_by_key(|choice| &choice.name);
        }
        self.listed = choices.iter().map(|choice| choice.name.clone()).collect();
        if choices.is_empty() {
            writeln!(self.out, "no legal move has {wanted:?} in its name")?;
        }
        let width = self.listed.len().to_string().len();
        for (number, choice) in (1..).zip(&choices) {
            if rated {
                writeln!(self.out, "{number:>width$}  {:<8}  {}", choice.name, self.worth(choice))?;
            } else {
                let end = if number % COLUMNS == 0 || number == choices.len() { "\n" } else { "  " };
                write!(self.out, "{number:>width$} {:<6}{end}", choice.name)?;
            }
        }
        Ok(())
    }

    fn command(&mut self, line: &str, view: &View, over: bool) -> Result<Then, Failure> {
        match line {
            "" => {}
            "quit" | "exit" => return Ok(Then::Quit),
            "help" | "?" => self.help(view)?,
            "board" => self.board()?,
            "undo" => return self.undo(),
            "hint" => {
                self.hint = !self.hint;
                writeln!(self.out, "hints are {}", if self.hint { "on" } else { "off" })?;
                if !over {
                    self.hints(view)?;
                }
            }
            _ => {
                if line == "save" || line == "load" {
                    writeln!(self.out, "expected the name of a file behind `{line}`")?;
                } else if let Some(file) = line.strip_prefix("save ") {
                    self.save(file.trim())?;
                } else if let Some(file) = line.strip_prefix("load ") {
                    return self.load(file.trim());
                } else if let Some(wanted) = line.strip_prefix("moves") {
                    self.moves(view, wanted.trim())?;
                } else if over {
                    writeln!(self.out, "the game is over: expected undo, save, load, board, help or quit")?;
                } else {
                    let listed =
                        line.parse::<usize>().ok().and_then(|at| self.listed.get(at.checked_sub(1)?));
                    let name = listed.cloned().unwrap_or_else(|| line.to_owned());
                    return self.play(&name, view);
                }
            }
        }
        Ok(Then::Ask)
    }

    fn help(&mut self, view: &View) -> Result<(), Failure> {
        let start = open(self.explore, self.path.first().map_or("", String::as_str))?.names();
        let example = view.moves.first().map(|choice| &choice.name).or(start.first());
        let text = help(example.map_or("...", String::as_str), self.records.forms());
        Ok(writeln!(self.out, "{text}")?)
    }

    fn play(&mut self, text: &str, view: &View) -> Result<Then, Failure> {
        let next = match open(self.explore, &view.position)?.step(text) {
            Ok(next) => next.position(),
            Err(error) => {
                writeln!(self.out, "{error} (`moves` lists the legal moves, `help` the commands)")?;
                return Ok(Then::Ask);
            }
        };
        let after = view.moves.iter().find(|choice| choice.position == next).and_then(|choice| choice.value);
        if let Some(lost) = thrown_away(view.value, after) {
            writeln!(self.out, "this move throws away a {lost} (`undo` takes it back)")?;
        }
        self.path.push(next);
        self.listed.clear();
        Ok(Then::Go)
    }

    fn save(&mut self, file: &str) -> Result<(), Failure> {
        let told = match self.records.write(&self.path, file) {
            Err(error) => error.to_string(),
            Ok(record) => match yomikiri_files::write(Path::new(file), |to| to.write_all(&record)) {
                Ok(()) => format!("saved in {file}"),
                Err(error) => format!("{file}: {error}"),
            },
        };
        Ok(writeln!(self.out, "{told}")?)
    }

    fn load(&mut self, file: &str) -> Result<Then, Failure> {
        let record =
            yomikiri_files::read(Path::new(file), crate::file::RECORD).map_err(|error| error.to_string());
        let recalled =
            record.and_then(|record| self.records.read(&record).map_err(|error| error.to_string()));
        match recalled {
            Ok(path) => {
                self.path = path;
                self.listed.clear();
                Ok(Then::Go)
            }
            Err(message) => {
                writeln!(self.out, "{file}: {message}")?;
                Ok(Then::Ask)
            }
        }
    }

    /// Back to where the person had the move before.
    fn undo(&mut self) -> Result<Then, Failure> {
        for length in (1..self.path.len()).rev() {
            if self.yours.has(self.view(&self.path[length - 1])?.side) {
                self.path.truncate(length);
                self.listed.clear();
                return Ok(Then::Go);
            }
        }
        writeln!(self.out, "there is nothing to take back")?;
        Ok(Then::Ask)
    }
}

/// Whether it is known what the moves are worth.
fn is_rated(view: &View) -> bool {
    view.moves.iter().any(|choice| choice.value.is_some() || choice.estimate.is_some())
}

/// What a move gives up: the value before it, if the move is worth less.
fn thrown_away(before: Option<Value>, after: Option<Value>) -> Option<Wdl> {
    let (before, after) = (before?.wdl(), after?.wdl());
    (after < before).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{BruteForce, Explorer, Notation};
    use yomikiri_shogi::{Ending, Shogi};

    /// Plays from a position with only the lions (or what else is on the board), and gives all that was
    /// shown.
    fn session(from: &str, yours: Yours, input: impl AsRef<[u8]>) -> String {
        let game = Shogi::<u16>::dobutsu(Ending::Capture);
        let start = game.parse_pos(from).unwrap();
        let game = game.with_start(start);
        let probe = BruteForce::new(&game);
        let records = game.clone();
        let explore = Explorer { game, probe };
        let mut out = Vec::new();
        let path = vec![from.into()];
        let (listed, opponent) = (Vec::new(), None);
        let (explore, records, hint, colour, alone) = (&explore, &records, false, false, false);
        Play { explore, records, yours, hint, colour, alone, path, listed, opponent, out: &mut out }
            .run(input.as_ref())
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    const LIONS: &str = "1l1/3/3/1L1 b -";

    #[test]
    fn the_table_plays_itself_to_the_end_in_the_best_way() {
        // The lions alone are won for the first player in five plies, of which the last is the capture or
        // none.
        let shown = session(LIONS, Yours::None, "");
        assert!(shown.contains("The game is over: the first player"), "{shown}");
        assert!((4..=5).contains(&shown.matches(" plays ").count()), "{shown}");
    }

    #[test]
    fn commands_do_what_they_say() {
        let shown = session(LIONS, Yours::First, "moves\nhint\nfrob\nundo\nboard\nhelp\nquit\n2d2c\n");
        for expected in
            ["2d2c", "hints are on", "win 5", "`moves` lists", "nothing to take back", "switches hints"]
        {
            assert!(shown.contains(expected), "{expected}: {shown}");
        }
        assert!(!shown.contains("second plays"), "{shown}");
    }

    #[test]
    fn a_line_that_is_no_text_is_refused_like_any_other() {
        let shown = session(LIONS, Yours::First, b"\xff\xfe\nquit\n");
        assert_eq!(shown.matches("first> ").count(), 2, "{shown}");
    }

    #[test]
    fn moves_are_picked_from_a_list() {
        let shown = session(LIONS, Yours::First, "moves 2c\n1\n");
        assert!(shown.contains("1 2d2c") && shown.contains("second plays"), "{shown}");
        let shown = session(LIONS, Yours::First, "moves 9x\n1\n");
        assert!(shown.contains("no legal move has \"9x\"") && !shown.contains("second plays"), "{shown}");
    }

    #[test]
    fn giving_up_the_win_is_remarked_and_can_be_taken_back() {
        let mut wasteful = None;
        for mv in ["2d1d", "2d3d", "2d1c", "2d2c", "2d3c"] {
            let shown = session(LIONS, Yours::First, format!("{mv}\n"));
            if shown.contains("throws away a win") {
                wasteful = Some(mv);
            }
        }
        let mv = wasteful.expect("some lion move gives up the win");
        let shown = session(LIONS, Yours::First, format!("{mv}\nundo\nmoves\n"));
        assert!(shown.contains("second plays"), "{shown}");
        assert!(shown.trim_end().ends_with("first>"), "{shown}");
    }

    #[test]
    fn who_plays_alone_sees_chances_in_percent() {
        let game = registry::open_usual("calculation").unwrap();
        let game = game.solitaire().unwrap().dealt(7, None, None).unwrap();
        let explore = game.explore();
        let mut out = Vec::new();
        let (path, listed, opponent) = (vec![explore.start().position()], Vec::new(), None);
        let (explore, yours, hint, colour) = (&*explore, Yours::First, true, false);
        let (alone, records) = (true, &*game.records());
        Play { explore, records, yours, hint, colour, alone, path, listed, opponent, out: &mut out }
            .run("1\nquit\n".as_bytes())
            .unwrap();
        let shown = String::from_utf8(out).unwrap();
        assert!(shown.contains("%\n") && shown.ends_with("\n> "), "{shown}");
    }

    #[test]
    fn a_game_that_is_over_can_be_saved_and_taken_back() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("game.kif");
        let file = file.to_str().unwrap();
        // The lion steps up to the lion, which takes it.
        let near = "1l1/3/1L1/3 b -";
        let commands = format!("2c2b\nsave {file}\n2b2a\nundo\nload {file}\nboard\n");
        let shown = session(near, Yours::Both, commands);
        for expected in [
            "The game is over: the second player has won",
            &format!("saved in {file}"),
            "the game is over: expected undo",
            "first> ",
        ] {
            assert!(shown.contains(expected), "{expected}: {shown}");
        }
        assert_eq!(shown.matches("The game is over:").count(), 2, "{shown}");
    }

    #[test]
    fn help_names_a_move_and_the_forms_of_the_game() {
        let shown = session(LIONS, Yours::First, "help\n");
        assert!(shown.contains("a move such as 2d") && shown.contains("CSA, KIF"), "{shown}");
    }

    #[test]
    fn the_end_of_input_is_the_end() {
        assert!(session(LIONS, Yours::Both, "").ends_with("first> \n"));
    }
}
