//! The players of the shogi family in a game against a person: alpha-beta with what a move may cost.

use super::player;
use crate::{args::MindArgs, failure::Failure, game::Opponent, progress::Progress};
use yomikiri_core::{Game, Notation, ParseError};
use yomikiri_search::alphabeta::{EnginePlayer, GameHistory, SearchGame, Strength};
use yomikiri_shogi::{Bits, Move, Position, Shogi, SmallShogi};
use yomikiri_shogi_player::ShogiGame;

/// The most that its table takes: more is of no use at these times.
const TABLE: usize = 256 << 20;

/// The bytes of a player's table.
pub fn table_of(args: &MindArgs) -> Result<usize, Failure> {
    Ok(args.bytes()?.min(TABLE))
}

/// A player with what a move may cost.
pub struct Thinker<G> {
    pub player: EnginePlayer<G>,
    strength: Strength,
}

impl<B: Bits, G: SearchGame<Rules = Shogi<B>>> Thinker<G> {
    /// The player, thinking as these arguments allow.
    pub fn new(player: EnginePlayer<G>, args: &MindArgs) -> Result<Self, Failure> {
        if args.simulations.is_some() {
            let message = "--simulations: this player plays none; it takes --level, --time or --depth";
            return Err(Failure::Input(message.into()));
        }
        Ok(Self { player, strength: Strength::new(args.level, args.depth, args.time) })
    }

    pub fn game(&self) -> &Shogi<B> {
        self.player.game().rules()
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
        let history = GameHistory { positions };
        progress.phase("thinking", 0);
        let choice = self.player.choose(&history, self.strength, &mut |_| progress.advance(1));
        Ok((history.current().clone(), choice.mv, choice.probability as f32))
    }
}

impl<B: Bits, G: SearchGame<Rules = Shogi<B>>> Opponent for Thinker<G> {
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        let (now, best, chance) = self.think(path, progress)?;
        let best = best.ok_or_else(|| Failure::Input("the game is over".into()))?;
        Ok((self.game().show_move(&now, best), Some(chance)))
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        self.player.repetition_sentence(&GameHistory { positions: self.positions(path).ok()? })
    }
}

/// The player of goro-goro shogi and its variants.
pub fn goro_goro(game: Shogi<u32>, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    player::without_file(args.model.as_deref())?;
    let player = player::seat(ShogiGame::goro_goro(game), table_of(args)?, args.threads.count())?;
    Ok(Box::new(Thinker::new(player, args)?))
}

/// The player of shogi.
pub fn shogi(args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    player::without_file(args.model.as_deref())?;
    let player = player::seat(ShogiGame::standard(), table_of(args)?, args.threads.count())?;
    Ok(Box::new(Thinker::new(player, args)?))
}

/// The player of Dobutsu Shogi, which searches to the mate whatever ends the game.
struct Dobutsu {
    thinker: Thinker<yomikiri_shogi_player::Dobutsu>,
    game: SmallShogi,
}

/// The player of Dobutsu Shogi and its variants, for one who does without a table.
pub fn dobutsu(game: SmallShogi, args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    let searched = player::dobutsu_game(&game, args.model.as_deref())?;
    let player = player::seat(searched, table_of(args)?, args.threads.count())?;
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
