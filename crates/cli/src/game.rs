//! What a game can do, with its types forgotten: what every game can, as [`AnyGame`], and the capabilities
//! that some have. A command asks for a capability and names no game; which commands a game is for follows
//! from the capabilities that it has ([`Entry::abilities`]).

use crate::{
    args::{Ending, MindArgs},
    crew::{Crew, Wire},
    failure::{Failure, Outcome},
    progress::Progress,
    room::Room,
    text,
};
use clap::ArgMatches;
use serde::{Serialize, Serializer};
use std::{
    io::{BufRead, Write},
    path::{Path, PathBuf},
    time::Duration,
};
use yomikiri_core::{
    Editor, Explore, Gap, Language, Mark, Notation, ParseError, Phrase, Random, Side, TwoPlayer, Value, laws,
    move_between, phrases,
    play::{Forfeit, Opponent, TextPlayer},
};
use yomikiri_files::Shard;
use yomikiri_stats::{RateTest, Verdict};
use yomikiri_table::{Header, TableKind};
#[cfg(feature = "pages")]
use yomikiri_web::Census;

/// A game as the commands list and find it.
pub struct Entry {
    pub name: &'static str,
    pub about: &'static Phrase,
    /// The ways it may end; the first is the default. None where the rules know but one.
    pub endings: &'static [Ending],
    pub open: Open,
}

/// Makes a game with an ending.
pub type Open = &'static (dyn Fn(Ending) -> Box<dyn AnyGame> + Sync);

impl Entry {
    /// How the game ends where nothing is said.
    pub fn usual_ending(&self) -> Ending {
        self.endings.first().copied().unwrap_or_default()
    }

    /// The commands that the game is for.
    pub fn abilities(&self) -> Vec<&'static str> {
        let game = (self.open)(self.usual_ending());
        COMMANDS.iter().filter(|(_, is_for)| is_for(&*game)).map(|(command, _)| *command).collect()
    }
}

/// Whether a command is for a game.
pub type IsFor = fn(&dyn AnyGame) -> bool;

/// Which games a command is for; `None` for a command that is for no game.
pub fn is_for(command: &str) -> Option<IsFor> {
    COMMANDS.iter().find(|(known, _)| *known == command).map(|&(_, is_for)| is_for)
}

/// The commands that are for games, and which games each is for.
const COMMANDS: [(&str, IsFor); 14] = [
    ("solve", |game| game.tabled().is_some()),
    ("probe", |game| game.tabled().is_some()),
    ("play", |_| true),
    ("mount", |_| cfg!(all(feature = "mount", target_os = "linux"))),
    ("usi", |game| game.usi().is_some()),
    ("gtp", |game| game.gtp().is_some()),
    ("simulate", |game| game.simulate().is_some()),
    ("analyse", |game| game.analyse().is_some()),
    ("train", |game| game.training().is_some()),
    ("evaluate", |game| game.evaluate().is_some()),
    ("report", |game| game.report().is_some()),
    ("perft", |_| true),
    ("check", |_| true),
    ("bench", |_| true),
];

/// A game with its types forgotten: what the commands need of every game, and its capabilities.
pub trait AnyGame: Send + Sync {
    /// The number of sequences of exactly `depth` moves.
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError>;

    /// Tries the laws of the game.
    fn check(&self, progress: &Progress) -> Vec<laws::Law>;

    /// The fixed workload of `bench`: the number of its nodes.
    fn bench(&self, progress: &Progress) -> Result<u64, Failure>;

    /// The game with what it knows by itself, without a table.
    fn explore(&self) -> Box<dyn Explore>;

    /// The game as one whose games can be saved.
    fn records(&self) -> Box<dyn Records>;

    /// How the game goes, and how its pieces move and are written.
    fn guide(&self, language: Language) -> Guide;

    /// Draws the board in kanji from now on, if the game has kanji.
    fn use_kanji(&mut self) -> bool {
        false
    }

    /// The game as BlokusFS shows it, if it does.
    #[cfg(all(feature = "mount", target_os = "linux"))]
    fn as_blokusfs(&self) -> Option<Box<dyn Explore>> {
        None
    }

    /// The player in a game against a person, if there is one that searches.
    fn opponent(&self, _args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        Ok(None)
    }

    /// What each level of the player looks at, and how it errs, the weakest first; none where there are no
    /// levels.
    fn levels(&self) -> Vec<String> {
        Vec::new()
    }

    /// A player by its name, if the game has such.
    fn named(&self, _name: &str, _args: &MindArgs) -> Option<Result<Box<dyn Opponent>, Failure>> {
        None
    }

    /// The game as one of a single player, if it is one.
    fn solitaire(&self) -> Option<&dyn Solitaire> {
        None
    }

    /// Whoever sets up positions of the game, if somebody does.
    fn editor(&self) -> Option<Box<dyn Editor>> {
        None
    }

    /// What can be done with the game because it can be read out.
    fn tabled(&self) -> Option<&dyn Tabled> {
        None
    }

    /// The game as one that a browser looks up without a server.
    #[cfg(feature = "pages")]
    fn site(&self) -> Option<&dyn SiteGame> {
        None
    }

    /// Its player for programs that speak USI.
    fn usi(&self) -> Option<&dyn Usi> {
        None
    }

    /// Its player for programs that speak GTP.
    fn gtp(&self) -> Option<&dyn Gtp> {
        None
    }

    /// Its players, many games at a time.
    fn simulate(&self) -> Option<&dyn Simulate> {
        None
    }

    /// Its player as one who looks at the games of others.
    fn analyse(&self) -> Option<&dyn Analyse> {
        None
    }

    /// How its evaluation is learnt.
    fn training(&self) -> Option<Training> {
        None
    }

    /// Its evaluation.
    fn evaluate(&self) -> Option<&dyn Evaluate> {
        None
    }

    /// Its evaluation as the subject of a page.
    fn report(&self) -> Option<&dyn Report> {
        None
    }
}

/// What `help` tells of a game.
pub struct Guide {
    /// How it goes, on some lines.
    pub rules: String,
    /// How its pieces move and are written, as pictures of characters.
    pub pieces: String,
}

/// A game as records tell it.
#[derive(Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its positions, the start first.
    pub path: Vec<String>,
    /// Why whoever was to move has lost, where the rules would let the game go on.
    pub forfeit: Option<Forfeit>,
    /// The names of the players, where they are told.
    pub names: [Option<String>; 2],
}

/// A game whose games can be saved.
pub trait Records {
    /// The forms, as `help` tells them.
    fn forms(&self) -> &'static Phrase;

    /// How the names of files in these forms end.
    #[cfg_attr(not(feature = "pages"), expect(dead_code, reason = "only pages list them"))]
    fn endings(&self) -> &'static [&'static str];

    /// The record of a game in the form that the file's name tells, with as much of it as the form knows.
    ///
    /// # Errors
    /// Positions that are no game: not of this game, or not reached one from the other by a move.
    fn write(&self, game: &Recorded, file: &str) -> Result<Vec<u8>, ParseError>;

    /// A recorded game.
    ///
    /// # Errors
    /// The bytes are no record of this game.
    fn read(&self, record: &[u8]) -> Result<Recorded, ParseError>;

    /// The deal that a record tells; none in a game without deals.
    fn deal_of(&self, _record: &[u8]) -> Option<String> {
        None
    }
}

/// A game of one player against chance: a game tree only once a deal has settled what chance does.
pub trait Solitaire {
    /// The game with the cards of `--deal`, or else those that the seed deals, or, where `--from` names a
    /// position that these cannot lead to, those that the seed deals of the rest.
    fn dealt(&self, seed: u64, deal: Option<&str>, from: Option<&str>) -> Result<Box<dyn AnyGame>, Failure>;
}

/// A game that can be read out into a table.
pub trait Tabled: Sync {
    /// Reads the game out. None for a process that has done its share and leaves the rest to the first.
    fn solve(&self, job: &Job, progress: &Progress) -> Result<Option<Solved>, Failure>;

    /// How many numbers there are for positions where the game goes on, those of none included.
    fn numbers(&self) -> u64;

    /// Some position of the game, each as likely as the others; none where the number that was drawn is no
    /// position's.
    fn at_random(&self, random: &mut Random) -> Option<String>;

    /// Whether a table is of this game's rules, as far as its header tells.
    fn is_table_of_it(&self, table: &Path) -> Result<bool, Failure>;

    /// How long look-ups in a table take.
    fn time_probes(&self, table: &Path) -> Result<ProbeTimes, Failure>;

    /// The game with the values of a table.
    fn with_table(&self, table: &Path) -> Result<WithTable, Failure>;

    /// The game with the values of all that can be reached from a position which is not in the table, if that
    /// is little enough to be solved while a person waits.
    fn solved_from(&self, pos: &str, table: &Path) -> Result<Option<Box<dyn Explore>>, Failure>;
}

/// A game with the values of a table.
pub struct WithTable {
    pub explore: Box<dyn Explore>,
    pub finder: Box<dyn Finder>,
    /// What the table tells of itself.
    pub header: Header,
}

/// Who knows which positions have a value.
pub trait Finder: Send + Sync {
    /// A position where the game goes on and that has a value; none if none has, or if `is_over` said that
    /// nobody waits for it any more. May take as long as reading the whole table, the first time.
    fn position_with(
        &self,
        value: Value,
        random: &mut Random,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Failure>;
}

/// A game that a browser can look up by itself.
#[cfg(feature = "pages")]
pub trait SiteGame {
    /// Reads the game out and writes what a browser needs to look up its positions into a directory; with
    /// results only, or with distances as well. Gives the game with its values, and how many there are of
    /// each.
    fn write_site(
        &self,
        dir: &Path,
        results_only: bool,
        progress: &Progress,
    ) -> Result<(Box<dyn Explore>, Census), Failure>;
}

/// What is to be read out.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Job {
    pub from: Option<String>,
    /// Where the table goes, if one is wanted; its directory exists.
    pub table: Option<PathBuf>,
    pub threads: usize,
    /// The processes that do it together, if they are not one in the usual way.
    pub crew: Option<Crew>,
    pub room: Room,
    /// What the table is to hold.
    pub kind: TableKind,
    /// Whether each process is to write a part of the table of its own.
    pub parts: bool,
    pub census: bool,
    pub verify: bool,
}

/// What reading a game out has found.
pub struct Solved {
    pub start: String,
    pub side: Side,
    pub value: Value,
    pub reachable: u64,
    pub nonterminal: u64,
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    pub longest_win: Option<u16>,
    /// Positions that are won or lost in 0, 1, 2 ... plies: lost where the number is even.
    pub by_plies: Vec<u64>,
    pub seconds: Seconds,
    pub table_bytes: Option<u64>,
    pub mismatches: Option<u64>,
    /// Bytes of memory that were expected to be taken.
    pub estimate: Option<u64>,
    /// What went between several processes.
    pub wire: Option<Wire>,
    pub census: Vec<Figure>,
}

impl Solved {
    /// A game that is over at its start.
    pub fn over(start: String, side: Side, value: Value) -> Self {
        Self {
            start,
            side,
            value,
            reachable: 1,
            nonterminal: 0,
            win: 0,
            draw: 0,
            loss: 0,
            longest_win: None,
            by_plies: Vec::new(),
            seconds: Seconds::default(),
            table_bytes: None,
            mismatches: None,
            estimate: None,
            wire: None,
            census: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Seconds {
    pub enumerate: f64,
    pub solve: f64,
    pub write: f64,
    /// Of all that was done: verification and the census too.
    pub total: f64,
}

/// One line of the census: what is counted, the figure found, and the one that was published, if there is
/// one.
#[derive(Serialize)]
pub struct Figure {
    #[serde(serialize_with = "in_english")]
    pub what: Gap,
    #[serde(serialize_with = "in_english")]
    pub computed: Gap,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
}

fn in_english<S: Serializer>(told: &Gap, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&told.in_language(Language::English))
}

/// Medians over random positions, all looked up once before.
#[derive(Clone, Copy, Serialize)]
pub struct ProbeTimes {
    /// One position.
    pub position_microseconds: f64,
    /// All moves of one position: made, looked up, compared.
    pub moves_microseconds: f64,
}

/// A game with a player for shogi programs.
pub trait Usi {
    /// Holds a conversation, with the evaluation of a file or the built-in one.
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure>;
}

/// A game with a player for programs that speak GTP.
pub trait Gtp {
    /// The player behind the Go Text Protocol.
    fn player(&self, args: &MindArgs) -> Result<Box<dyn TextPlayer>, Failure>;

    /// How fast its search is: a fixed workload.
    fn time_search(&self, progress: &Progress) -> SearchTimes;
}

/// How fast a player searches from the start of the game.
#[derive(Clone, Copy, Serialize)]
pub struct SearchTimes {
    /// Whole games by one thread.
    pub play_outs_per_second: f64,
    /// By one thread.
    pub simulations_per_second: f64,
    /// As many as there are cores.
    pub threads: usize,
    /// By all of them.
    pub simulations_per_second_threads: f64,
}

/// A game with players that are told apart by many games.
pub trait Simulate {
    /// What is needed to simulate a variant.
    fn setup(&self, variant: &str, settings: SimulationSettings) -> Result<Box<dyn Simulation>, Failure>;

    /// A player as its name is written in full.
    fn player(&self, argument: &str, name: &str) -> Result<String, Failure>;

    /// The same player with another budget; `None` for one that has none.
    fn with_budget(&self, name: &str, budget: u64) -> Option<String>;

    /// What that budget counts, such as "simulations a move".
    fn budget_unit(&self, name: &str) -> Option<&'static str>;
}

/// What all simulations of a command have in common.
pub struct SimulationSettings<'a> {
    /// Games of each player.
    pub games: u64,
    pub seed: u64,
    /// The weights to play with, instead of those that come with the program.
    pub model: Option<&'a Path>,
    pub threads: usize,
    /// Which share of the games, if not all.
    pub shard: Option<Shard>,
}

/// Games of a variant.
pub trait Simulation {
    /// The variant's name.
    fn variant(&self) -> String;

    /// Plays with one player, and on the same deals with its rival if there is one.
    fn measure(&self, contest: &Contest<'_>) -> Result<Measured, Failure>;
}

/// Who plays, and what becomes of the games.
#[derive(Default)]
pub struct Contest<'a> {
    /// The player's name.
    pub player: &'a str,
    /// The name of a second player.
    pub rival: Option<&'a str>,
    /// Where finished games are kept.
    pub out: Option<&'a Path>,
    /// A table of all games, `.csv` or `.parquet`.
    pub export: Option<&'a Path>,
    /// The two rates of a sequential test, and the test.
    pub sprt: Option<(f64, f64, RateTest)>,
}

/// What a simulation came to: the fields of `--json`.
#[derive(Serialize)]
pub struct Measured {
    pub variant: String,
    pub player: String,
    pub games: u64,
    pub wins: u64,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub playouts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Rival>,
    /// What else a person is told.
    #[serde(skip)]
    pub remark: Gap,
}

/// A sequential test.
#[derive(Serialize)]
pub struct Test {
    pub low: f64,
    pub high: f64,
    pub ratio: f64,
    /// `low`, `high` or `open`.
    #[serde(serialize_with = "word_of_verdict")]
    pub verdict: Verdict,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn word_of_verdict<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match verdict {
        Verdict::Open => "open",
        Verdict::Low => "low",
        Verdict::High => "high",
    })
}

/// The second player on the same deals.
#[derive(Serialize)]
pub struct Rival {
    pub player: String,
    pub wins: u64,
    pub rate: f64,
    pub difference: f64,
    pub difference_low: f64,
    pub difference_high: f64,
    pub first_alone: u64,
    pub second_alone: u64,
    pub p_value: f64,
    /// Deals on which the first placed more cards on the bases, and fewer.
    pub more_cards: u64,
    pub fewer_cards: u64,
    /// By how much the first is stronger, if a deal goes to whoever placed more, with its 95% interval.
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
}

/// A game whose games can be looked at by an engine.
pub trait Analyse {
    /// Who looks at them, with the evaluation of a file or the built-in one.
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure>;
}

/// An engine that looks at a game.
pub trait Analyst {
    /// Nodes (of Blokus Duo simulations) for each position, if nothing else is asked for.
    fn usual_nodes(&self) -> u64;

    /// Takes a recorded game; the number of its positions.
    fn load(&mut self, record: &[u8]) -> Result<usize, ParseError>;

    /// The first player's chance where the game has ended by a repetition, which no position tells.
    fn repetition_end(&self) -> Option<f64> {
        None
    }

    /// What it thinks of the position before a move, counted from 0: for so many nodes, or, if there is a
    /// time, for so long.
    fn judge(&mut self, ply: usize, nodes: u64, time: Option<Duration>) -> Judged;
}

/// A position of a game, as an engine sees it. Scores are the first player's.
#[derive(Serialize)]
pub struct Judged {
    pub ply: usize,
    /// The side to move.
    #[serde(skip)]
    pub side: Side,
    pub position: String,
    /// The move that was played; none at the end.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// Points; none where a mate was found, or the engine counts none.
    pub score: Option<i32>,
    /// Plies to the mate, less than 0 if the second player mates.
    pub mate: Option<i32>,
    /// Of winning, for the first player.
    pub probability: f64,
    /// The best line.
    pub line: Vec<String>,
    /// How much of its chance of winning the side to move gave away by the move that was played; none at the
    /// end.
    pub loss: Option<f64>,
    /// What a loss is called.
    #[serde(skip)]
    pub mark: Option<Mark>,
}

impl Judged {
    /// A position of which nothing is known yet.
    pub const fn new(ply: usize, side: Side, position: String, played: Option<String>) -> Self {
        Self {
            ply,
            side,
            position,
            played,
            score: None,
            mate: None,
            probability: 0.5,
            line: Vec::new(),
            loss: None,
            mark: None,
        }
    }

    /// What a number of whoever moves is multiplied by to be the first player's.
    pub const fn sign(side: Side) -> i32 {
        match side {
            Side::First => 1,
            Side::Second => -1,
        }
    }

    /// The first player's chance, where the side to move has this one.
    pub fn of_first(side: Side, chance: f64) -> f64 {
        if side == Side::First { chance } else { 1.0 - chance }
    }

    /// The best move.
    pub fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// Learns by the position after the move that was played what that gave away. The engine's own move
    /// gives nothing away, whatever it finds out a ply later.
    pub fn followed_by(&mut self, next: &Self) {
        let lost = match self.side {
            Side::First => self.probability - next.probability,
            Side::Second => next.probability - self.probability,
        };
        self.lose(if self.played.as_deref() == self.best() { 0.0 } else { lost });
    }

    /// The move that was played gave so much away; a gain is none.
    pub fn lose(&mut self, lost: f64) {
        let loss = lost.max(0.0);
        (self.loss, self.mark) = (Some(loss), Mark::of(loss));
    }
}

/// How a game's evaluation is learnt: a command of its own, for each game has its own arguments.
#[derive(Clone, Copy)]
pub struct Training {
    /// Adds the arguments to a command.
    pub augment: fn(clap::Command) -> clap::Command,
    /// Reads what was given for them.
    pub read: fn(&ArgMatches) -> Result<Box<dyn Train>, clap::Error>,
}

impl Training {
    /// The training that these arguments describe.
    pub fn of<T: Train + clap::Args + 'static>() -> Self {
        Self { augment: T::augment_args, read: |matches| Ok(Box::new(T::from_arg_matches(matches)?)) }
    }
}

/// The arguments of a training.
pub trait Train {
    /// Learns, and tells how it goes.
    fn run(&self, out: &mut dyn Write) -> Outcome;
}

/// A game with an evaluation.
pub trait Evaluate {
    /// What the evaluation of a file, or the built-in one, says of a position.
    fn evaluate(&self, pos: &str, model: Option<&Path>) -> Result<Evaluated, Failure>;
}

/// What an evaluation says of a position.
#[derive(Serialize)]
pub struct Evaluated {
    position: String,
    /// For the side to move; none where the game is over.
    pub score: Option<i32>,
    /// Of winning, for the side to move.
    pub probability: f64,
    /// How the game has ended.
    #[serde(skip)]
    pub end: Option<String>,
}

impl Evaluated {
    /// What an evaluation says of a position, or, where the game is over, what the rules say.
    pub fn new<G: Notation + TwoPlayer>(
        game: &G,
        pos: &G::Pos,
        evaluate: impl FnOnce() -> (i32, f64),
    ) -> Self {
        let position = game.show_pos(pos);
        let Some(value) = game.result(pos) else {
            let (score, probability) = evaluate();
            return Self { position, score: Some(score), probability, end: None };
        };
        let end = Some(text::outcome(game.side(pos), Some(value)));
        Self { position, score: None, probability: value.wdl().points(), end }
    }
}

/// A game with an evaluation that there is something to be told of.
pub trait Report {
    /// Looks at the evaluation of a file, or the built-in one.
    fn report(&self, study: &StudySettings<'_>) -> Result<Page, Failure>;
}

/// How much a report looks at.
pub struct StudySettings<'a> {
    pub model: Option<&'a Path>,
    /// About how many won, and how many drawn positions the players play from.
    pub positions: u64,
    /// The largest sample of the curve.
    pub sample: u64,
    pub seed: u64,
}

/// A page of figures and plots.
pub struct Page {
    /// In Markdown.
    pub text: String,
    /// Files that the page shows: their names and what they hold.
    pub pictures: Vec<(String, String)>,
    /// For the terminal.
    pub summary: String,
}

/// How many positions `check` tries.
pub const SAMPLE: usize = 20_000;

/// The position that a text stands for; the start where there is none.
pub fn position<G: Notation>(game: &G, pos: Option<&str>) -> Result<G::Pos, ParseError> {
    pos.map_or_else(|| Ok(game.start()), |pos| game.parse_pos(pos))
}

/// The positions of a game, told as texts, with the moves between them.
pub fn moves<G: Notation>(game: &G, path: &[String]) -> Result<(G::Pos, Vec<G::Move>), ParseError> {
    let positions: Vec<G::Pos> = path.iter().map(|pos| game.parse_pos(pos)).collect::<Result<_, _>>()?;
    let moves = positions.windows(2).map(|pair| move_between(game, &pair[0], &pair[1]));
    let moves = moves.collect::<Result<_, _>>()?;
    let start = positions.into_iter().next().ok_or_else(|| ParseError::new(phrases::NO_POSITION))?;
    Ok((start, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(side: Side, probability: f64, best: &str, played: &str) -> Judged {
        let line = vec![best.to_owned()];
        Judged { probability, line, ..Judged::new(0, side, String::new(), Some(played.into())) }
    }

    #[test]
    fn a_move_is_marked_by_what_its_own_side_gave_away() {
        for (side, before, after, mark) in [
            (Side::First, 0.9, 0.5, Some(Mark::Blunder)),
            (Side::First, 0.5, 0.9, None),
            (Side::Second, 0.2, 0.45, Some(Mark::Mistake)),
            (Side::Second, 0.45, 0.2, None),
            (Side::First, 0.6, 0.48, Some(Mark::Inaccuracy)),
            (Side::First, 0.6, 0.55, None),
        ] {
            let mut one = judged(side, before, "a", "b");
            one.followed_by(&judged(side.other(), after, "a", "a"));
            assert_eq!(one.mark, mark, "{side:?} {before} {after}");
            let lost = if side == Side::First { before - after } else { after - before };
            assert!((one.loss.unwrap() - lost.max(0.0)).abs() < 1e-12);
        }
        // The engine's own move gives nothing away.
        let mut one = judged(Side::First, 0.9, "a", "a");
        one.followed_by(&judged(Side::Second, 0.1, "a", "a"));
        assert_eq!((one.loss, one.mark), (Some(0.0), None));
    }
}
