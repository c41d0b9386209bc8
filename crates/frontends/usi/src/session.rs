//! The conversation.

use crate::{
    clock::move_time,
    command::{self, Command, Go},
    mates,
    options::{self, Change, Options},
    reply,
    running::{Hold, RunningSearch},
};
use std::{
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, Write},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use yomikiri_core::{
    Notation, Random, TwoPlayer, Wdl, perft_while,
    play::{Level, Limits, MoveTime},
};
use yomikiri_search::{
    MateSearch,
    alphabeta::{GameHistory, Info, SearchOptions, SearchPlayer},
};

/// Something for the player to do, in the order it was asked for.
enum Job<G: TwoPlayer> {
    Ready,
    Change(Change),
    NewGame,
    Search(Box<Search<G>>),
    Bench,
    Perft(G::Pos, u32, Arc<RunningSearch>),
}

/// A search.
struct Search<G: TwoPlayer> {
    history: GameHistory<G>,
    options: SearchOptions<G::Move>,
    running: Arc<RunningSearch>,
    /// Look for a mate only.
    mate: bool,
    resign: i32,
    level: Option<Level>,
}

/// How long is thought where no limit that was set means anything.
const INSTEAD: Duration = Duration::from_secs(1);

/// Who looks for mates, where somebody does.
type Mates<'a, G> = Option<&'a mut dyn MateSearch<G>>;

/// Holds a conversation until it is told to quit or the input ends. What was asked for before the input ends
/// is still answered; a search that only a word would end is ended by that. `go mate` is answered by `mates`,
/// or as not implemented.
///
/// # Errors
/// The input cannot be read or the output not be written.
pub fn run<G>(
    game: &G,
    player: &mut dyn SearchPlayer<G>,
    mates: Option<&mut dyn MateSearch<G>>,
    name: &str,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()>
where
    G: Notation + TwoPlayer,
{
    let output = Output(Mutex::new(output));
    let (sender, jobs) = mpsc::channel();
    thread::scope(|scope| {
        let output = &output;
        let worker =
            thread::Builder::new().spawn_scoped(scope, move || work(game, player, mates, output, &jobs))?;
        let history = Some(GameHistory::new(game.start()));
        let mut reader = Reader {
            game,
            name,
            output,
            jobs: sender,
            options: Options::default(),
            history,
            before: 0,
            running: None,
            counting: None,
            is_over: false,
        };
        let read = reader.read(input);
        // Without the sender the worker comes to its end.
        drop(reader);
        let worked = worker.join().unwrap_or_else(|_| Err(io::Error::other("the search failed")));
        read.and(worked)
    })
}

/// The number of the next move, which an SFEN may end with.
fn ply(sfen: &str) -> Option<usize> {
    sfen.split(' ').nth(3)?.parse().ok()
}

/// The output, a line at a time.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    fn say(&self, text: &str) -> io::Result<()> {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(to, "{}", text.trim_end())?;
        to.flush()
    }

    /// A remark that no program minds.
    fn note(&self, text: &str) -> io::Result<()> {
        self.say(&format!("info string {}", text.replace(char::is_control, " ")))
    }
}

/// The reading side.
struct Reader<'a, G: TwoPlayer, W> {
    game: &'a G,
    name: &'a str,
    output: &'a Output<W>,
    jobs: Sender<Job<G>>,
    options: Options,
    /// The game so far; none after a position that could not be read.
    history: Option<GameHistory<G>>,
    /// Plies that were played before the position that the game was given from, by its SFEN.
    before: usize,
    running: Option<Arc<RunningSearch>>,
    /// A `perft`: a search that is asked for behind it waits for its end.
    counting: Option<Arc<RunningSearch>>,
    /// A game has ended: the next is made ready for.
    is_over: bool,
}

impl<G: Notation + TwoPlayer, W: Write> Reader<'_, G, W> {
    fn read(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let quits = self.obey_all(&mut input);
        for running in self.all_running() {
            if let Ok(true) = quits { running.answer_now() } else { running.leave() }
        }
        quits.map(|_| ())
    }

    /// Obeys what is said; whether it ends by `quit`.
    fn obey_all(&mut self, input: &mut impl BufRead) -> io::Result<bool> {
        loop {
            let line = match yomikiri_files::line(input) {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    // Hardly anything but a position is so long.
                    self.history = None;
                    self.output.note(&error.to_string())?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            match command::read(&line) {
                Ok(Command::Quit) => return Ok(true),
                Ok(command) => self.obey(command)?,
                Err(error) => {
                    // The position of before is not the one that was meant.
                    if line.trim_start().starts_with("position") {
                        self.history = None;
                    }
                    self.output.note(&error.to_string())?;
                }
            }
        }
    }

    /// The search and the count that were asked for last.
    fn all_running(&self) -> impl Iterator<Item = &Arc<RunningSearch>> {
        self.running.iter().chain(&self.counting)
    }

    /// Whether something is running that nothing has ended yet: what was told to end answers before it is
    /// said that all is ready.
    fn is_busy(&self) -> bool {
        self.all_running().any(|running| !running.is_finished() && !running.stop.is_stopped())
    }

    /// Whether a search is running that nothing has ended yet: what is asked for behind one that was told to
    /// stop waits for its answer.
    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_finished() && !running.stop.is_stopped())
    }

    fn is_counting(&self) -> bool {
        self.counting.as_ref().is_some_and(|counting| !counting.is_finished())
    }

    fn obey(&mut self, command: Command<'_>) -> io::Result<()> {
        match command {
            Command::Empty | Command::Quit => {}
            Command::Usi => {
                let version = env!("CARGO_PKG_VERSION");
                let options = options::introduction();
                self.output.say(&format!(
                    "id name {} {version}\nid author the Yomikiri developers\n{options}usiok",
                    self.name
                ))?;
            }
            Command::IsReady if self.is_busy() => self.output.say("readyok")?,
            Command::IsReady => {
                // A large table takes longer to clear than a first move may take.
                if std::mem::take(&mut self.is_over) {
                    self.ask(Job::NewGame);
                }
                self.ask(Job::Ready);
            }
            Command::SetOption { name, value } => match self.options.set(name, value) {
                Ok(Change::None) => {}
                Ok(change) => self.ask(Job::Change(change)),
                Err(message) => self.output.note(&message)?,
            },
            Command::NewGame => {
                self.is_over = false;
                self.ask(Job::NewGame);
            }
            Command::Position { sfen, moves } => {
                let read = self.position(sfen.as_deref(), &moves);
                self.history = read.map_err(|message| self.output.note(&message)).ok();
                self.before = sfen.as_deref().and_then(ply).map_or(0, |ply| ply.saturating_sub(1));
            }
            Command::Go(go) => self.go(&go)?,
            Command::GameOver => {
                self.is_over = true;
                self.all_running().for_each(|running| running.answer_now());
            }
            Command::Stop => self.all_running().for_each(|running| running.answer_now()),
            Command::PonderHit => self.running.iter().for_each(|running| running.ponder_hit()),
            Command::Bench => self.ask(Job::Bench),
            Command::Perft(depth) => match &self.history {
                _ if self.is_searching() || self.is_counting() => {
                    self.output.note("perft: a search is running; `stop` ends it")?;
                }
                Some(history) => {
                    let (pos, running) =
                        (history.current().clone(), Arc::new(RunningSearch::new(None, Hold::Nothing)));
                    self.counting = Some(Arc::clone(&running));
                    self.ask(Job::Perft(pos, depth, running));
                }
                None => self.output.note("there is no position")?,
            },
            Command::Draw => self.draw()?,
        }
        Ok(())
    }

    /// Hands a job over. If the player is gone, its end is told elsewhere.
    fn ask(&self, job: Job<G>) {
        let _ = self.jobs.send(job);
    }

    fn position(&self, sfen: Option<&str>, moves: &[&str]) -> Result<GameHistory<G>, String> {
        let start = match sfen {
            None => self.game.start(),
            Some(sfen) => self.game.parse_pos(sfen).map_err(|error| format!("position: {error}"))?,
        };
        let mut history = GameHistory::new(start);
        for (at, name) in moves.iter().enumerate() {
            let mv = self.game.parse_move(history.current(), name);
            history.play(self.game, mv.map_err(|error| format!("position: move {}: {error}", at + 1))?);
        }
        Ok(history)
    }

    fn go(&mut self, go: &Go<'_>) -> io::Result<()> {
        if self.is_searching() {
            return self.output.note("go: a search is running; `stop` ends it");
        }
        for wrong in &go.wrong {
            self.output.note(&format!("go: {wrong}"))?;
        }
        let Some(history) = self.history.clone() else {
            self.output.note("go: there is no position")?;
            return self.output.say(if go.mate.is_some() {
                "checkmate notimplemented"
            } else {
                "bestmove resign"
            });
        };
        let limits = Limits { time: None, nodes: go.nodes, depth: go.depth };
        let mut options = SearchOptions { lines: self.options.lines, ..limits.into() };
        for name in &go.moves {
            match self.game.parse_move(history.current(), name) {
                Ok(mv) => options.moves.push(mv),
                Err(error) => self.output.note(&format!("searchmoves: {error}"))?,
            }
        }
        if self.options.longest > 0 {
            let played = self.before.saturating_add(history.positions.len());
            options.plies = Some((self.options.longest + 1).saturating_sub(played));
        }
        let timed = Go { move_time: go.mate.filter(|&time| time < u64::MAX).or(go.move_time), ..go.clone() };
        let time = move_time(&timed, self.game.side(history.current()), self.options.margin);
        let counted = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        // Whoever set a limit that means nothing waits for an answer.
        let waits = !go.wrong.is_empty() && !counted && !go.infinite;
        let time = time.or_else(|| waits.then(|| MoveTime::exactly(INSTEAD)));
        let is_bound = time.is_some() || counted;
        let hold = if go.infinite || !is_bound {
            Hold::Stop
        } else if go.ponder {
            Hold::PonderHit
        } else {
            Hold::Nothing
        };
        let running = Arc::new(RunningSearch::new(time, hold));
        self.running = Some(Arc::clone(&running));
        if std::mem::take(&mut self.is_over) {
            self.ask(Job::NewGame);
        }
        let (mate, Options { resign, level, .. }) = (go.mate.is_some(), self.options);
        self.ask(Job::Search(Box::new(Search { history, options, running, mate, resign, level })));
        Ok(())
    }

    fn draw(&self) -> io::Result<()> {
        let Some(history) = &self.history else { return self.output.note("there is no position") };
        let board = self.game.draw(history.current(), false);
        self.output.say(&format!("{}\nsfen {}", board.trim_end(), self.game.show_pos(history.current())))
    }
}

/// The playing side.
fn work<G, W>(
    game: &G,
    player: &mut dyn SearchPlayer<G>,
    mut mates: Mates<'_, G>,
    output: &Output<W>,
    jobs: &Receiver<Job<G>>,
) -> io::Result<()>
where
    G: Notation + TwoPlayer,
    W: Write,
{
    let mut random = Random::new(another_seed());
    for job in jobs {
        match job {
            Job::Ready => {
                player.prepare();
                output.say("readyok")?;
            }
            Job::NewGame => player.new_game(),
            Job::Change(Change::Seed(seed)) => random = Random::new(seed.unwrap_or_else(another_seed)),
            Job::Change(change) => {
                if let Some(note) = apply(player, &mut mates, change) {
                    output.note(&note)?;
                }
            }
            Job::Search(search) => {
                let answer = if search.mate {
                    let (pos, stop) = (search.history.current(), &search.running.stop);
                    mates::answer(game, mates.as_deref_mut(), pos, stop, &|text| output.say(text))
                } else {
                    think(game, player, output, &search, &mut random)
                };
                search.running.wait();
                // Before the answer: whoever reads it may ask for the next search at once.
                search.running.finish();
                output.say(&answer?)?;
            }
            Job::Bench => {
                let began = Instant::now();
                let nodes = player.bench();
                let seconds = began.elapsed().as_secs_f64();
                output.say(&format!("bench {nodes} nodes {:.0} nps", nodes as f64 / seconds))?;
            }
            Job::Perft(pos, depth, running) => {
                let nodes = perft_while(game, &pos, depth, &|| !running.stop.is_stopped());
                running.finish();
                match nodes {
                    Some(nodes) => output.say(&format!("perft {depth} {nodes}"))?,
                    None => output.note("perft: stopped")?,
                }
            }
        }
    }
    Ok(())
}

/// A seed that was not used before.
fn another_seed() -> u64 {
    RandomState::new().hash_one(())
}

/// Makes a change; what there is to be said of it.
fn apply<G: TwoPlayer>(
    player: &mut dyn SearchPlayer<G>,
    mates: &mut Mates<'_, G>,
    change: Change,
) -> Option<String> {
    match change {
        Change::None | Change::Seed(_) => None,
        Change::Table(mebibytes) => {
            let refused = player.set_table(mebibytes).err();
            // What the player cannot have the search for mates could not have either.
            if let (None, Some(mates)) = (&refused, mates) {
                mates.set_table(mebibytes);
            }
            refused
        }
        Change::Threads(threads) => {
            player.set_threads(threads);
            if let Some(mates) = mates {
                mates.set_threads(threads);
            }
            None
        }
        Change::Techniques(techniques) => {
            player.set_techniques(techniques);
            None
        }
        Change::Evaluation(file) => match player.set_evaluation(file.as_deref().map(Path::new)) {
            Ok(note) | Err(note) => Some(note),
        },
    }
}

/// The answer to a `go`.
fn think<G, W>(
    game: &G,
    player: &mut dyn SearchPlayer<G>,
    output: &Output<W>,
    search: &Search<G>,
    random: &mut Random,
) -> io::Result<String>
where
    G: Notation + TwoPlayer,
    W: Write,
{
    let Search { history, options, running, level, .. } = search;
    match player.ended(history) {
        Some(Wdl::Win) => return Ok("bestmove win".into()),
        Some(Wdl::Loss) => return Ok("bestmove resign".into()),
        // Whoever still asks for a move of a drawn game gets one.
        Some(Wdl::Draw) | None => {}
    }
    let from = history.current();
    let mut silent = Ok(());
    let report = &mut |info: &Info<G::Move>| {
        if silent.is_ok() {
            silent = output.say(&reply::info(game, from, info));
            if silent.is_err() {
                // Nobody hears the answer.
                running.stop.stop();
            }
        }
    };
    let found = match *level {
        None => player.search(history, options, &running.stop, report),
        Some(level) => player.search_at(level, history, options, random, &running.stop, report),
    };
    silent?;
    if found.score.points() <= -search.resign {
        return Ok("bestmove resign".into());
    }
    let Some(&best) = found.moves.first() else { return Ok("bestmove resign".into()) };
    let ponder = found.moves.get(1).map(|&mv| game.show_move(&game.play(from, best), mv));
    let ponder = ponder.map_or(String::new(), |name| format!(" ponder {name}"));
    Ok(format!("bestmove {}{ponder}", game.show_move(from, best)))
}
