//! Blokus Duo as the tree search sees it.

use crate::{Model, input::mix, playout::play_out};
use std::sync::Arc;
use yomikiri_blokus::{Blokus, Field, Move, PlayoutState};
use yomikiri_core::{Random, Side};
use yomikiri_search::mcts::{Options, Playable};

/// How much of a win's worth is that there is one; the rest is by how much.
const WIN: f32 = 0.9;

/// A lead of so many points is as good as any larger one.
const LEAD: f32 = 20.0;

/// Blokus Duo, with what is known of it.
#[derive(Clone, Debug, Default)]
pub struct MctsGame {
    /// How points are counted, and what a game begins with.
    pub game: Blokus,
    /// What was learnt of positions and moves. Without it positions are valued by playing on to the end, and
    /// all moves are as likely: so the first games are played that are learnt from.
    pub model: Option<Arc<Model>>,
}

impl MctsGame {
    /// How the tree is best searched: play-outs are noisy and tell of all moves that were made in them; a
    /// learnt value is neither.
    pub fn options(&self) -> Options {
        let learnt = Options {
            exploration: 0.7,
            rave_equivalence: 0.0,
            fpu_reduction: 0.0,
            expansion_threshold: 2,
            ..Options::default()
        };
        if self.model.is_some() { learnt } else { Options::default() }
    }

    /// What a lead of the first player is worth to it.
    fn worth(lead: i32) -> f32 {
        let lead = lead as f32;
        let margin = (lead / LEAD).clamp(-1.0, 1.0);
        0.5 + 0.5 * if lead == 0.0 { 0.0 } else { WIN.copysign(lead) + (1.0 - WIN) * margin }
    }
}

impl Playable for MctsGame {
    type Pos = PlayoutState;
    type Move = Move;

    fn numbers(&self) -> usize {
        Move::NUMBERS
    }

    fn number(&self, mv: Move) -> u32 {
        mv.number()
    }

    fn numbered(&self, number: u32) -> Move {
        Move::numbered(number)
    }

    /// Play-outs hear of moves in every order, and need no twins.
    fn key(&self, pos: &PlayoutState) -> Option<u64> {
        self.model.as_ref()?;
        Some(pos.fields.iter().flat_map(Field::words).fold(pos.side.index() as u64, mix))
    }

    fn side(&self, pos: &PlayoutState) -> Side {
        pos.side
    }

    fn play(&self, pos: &mut PlayoutState, mv: Move) {
        pos.play(mv);
    }

    fn moves(&self, pos: &PlayoutState, out: &mut Vec<(Move, f32)>) {
        let mut placements = Vec::with_capacity(512);
        let field = &pos.fields[pos.side.index()];
        field.placements(&mut placements);
        self.game.openings.restrict(field.hand(), &mut placements);
        out.extend(placements.into_iter().map(|mv| (mv, 1.0)));
        if let Some(model) = &self.model {
            model.weigh(pos, out);
        }
        if out.is_empty() && pos.fields[pos.side.other().index()].can_place() {
            out.push((Move::PASS, 1.0));
        }
    }

    fn result(&self, pos: &PlayoutState) -> f32 {
        let [first, second] = pos.fields.each_ref().map(|field| field.points(self.game.scoring));
        Self::worth(first - second)
    }

    fn value(&self, pos: &mut PlayoutState, random: &mut Random, moves: &mut Vec<(Side, Move)>) -> f32 {
        let Some(model) = &self.model else {
            play_out(pos, random, moves);
            return self.result(pos);
        };
        let value = model.value(pos);
        if pos.side == Side::First { value } else { 1.0 - value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yomikiri_blokus::{Openings, Scoring};
    use yomikiri_core::{Game, Notation, TwoPlayer, Value};

    #[test]
    fn the_worth_of_a_lead() {
        let worths: Vec<_> = [-89, -20, -1, 0, 1, 5, 20, 89].map(MctsGame::worth).into();
        assert!(worths.is_sorted());
        assert!((worths[0], worths[3], worths[7]) == (0.0, 0.5, 1.0));
        assert!(worths[2] < 0.06 && worths[4] > 0.94);
    }

    /// Two moves of a player in either order lead to the same key and the same moves, and different positions
    /// to different keys.
    #[test]
    fn orders_of_moves_meet() {
        let (game, mcts, mut random) = (
            Blokus::default(),
            MctsGame { model: Some(Model::shipped()), ..MctsGame::default() },
            Random::new(3),
        );
        let (mut met, mut keys) = (0, HashMap::new());
        for _ in 0..200 {
            let (mut node, mut made) = (game.start(), Vec::new());
            for _ in 0..12 {
                let mut moves = Vec::new();
                game.moves(&node, &mut moves);
                made.push(moves[random.below(moves.len())]);
                node = game.play(&node, made[made.len() - 1]);
                let place = PlayoutState::new(&node.position);
                let known = *keys.entry(mcts.key(&place)).or_insert(node.position);
                assert_eq!(
                    PlayoutState::new(&known).fields.map(|field| field.words()),
                    place.fields.map(|field| field.words())
                );
            }
            made.swap(9, 11);
            let other = made.iter().try_fold(game.start(), |node, &mv| {
                let mut moves = Vec::new();
                game.moves(&node, &mut moves);
                moves.contains(&mv).then(|| game.play(&node, mv))
            });
            let Some(other) = other else { continue };
            let places = [&node, &other].map(|node| PlayoutState::new(&node.position));
            assert_eq!(mcts.key(&places[0]), mcts.key(&places[1]));
            let [mut moves, mut others] = [(); 2].map(|()| Vec::new());
            game.moves(&node, &mut moves);
            game.moves(&other, &mut others);
            assert_eq!(moves, others);
            met += 1;
        }
        assert!(met > 20 && keys.len() > 2_000, "{met} {}", keys.len());
    }

    /// Along random games: the same moves as the rules have, the same ends and results.
    #[test]
    fn the_view_agrees_with_the_rules() {
        for seed in 0..60 {
            let scoring = [Scoring::Squares, Scoring::Official][seed as usize % 2];
            let openings = [Openings::All, Openings::Fives][seed as usize / 2 % 2];
            let game = Blokus { scoring, openings };
            let (mcts, learnt) =
                (MctsGame { game, model: None }, MctsGame { game, model: Some(Model::shipped()) });
            let (mut random, mut node) = (Random::new(seed), game.start());
            let mut place = PlayoutState::new(&node.position);
            loop {
                let (mut expected, mut moves, mut weighed) = (Vec::new(), Vec::new(), Vec::new());
                game.moves(&node, &mut expected);
                mcts.moves(&place, &mut moves);
                learnt.moves(&place, &mut weighed);
                assert!(weighed.iter().all(|(_, weight)| *weight > 0.0 && weight.is_finite()));
                assert!(weighed.iter().map(|(mv, _)| mv).eq(moves.iter().map(|(mv, _)| mv)));
                let mut found: Vec<Move> = moves.iter().map(|(mv, _)| *mv).collect();
                assert!(found.iter().all(|&mv| Move::numbered(mv.number()) == mv));
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{}", game.show_pos(&node));
                if let Some(value) = game.result(&node) {
                    let seen = match (place.side, value) {
                        (_, Value::Draw) => 0,
                        (Side::First, Value::Win(_)) | (Side::Second, Value::Loss(_)) => 1,
                        _ => -1,
                    };
                    let worth = mcts.result(&place);
                    assert_eq!(seen, i32::from(worth > 0.5) - i32::from(worth < 0.5));
                    break;
                }
                // A play-out ends with the value of a game that the rules call over.
                let (mut end, mut made) = (place.clone(), Vec::new());
                let value = mcts.value(&mut end, &mut random, &mut made);
                let mut last = node.clone();
                for (side, mv) in made {
                    if game.side(&last) != side {
                        last = game.play(&last, Move::PASS);
                    }
                    last = game.play(&last, game.parse_move(&last, &game.show_move(&last, mv)).unwrap());
                }
                assert!(game.result(&last).is_some() && (0.0..=1.0).contains(&value));
                let mv = expected[random.below(expected.len())];
                node = game.play(&node, mv);
                mcts.play(&mut place, mv);
            }
        }
    }
}
