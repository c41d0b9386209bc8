//! `yomikiri simulate calculation`: many games of a player, or of two on the same deals.

use crate::{
    failure::Failure,
    file::{self, failed},
    game::{Contest, Measured, Rival, Simulate, Simulation, SimulationSettings, Test},
    progress::Progress,
    text::{note, note_damaged},
    threads::pool,
    words::words,
};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};
use yomikiri_calculation::{Calculation, Variant, simple::PlayoutPolicy};
use yomikiri_calculation_study::{
    Tally, bulk, clock, export,
    game::{Row, Series},
    models::Models,
    player::PlayerSpec,
    results::{Experiment, Results},
    series,
};
use yomikiri_core::fill;
use yomikiri_files::Shard;
use yomikiri_stats::{GameScore, Paired, Pentanomial, RateTest, Verdict};

yomikiri_core::phrases! { words;
    CARDS: "{} cards on the bases a game", "台札の枚数は1回平均{}枚";
}

/// The variants of Calculation.
pub struct Calculations;

impl Simulate for Calculations {
    fn setup(&self, variant: &str, settings: SimulationSettings<'_>) -> Result<Box<dyn Simulation>, Failure> {
        let SimulationSettings { games, seed, model, threads, shard } = settings;
        let variant: Variant =
            variant.parse().map_err(|error| Failure::input(format!("--variant: {error}")))?;
        let pool = pool(threads)?;
        let mut models = Models::shipped().map_err(|error| Failure::environment(error.to_string()))?;
        if let Some(path) = model {
            file::read("--model", path, |bytes| models.add(variant.piles(), bytes))?;
        }
        Ok(Box::new(Setup { game: Calculation::new(variant), games, seed, models, pool, shard }))
    }

    fn player(&self, argument: &str, name: &str) -> Result<String, Failure> {
        spec(argument, name).map(|player| player.to_string())
    }

    fn with_budget(&self, name: &str, budget: u64) -> Option<String> {
        Some(name.parse::<PlayerSpec>().ok()?.with_budget(budget)?.to_string())
    }

    fn budget_unit(&self, name: &str) -> Option<&'static str> {
        name.parse::<PlayerSpec>().ok()?.budget_unit()
    }
}

/// A player by its name.
fn spec(argument: &str, name: &str) -> Result<PlayerSpec, Failure> {
    let player = name.parse::<PlayerSpec>();
    player.map_err(|error| Failure::input(Failure::of_argument(argument, error.0)))
}

/// A variant with what its games need.
struct Setup {
    game: Calculation,
    games: u64,
    seed: u64,
    models: Models,
    pool: rayon::ThreadPool,
    /// Which share of the games, if not all.
    shard: Option<Shard>,
}

/// A table of all games, to be written.
struct Export {
    path: PathBuf,
    parquet: bool,
}

impl Export {
    fn new(path: &Path) -> Result<Self, Failure> {
        let parquet = match path.extension().and_then(OsStr::to_str) {
            Some("csv") => false,
            Some("parquet") => true,
            _ => {
                let message =
                    format!("--export: {}: expected a name that ends in .csv or .parquet", path.display());
                return Err(Failure::input(message));
            }
        };
        file::ensure("--export", path)?;
        Ok(Self { path: path.into(), parquet })
    }

    fn write(&self, variant: Variant, seed: u64, rows: &[Row]) -> Result<(), Failure> {
        let form = |file: &mut fs::File| {
            let write = if self.parquet { export::parquet } else { export::csv };
            write(file, variant, seed, rows)
        };
        yomikiri_files::write(&self.path, form).map_err(|error| failed("--export", &self.path, &*error))
    }
}

impl Simulation for Setup {
    fn variant(&self) -> String {
        self.game.variant().to_string()
    }

    fn measure(&self, contest: &Contest<'_>) -> Result<Measured, Failure> {
        let Contest { player, rival, out, export, sprt: test } = *contest;
        let player = spec("--player", player)?;
        let rival = rival.map(|rival| spec("--against", rival)).transpose()?;
        let export = export.map(Export::new).transpose()?;
        if let (Some(out), Some(export)) = (out, &export)
            && yomikiri_files::is_same(out, &export.path)
        {
            return Err(Failure::input(
                "--export: this is the file of --out, where games are kept; name another",
            ));
        }
        let simple = out.is_none() && test.is_none() && rival.is_none() && export.is_none();
        match player {
            PlayerSpec::Random if simple => Ok(self.bulk(player, PlayoutPolicy::Any)),
            PlayerSpec::Greedy if simple => Ok(self.bulk(player, PlayoutPolicy::Bases)),
            _ => self.series(player, out, test, rival, export.as_ref()),
        }
    }
}

impl Setup {
    /// The simple players, 64 games at a time.
    fn bulk(&self, player: PlayerSpec, policy: PlayoutPolicy) -> Measured {
        let (began, cpu) = (Instant::now(), clock::process_seconds());
        let progress = Progress::new();
        progress.phase("playing", self.games);
        let tally = self.pool.install(|| {
            bulk::play(*self.game.variant(), policy, self.seed, &(0..self.games), |games| {
                progress.advance(games);
            })
        });
        let cpu_seconds = clock::process_seconds() - cpu;
        self.measured(player, &tally, began.elapsed().as_secs_f64(), cpu_seconds, 0)
    }

    fn measured(
        &self,
        player: PlayerSpec,
        tally: &Tally,
        seconds: f64,
        cpu_seconds: f64,
        playouts: u64,
    ) -> Measured {
        let (low, high) = tally.interval();
        Measured {
            variant: self.variant(),
            player: player.to_string(),
            games: tally.games,
            wins: tally.wins,
            rate: tally.rate(),
            low,
            high,
            seconds,
            cpu_seconds,
            playouts,
            sprt: None,
            against: None,
            remark: CARDS.with(format!("{:.1}", tally.placed as f64 / tally.games.max(1) as f64)).into(),
        }
    }

    /// The games of a player that are kept already.
    fn results(&self, player: PlayerSpec, out: &Path) -> Result<Results, Failure> {
        let experiment = Experiment {
            variant: self.variant(),
            player: player.to_string(),
            seed: self.seed,
            model: if player.needs_model() { self.models.checksum() } else { 0 },
            share: self.shard.map(|shard| (shard, self.games)),
        };
        let results = Results::open(out, &experiment).map_err(|error| Failure::journal("--out", &error))?;
        note_damaged("--out", out, &results.damaged);
        if !results.rows.is_empty() {
            note(fill(words().games_there, &[&results.rows.len().to_string()]));
        }
        Ok(results)
    }

    fn ready(&self, argument: &str, player: PlayerSpec) -> Result<Series<'_>, Failure> {
        Series::new(&self.game, player, self.seed, &self.models)
            .map_err(|error| Failure::input(Failure::of_argument(argument, error.0)))
    }

    fn series(
        &self,
        player: PlayerSpec,
        out: Option<&Path>,
        mut test: Option<(f64, f64, RateTest)>,
        rival: Option<PlayerSpec>,
        export: Option<&Export>,
    ) -> Result<Measured, Failure> {
        let progress = Progress::new();
        // `expectimax` works out its values here.
        progress.phase("getting ready", 0);
        let mine = self.ready("--player", player)?;
        let mut results = out.map(|out| self.results(player, out)).transpose()?;
        let began = Instant::now();
        let games = self.shard.unwrap_or(Shard::WHOLE).pieces(0..self.games);
        progress.phase("playing", games.size_hint().0 as u64 * (1 + u64::from(rival.is_some())));
        let (mut tally, mut rows, mut cpu_seconds, mut playouts, mut verdict) =
            (Tally::default(), Vec::new(), 0.0, 0, Verdict::Open);
        let played = self.pool.install(|| {
            series::play(&mine, games, results.as_mut(), |row| {
                tally.add(row);
                cpu_seconds += row.cpu_seconds;
                playouts += row.playouts;
                if export.is_some() || rival.is_some() {
                    rows.push(*row);
                }
                progress.advance(1);
                verdict = test.as_mut().map_or(Verdict::Open, |(_, _, test)| test.add(row.won));
                verdict == Verdict::Open
            })
        });
        played.map_err(|error| Failure::journal("--out", &error))?;
        let against = rival.map(|rival| self.against(rival, &rows, &progress)).transpose()?;
        drop(progress);
        if let Some(export) = export {
            export.write(*self.game.variant(), self.seed, &rows)?;
        }
        let seconds = began.elapsed().as_secs_f64();
        let mut measured = self.measured(player, &tally, seconds, cpu_seconds, playouts);
        measured.against = against;
        measured.sprt = test.map(|(low, high, test)| Test { low, high, ratio: test.ratio(), verdict });
        Ok(measured)
    }

    /// The second player on the deals of the first.
    fn against(&self, rival: PlayerSpec, rows: &[Row], progress: &Progress) -> Result<Rival, Failure> {
        let theirs = self.ready("--against", rival)?;
        let (mut paired, mut tally, mut cards) =
            (Paired::default(), Tally::default(), Pentanomial::default());
        let played = self.pool.install(|| {
            series::play(&theirs, 0..self.games, None, |row| {
                let first = &rows[row.game as usize];
                paired.add(first.won, row.won);
                let score = GameScore::of(first.placed.cmp(&row.placed));
                // A deal is all that there is: as a pair whose games tell the same.
                cards.pair([score; 2]);
                tally.add(row);
                progress.advance(1);
                true
            })
        });
        played.map_err(|error| Failure::journal("--out", &error))?;
        let (difference, difference_low, difference_high) = paired.difference();
        let (elo, elo_low, elo_high) = cards.elo();
        let [fewer_cards, _, _, _, more_cards] = cards.counts().map(u64::from);
        Ok(Rival {
            player: rival.to_string(),
            wins: tally.wins,
            rate: tally.rate(),
            difference,
            difference_low,
            difference_high,
            first_alone: paired.first,
            second_alone: paired.second,
            p_value: paired.p_value(),
            more_cards,
            fewer_cards,
            elo,
            elo_low,
            elo_high,
        })
    }
}
