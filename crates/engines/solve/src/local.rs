//! A position that nobody knows, solved by what is known around it.
//!
//! Where most of a game is known, the unknown positions that can be reached from one more are few: every line
//! soon comes to a known one. They are collected, up to a limit, and solved by rounds of growing distance; it
//! is slow and simple, and meant for a person who asks about one position.

use std::collections::HashMap;
use yomikiri_core::{Probe, ProbeError, TwoPlayer, Value};

/// A successor: of known value, or one of the unknown positions.
enum Next {
    Known(Value),
    Unknown(usize),
}

/// Positions with values that the probe does not know; all that a known one does not cut off.
pub struct LocalSolution<G: TwoPlayer, P> {
    probe: P,
    values: HashMap<G::Pos, Value>,
}

impl<G: TwoPlayer, P: Probe<G>> LocalSolution<G, P> {
    /// Solves all positions unknown to the probe that lie around `pos`; gives the probe back if there are
    /// more than `limit`. A position without a move where the game is not over is a draw.
    ///
    /// # Errors
    /// The probe fails.
    pub fn solve(game: &G, pos: &G::Pos, probe: P, limit: usize) -> Result<Result<Self, P>, ProbeError> {
        let mut numbers = HashMap::from([(pos.clone(), 0)]);
        let mut unknown = vec![pos.clone()];
        let mut edges: Vec<Vec<Next>> = Vec::new();
        let mut moves = Vec::new();
        while let Some(pos) = unknown.get(edges.len()).cloned() {
            moves.clear();
            game.moves(&pos, &mut moves);
            let mut next = Vec::with_capacity(moves.len());
            for &mv in &moves {
                let pos = game.play(&pos, mv);
                next.push(match known(game, &pos, &probe)? {
                    Some(value) => Next::Known(value),
                    None => Next::Unknown(*numbers.entry(pos.clone()).or_insert_with(|| {
                        unknown.push(pos);
                        unknown.len() - 1
                    })),
                });
            }
            if unknown.len() > limit {
                return Ok(Err(probe));
            }
            edges.push(next);
        }
        let untold = |next: &Next| matches!(next, Next::Known(value) if value.is_untold());
        let values = if edges.iter().flatten().any(untold) { by_results(&edges) } else { by_rounds(&edges) };
        let values = unknown.into_iter().zip(values).collect();
        Ok(Ok(Self { probe, values }))
    }
}

impl<G: TwoPlayer, P: Probe<G>> Probe<G> for LocalSolution<G, P> {
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        match self.values.get(pos) {
            Some(&value) => Ok(Some(value)),
            None => self.probe.probe(game, pos),
        }
    }
}

/// What the rules or the probe know of a position.
fn known<G: TwoPlayer>(game: &G, pos: &G::Pos, probe: &impl Probe<G>) -> Result<Option<Value>, ProbeError> {
    game.result(pos).map_or_else(|| probe.probe(game, pos), |value| Ok(Some(value)))
}

/// Round n decides exactly what is won or lost in n plies; what no round decides is drawn.
fn by_rounds(edges: &[Vec<Next>]) -> Vec<Value> {
    let farthest = |next: &Next| match next {
        Next::Known(value) => value.plies().unwrap_or(0),
        Next::Unknown(_) => 0,
    };
    let last_known = edges.iter().flatten().map(farthest).max().unwrap_or(0);
    let mut values: Vec<Option<Value>> = vec![None; edges.len()];
    let (mut distance, mut idle) = (1, 0);
    // A round may be empty while values from outside are still to come.
    while idle < 2 || distance <= last_known + 1 {
        let settled = |next: &Vec<Next>| {
            let value = |next: &Next| match *next {
                Next::Known(value) => value.before(),
                Next::Unknown(number) => values[number].map_or(Value::Draw, Value::before),
            };
            next.iter().map(value).max().filter(|value| value.plies() == Some(distance))
        };
        let open = edges.iter().enumerate().filter(|&(number, _)| values[number].is_none());
        let found: Vec<(usize, Value)> =
            open.filter_map(|(number, next)| Some((number, settled(next)?))).collect();
        idle = if found.is_empty() { idle + 1 } else { 0 };
        for (number, value) in found {
            values[number] = Some(value);
        }
        distance += 1;
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

/// Where the probe tells no distances there are none inside either: what becomes won or lost by what is known
/// of its successors, until nothing more does.
fn by_results(edges: &[Vec<Next>]) -> Vec<Value> {
    let mut values = vec![Value::Draw; edges.len()];
    loop {
        let mut found = false;
        for (number, next) in edges.iter().enumerate() {
            let value = |next: &Next| match *next {
                Next::Known(value) => value.before(),
                Next::Unknown(number) => values[number].before(),
            };
            let best = next.iter().map(value).max().unwrap_or(Value::Draw).untold();
            found |= best != values[number];
            values[number] = best;
        }
        if !found {
            return values;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Game, Side};

    /// Numbers; a move goes along an edge, who stands at a number without one has lost.
    struct Maze(&'static [&'static [usize]]);

    impl Game for Maze {
        type Pos = usize;
        type Move = usize;

        fn start(&self) -> usize {
            0
        }

        fn moves(&self, pos: &usize, out: &mut Vec<usize>) {
            out.extend_from_slice(self.0[*pos]);
        }

        fn play(&self, _: &usize, mv: usize) -> usize {
            mv
        }
    }

    impl TwoPlayer for Maze {
        fn side(&self, _: &usize) -> Side {
            Side::First
        }

        fn result(&self, pos: &usize) -> Option<Value> {
            self.0[*pos].is_empty().then_some(Value::Loss(0))
        }
    }

    /// Knows two far positions.
    struct Far;

    impl Probe<Maze> for Far {
        fn probe(&self, _: &Maze, pos: &usize) -> Result<Option<Value>, ProbeError> {
            Ok(match pos {
                8 => Some(Value::Win(9)),
                9 => Some(Value::Loss(20)),
                _ => None,
            })
        }
    }

    #[test]
    fn what_is_known_outside_decides_inside() {
        // 0 chooses between a short loss by 8 and a long way to 9; 3 and 4 go round in a circle.
        let game = Maze(&[&[1, 8], &[2], &[9, 3], &[4], &[3], &[], &[5], &[], &[0], &[0]]);
        let solved = LocalSolution::solve(&game, &0, Far, 10).unwrap().ok().unwrap();
        let value = |pos| solved.probe(&game, &pos).unwrap();
        assert_eq!(value(2), Some(Value::Win(21)));
        assert_eq!(value(1), Some(Value::Loss(22)));
        assert_eq!(value(0), Some(Value::Win(23)));
        assert_eq!((value(3), value(4)), (Some(Value::Draw), Some(Value::Draw)));
        assert_eq!((value(8), value(7)), (Some(Value::Win(9)), None));
        assert!(LocalSolution::solve(&game, &0, Far, 4).unwrap().is_err());
    }

    /// Knows the same, without distances.
    struct Untold;

    impl Probe<Maze> for Untold {
        fn probe(&self, game: &Maze, pos: &usize) -> Result<Option<Value>, ProbeError> {
            Ok(Far.probe(game, pos)?.map(Value::untold))
        }
    }

    #[test]
    fn without_distances_the_results_are_the_same() {
        let game = Maze(&[&[1, 8], &[2], &[9, 3], &[4], &[3], &[], &[5], &[], &[0], &[0]]);
        let told = LocalSolution::solve(&game, &0, Far, 10).unwrap().ok().unwrap();
        let untold = LocalSolution::solve(&game, &0, Untold, 10).unwrap().ok().unwrap();
        for pos in 0..5 {
            let told = told.probe(&game, &pos).unwrap().map(Value::untold);
            assert_eq!(untold.probe(&game, &pos).unwrap(), told, "{pos}");
        }
    }
}
