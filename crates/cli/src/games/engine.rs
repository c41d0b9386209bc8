//! The engine of the shogi family: from the arguments to a player, an opponent, a conversation.

use crate::{args::MindArgs, failure::Failure, lines};
use std::{
    io::{self, BufRead, Write},
    path::Path,
};
use yomikiri_core::play::Opponent;
use yomikiri_search::{
    MateSearch,
    alphabeta::{EngineOpponent, LevelSettings, SearchPlayer, ThinkingMode, limits_of},
};
use yomikiri_shogi::{Bits, RulesBoard, Shogi};
use yomikiri_shogi_player::{PlayerBoard, SearchedGame};
use yomikiri_tsume::MateBoard;

/// Bitboards of games that are searched, also for mates.
pub trait EngineBoard: RulesBoard + PlayerBoard + MateBoard {}

impl<B: RulesBoard + PlayerBoard + MateBoard> EngineBoard for B {}

/// The bytes of a player's table, if nothing else is asked for.
pub const TABLE: usize = 64 << 20;

/// The most bytes of the table of an opponent: more is of no use at its times.
const MOST_TABLE: u64 = 256 << 20;

/// A game's player.
pub fn player<B: Bits>(
    game: SearchedGame<B>,
    bytes: usize,
    threads: usize,
) -> Result<Box<dyn SearchPlayer<Shogi<B>>>, Failure> {
    let failed = |error: io::Error| Failure::environment(format!("a table: {error}"));
    game.player(bytes, threads).map_err(failed)
}

/// What the levels of a game look at, and how they err.
pub fn levels<B: Bits>(game: &SearchedGame<B>) -> Vec<String> {
    let told = |settings: &LevelSettings| {
        let errs = match settings.temperature {
            0.0 => "the best move".into(),
            heat => format!("temperature {heat} points"),
        };
        format!("{} nodes, {errs}", settings.nodes)
    };
    game.levels().iter().map(told).collect()
}

/// The opponent that was asked for, in a game by these rules.
pub fn opponent<B: Bits>(
    rules: Shogi<B>,
    game: SearchedGame<B>,
    args: &MindArgs,
) -> Result<Box<dyn Opponent>, Failure> {
    if args.simulations.is_some() {
        let message = "--simulations: this player plays none; it takes --level, --time or --depth";
        return Err(Failure::input(message));
    }
    let player = player(game, args.bytes_at_most(MOST_TABLE)?, args.threads.count())?;
    let thinking = match args.level() {
        Some(level) => ThinkingMode::Level(level, args.seed()),
        None => ThinkingMode::Limits(limits_of(args.depth, args.time)),
    };
    Ok(Box::new(EngineOpponent::new(rules, player, thinking)))
}

/// Holds a conversation in USI by the rules of a game, which may let more moves pass than the player
/// searches.
pub fn converse<B: EngineBoard>(
    rules: &Shogi<B>,
    game: SearchedGame<B>,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
) -> Result<(), Failure> {
    let mut player = player(game, TABLE, 1)?;
    let mut mates = B::mates(rules);
    let mates = mates.as_mut().map(|mates| &mut **mates as &mut dyn MateSearch<_>);
    yomikiri_usi::run(rules, &mut *player, mates, "Yomikiri", input, output).map_err(lines::spoken)
}

/// Refuses an evaluation from a file where the game has no such files.
pub fn without_file(model: Option<&Path>) -> Result<(), Failure> {
    match model {
        None => Ok(()),
        Some(path) => {
            Err(Failure::input(format!("--model: {}: this game has no evaluations in files", path.display())))
        }
    }
}
