//! The players of the shogi family in a game against a person: alpha-beta with what a move may cost.

use crate::{args::MindArgs, commands::play::Opponent, failure::Failure, player, progress::Progress};
use std::time::Duration;
use yomikiri_core::{Game, Notation, ParseError, TwoPlayer, Wdl};
use yomikiri_family::Judge;
use yomikiri_minishogi::probability;
use yomikiri_search::alphabeta::{Control, Judging, Limits, Player, Record, Score, Seat};
use yomikiri_shogi::{Bits, Move, Position, Shogi, SmallShogi};

/// What a move may take where nothing is said.
const TIME: Duration = Duration::from_secs(1);

/// Nodes a move of each level.
const LEVELS: [u64; 9] = [10, 50, 200, 800, 3_000, 12_000, 50_000, 200_000, 1_000_000];

/// The most that its table takes: more is of no use at these times.
const TABLE: usize = 256 << 20;

/// The bytes of a player's table.
pub fn table_of(args: &MindArgs) -> Result<usize, Failure> {
    Ok(args.bytes()?.min(TABLE))
}

/// A player with what a move may cost.
pub struct Thinker<J> {
    pub player: Seat<J>,
    limits: Limits<Move>,
    time: Option<Duration>,
}

impl<B: Bits, J: Judging<Game = Shogi<B>>> Thinker<J> {
    /// The player, thinking as these arguments allow.
    pub fn new(player: Seat<J>, args: &MindArgs) -> Result<Self, Failure> {
        if args.simulations.is_some() {
            let message = "--simulations: this player plays none; it takes --level, --time or --depth";
            return Err(Failure::Input(message.into()));
        }
        let mut limits = Limits { depth: args.depth.unwrap_or(u32::MAX), ..Limits::default() };
        let nodes = args.level.and_then(|level| LEVELS.get(usize::from(level).checked_sub(1)?));
        let time = match nodes {
            Some(&nodes) => {
                limits.nodes = nodes;
                None
            }
            None if args.depth.is_some() => args.time,
            None => Some(args.time.unwrap_or(TIME)),
        };
        Ok(Self { player, limits, time })
    }

    pub fn game(&self) -> &Shogi<B> {
        self.player.judge().game()
    }

    /// The positions of a game.
    pub fn positions(&self, path: &[String]) -> Result<Vec<Position<B>>, ParseError> {
        path.iter().map(|pos| self.game().parse_pos(pos)).collect()
    }

    /// The best move with the probability of winning; no move if the game is over.
    fn think(
        &mut self,
        path: &[String],
        progress: &Progress,
    ) -> Result<(Position<B>, Option<Move>, f32), Failure> {
        let positions = self.positions(path).map_err(|error| Failure::parse("position", &error))?;
        let record = Record { positions };
        progress.phase("thinking", 0);
        let control = Control::new();
        if let Some(time) = self.time {
            control.limit(time, time);
        }
        let found = self.player.search(&record, &self.limits, &control, &mut |_| progress.advance(1));
        let chance = match found.score {
            Score::Points(points) => probability(points),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        };
        Ok((record.now().clone(), found.moves.first().copied(), chance as f32))
    }
}

impl<B: Bits, J: Judging<Game = Shogi<B>>> Opponent for Thinker<J> {
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        let (now, best, chance) = self.think(path, progress)?;
        let best = best.ok_or_else(|| Failure::Input("the game is over".into()))?;
        Ok((self.game().show_move(&now, best), Some(chance)))
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        let record = Record { positions: self.positions(path).ok()? };
        let side = self.game().side(record.now());
        let times = record.positions.iter().filter(|pos| *pos == record.now()).count();
        let winner = match self.player.repetition(&record)? {
            Wdl::Win => side,
            Wdl::Loss => side.other(),
            Wdl::Draw => return Some(format!("The same position for the {} time: a draw.", ordinal(times))),
        };
        let winner = crate::text::side(winner);
        Some(format!("The same position for the {} time: the {winner} player wins.", ordinal(times)))
    }
}

/// The occurrence at which a game ends.
const fn ordinal(times: usize) -> &'static str {
    if times == 3 { "third" } else { "fourth" }
}

/// The player of goro-goro shogi and its variants.
pub fn goro_goro(game: Shogi<u32>, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    player::without_file(args.model.as_deref())?;
    let player = player::seat(Judge::goro_goro(game), table_of(args)?, args.threads.count())?;
    Ok(Box::new(Thinker::new(player, args)?))
}

/// The player of shogi.
pub fn shogi(args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    player::without_file(args.model.as_deref())?;
    let player = player::seat(Judge::shogi(), table_of(args)?, args.threads.count())?;
    Ok(Box::new(Thinker::new(player, args)?))
}

/// The player of Dobutsu Shogi, which searches to the mate whatever ends the game.
struct Dobutsu {
    thinker: Thinker<Judge<u16, 3>>,
    game: SmallShogi,
}

/// The player of Dobutsu Shogi and its variants, for one who does without a table.
pub fn dobutsu(game: SmallShogi, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    let judge = player::dobutsu_judge(&game, args.model.as_deref())?;
    let player = player::seat(judge, table_of(args)?, args.threads.count())?;
    Ok(Box::new(Dobutsu { thinker: Thinker::new(player, args)?, game }))
}

impl Opponent for Dobutsu {
    /// Mated, but not taken yet, it makes whatever move comes first.
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        let (now, best, chance) = self.thinker.think(path, progress)?;
        let any = || {
            let mut moves = Vec::new();
            self.game.moves(&now, &mut moves);
            moves.into_iter().next()
        };
        let best = best.or_else(any).ok_or_else(|| Failure::Input("the game is over".into()))?;
        Ok((self.game.show_move(&now, best), Some(chance)))
    }

    fn is_wanted(&self) -> bool {
        true
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        self.thinker.repetition(path)
    }
}
