//! The forward oracle against published figures, against itself and against positions known to everybody.

mod forward;

use forward::census::census;
use forward::pieces::Kind::{G, P, S};
use forward::table::solve;

#[test]
#[ignore = "tmp"]
fn tmp() {
    for set in [vec![G, G, P], vec![S, S, P]] {
        let start = std::time::Instant::now();
        let table = solve(&set);
        println!("{set:?} {:?}", start.elapsed());
        for (key, n) in census(table.mates()) {
            println!("{key:?} {n}");
        }
        println!("{set:?} {:?}", start.elapsed());
    }
}
