//! The player of minishogi.

use crate::{failure::Failure, text::note};
use std::{path::Path, sync::Arc};
use yomikiri_shogi::SmallBoard;
use yomikiri_shogi_player::{
    SearchedGame,
    minishogi::{Evaluation, Model},
    searched,
};

/// Minishogi as the engine searches it, with the evaluation of a file or the built-in one.
///
/// A file that was asked for must be whole; in the place of a damaged built-in evaluation the one made by
/// hand plays.
pub fn searched(model: Option<&Path>) -> Result<SearchedGame<SmallBoard>, Failure> {
    let evaluation = match model {
        Some(path) => {
            let model = Model::read(path);
            let told = |error| Failure::environment(format!("--model: {}: {error}", path.display()));
            Evaluation::Learnt(Arc::new(model.map_err(told)?.network))
        }
        None => Evaluation::built_in().unwrap_or_else(|error| {
            note(format!("the built-in evaluation: {error}; playing by the one made by hand"));
            Evaluation::Handmade
        }),
    };
    Ok(searched::minishogi(evaluation))
}

#[cfg(test)]
mod tests {
    use crate::game::Records;
    use crate::threads::ThreadArgs;
    use crate::{args::MindArgs, registry};
    use yomikiri_core::{
        Game, Notation, TwoPlayer,
        play::{NoProgress, Opponent, Reply},
    };
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
            seed: Some(1),
        };
        registry::open_usual("minishogi").unwrap().opponent(&args).unwrap().unwrap()
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
            let Reply { mv, probability, .. } = mini.answer(&path, None, &NoProgress).unwrap();
            assert!((0.0..=1.0).contains(&probability.unwrap()));
            path.push(game.show_pos(&game.play(&pos, game.parse_move(&pos, &mv).unwrap())));
        }
    }

    #[test]
    fn the_fourth_occurrence_is_lost_by_the_first_player() {
        let mini = weak();
        let text = "position sfen r3k/4p/5/P4/K3R b - 1 moves 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a 1e2e 5a4a 2e1e 4a5a";
        let path = Shogi::minishogi().read(text.as_bytes()).unwrap().path;
        assert_eq!(
            mini.repetition(&path).unwrap().to_string(),
            "The same position for the fourth time: the second player wins."
        );
        assert_eq!(mini.repetition(&path[..9]), None);
    }
}
