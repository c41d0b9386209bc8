//! The prompt: a game in lines that are typed and printed, on a terminal or through pipes.

use super::{
    clock::shown as time,
    end::End,
    hints::{self, Hints, padded},
    input::{Alarm, Input},
    review,
    standing::{Answer, By, Standing},
    terminal_view::TerminalView,
    thought,
    yours::Yours,
};
use crate::{failure::Failure, game::Guide, progress::Progress, text, words::Words};
use std::io::Write;
use yomikiri_core::{Choice, Side, View, columns, fill};

/// A game at a prompt.
pub struct Prompt<'a, W: Write> {
    pub standing: Standing<'a>,
    pub guide: Guide,
    pub words: &'static Words,
    pub hint: bool,
    pub thinking: bool,
    pub terminal: TerminalView,
    /// The moves that were listed here.
    pub listed: Vec<String>,
    pub out: W,
}

/// The most moves on a line of a list without values, and the most columns of such a line.
const COLUMNS: usize = 6;
const WIDTH: usize = 79;

/// The lines of hints with their heading.
const HINTS: usize = 1 + hints::MOST / 2;

/// What can be typed beside moves.
const COMMANDS: [&str; 12] = [
    "moves",
    "hint",
    "think",
    "undo",
    "board",
    "resign",
    "review",
    "save ",
    "load ",
    "quit",
    "help rules",
    "help pieces",
];

/// What to do after a command.
#[derive(PartialEq, Eq)]
enum Then {
    Ask,
    Go,
    Quit,
}

impl<W: Write> Prompt<'_, W> {
    pub fn run(&mut self, input: &mut dyn Input) -> Result<(), Failure> {
        if self.standing.yours != Yours::None {
            self.say(self.words.greeting)?;
        }
        loop {
            let view = self.standing.view()?;
            let end = self.standing.end(&view);
            // Between a person's move and the answer to it nobody looks at the board.
            if end.is_some() || self.standing.yours == Yours::None || self.standing.is_yours(view.side) {
                self.board()?;
            }
            let over = end.is_some();
            if let Some(end) = end {
                self.say(&end.sentence(self.words))?;
                if self.standing.yours == Yours::None {
                    return Ok(());
                }
                self.say(self.words.after_end)?;
            } else {
                self.standing.start_clock(view.side);
                if !self.standing.is_yours(view.side) {
                    self.answer(&view)?;
                    continue;
                }
                self.hints(&view)?;
            }
            if self.ask(input, &view, over)? == Then::Quit {
                return Ok(());
            }
        }
    }

    /// Obeys commands until one of them changes the position or ends it all, as the end of input does.
    fn ask(&mut self, input: &mut dyn Input, view: &View, over: bool) -> Result<Then, Failure> {
        let complete = || {
            let moves = view.moves.iter().map(|choice| choice.name.clone());
            COMMANDS.iter().map(ToString::to_string).chain(moves).collect()
        };
        loop {
            let prompt = self.prompt(view.side, over);
            let alarm = self.alarm(view.side, over);
            let line = input.ask(&mut self.out, &prompt, &complete, alarm)?;
            let Some(line) = line else { return Ok(Then::Quit) };
            let line = line.trim();
            if !over && self.standing.look_at_clock() {
                return self.too_late(line, view);
            }
            match self.command(line, view, over)? {
                Then::Ask => {}
                then => return Ok(then),
            }
        }
    }

    /// What was typed while the flag fell: commands for a game that is over are obeyed, a move comes too
    /// late.
    fn too_late(&mut self, line: &str, view: &View) -> Result<Then, Failure> {
        let word = line.split_whitespace().next();
        let mut words =
            COMMANDS.iter().map(|command| command.split(' ').next()).chain([Some("exit"), Some("?")]);
        let is_of_game = matches!(word, Some("moves" | "hint" | "resign"));
        if is_of_game || !words.any(|known| known == word) {
            return Ok(Then::Go);
        }
        Ok(match self.command(line, view, true)? {
            Then::Ask => Then::Go,
            then => then,
        })
    }

    /// What is said when the flag of a side falls while it thinks.
    fn alarm(&self, side: Side, over: bool) -> Option<Alarm> {
        let clock = self.standing.clock.as_ref().filter(|_| !over)?;
        let fallen = End::Flag { loser: side }.sentence(self.words);
        Some(Alarm { after: clock.left(side), message: fill(self.words.enter_goes_on, &[&fallen]) })
    }

    /// Who plays alone need not be told whose turn it is, and in a game that is over it is nobody's.
    fn prompt(&self, side: Side, over: bool) -> String {
        if self.standing.alone || over {
            return "> ".into();
        }
        let left = self.standing.clock.as_ref().map(|clock| format!(" {}", time(clock.left(side))));
        format!("{}{}> ", self.words.side(side), left.unwrap_or_default())
    }

    /// Sentences on lines of their own.
    fn say(&mut self, told: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", self.terminal.sentences(told))?)
    }

    fn board(&mut self) -> Result<(), Failure> {
        let drawing = self.standing.now(|node| node.drawing())?.in_language(self.words.spoken);
        let below = if self.hint { HINTS } else { 0 };
        Ok(writeln!(self.out, "\n{}", self.terminal.board(drawing, below))?)
    }

    /// The program's move, and what it thought of it if that is wanted.
    fn answer(&mut self, view: &View) -> Result<(), Failure> {
        let Some(Answer { side, shown, by }) = self.standing.answer(view, &Progress::new())? else {
            return Ok(());
        };
        let worth = match &by {
            By::Player(reply) => text::chance(reply.probability.filter(|_| self.hint)),
            By::Table(choice) if self.hint => {
                format!(" ({})", hints::worth(choice, self.words, self.standing.alone))
            }
            By::Table(_) => String::new(),
        };
        let played = fill(self.words.plays, &[self.words.side(side), &shown]);
        self.say(&(played + &worth))?;
        if let By::Player(reply) = &by
            && self.thinking
        {
            let told = thought::told(&self.standing, &reply.thinking, self.words)?;
            if !told.is_empty() {
                self.say(&format!("  {told}"))?;
            }
        }
        Ok(())
    }

    /// What the best moves are worth; where nobody knows, what the player would play.
    fn hints(&mut self, view: &View) -> Result<(), Failure> {
        if !self.hint {
            return Ok(());
        }
        if view.value.is_some() {
            self.say(&self.words.verdict(view.side, view.value))?;
        }
        let hints = Hints::of(&mut self.standing, view, self.words, &Progress::new())?;
        if hints.best.is_empty() {
            return self.moves(view, "");
        }
        write!(self.out, "{}", hints.text(self.words))?;
        self.listed = hints.best.into_iter().map(|hint| hint.name).collect();
        Ok(())
    }

    /// The legal moves with some text in their names, numbered; without hints in alphabetical order, which
    /// gives nothing away.
    fn moves(&mut self, view: &View, wanted: &str) -> Result<(), Failure> {
        let shown = self.standing.now(|node| {
            let shown = view.moves.iter().map(|choice| node.print(&choice.name));
            shown.collect::<Vec<_>>()
        })?;
        let fits =
            |(choice, shown): &(&Choice, String)| choice.name.contains(wanted) || shown.contains(wanted);
        let mut choices: Vec<_> = view.moves.iter().zip(shown).filter(fits).collect();
        let rated = self.hint && hints::are_rated(view);
        if !rated {
            choices.sort_unstable_by_key(|(choice, _)| &choice.name);
        }
        self.listed = choices.iter().map(|(choice, _)| choice.name.clone()).collect();
        if choices.is_empty() {
            self.say(&fill(self.words.no_such_move, &[&format!("{wanted:?}")]))?;
        }
        let width = self.listed.len().to_string().len();
        let widest = choices.iter().map(|(_, shown)| columns(shown)).max().unwrap_or(0).max(6);
        // A number, a blank, a move, and two blanks before the next.
        let across = ((WIDTH + 2) / (width + widest + 3)).clamp(1, COLUMNS);
        for (number, (choice, shown)) in (1..).zip(&choices) {
            if rated {
                let worth = hints::worth(choice, self.words, self.standing.alone);
                writeln!(self.out, "{number:>width$}  {}  {worth}", padded(shown, 8))?;
            } else {
                let end = if number % across == 0 || number == choices.len() { "\n" } else { "  " };
                write!(self.out, "{number:>width$} {}{end}", padded(shown, widest))?;
            }
        }
        Ok(())
    }

    fn command(&mut self, line: &str, view: &View, over: bool) -> Result<Then, Failure> {
        match line {
            "" => {}
            "quit" | "exit" => return Ok(Then::Quit),
            "help" | "?" => self.help(view)?,
            "help rules" => writeln!(self.out, "{}", self.terminal.sentences(self.guide.rules.trim_end()))?,
            "help pieces" => writeln!(self.out, "{}", self.guide.pieces.trim_end())?,
            "board" => self.board()?,
            "undo" => return self.undo(),
            "hint" if !over => self.switch_hints(view)?,
            "think" => {
                self.thinking = !self.thinking;
                let told = if self.thinking { self.words.thinking_on } else { self.words.thinking_off };
                self.say(told)?;
            }
            "review" => {
                let review = review::text(&mut self.standing, self.words, &Progress::new())?;
                write!(self.out, "{review}")?;
            }
            "save" | "load" => self.say(&fill(self.words.expected_file, &[line]))?,
            _ => return self.command_with_more(line, view, over),
        }
        Ok(Then::Ask)
    }

    /// A command with something behind it, or a move.
    fn command_with_more(&mut self, line: &str, view: &View, over: bool) -> Result<Then, Failure> {
        if let Some(file) = line.strip_prefix("save ").map(str::trim) {
            let saved = self.standing.save(file);
            let told = saved.map_or_else(|error| error, |()| fill(self.words.saved, &[file]));
            self.say(&told)?;
        } else if let Some(file) = line.strip_prefix("load ").map(str::trim) {
            match self.standing.load(file) {
                Ok(()) => return Ok(self.gone()),
                Err(message) => self.say(&message)?,
            }
        } else if over {
            self.say(self.words.expected_after_end)?;
        } else if let Some(wanted) = line.strip_prefix("moves") {
            self.moves(view, wanted.trim())?;
        } else if line == "resign" {
            self.standing.resign(view.side);
            return Ok(Then::Go);
        } else {
            return self.play(line, view);
        }
        Ok(Then::Ask)
    }

    fn switch_hints(&mut self, view: &View) -> Result<(), Failure> {
        self.hint = !self.hint;
        self.say(if self.hint { self.words.hints_on } else { self.words.hints_off })?;
        self.hints(view)
    }

    fn help(&mut self, view: &View) -> Result<(), Failure> {
        let start = self.standing.at(0, |node| node.names())?;
        let example = view.moves.first().map(|choice| &choice.name).or(start.first());
        let example = example.map_or("...", String::as_str);
        let help =
            fill(self.words.help, &[example, self.standing.records.forms().in_language(self.words.spoken)]);
        self.say(&help)
    }

    /// Makes a move: told by its number in the last list, by its name, or as books print it.
    fn play(&mut self, text: &str, view: &View) -> Result<Then, Failure> {
        let listed = text.parse::<usize>().ok().and_then(|at| self.listed.get(at.checked_sub(1)?));
        let name = match listed {
            Some(name) => name.clone(),
            None => match self.standing.read(text)? {
                Ok(name) => name,
                Err(error) => {
                    let told = fill(self.words.expected_move, &[&error.in_language(self.words.spoken)]);
                    self.say(&told)?;
                    return Ok(Then::Ask);
                }
            },
        };
        if let Some(lost) = self.standing.play(name, view)? {
            self.say(&fill(self.words.throws_away, &[self.words.wdl(lost)]))?;
        }
        Ok(self.gone())
    }

    /// The position has changed: the list of moves was of another.
    fn gone(&mut self) -> Then {
        self.listed.clear();
        Then::Go
    }

    fn undo(&mut self) -> Result<Then, Failure> {
        if self.standing.undo()? {
            return Ok(self.gone());
        }
        self.say(self.words.nothing_to_undo)?;
        Ok(Then::Ask)
    }
}
