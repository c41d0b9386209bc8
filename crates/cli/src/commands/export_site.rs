//! `yomikiri export-site`: a static site of a solved game and of collections of problems.

use crate::{
    args::Ending,
    commands::serve::Served,
    failure::{Answer, Failure, Outcome},
    file::failed,
    games::tsume,
    lines::json,
    progress::Progress,
    registry,
    text::grouped,
    told,
};
use serde::Serialize;
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use yomikiri_core::{Gap, fill};
use yomikiri_files::Directory;
use yomikiri_web::{Export, Refusal, Site, Source};

/// The most problems of a collection that are written, each a page in each language.
const PROBLEMS: u64 = 20_000;

/// The page that a visitor comes to first.
const INDEX: &str = "index.html";

/// Writes a static site that any web host serves: pages around the start of a solved game, a page that looks
/// up every position in the browser, and the problems of collections
///
/// The game is read out anew. The browser fetches the parts of the table that it needs; a host should answer
/// range requests, and sends the whole table where it does not.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri export-site site/\n  \
    yomikiri export-site site/ --game dobutsu-chicks --collection problems.sqlite\n  \
    python3 -m http.server --directory site 8000")]
pub struct Args {
    /// The directory, which is made; one that is there must be empty
    dir: PathBuf,

    /// The solved game
    #[arg(long, value_name = "GAME", default_value = "dobutsu")]
    game: String,

    /// Positions up to so many moves from the start have pages of their own
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=4))]
    plies: u8,

    /// The table has results only, no distances: a smaller file
    #[arg(long)]
    wdl: bool,

    /// A collection of mating problems, as `tsume enumerate` writes it. May be repeated
    #[arg(long, value_name = "FILE.sqlite")]
    collection: Vec<PathBuf>,

    /// One JSON object: game dir pages bytes
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written<'a> {
    game: &'a str,
    dir: &'a Path,
    /// Pages of HTML.
    pages: usize,
    /// The whole site.
    bytes: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let entry = registry::entries().find(|entry| entry.name == args.game);
    let entry = entry.ok_or_else(|| without_site(&args.game))?;
    let game = (entry.open)(Ending::default());
    let site = game.site().ok_or_else(|| without_site(&args.game))?;
    let mates = (!args.collection.is_empty()).then(|| tsume::served(&args.collection)).transpose()?;
    let mut collections = Vec::new();
    for collection in mates.iter().flat_map(|mates| mates.collections()) {
        let last = collection.last().map_err(|refusal| unread(collection.name(), refusal))?;
        if last > PROBLEMS {
            let (name, most) = (collection.name(), grouped(PROBLEMS));
            let hint = "`tsume show FILE --plies N --out SMALLER.sqlite` chooses some";
            return Err(Failure::input(format!(
                "--collection: {name} has more than {most} problems; {hint}"
            )));
        }
        collections.push((collection.name().to_owned(), last));
    }
    let dir = fill_directory(&args.dir)?;
    let own = dir.directory(entry.name).map_err(|error| failed("DIR", &args.dir, &error))?;
    let (explore, census) = site.write_site(&own, args.wdl, &Progress::new())?;
    let source: Arc<dyn Source> = Arc::new(Served::known_by(entry, explore.into(), census));
    let site = Site::new(vec![source], false);
    let site = match mates {
        Some(mates) => site.with_mates(mates),
        None => site,
    };
    let export = Export { plies: usize::from(args.plies), games: vec![entry.name.into()], collections };
    let progress = Progress::new();
    progress.phase("pages", 0);
    let pages = export.run(site, &mut |name, bytes| {
        progress.advance(1);
        dir.write(name, bytes)
    });
    let pages = pages.map_err(|error| Failure::environment(format!("DIR: {error}")))?;
    dir.finish(INDEX).map_err(|error| failed("DIR", &args.dir, &error))?;
    // The page of any position, which the game writes itself, is one more.
    tell(args, pages + 1, out)
}

/// Why a collection cannot be read.
fn unread(name: &str, refusal: Refusal) -> Failure {
    let told = |why: Gap| Failure::of_argument("--collection", Failure::of_argument(name, why));
    match refusal {
        Refusal::Environment(why) => Failure::environment(told(why)),
        Refusal::Condition(why) => Failure::input(told(why)),
        Refusal::Parse(error) => Failure::input(told(error.told().into())),
        Refusal::Table(_) => unreachable!("a collection has no table"),
    }
}

/// What is told of a game that a browser cannot look up.
fn without_site(game: &str) -> Failure {
    let able = registry::entries().filter(|entry| (entry.open)(entry.usual_ending()).site().is_some());
    let names: Vec<_> = able.map(|entry| entry.name).collect();
    let known = if registry::find(game).is_some() { "has no site" } else { "is no game" };
    Failure::input(format!("--game: {game} {known}; expected one of {}", names.join(", ")))
}

/// Begins to fill the directory, if there is nothing in it.
fn fill_directory(dir: &Path) -> Result<Directory, Failure> {
    let filling = Directory::new(dir).map_err(|error| match error.kind() {
        ErrorKind::DirectoryNotEmpty => {
            Failure::input(format!("DIR: {}: expected an empty directory", dir.display()))
        }
        _ => failed("DIR", dir, &error),
    })?;
    // A host that would take names with underscores for its own leaves these alone.
    filling.write(".nojekyll", b"").map_err(|error| Failure::environment(format!("DIR: {error}")))?;
    Ok(filling)
}

fn tell(args: &Args, pages: usize, out: &mut impl Write) -> Outcome {
    let bytes = size(&args.dir).map_err(|error| failed("DIR", &args.dir, &error))?;
    if args.json {
        json(out, &Written { game: &args.game, dir: &args.dir, pages, bytes })?;
        return Ok(Answer::Yes);
    }
    let (pages, bytes, dir) = (grouped(pages as u64), grouped(bytes), args.dir.display().to_string());
    told::write(out, |words| fill(words.site_written, &[&pages, &bytes, &dir]) + "\n")?;
    Ok(Answer::Yes)
}

/// The bytes of all files in a directory.
fn size(dir: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() { size(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}
