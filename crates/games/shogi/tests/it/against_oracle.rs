//! The crate against the slow oracle: results, moves and unmoves, position by position.

use crate::oracle::{Board, CAPTURE, MATE, Rules};
use crate::placements::positions;
use proptest::prelude::*;
use std::collections::HashSet;
use yomikiri_core::{Game, Notation, TwoPlayer, Unmove};
use yomikiri_shogi::{Ending, Position, SmallBoard, SmallShogi};

type Pos = Position<SmallBoard>;

fn told(game: &SmallShogi, pos: &Pos) -> Board {
    Board::parse(&game.show_pos(pos))
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort_unstable();
    boards
}

fn successors(game: &SmallShogi, pos: &Pos) -> Vec<Pos> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves.iter().map(|&mv| game.play(pos, mv)).collect()
}

fn unmoves(game: &SmallShogi, pos: &Pos) -> Vec<Pos> {
    let mut before = Vec::new();
    game.unmoves(pos, &mut before);
    before
}

/// Results and moves agree; every move can be taken back once; every unmove can be made again.
fn check(game: &SmallShogi, rules: Rules, pos: &Pos) {
    let board = told(game, pos);
    assert_eq!(game.result(pos), board.result(rules), "{pos:?}");
    let after = successors(game, pos);
    let boards = after.iter().map(|next| told(game, next)).collect();
    assert_eq!(sorted(boards), sorted(board.successors(rules)), "{pos:?}");
    for next in after {
        assert_eq!(game.side(&next), game.side(pos).other());
        let back = unmoves(game, &next).iter().filter(|&before| before == pos).count();
        assert_eq!(back, 1, "{pos:?} from {next:?}");
    }
    let before = unmoves(game, pos);
    assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "{pos:?}");
    for earlier in before {
        assert!(successors(game, &earlier).contains(pos), "{earlier:?} to {pos:?}");
    }
}

/// The unmoves are those that the definition asks for.
fn check_unmoves(game: &SmallShogi, rules: Rules, pos: &Pos) {
    let before = unmoves(game, pos).iter().map(|earlier| told(game, earlier)).collect();
    assert_eq!(sorted(before), told(game, pos).predecessors(rules), "{pos:?}");
}

/// Every position of the game that can be reached, with either side to move.
fn reachable(game: &SmallShogi) -> Vec<Pos> {
    let mut positions = vec![game.start()];
    let mut seen = HashSet::from([game.start()]);
    let mut at = 0;
    while at < positions.len() {
        let after = successors(game, &positions[at]);
        positions.extend(after.into_iter().filter(|next| seen.insert(next.clone())));
        at += 1;
    }
    positions
}

/// Different positions from random games, the same ones every time.
fn sample(game: &SmallShogi, wanted: usize, mut seed: u64) -> Vec<Pos> {
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    let mut pos = game.start();
    while positions.len() < wanted {
        if seen.insert(pos.clone()) {
            positions.push(pos.clone());
        }
        let after = successors(game, &pos);
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        pos = match after.len() as u64 {
            0 => game.start(),
            count => after[(seed % count) as usize].clone(),
        };
    }
    positions
}

#[test]
fn chicks_everywhere() {
    chicks_agree(5);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn chicks_everywhere_one_by_one() {
    chicks_agree(1);
}

/// One of so many of all positions that can arise.
fn chicks_agree(every: usize) {
    for (ending, rules) in [(Ending::Capture, CAPTURE), (Ending::Mate, MATE)] {
        let game = SmallShogi::dobutsu_chicks(ending);
        let positions = reachable(&game);
        if ending == Ending::Capture {
            let told: HashSet<Board> = positions.iter().map(|pos| told(&game, pos)).collect();
            assert_eq!(told.len(), 49_346);
        }
        for pos in positions.iter().step_by(every) {
            check(&game, rules, pos);
            check_unmoves(&game, rules, pos);
        }
    }
}

#[test]
fn full_game_sampled() {
    check_samples(20_000);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn full_game_sampled_more() {
    check_samples(200_000);
}

/// So many positions of each ending, and some of the game without drops on the last rank.
fn check_samples(wanted: usize) {
    let strict = |rules| Rules { last_rank_drops: false, ..rules };
    for (ending, rules) in [(Ending::Capture, CAPTURE), (Ending::Mate, MATE)] {
        let game = SmallShogi::dobutsu(ending);
        let no_dead_drops = game.clone().with_last_rank_drops(false);
        let runs = [(game, rules, wanted, 1), (no_dead_drops, strict(rules), wanted / 10, 2)];
        for (game, rules, wanted, seed) in runs {
            let positions = sample(&game, wanted, seed);
            for (i, pos) in positions.iter().enumerate() {
                check(&game, rules, pos);
                if i % 20 == 0 {
                    check_unmoves(&game, rules, pos);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]
    #[test]
    fn any_placement(pos in positions(), last_rank_drops in any::<bool>()) {
        for (ending, mate) in [(Ending::Capture, false), (Ending::Mate, true)] {
            let game = SmallShogi::dobutsu(ending).with_last_rank_drops(last_rank_drops);
            let rules = Rules { mate, last_rank_drops };
            check(&game, rules, &pos);
            check_unmoves(&game, rules, &pos);
        }
    }
}
