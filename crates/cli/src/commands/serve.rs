//! `yomikiri serve`: the games as pages.

use crate::{
    args::Ending,
    failure::{Answer, Failure, Outcome},
    game::{AnyGame, Entry},
    probed::{ProbeReport, look},
    registry,
    table::{default_path, solve_command},
    text::note,
};
use std::{
    io::Write,
    net::{SocketAddr, ToSocketAddrs},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};
use yomikiri_core::Explore;
use yomikiri_web::{Refusal, Seen, Server, Site, Source};

/// Shows every game in a browser, and answers programs in JSON, until it is interrupted
///
/// Only this machine is listened to, unless `--listen` gives another address; anybody who can reach that can
/// then look at the pages.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri serve --open\n  \
    yomikiri serve --listen 127.0.0.1:8080\n\n\
    A page is a position: http://127.0.0.1:7373/blokus/66t0/8Aj2. The JSON is under /api/v1 (docs/serve.md).")]
pub struct Args {
    /// Where to listen, an address and a port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7373", value_parser = address)]
    listen: SocketAddr,

    /// Open the first page in the browser
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let failed = |error| Failure::Environment(format!("--listen: {}: {error}", args.listen));
    let server = Server::bind(args.listen).map_err(failed)?;
    let address = server.address().map_err(failed)?;
    let games = registry::entries().map(|entry| Arc::new(Served::new(entry)) as Arc<dyn Source>).collect();
    let page = format!("http://{address}/");
    writeln!(out, "The pages are at {page}; Ctrl-C ends this.")?;
    out.flush()?;
    if args.open {
        open(&page);
    }
    server.run(Site::new(games, address.ip().is_loopback())).map_err(failed)?;
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
    if let Err(error) = command.spawn() {
        note(&format!("--open: {opener}: {error}; open {page} yourself"));
    }
}

/// A game that is served.
struct Served {
    entry: &'static Entry,
    game: Box<dyn AnyGame>,
    rules: Arc<dyn Explore>,
    /// The table as it was last looked at; none yet, or there was none.
    table: Mutex<Option<Opened>>,
}

/// A table, or why it cannot be read.
struct Opened {
    /// When the file was written: one that is made anew is opened anew.
    written: SystemTime,
    explore: Result<Arc<dyn Explore>, String>,
}

impl Served {
    fn new(entry: &'static Entry) -> Self {
        let game = (entry.open)(Ending::default());
        let rules = game.explore().into();
        Self { entry, game, rules, table: Mutex::new(None) }
    }

    fn path(&self) -> PathBuf {
        default_path(self.entry.name, Ending::default())
    }

    /// The game with all that is known of it, or why its values are not.
    fn known(&self) -> Result<Arc<dyn Explore>, String> {
        let Some(tabled) = self.game.tabled() else { return Ok(self.rules.clone()) };
        let path = self.path();
        let Some(written) = self.edition() else { return Err(self.missing(&path)) };
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = table.as_ref().filter(|opened| opened.written == written) {
            return opened.explore.clone();
        }
        let explore = tabled.with_table(&path).map(Arc::from).map_err(|failure| failure.to_string());
        table.insert(Opened { written, explore }).explore.clone()
    }

    fn missing(&self, path: &Path) -> String {
        let command = solve_command(self.entry.name, &Ending::default().to_string(), None, path);
        format!("there is no table of {}; make it with `{command}`", self.entry.name)
    }
}

impl Source for Served {
    fn name(&self) -> &str {
        self.entry.name
    }

    fn about(&self) -> &str {
        self.entry.about
    }

    fn rules(&self) -> Arc<dyn Explore> {
        self.rules.clone()
    }

    fn edition(&self) -> Option<SystemTime> {
        self.game.tabled()?;
        self.path().metadata().and_then(|file| file.modified()).ok()
    }

    fn see(&self, pos: &str, line: bool, patient: bool) -> Result<Seen, Refusal> {
        let (explore, missing) = match self.known() {
            Ok(explore) => (explore, None),
            Err(why) => (self.rules(), Some(why)),
        };
        explore.open(pos).map_err(Refusal::Parse)?;
        let solved = || match self.game.tabled() {
            Some(tabled) if patient && missing.is_none() => tabled.solved_from(pos, &self.path()),
            _ => Ok(None),
        };
        let seen = look(&*explore, (pos, "position"), solved, |node, view| {
            let line = if line { node.line()? } else { Vec::new() };
            Ok(Seen { view, line, board: node.draw(false), missing: missing.clone() })
        });
        seen.map_err(|failure| Refusal::Environment(failure.to_string()))
    }

    fn json(&self, seen: &Seen) -> String {
        // Strings and numbers: nothing that cannot be written.
        serde_json::to_string(&ProbeReport::new(&seen.view, &seen.line)).unwrap_or_default()
    }
}
