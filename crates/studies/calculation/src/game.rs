//! One game of a series, from its deal to its end.

use crate::{
    clairvoyant, clock,
    decision::Player,
    models::Models,
    network::Quantized,
    player::{PlayerSpec, ReadyPlayer},
    player_error::PlayerError,
};
use yomikiri_calculation::{
    Calculation, Deal, Purpose, Stream,
    simple::{self, Finished, PlayoutPolicy},
};
use yomikiri_core::Game;

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Its number in the series.
    pub game: u64,
    /// Whether it was won.
    pub won: bool,
    /// Cards on the bases at the end.
    pub placed: u8,
    /// Moves made.
    pub plies: u8,
    /// Games and parts of games played to decide.
    pub playouts: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: f64,
}

/// A player and the series it plays.
pub struct Series<'a> {
    game: &'a Calculation,
    seed: u64,
    who: Who<'a>,
}

enum Who<'a> {
    /// With the choices of the games that are played by the hundred million.
    Simple(PlayoutPolicy),
    Player(Box<ReadyPlayer<'a>>),
    Clairvoyant(&'a Quantized, u64),
}

impl<'a> Series<'a> {
    /// A series of games: their deals and all choices come from the seed.
    ///
    /// # Errors
    /// A player that cannot play this variant.
    pub fn new(
        game: &'a Calculation,
        spec: PlayerSpec,
        seed: u64,
        models: &'a Models,
    ) -> Result<Self, PlayerError> {
        let who = match spec {
            PlayerSpec::Random => Who::Simple(PlayoutPolicy::Any),
            PlayerSpec::Greedy => Who::Simple(PlayoutPolicy::Bases),
            PlayerSpec::Clairvoyant(width) => Who::Clairvoyant(models.network(game.variant())?, width),
            _ => Who::Player(Box::new(ReadyPlayer::new(spec, game, models)?)),
        };
        Ok(Self { game, seed, who })
    }

    /// Plays the game with this number: the same every time, but for the processor time.
    pub fn play(&self, number: u64) -> Row {
        let began = clock::thread_seconds();
        let deal = Deal::of_game(*self.game.variant(), self.seed, number);
        let row = match &self.who {
            Who::Simple(policy) => {
                let Finished { won, placed, plies } = simple::play(self.game, *policy, self.seed, number);
                Row { game: number, won, placed, plies, playouts: 0, cpu_seconds: 0.0 }
            }
            Who::Player(player) => self.play_with(&**player, &deal, number),
            Who::Clairvoyant(network, width) => {
                let (won, placed) = clairvoyant::wins(self.game, network, &deal, *width);
                Row { game: number, won, placed: placed as u8, plies: 0, playouts: 0, cpu_seconds: 0.0 }
            }
        };
        Row { cpu_seconds: clock::thread_seconds() - began, ..row }
    }

    fn play_with(&self, player: &impl Player, deal: &Deal, number: u64) -> Row {
        let game = self.game;
        let stream = Stream::new(self.seed, number, Purpose::Search);
        let mut pos = game.start();
        let (mut plies, mut playouts) = (0, 0);
        let began = clock::thread_seconds();
        loop {
            if pos.turned == 0 && pos.hidden() > 0 {
                pos.turn(deal.next(pos.hidden()));
            }
            let mut over = true;
            game.each_move(&pos, |_| over = false);
            if over {
                break;
            }
            let decision = player.decide(&pos, stream.part(plies), clock::thread_seconds() - began);
            if decision.moves.is_empty() {
                break;
            }
            playouts += decision.playouts;
            for mv in decision.moves {
                game.make(&mut pos, mv);
                plies += 1;
            }
        }
        let (won, placed) = (game.is_won(&pos), pos.placed() as u8);
        Row { game: number, won, placed, plies: plies as u8, playouts, cpu_seconds: 0.0 }
    }
}
