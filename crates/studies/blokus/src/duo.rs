//! Blokus Duo as the tree search sees it.

use crate::{judge::judge, playout::play_out, prior};
use yomikiri_blokus::{Arena, Move, Position, Scoring};
use yomikiri_core::Side;
use yomikiri_search::{Random, mcts::Playable};

/// A position, kept for fast play-outs.
pub type Place = Arena;

/// How much of a win's worth is that there is one; the rest is by how much.
const WIN: f32 = 0.9;

/// A lead of so many points is as good as any larger one.
const LEAD: f32 = 20.0;

/// Blokus Duo, played out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Duo {
    /// How points are counted.
    pub scoring: Scoring,
    /// What the search is told of positions and moves.
    pub knowledge: Knowledge,
}

/// What the search is told of positions and moves. The defaults were found by matches (`docs/blokus.md`).
#[derive(Clone, Copy, Debug)]
pub struct Knowledge {
    /// How many moves are drawn for each move of a play-out.
    pub tries: u32,
    /// How much the judgement at a glance counts in the value of a play-out, from 0 to 1.
    pub glance: f32,
    /// How much the judgement decides which moves are tried first: the power of the odds that makes the weights.
    pub sharpness: f32,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { tries: 2, glance: 0.7, sharpness: 1.0 }
    }
}

impl Duo {
    /// The search's view of a position.
    pub fn place(pos: &Position) -> Place {
        Arena::new(pos)
    }

    /// What a lead of the first player is worth to it.
    fn worth(lead: i32) -> f32 {
        let lead = lead as f32;
        let margin = (lead / LEAD).clamp(-1.0, 1.0);
        0.5 + 0.5 * if lead == 0.0 { 0.0 } else { WIN.copysign(lead) + (1.0 - WIN) * margin }
    }
}

impl Playable for Duo {
    type Pos = Place;
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

    fn side(&self, pos: &Place) -> Side {
        pos.side
    }

    fn play(&self, pos: &mut Place, mv: Move) {
        pos.play(mv);
    }

    fn moves(&self, pos: &Place, out: &mut Vec<(Move, f32)>) {
        prior::moves(pos, self.knowledge.sharpness, out);
        if out.is_empty() && pos.fields[pos.side.other().index()].can_place() {
            out.push((Move::PASS, 1.0));
        }
    }

    fn result(&self, pos: &Place) -> f32 {
        let [first, second] = pos.fields.each_ref().map(|field| field.points(self.scoring));
        Self::worth(first - second)
    }

    fn play_out(&self, pos: &mut Place, random: &mut Random, moves: &mut Vec<(Side, Move)>) -> f32 {
        let Knowledge { tries, glance, .. } = self.knowledge;
        let judged = judge(pos);
        let judged = if pos.side == Side::First { judged } else { 1.0 - judged };
        play_out(pos, tries, random, moves);
        let value = self.result(pos);
        value + glance * (judged - value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus::Blokus;
    use yomikiri_core::{Game, Notation, TwoPlayer, Value};

    #[test]
    fn the_worth_of_a_lead() {
        let worths: Vec<_> = [-89, -20, -1, 0, 1, 5, 20, 89].map(Duo::worth).into();
        assert!(worths.is_sorted());
        assert!((worths[0], worths[3], worths[7]) == (0.0, 0.5, 1.0));
        assert!(worths[2] < 0.06 && worths[4] > 0.94);
    }

    /// Along random games: the same moves as the rules have, the same ends and results.
    #[test]
    fn the_view_agrees_with_the_rules() {
        for (seed, scoring) in (0..60).map(|i| (i, [Scoring::Squares, Scoring::Official][i as usize % 2])) {
            let (game, duo) =
                (Blokus { scoring, ..Blokus::default() }, Duo { scoring, knowledge: Knowledge::default() });
            let (mut random, mut node) = (Random::new(seed), game.start());
            let mut place = Duo::place(&node.position);
            loop {
                let (mut expected, mut moves) = (Vec::new(), Vec::new());
                game.moves(&node, &mut expected);
                duo.moves(&place, &mut moves);
                assert!(moves.iter().all(|(_, weight)| *weight > 0.0 && weight.is_finite()));
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
                    let worth = duo.result(&place);
                    assert_eq!(seen, i32::from(worth > 0.5) - i32::from(worth < 0.5));
                    break;
                }
                // A play-out ends with the value of a game that the rules call over.
                let (mut end, mut made) = (place.clone(), Vec::new());
                let value = duo.play_out(&mut end, &mut random, &mut made);
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
                duo.play(&mut place, mv);
            }
        }
    }
}
