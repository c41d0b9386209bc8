//! The player of minishogi in a game against a person.

use crate::{args::MindArgs, commands::play::Opponent, failure::Failure, player, progress::Progress};
use std::time::Duration;
use yomikiri_core::{Game, Notation, ParseError, TwoPlayer, Wdl};
use yomikiri_minishogi::{
    Board, MiniPlayer,
    player::repetition,
    probability,
    record::{Form, Transcript},
};
use yomikiri_search::alphabeta::{self, Control, Limits, Player, Record, Score};
use yomikiri_shogi::{Move, Position, Shogi};

/// What a move may take where nothing is said.
const TIME: Duration = Duration::from_secs(1);

/// Nodes a move of each level.
const LEVELS: [u64; 9] = [10, 50, 200, 800, 3_000, 12_000, 50_000, 200_000, 1_000_000];

/// The most that its table takes: more is of no use at these times.
const TABLE: usize = 256 << 20;

/// The player with what a move may cost.
struct Mini {
    player: MiniPlayer,
    limits: Limits<Move>,
    time: Option<Duration>,
}

/// The player that was asked for.
pub fn opponent(args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    if args.simulations.is_some() {
        let message =
            "--simulations: the player of minishogi plays none; it takes --level, --time or --depth";
        return Err(Failure::Input(message.into()));
    }
    let bytes = ((args.memory as usize) << 20).min(TABLE);
    let player = player::minishogi(args.model.as_deref(), bytes, args.threads())?;
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
    Ok(Box::new(Mini { player, limits, time }))
}

impl Mini {
    fn game(&self) -> &Shogi<u32> {
        &self.player.judge().game
    }

    fn positions(&self, path: &[String]) -> Result<Vec<Position<u32>>, ParseError> {
        path.iter().map(|pos| self.game().parse_pos(pos)).collect()
    }

    /// The game as moves, which the positions do not tell by themselves.
    fn transcript(&self, positions: &[Position<u32>]) -> Option<Transcript> {
        let mut record = Transcript::new(positions.first()?.clone());
        for pair in positions.windows(2) {
            let mut moves = Vec::new();
            self.game().moves(&pair[0], &mut moves);
            record.moves.push(moves.into_iter().find(|&mv| self.game().play(&pair[0], mv) == pair[1])?);
        }
        Some(record)
    }
}

impl Opponent for Mini {
    fn answer(&mut self, path: &[String], progress: &Progress) -> Result<(String, Option<f32>), Failure> {
        let positions = self.positions(path).map_err(|error| Failure::parse("position", &error))?;
        let record = Record { positions };
        progress.phase("thinking", 0);
        let control = Control::new();
        if let Some(time) = self.time {
            control.limit(time, time);
        }
        let found = self.player.search(&record, &self.limits, &control, &mut |_| progress.advance(1));
        let best = found.moves.first().ok_or_else(|| Failure::Input("the game is over".into()))?;
        let chance = match found.score {
            Score::Points(points) => probability(points),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        };
        Ok((self.game().show_move(record.now(), *best), Some(chance as f32)))
    }

    fn repetition(&self, path: &[String]) -> Option<String> {
        let positions = self.positions(path).ok()?;
        let mut boards: Vec<_> =
            positions.into_iter().map(|pos| Board::new(self.player.judge(), pos)).collect();
        let now = boards.pop()?;
        let past: Vec<_> = boards.iter().map(alphabeta::Board::place).collect();
        let result = repetition(&now, &past)?;
        let side = self.game().side(now.position());
        let winner = crate::text::side(if result == Wdl::Win { side } else { side.other() });
        Some(format!("The same position for the fourth time: the {winner} player wins."))
    }

    fn record(&self, path: &[String], file: &str) -> Option<String> {
        let record = self.transcript(&self.positions(path).ok()?)?;
        Some(record.write(self.game(), Form::of_name(file)))
    }

    fn recall(&self, text: &str) -> Result<Vec<String>, ParseError> {
        let record = Transcript::read(self.game(), text)?;
        Ok(record.positions(self.game()).iter().map(|pos| self.game().show_pos(pos)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weak() -> Box<dyn Opponent> {
        let args = MindArgs {
            level: Some(2),
            time: None,
            simulations: None,
            depth: None,
            model: None,
            threads: Some(1),
            memory: 1,
            seed: 1,
        };
        opponent(&args).unwrap()
    }

    #[test]
    fn a_game_is_played_saved_and_recalled() {
        let (mut mini, game) = (weak(), Shogi::minishogi());
        let mut path = vec![game.show_pos(&game.start())];
        for _ in 0..20 {
            let pos = game.parse_pos(&path[path.len() - 1]).unwrap();
            if game.result(&pos).is_some() {
                break;
            }
            let (name, chance) = mini.answer(&path, &Progress::new()).unwrap();
            assert!((0.0..=1.0).contains(&chance.unwrap()));
            path.push(game.show_pos(&game.play(&pos, game.parse_move(&pos, &name).unwrap())));
        }
        for file in ["a.csa", "a.kif", "a"] {
            assert_eq!(mini.recall(&mini.record(&path, file).unwrap()), Ok(path.clone()), "{file}");
        }
    }

    #[test]
    fn the_fourth_occurrence_is_lost_by_the_first_player() {
        let mini = weak();
        let text = "position sfen r3k/4p/5/P4/K3R b - 1 moves 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a";
        let path = mini.recall(text).unwrap();
        assert_eq!(
            mini.repetition(&path).unwrap(),
            "The same position for the fourth time: the second player wins."
        );
        assert_eq!(mini.repetition(&path[..9]), None);
    }
}
