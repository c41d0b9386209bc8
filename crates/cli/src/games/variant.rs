//! Variants of shogi that are known by their rules alone: those that come with the program and have no entry
//! of their own, and those of `--variants`.

use super::{analyst, engine, guide, tabled::Readable};
use crate::{
    args::{Ending, MindArgs},
    failure::Failure,
    file::failed,
    game::{self, Analyse, Analyst, AnyGame, Entry, Guide, Records, SAMPLE, Tabled, Usi},
    perft::perft,
    progress::Progress,
};
use std::{
    io::{BufRead, Write},
    path::{Path, PathBuf},
    sync::{LazyLock, OnceLock},
};
use yomikiri_core::{Editor, Explore, Explorer, Game, Language, ParseError, Unknown, laws, play::Opponent};
use yomikiri_shogi::{Bits, GeneralGraph, Shogi, Variant, general, variants};
use yomikiri_shogi_player::{AnyVariant, ShogiGame};

/// The first is as Fairy-Stockfish plays.
const ENDINGS: &[Ending] = &[Ending::Mate, Ending::Capture];

/// The longest file of variants, in bytes.
const LIMIT: u64 = 1 << 20;

/// A variant with more numbers than this, to the next power of two of what a machine of a cluster holds, is
/// not offered to be read out.
const MOST_NUMBERS: f64 = (1u64 << 40) as f64;

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

/// Takes up the games of a file. `taken` tells whether there is a game of a name.
pub fn load(path: &Path, taken: impl Fn(&str) -> bool) -> Result<(), Failure> {
    let bytes = yomikiri_files::read(path, LIMIT).map_err(|error| failed("--variants", path, &error))?;
    let refused =
        |error: &dyn std::fmt::Display| Failure::Input(format!("--variants: {}: {error}", path.display()));
    let text = str::from_utf8(&bytes).map_err(|_| refused(&"this is no text in UTF-8"))?;
    let variants = variants::read(text).map_err(|error| refused(&error))?;
    if let Some(variant) = variants.iter().find(|variant| taken(variant.name)) {
        return Err(refused(&format!("[{}]: there is a game of this name", variant.name)));
    }
    OF_FILE.get_or_init(|| (path.to_owned(), variants.leak().iter().map(entry).collect()));
    Ok(())
}

fn entry(variant: &'static Variant) -> Entry {
    let open = Box::new(move |ending| of(variant, ending));
    Entry { name: variant.name, about: variant.about, endings: ENDINGS, open: Box::leak(open) }
}

/// The game of a variant on bitboards that fit its board. The solver is compiled for boards of at most 32
/// squares: those that are larger have too many numbers.
fn of(variant: &'static Variant, ending: Ending) -> Box<dyn AnyGame> {
    match variant.board.len() {
        0..=16 => Box::new(Ruled::<u16>::new(variant, ending, Ruled::readable)),
        17..=32 => Box::new(Ruled::<u32>::new(variant, ending, Ruled::readable)),
        33..=64 => Box::new(Ruled::<u64>::new(variant, ending, |_| None)),
        _ => Box::new(Ruled::<u128>::new(variant, ending, |_| None)),
    }
}

/// A game of which only the rules are known.
struct Ruled<B: Bits> {
    variant: &'static Variant,
    ending: Ending,
    in_kanji: bool,
    /// The game as one that can be read out, if it can.
    tabled: fn(&Self) -> Option<&dyn Tabled>,
    /// The numbers of its positions, made when one is drawn.
    graph: OnceLock<GeneralGraph<B>>,
}

impl<B: Bits> Ruled<B> {
    const fn new(
        variant: &'static Variant,
        ending: Ending,
        tabled: fn(&Self) -> Option<&dyn Tabled>,
    ) -> Self {
        Self { variant, ending, in_kanji: false, tabled, graph: OnceLock::new() }
    }

    fn readable(&self) -> Option<&dyn Tabled> {
        (general::estimate(self.variant) <= MOST_NUMBERS).then_some(self)
    }

    fn ending(&self) -> yomikiri_shogi::Ending {
        match self.ending {
            Ending::Capture => yomikiri_shogi::Ending::Capture,
            Ending::Mate => yomikiri_shogi::Ending::Mate,
        }
    }

    fn game(&self) -> Shogi<B> {
        let game = Shogi::new(self.variant.clone(), self.ending());
        if self.in_kanji { game.clone().in_kanji().unwrap_or(game) } else { game }
    }

    /// The game as it is searched: to the mate, whatever ends it.
    fn searched(&self, model: Option<&Path>) -> Result<AnyVariant<B>, Failure> {
        engine::without_file(model)?;
        Ok(ShogiGame::of(Shogi::new(self.variant.clone(), yomikiri_shogi::Ending::Mate)))
    }
}

impl<B: Bits> AnyGame for Ruled<B> {
    fn perft(&self, from: Option<&str>, depth: u32, progress: &Progress) -> Result<u64, ParseError> {
        let game = self.game();
        Ok(perft(&game, game::position(&game, from)?, depth, progress))
    }

    fn check(&self) -> Vec<laws::Law> {
        let game = self.game();
        laws::all(&game, &laws::sample(&game, SAMPLE, 1))
    }

    fn bench(&self, progress: &Progress) -> Result<u64, Failure> {
        let game = self.game();
        Ok(perft(&game, game.start(), 4, progress))
    }

    fn explore(&self) -> Box<dyn Explore> {
        Box::new(Explorer { game: self.game(), probe: Unknown })
    }

    fn guide(&self, language: Language) -> Guide {
        guide::shogi::guide(&self.game(), language)
    }

    fn records(&self) -> Box<dyn Records> {
        Box::new(self.game())
    }

    fn use_kanji(&mut self) -> bool {
        self.in_kanji = self.game().in_kanji().is_some();
        self.in_kanji
    }

    fn opponent(&self, args: &MindArgs) -> Result<Option<Box<dyn Opponent>>, Failure> {
        engine::opponent(self.game(), self.searched(args.model.as_deref())?, args).map(Some)
    }

    fn editor(&self) -> Option<Box<dyn Editor>> {
        Some(Box::new(self.game()))
    }

    fn tabled(&self) -> Option<&dyn Tabled> {
        (self.tabled)(self)
    }

    fn levels(&self) -> Vec<String> {
        self.searched(None).map_or_else(|_| Vec::new(), |game| engine::levels(&game))
    }

    fn usi(&self) -> Option<&dyn Usi> {
        Some(self)
    }

    fn analyse(&self) -> Option<&dyn Analyse> {
        Some(self)
    }
}

impl<B: Bits> Analyse for Ruled<B> {
    fn analyst(&self, model: Option<&Path>) -> Result<Box<dyn Analyst>, Failure> {
        analyst::analyst(self.game(), self.searched(model)?)
    }
}

impl<B: Bits> Readable for Ruled<B> {
    type Board = B;
    type Graph = GeneralGraph<B>;

    fn rules(&self) -> Shogi<B> {
        self.game()
    }

    fn usual(&self) -> (Ending, Option<&Path>) {
        (ENDINGS[0], file(self.variant.name))
    }

    fn graph(&self) -> &OnceLock<GeneralGraph<B>> {
        &self.graph
    }
}

impl<B: Bits> Usi for Ruled<B> {
    fn converse(
        &self,
        model: Option<&Path>,
        input: &mut dyn BufRead,
        output: &mut (dyn Write + Send),
    ) -> Result<(), Failure> {
        let searched = self.searched(model)?;
        engine::converse(&Shogi::new(self.variant.clone(), self.ending()), searched, input, output)
    }
}
