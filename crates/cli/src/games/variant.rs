//! Variants of shogi that are known by their rules alone: those that come with the program and have no entry
//! of their own, and those of `--variants`.

use super::{
    about,
    engine::{self, EngineBoard},
    shogi::Searched,
    solver::Number,
    tabled::Readable,
};
use crate::{
    args::Ending,
    failure::Failure,
    file::failed,
    game::{AnyGame, Entry, Tabled},
};
use std::{
    path::{Path, PathBuf},
    sync::{LazyLock, OnceLock},
};
use yomikiri_dobutsu::{NumberedGame, solver};
use yomikiri_shogi::{Bits as _, Shogi, SmallBoard, SmallShogi, Variant, general, variants};
use yomikiri_shogi_player::{PlayerBoard, SearchedGame};

/// The first is as Fairy-Stockfish plays.
const ENDINGS: &[Ending] = &[Ending::Mate, Ending::Capture];

/// The longest file of variants, in bytes.
const LIMIT: u64 = 1 << 20;

/// The file of `--variants`, and its games.
static OF_FILE: OnceLock<(PathBuf, Vec<Entry>)> = OnceLock::new();

/// The variants that come with the program, but for those with an entry of their own.
pub fn shipped() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let own = |name| {
            [super::dobutsu::GAMES, super::shogi::GAMES].into_iter().flatten().any(|entry| entry.name == name)
        };
        variants::shipped().iter().filter(|variant| !own(variant.name)).map(entry).collect()
    });
    &ENTRIES
}

/// The games of the file that has been loaded, if one has.
pub fn of_file() -> &'static [Entry] {
    OF_FILE.get().map_or(&[], |(_, games)| games)
}

/// The file that a game is of.
pub fn file(game: &str) -> Option<&'static Path> {
    OF_FILE
        .get()
        .filter(|(_, games)| games.iter().any(|entry| entry.name == game))
        .map(|(file, _)| file.as_path())
}

/// Takes up the games of a file. `taken` tells why a name cannot be had, if it cannot.
pub fn load(path: &Path, taken: impl Fn(&str) -> Option<&'static str>) -> Result<(), Failure> {
    let bytes = yomikiri_files::read(path, LIMIT).map_err(|error| failed("--variants", path, &error))?;
    let refused =
        |error: &dyn std::fmt::Display| Failure::input(format!("--variants: {}: {error}", path.display()));
    let text = str::from_utf8(&bytes).map_err(|_| refused(&"this is no text in UTF-8"))?;
    let variants = variants::read(text).map_err(|error| refused(&error))?;
    if let Some((name, why)) = variants.iter().find_map(|variant| Some((variant.name, taken(variant.name)?)))
    {
        return Err(refused(&format!("[{name}]: {why}")));
    }
    OF_FILE.get_or_init(|| (path.to_owned(), variants.leak().iter().map(entry).collect()));
    Ok(())
}

fn entry(variant: &'static Variant) -> Entry {
    let open = Box::new(move |ending| of(variant, ending));
    Entry {
        name: variant.name,
        about: about::of_variant(variant.name, variant.about),
        endings: ENDINGS,
        open: Box::leak(open),
    }
}

/// The game of a variant on bitboards that its board fits in. Larger ones than the solver is compiled for
/// cannot be read out.
fn of(variant: &'static Variant, ending: Ending) -> Box<dyn AnyGame> {
    if variant.board.len() <= SmallBoard::SIZE {
        Box::new(ruled::<SmallBoard>(variant, ending, readable))
    } else {
        Box::new(ruled::<u128>(variant, ending, |_| None))
    }
}

fn ruled<B: EngineBoard>(
    variant: &'static Variant,
    ending: Ending,
    tabled: fn(&Searched<B>) -> Option<&dyn Tabled>,
) -> Searched<B> {
    let ending = match ending {
        Ending::Capture => yomikiri_shogi::Ending::Capture,
        Ending::Mate => yomikiri_shogi::Ending::Mate,
    };
    Searched::new(move || Shogi::new(variant.clone(), ending), to_mate).with_tabled(tabled)
}

/// The game as it is searched: to the mate, whatever ends it.
#[expect(clippy::needless_pass_by_value, reason = "as games that are searched are made")]
fn to_mate<B: PlayerBoard>(game: Shogi<B>, model: Option<&Path>) -> Result<SearchedGame<B>, Failure> {
    engine::without_file(model)?;
    Ok(B::by_material(Shogi::new(game.variant().clone(), yomikiri_shogi::Ending::Mate)))
}

fn readable(game: &Searched<SmallBoard>) -> Option<&dyn Tabled> {
    general::can_be_read_out(game.game().variant()).then_some(game)
}

impl Readable for Searched<SmallBoard> {
    fn rules(&self) -> SmallShogi {
        self.game()
    }

    fn usual(&self) -> (Ending, Option<&Path>) {
        (ENDINGS[0], file(self.game().variant().name))
    }

    fn number(&self) -> Number {
        solver::general
    }

    fn numbered(&self) -> &OnceLock<Box<dyn NumberedGame>> {
        &self.numbered
    }
}
