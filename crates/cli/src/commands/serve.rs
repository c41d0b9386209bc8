//! `yomikiri serve`: the games as pages.

use crate::{
    args::{GameArgs, MindArgs},
    at_random,
    failure::{Answer, Failure, Outcome},
    game::{AnyGame, Entry, Finder, Recorded, Tabled, WithTable},
    games::tsume,
    probed::{ProbeReport, look},
    registry,
    table::default_path,
    text::note,
    threads::{self, ThreadArgs},
    works::Processes,
};
use std::{
    io::Write,
    net::{SocketAddr, ToSocketAddrs},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, SystemTime},
};
use yomikiri_core::{
    Editor, Explore, GameNode, Language, ParseError, ProbeError, Random, Side, Value, ValueFilter, View,
    phrases,
    play::{Clock, Forfeit, NoProgress, RepetitionEnd, Reply, Thinking, repeated_thrice},
};
use yomikiri_table::Header;
use yomikiri_web::{Census, Missing, Refusal, Seen, Server, Site, Source, Strength};

/// Shows and plays every game in a browser, and answers programs in JSON, until it is interrupted
///
/// Only this machine is listened to, unless `--listen` gives another address; anybody who can reach that can
/// then look at the pages.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri serve --open\n  \
    yomikiri serve --listen 127.0.0.1:8080\n  \
    yomikiri tsume enumerate NNNN --out nnnn.sqlite && yomikiri serve --collection nnnn.sqlite\n\n\
    A page is a position: http://127.0.0.1:7373/blokus/66t0/8Aj2. With ?play=first&level=3 it is a\n    game against the program. The JSON is under /api/v1; /api/v1/openapi.json describes it.")]
pub struct Args {
    /// Where to listen, an address and a port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7373", value_parser = address)]
    listen: SocketAddr,

    /// Open the first page in the browser
    #[arg(long)]
    open: bool,

    /// A collection of mating problems for the pages under /tsume, as `tsume enumerate` writes it. May be
    /// repeated [default: the problems of three plies or more of some small sets, enumerated when they are
    /// first looked at]
    #[arg(long, value_name = "FILE.sqlite")]
    collection: Vec<PathBuf>,
}

/// How long work goes on that nobody looks at.
const UNSEEN: Duration = Duration::from_secs(30);

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mates = tsume::served(&args.collection)?;
    // As many look for answers as send them. More are asked for than the server begins with, since those
    // that have just ended may still count.
    threads::ensure(2 * threads::cores())?;
    let failed = |error| Failure::environment(format!("--listen: {}: {error}", args.listen));
    let server = Server::bind(args.listen).map_err(failed)?;
    let address = server.address().map_err(failed)?;
    let games = registry::entries().map(|entry| Arc::new(Served::new(entry)) as Arc<dyn Source>).collect();
    let page = format!("http://{address}/");
    writeln!(out, "The pages are at {page}; Ctrl-C ends this.")?;
    out.flush()?;
    if args.open {
        open(&page);
    }
    server
        .run(
            Site::new(games, address.ip().is_loopback())
                .with_mates(mates)
                .with_works(Arc::new(Processes), UNSEEN),
        )
        .map_err(failed)?;
    Ok(Answer::Yes)
}

/// An address and a port.
fn address(text: &str) -> Result<SocketAddr, String> {
    let mut addresses = text.to_socket_addrs().into_iter().flatten();
    addresses.next().ok_or_else(|| "expected an address and a port, such as 127.0.0.1:7373".into())
}

/// Opens a page in the browser of whoever sits at this machine.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let page = page.to_owned();
    // Some openers end only with the browser.
    thread::spawn(move || {
        let why = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        note(format!("--open: {opener}: {why}; open {page} yourself"));
    });
}

/// A game that is served.
pub struct Served {
    entry: &'static Entry,
    /// The name in addresses.
    name: String,
    game: Box<dyn AnyGame>,
    /// Where its table is, if there is one.
    path: PathBuf,
    rules: Arc<dyn Explore>,
    /// The rules as Japanese books print moves, where they do.
    books: Option<Arc<dyn Explore>>,
    editor: Option<Box<dyn Editor>>,
    /// The table as it was last looked at; none yet, or there was none.
    table: Mutex<Option<Opened>>,
    /// Whoever knows the values, where that is no table, and how many there are of each.
    solved: Option<(Arc<dyn Explore>, Census)>,
}

/// A table, or why it cannot be read.
struct Opened {
    /// When the file was written: one that is made anew is opened anew.
    written: SystemTime,
    table: Result<Arc<Table>, Missing>,
}

/// A table that has been read.
struct Table {
    explore: Arc<dyn Explore>,
    finder: Box<dyn Finder>,
    header: Header,
}

impl Served {
    fn new(entry: &'static Entry) -> Self {
        Self::of(entry, entry.name.to_owned(), (entry.open)(entry.usual_ending()))
    }

    /// A game of an entry by its name in addresses.
    fn of(entry: &'static Entry, name: String, game: Box<dyn AnyGame>) -> Self {
        let rules = game.explore().into();
        let mut in_kanji = (entry.open)(entry.usual_ending());
        let books = in_kanji.use_kanji().then(|| in_kanji.explore().into());
        let editor = game.editor();
        let path = default_path(entry.name, entry.usual_ending());
        Self { entry, name, game, path, rules, books, editor, table: Mutex::new(None), solved: None }
    }

    /// A game whose values somebody else than a table knows.
    pub fn known_by(entry: &'static Entry, solved: Arc<dyn Explore>, census: Census) -> Self {
        Self { solved: Some((solved, census)), ..Self::new(entry) }
    }

    /// The game with all that is known of it, or why its values are not.
    fn known(&self) -> Result<Arc<dyn Explore>, Missing> {
        if let Some((solved, _)) = &self.solved {
            return Ok(solved.clone());
        }
        let Some(tabled) = self.game.tabled() else { return Ok(self.rules.clone()) };
        self.table(tabled).map(|table| table.explore.clone())
    }

    /// The table of the game, which is read when it is first asked for and when it has been written anew.
    fn table(&self, tabled: &dyn Tabled) -> Result<Arc<Table>, Missing> {
        let Some(written) = self.edition() else { return Err(self.missing()) };
        let mut opened = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = opened.as_ref().filter(|opened| opened.written == written) {
            return opened.table.clone();
        }
        let table = tabled.with_table(&self.path).map(|WithTable { explore, finder, header }| {
            let explore = Arc::from(explore);
            Arc::new(Table { explore, finder, header })
        });
        let table = table.map_err(|failure| Missing::Unreadable(failure.sentence()));
        opened.insert(Opened { written, table }).table.clone()
    }

    /// What is made of a position and, if asked, its best line; a patient reader waits for one that the table
    /// does not know.
    fn looked<T>(
        &self,
        explore: &dyn Explore,
        pos: &str,
        (line, patient): (bool, bool),
        tell: impl FnOnce(&dyn GameNode, View, Vec<String>) -> T,
    ) -> Result<T, Refusal> {
        let solved = || match self.game.tabled() {
            Some(tabled) if patient => tabled.solved_from(pos, &self.path),
            _ => Ok(None),
        };
        let then = |node: &dyn GameNode, view| {
            let line = if line { node.line()? } else { Vec::new() };
            Ok(tell(node, view, line))
        };
        look(explore, (pos, "position"), solved, then).map_err(|failure| refused(&failure))
    }

    /// The best move that the table knows, the longest resistance where all lose.
    fn best(&self, path: &[String]) -> Result<Reply, Refusal> {
        let pos = path.last().map_or("", String::as_str);
        let seen = self.see(pos, false, true)?;
        if let Some(why) = seen.missing {
            return Err(Refusal::Table(why));
        }
        let known = seen.view.moves.into_iter().next().filter(|choice| choice.value.is_some());
        let unknown = || Refusal::Parse(ParseError::new(phrases::NOT_IN_TABLE.with(pos)));
        let mv = known.ok_or_else(unknown)?.name;
        Ok(Reply { mv, probability: None, thinking: Thinking::default() })
    }

    fn missing(&self) -> Missing {
        let game = self.entry.name.to_owned();
        let args = GameArgs { game: game.clone(), ending: None };
        Missing::NoTable { game, command: registry::solve_command(&args, &self.path) }
    }
}

/// The mebibytes of a player's search: many play at a time.
const MEMORY: u32 = 32;

/// A player of a level, on one thread.
fn mind(level: u8) -> MindArgs {
    let threads = ThreadArgs { threads: Some(1) };
    let (time, simulations, depth, model, seed) = (None, None, None, None, None);
    let (level, memory) = (Some(level), Some(MEMORY));
    MindArgs { level, time, simulations, depth, model, threads, memory, seed }
}

/// A position as programs are told of it: strings and numbers, nothing that cannot be written.
fn told(view: &View, line: &[String]) -> String {
    serde_json::to_string(&ProbeReport::new(view, line)).unwrap_or_default()
}

/// Why values cannot be had.
fn unread(error: &ProbeError) -> Refusal {
    Refusal::Environment(error.told().clone())
}

/// Why a player cannot play.
fn refused(failure: &Failure) -> Refusal {
    Refusal::Environment(failure.sentence())
}

impl Source for Served {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self, language: Language) -> &str {
        self.entry.about.in_language(language)
    }

    fn rules(&self) -> Arc<dyn Explore> {
        self.rules.clone()
    }

    fn books(&self) -> Option<Arc<dyn Explore>> {
        self.books.clone()
    }

    fn edition(&self) -> Option<SystemTime> {
        self.game.tabled()?;
        self.path.metadata().and_then(|file| file.modified()).ok()
    }

    fn see(&self, pos: &str, line: bool, patient: bool) -> Result<Seen, Refusal> {
        let (explore, missing) = match self.known() {
            Ok(explore) => (explore, None),
            Err(why) => (self.rules(), Some(why)),
        };
        explore.open(pos).map_err(Refusal::Parse)?;
        let patient = patient && missing.is_none();
        self.looked(&*explore, pos, (line, patient), |node, view, line| {
            let board = node.draw(false);
            Seen { view, line, board, missing: missing.clone() }
        })
    }

    fn json(&self, pos: &str, line: bool, patient: bool) -> Result<String, Refusal> {
        // A text that is no position is told before a table that is missing.
        self.rules.open(pos).map_err(Refusal::Parse)?;
        let explore = self.known().map_err(Refusal::Table)?;
        self.looked(&*explore, pos, (line, patient), |_, view, line| told(&view, &line))
    }

    fn json_all(&self, positions: &[&str]) -> Result<Vec<Result<String, ParseError>>, Refusal> {
        let explore = self.known().map_err(Refusal::Table)?;
        let views = explore.views(positions).map_err(|error| unread(&error))?;
        Ok(views.into_iter().map(|view| Ok(told(&view?, &[]))).collect())
    }

    fn has_player(&self) -> bool {
        self.game.solitaire().is_none()
    }

    fn answer(&self, path: &[String], strength: Strength, clock: Option<Clock>) -> Result<Reply, Refusal> {
        match strength {
            Strength::Perfect => self.best(path),
            Strength::Level(level) => {
                let opponent = self.game.opponent(&mind(level)).map_err(|failure| refused(&failure))?;
                let mut opponent =
                    opponent.ok_or_else(|| Refusal::Parse(ParseError::new(phrases::NO_PLAYER)))?;
                opponent.answer(path, clock, &NoProgress).map_err(Refusal::Parse)
            }
        }
    }

    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        // Whoever plays knows the rules of the game about it; most positions are new.
        let (last, before) = path.split_last()?;
        before.contains(last).then_some(())?;
        match self.game.opponent(&mind(1)) {
            Ok(Some(opponent)) => opponent.repetition(path),
            _ => repeated_thrice(path),
        }
    }

    fn values(&self, path: &[String]) -> Result<Vec<(Side, Option<Value>)>, Refusal> {
        let explore = self.known().unwrap_or_else(|_| self.rules());
        let worth = |pos: &String| {
            let node = explore.open(pos).map_err(Refusal::Parse)?;
            let worth = node.worth().map_err(|error| unread(&error))?;
            Ok((node.side(), worth.value))
        };
        path.iter().map(worth).collect()
    }

    fn census(&self) -> Result<Option<Census>, Refusal> {
        if let Some((_, census)) = &self.solved {
            return Ok(Some(census.clone()));
        }
        let Some(tabled) = self.game.tabled() else { return Ok(None) };
        let table = self.table(tabled).map_err(Refusal::Table)?;
        let Header { start, win, draw, loss, by_plies, .. } = table.header.clone();
        Ok(Some(Census { start, win, draw, loss, by_plies }))
    }

    fn editor(&self) -> Option<&dyn Editor> {
        self.editor.as_deref()
    }

    fn has_table(&self) -> bool {
        self.solved.is_some() || self.edition().is_some()
    }

    fn random(
        &self,
        wanted: ValueFilter,
        seed: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Refusal> {
        let Some(tabled) = self.game.tabled().filter(|_| self.solved.is_none()) else { return Ok(None) };
        let Table { explore, finder, header } = &*self.table(tabled).map_err(Refusal::Table)?;
        let known = at_random::Known { game: tabled, explore: &**explore, finder: &**finder, header };
        at_random::position(&known, wanted, &mut Random::new(seed), is_over)
            .map_err(|failure| refused(&failure))
    }

    fn dealt(&self, deal: &str) -> Option<Arc<dyn Source>> {
        let solitaire = self.game.solitaire()?;
        let game = match deal.parse() {
            Ok(seed) => solitaire.dealt(seed, None, None),
            Err(_) => solitaire.dealt(0, Some(deal), None),
        };
        let name = [self.entry.name, ":", deal].concat();
        Some(Arc::new(Self::of(self.entry, name, game.ok()?)))
    }

    fn deal_of(&self, record: &[u8]) -> Option<String> {
        self.game.records().deal_of(record)
    }

    fn forms(&self) -> &'static [&'static str] {
        self.game.records().endings()
    }

    fn record(&self, path: &[String], forfeit: Option<Forfeit>, form: &str) -> Result<Vec<u8>, ParseError> {
        let game = Recorded { path: path.to_vec(), forfeit, names: [None, None] };
        self.game.records().write(&game, &format!("game.{form}"))
    }

    fn recorded(&self, record: &[u8]) -> Result<Vec<String>, ParseError> {
        self.game.records().read(record).map(|recorded| recorded.path)
    }
}
