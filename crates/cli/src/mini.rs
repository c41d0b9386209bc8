//! The player of minishogi in a game against a person.

use crate::{
    args::MindArgs,
    commands::play::Opponent,
    failure::Failure,
    player,
    thinker::{Thinker, table_of},
};

/// The player that was asked for.
pub fn opponent(args: &MindArgs) -> Result<Box<dyn Opponent>, Failure> {
    let player = player::minishogi(args.model.as_deref(), table_of(args)?, args.threads.count())?;
    Ok(Box::new(Thinker::new(player, args)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;
    use crate::records::Records;
    use crate::threads::ThreadArgs;
    use yomikiri_core::{Game, Notation, TwoPlayer};
    use yomikiri_shogi::Shogi;

    fn weak() -> Box<dyn Opponent> {
        let args = MindArgs {
            level: Some(2),
            time: None,
            simulations: None,
            depth: None,
            model: None,
            threads: ThreadArgs { threads: Some(1) },
            memory: Some(1),
            seed: 1,
        };
        opponent(&args).unwrap()
    }

    #[test]
    fn a_game_is_played_with_probabilities() {
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
    }

    #[test]
    fn the_fourth_occurrence_is_lost_by_the_first_player() {
        let mini = weak();
        let text = "position sfen r3k/4p/5/P4/K3R b - 1 moves 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a";
        let path = Shogi::minishogi().read(text.as_bytes()).unwrap();
        assert_eq!(
            mini.repetition(&path).unwrap(),
            "The same position for the fourth time: the second player wins."
        );
        assert_eq!(mini.repetition(&path[..9]), None);
    }
}
