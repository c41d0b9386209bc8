//! The fast forms against the slow and obvious ones.

use yomikiri_core::{Game, Notation, Numbered, TwoPlayer, Value, Wdl, play::NoProgress, splitmix};
use yomikiri_dobutsu::{
    learn::{
        Assessment, Evaluation, Family, Features, FixedDepthPlayer, Model, Pick, Positions, SolvedGame,
        TableObjective, Tables, assess, identities, rows,
    },
    solver,
};
use yomikiri_learn::{Loss, Objective, Record, Ridge, Samples, SparseObjective, Until, newton};
use yomikiri_shogi::{DenseGraph, Ending, Kind, Position, Shogi, Side, SmallBoard, SmallShogi};
use yomikiri_solve::{Plan, ReadOut, Solution};

/// A game read out from a position.
fn read_out(start: &str) -> ReadOut<SmallShogi, DenseGraph> {
    let game = Shogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos(start).unwrap();
    let unsolved = solver::unsolved_dense(game.with_start(pos)).unwrap();
    solver::read_out_dense(unsolved, &Plan::unbounded(2), &NoProgress).unwrap()
}

/// The samples as lists of features, from positions as boards.
fn listed(
    game: &SmallShogi,
    graph: &DenseGraph,
    solution: &Solution,
    tables: &Tables,
    pick: Pick,
) -> Samples {
    let mut samples = Samples::default();
    for (node, value) in solution.iter().filter(|&(node, _)| pick.takes(node)) {
        let pos = graph.position(game, node).unwrap();
        let mut features = Vec::new();
        tables.features(&Features::of(&pos), |feature| features.push(feature as u32));
        samples.push(&features, rows::TARGETS[rows::place(value)]);
    }
    samples
}

/// Numbers that look random, from -1 to 1.
fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed;
    (0..count).map(|_| (splitmix::next(&mut state) >> 11) as f64 / (1u64 << 52) as f64 - 1.0).collect()
}

const BLOG: &[Family] = &Family::BLOG;

#[test]
fn the_tables_have_the_sizes_of_the_blog() {
    let sizes = Family::BLOG.map(Family::len);
    assert_eq!(sizes, [7_040, 1_584, 23_760, 112_640, 25_344, 4_320]);
    assert_eq!(Tables::new(BLOG).len(), 174_688);
}

/// Chicks and lions; and pieces of all kinds, with hens, in positions far from the start of the full game.
/// Each has two of another kind.
const STARTS: [&str; 3] = ["1l1/1c1/1C1/1L1 b -", "g1l/3/2+C/L2 b Ge", "l1e/1c1/3/ELG w -"];

#[test]
fn passes_agree_with_lists_of_features() {
    for (start, share) in STARTS.into_iter().zip([1.0, 0.02, 0.01]) {
        let read_out = read_out(start);
        let (game, graph, solution) = read_out.parts();
        let pick = if share < 1.0 { Pick::Sample { share, seed: 5 } } else { Pick::All };
        let positions = Positions::new(graph, solution, pick);
        for families in [BLOG, &[Family::Material], &[Family::Kkp, Family::Kkm]] {
            let tables = Tables::new(families);
            let samples = listed(game, graph, solution, &tables, pick);
            assert_eq!(samples.len() as u64, positions.len(), "{start}");
            assert!(samples.len() > 300, "{start}: {}", samples.len());
            let hits: usize = samples.iter().map(<[u32]>::len).sum();
            assert_eq!(positions.hits(&tables), hits as u64);
            for loss in [Loss::Logistic, Loss::Squares] {
                let mut fast = TableObjective::new(&positions, &tables, loss);
                let mut slow = SparseObjective::new(&samples, tables.len(), loss);
                let (weights, direction) = (noise(tables.len(), 1), noise(tables.len(), 2));
                let zeros = || vec![0.0; tables.len()];
                let (mut one, mut other) = (zeros(), zeros());
                let (a, b) = (fast.evaluate(&weights, &mut one), slow.evaluate(&weights, &mut other));
                assert!((a / b - 1.0).abs() < 1e-12, "{start} {loss:?}: {a} {b}");
                close(&one, &other);
                fast.curve(&direction, &mut one);
                slow.curve(&direction, &mut other);
                close(&one, &other);
                fast.diagonal(&mut one);
                slow.diagonal(&mut other);
                close(&one, &other);
            }
        }
    }
}

/// Along a flat direction no position's score changes.
#[test]
fn flat_directions_change_no_score() {
    for (start, share) in STARTS.into_iter().zip([1.0, 0.02, 0.01]) {
        let read_out = read_out(start);
        let (game, graph, solution) = read_out.parts();
        let pick = if share < 1.0 { Pick::Sample { share, seed: 5 } } else { Pick::All };
        let positions = Positions::new(graph, solution, pick);
        for families in [BLOG, &[Family::Kpp, Family::Kpm, Family::Kmm], &[Family::Kkp, Family::Kkm]] {
            let tables = Tables::new(families);
            let samples = listed(game, graph, solution, &tables, pick);
            let mut has_positions = vec![false; tables.len()];
            samples.iter().flatten().for_each(|&feature| has_positions[feature as usize] = true);
            let flat = identities::flat(&tables, positions.pieces(), |weight| has_positions[weight]);
            assert!(flat.len() > 100, "{start}: {}", flat.len());
            for direction in flat {
                let mut weights = vec![0.0; tables.len()];
                for &(weight, number) in &direction {
                    weights[weight as usize] = number;
                }
                for features in samples.iter().take(60) {
                    let score: f64 = features.iter().map(|&feature| weights[feature as usize]).sum();
                    assert!(score.abs() < 1e-9, "{start} {families:?}: {score} along {direction:?}");
                }
            }
        }
    }
}

fn close(one: &[f64], other: &[f64]) {
    let scale = other.iter().fold(1.0f64, |most, entry| most.max(entry.abs()));
    for (i, (a, b)) in one.iter().zip(other).enumerate() {
        assert!((a - b).abs() < 1e-11 * scale, "{i}: {a} {b}");
    }
}

/// Turned round with the sides exchanged, or in the mirror, a position has the same features.
#[test]
fn twins_have_the_same_features() {
    let game = Shogi::dobutsu(Ending::Capture);
    let tables = Tables::new(BLOG);
    let mut state = 3;
    let mut moves = Vec::new();
    for _ in 0..200 {
        let mut pos = game.start();
        for _ in 0..40 {
            let features = |pos: &Position<SmallBoard>| {
                let mut features = Vec::new();
                tables.features(&Features::of(pos), |feature| features.push(feature));
                features.sort_unstable();
                features
            };
            let all = features(&pos);
            assert!(all.iter().all(|&feature| feature < tables.len()));
            for twin in [pos.mirrored(), pos.flipped(), pos.flipped().mirrored()] {
                assert_eq!(features(&twin), all);
            }
            moves.clear();
            game.moves(&pos, &mut moves);
            let next = game.play(&pos, moves[splitmix::next(&mut state) as usize % moves.len()]);
            if game.result(&next).is_some() {
                break;
            }
            pos = next;
        }
    }
}

/// The normal equations of all the weights that take part, by Cholesky.
#[test]
fn the_fit_of_lions_and_chicks_is_the_closed_form() {
    let read_out = read_out(STARTS[0]);
    let (game, graph, solution) = read_out.parts();
    let tables = Tables::new(&[Family::Kkp, Family::Kkm, Family::Kmm]);
    let positions = Positions::new(graph, solution, Pick::All);
    let samples = listed(game, graph, solution, &tables, Pick::All);
    let mut problem = Ridge { inner: TableObjective::new(&positions, &tables, Loss::Squares), strength: 1.0 };
    let until = Until { gradient: 1e-12, passes: 100_000 };
    let fitted = newton(&mut problem, vec![0.0; tables.len()], until, &mut |_| {});
    // Only weights that some sample has; the others are 0.
    let mut used: Vec<u32> = samples.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    assert!(used.len() > 300, "{}", used.len());
    let place = |feature: u32| used.binary_search(&feature).unwrap();
    let n = used.len();
    let (mut matrix, mut right) = (vec![vec![0.0; n]; n], vec![0.0; n]);
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for (features, target) in samples.iter().zip(samples.targets()) {
        let at: Vec<usize> = features.iter().map(|&feature| place(feature)).collect();
        for &a in &at {
            right[a] += 2.0 * target - 1.0;
            for &b in &at {
                matrix[a][b] += 1.0;
            }
        }
    }
    let solution = cholesky(matrix, right);
    let mut farthest = fitted.weights.clone();
    for (&feature, known) in used.iter().zip(&solution) {
        farthest[feature as usize] -= known;
    }
    let farthest = farthest.iter().fold(0.0f64, |most, entry| most.max(entry.abs()));
    assert!(farthest < 1e-8, "{farthest}");
}

fn cholesky(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let entry = matrix[i][j] - sum;
            matrix[i][j] = if i == j { entry.sqrt() } else { entry / matrix[j][j] };
        }
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    right
}

/// A sample is what its share says, and no two seeds give the same.
#[test]
fn samples_are_shares() {
    let taken = |seed| (0..100_000).filter(|&node| Pick::Sample { share: 0.25, seed }.takes(node)).count();
    assert!((24_500..25_500).contains(&taken(1)) && (24_500..25_500).contains(&taken(2)));
    assert_ne!(taken(1), taken(2));
}

/// The fused and rounded evaluation is the sum of the features' weights, nearly.
#[test]
fn rounding_costs_next_to_nothing() {
    let read_out = read_out(STARTS[2]);
    let (game, graph, solution) = read_out.parts();
    let tables = Tables::blog();
    let weights = noise(tables.len(), 4);
    let model = Model::new(&weights, Loss::Logistic, Record::default());
    let read = Model::from_bytes(&model.to_bytes()).unwrap();
    assert_eq!(read, model);
    let evaluation = Evaluation::new(&read).unwrap();
    let mut largest = 0.0f64;
    for (node, _) in solution.iter().step_by(53) {
        let features = Features::of(&graph.position(game, node).unwrap());
        let (mut rounded, mut exact, mut count) = (0.0, 0.0, 0);
        let integers: Vec<f64> = read.weights.floats().collect();
        tables.features(&features, |feature| {
            rounded += integers[feature];
            exact += weights[feature];
            count += 1;
        });
        assert!(
            (evaluation.value(&features) - rounded).abs() < 1e-6,
            "the sums are those of the rounded weights"
        );
        assert!(count < 160);
        largest = largest.max((rounded - exact).abs());
    }
    // 140 roundings of at most half a step of 1/10,000.
    assert!(largest < 0.007, "{largest}");
}

/// Counted over all positions at once, or one by one from their boards.
#[test]
fn assessments_agree_with_positions_one_by_one() {
    let read_out = read_out(STARTS[1]);
    let (game, graph, solution) = read_out.parts();
    let tables = Tables::blog();
    let evaluation = Evaluation::of(&tables, &noise(tables.len(), 4), Loss::Logistic);
    let without = Pick::Sample { share: 0.5, seed: 9 };
    let assessed = Assessment::new(graph, solution, &evaluation, Some(without));
    let (mut positions, mut right, mut predicted) = (0, 0, 0.0);
    let mut by_material = [0; assess::MATERIALS];
    for (node, value) in solution.iter().filter(|&(node, _)| !without.takes(node)) {
        let pos = graph.position(game, node).unwrap();
        let score = evaluation.score(&Features::of(&pos));
        positions += 1;
        predicted += evaluation.share(score);
        let wdl = value.wdl();
        right += u64::from(wdl == Wdl::Win && score > 0 || wdl == Wdl::Loss && score < 0);
        let own = |kind: Kind| {
            let board = pos.board().squares().filter_map(|square| pos.piece(square));
            let board =
                board.filter(|piece| piece.side == Side::First && piece.kind.unpromoted() == kind).count();
            board + usize::from(pos.hand(Side::First, kind))
        };
        by_material[9 * own(Kind::ELEPHANT) + 3 * own(Kind::GIRAFFE) + own(Kind::CHICK)] += 1;
    }
    assert!(positions > 10_000);
    assert_eq!((assessed.all.positions(), assessed.all.right), (positions, right));
    assert!((assessed.all.predicted - predicted).abs() < 1e-6 * predicted);
    let counted: Vec<u64> = assessed.by_material.iter().map(assess::Count::positions).collect();
    assert_eq!(counted, by_material);
    for counts in [&assessed.by_plies, &assessed.by_material, &assessed.by_probability] {
        assert_eq!(counts.iter().map(assess::Count::positions).sum::<u64>(), positions);
    }
}

/// A player that sees far enough keeps what is there, whatever it trusts; one that trusts noise does not.
#[test]
fn players_are_measured_against_best_play() {
    let read_out = read_out(STARTS[0]);
    let (game, graph, solution) = read_out.parts();
    let solved = SolvedGame { game, graph, solution };
    let tables = Tables::new(&[Family::Material]);
    let evaluation = Evaluation::of(&tables, &noise(tables.len(), 8), Loss::Logistic);
    let won = solved.sample(Wdl::Win, 1_000_000, 1);
    let near: Vec<_> = won.iter().filter(|pos| solved.value(pos) == Value::Win(5)).cloned().collect();
    assert!(near.len() > 20 && won.len() > near.len());
    let player = |plies| FixedDepthPlayer { game, evaluation: &evaluation, plies };
    assert_eq!(solved.kept(&player(6), &near), near.len());
    assert!(solved.kept(&player(1), &won) < won.len());
}

/// A sample of as many positions as there are is all of them, and leaves none to be tested on apart.
#[test]
fn a_sample_of_all_is_all() {
    for count in [5, 6, u64::MAX] {
        assert_eq!(Pick::about(count, 5, 1), Pick::All);
    }
    assert_eq!(Pick::All.excluded(), None);
    let sample = Pick::about(4, 5, 1);
    assert_eq!((sample, sample.excluded()), (Pick::Sample { share: 0.8, seed: 1 }, Some(sample)));
}
