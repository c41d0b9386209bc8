//! What the search claims of small games of Dobutsu Shogi, against all their values.

use yomikiri_core::{
    BruteForce, Game, Notation, TwoPlayer, Value,
    play::{Limits, Stop},
};
use yomikiri_search::alphabeta::{GameHistory, Score};
use yomikiri_shogi::{Ending, Shogi, SmallShogi};
use yomikiri_shogi_player::searched;

/// Nodes of each search, and the wins that none may overlook.
const NODES: u64 = 10_000;
const NEAR: u16 = 5;

/// Searches one in `step` positions that can be reached; how many wins, losses, and near wins there were.
fn try_all(start: &str, step: usize) -> [usize; 3] {
    let game: SmallShogi = Shogi::dobutsu(Ending::Mate);
    let start = game.parse_pos(start).unwrap();
    let values = BruteForce::new(&game.clone().with_start(start));
    let mut open: Vec<_> = values.iter().filter(|(pos, _)| game.result(pos).is_none()).collect();
    open.sort_by_cached_key(|(pos, _)| game.show_pos(pos));
    let mut player = searched::dobutsu(game.clone(), None).player(1 << 20, 1).unwrap();
    let options = Limits::nodes(NODES).into();
    let mut counts = [0; 3];
    for (pos, value) in open.into_iter().step_by(step) {
        let history = GameHistory::new(pos.clone());
        player.new_game();
        let found = player.search(&history, &options, &Stop::new(), &mut |_| {});
        let name = game.show_pos(pos);
        match (found.score, value) {
            (Score::Win(plies), Value::Win(least)) => {
                assert!(u32::from(least) <= plies, "{name}: a win in {plies}, it takes {least}");
                counts[0] += 1;
            }
            (Score::Loss(plies), Value::Loss(most)) => {
                assert!(u32::from(most) <= plies, "{name}: a loss in {plies}, it takes {most}");
                counts[1] += 1;
            }
            (Score::Points(_), _) => {}
            (claimed, value) => panic!("{name}: {claimed:?} is claimed, {value:?} is true"),
        }
        if let Value::Win(plies) = value
            && plies <= NEAR
        {
            counts[2] += 1;
            assert!(
                matches!(found.score, Score::Win(_)),
                "{name}: a win in {plies} is overlooked, {:?} {}",
                found.score,
                found.depth
            );
            let next = game.play(pos, found.moves[0]);
            let after = values.iter().find(|(other, _)| **other == next).map(|(_, value)| value);
            assert!(matches!(after, Some(Value::Loss(_))), "{name}: the move does not win");
        }
    }
    counts
}

#[test]
fn lions_and_chicks() {
    let [wins, losses, near] = try_all("1l1/1c1/1C1/1L1 b -", 42);
    assert!(wins > 33 && losses > 17 && near > 17, "{wins} {losses} {near}");
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_of_lions_and_chicks() {
    let [wins, losses, near] = try_all("1l1/1c1/1C1/1L1 b -", 7);
    assert!(wins > 200 && losses > 100 && near > 100, "{wins} {losses} {near}");
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn lions_elephants_and_a_chick() {
    let [wins, losses, near] = try_all("1le/3/1C1/EL1 b -", 401);
    assert!(wins > 30 && losses > 15 && near > 15, "{wins} {losses} {near}");
}
