//! Small decks, where the optimum is known exactly: it is that of all play, and no player is above it.

use std::collections::HashMap;
use yomikiri_calculation::{Calculation, Position, Variant};
use yomikiri_calculation_study::{game::Series, models::Models, player::EXACT_LIMIT};
use yomikiri_core::{Game, Solitaire};
use yomikiri_search::solitaire::Expectimax;

/// Every move and every card, without symmetry.
fn slowly(game: &Calculation, pos: &Position, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(payoff) = game.payoff(pos) {
        return payoff;
    }
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let (mut chances, mut moves) = (Vec::new(), Vec::new());
    game.chances(pos, &mut chances);
    game.moves(pos, &mut moves);
    let mean: f64 = chances.iter().map(|(next, odds)| odds.probability() * slowly(game, next, known)).sum();
    let value = moves.iter().map(|&mv| slowly(game, &game.play(pos, mv), known)).fold(mean, f64::max);
    known.insert(*pos, value);
    value
}

const DECKS: [&str; 4] =
    ["ranks=4,piles=1", "ranks=5,bases=1,piles=2", "ranks=5,bases=2,piles=1", "ranks=6,lead=2,piles=1"];

#[test]
fn the_optimum_is_that_of_all_play() {
    for text in DECKS {
        let game = Calculation::new(text.parse::<Variant>().unwrap());
        let optimum = Expectimax::new(game, EXACT_LIMIT).value(&game.start()).unwrap();
        let expected = slowly(&game, &game.start(), &mut HashMap::new());
        assert!((optimum - expected).abs() < 1e-12, "{text}: {optimum} against {expected}");
        assert!(optimum > 0.0 && optimum < 1.0 + 1e-12, "{text}: {optimum}");
    }
}

#[test]
fn the_exact_player_meets_the_optimum_and_the_others_do_not_exceed_it() {
    let models = Models::default();
    for text in DECKS {
        let game = Calculation::new(text.parse::<Variant>().unwrap());
        let optimum = Expectimax::new(game, EXACT_LIMIT).value(&game.start()).unwrap();
        let games = 1000u32;
        // Four standard errors.
        let error = 4.0 * (optimum * (1.0 - optimum) / f64::from(games)).sqrt() + 1e-9;
        for player in ["expectimax", "greedy", "heuristic", "mcts:30,playout=greedy"] {
            let series = Series::new(&game, player.parse().unwrap(), 4, &models).unwrap();
            let wins = (0..u64::from(games)).filter(|&number| series.play(number).won).count();
            let rate = wins as f64 / f64::from(games);
            assert!(rate < optimum + error, "{text}, {player}: {rate} above {optimum}");
            assert!(player != "expectimax" || rate > optimum - error, "{text}: {rate} below {optimum}");
        }
    }
}
