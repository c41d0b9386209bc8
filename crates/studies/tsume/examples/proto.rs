use yomikiri_tsume::{PieceSet, enumerate::*};
fn main() {
    for text in std::env::args().skip(1) {
        let set: PieceSet = text.parse().unwrap();
        let t = std::time::Instant::now();
        let est = Enumeration::estimate(&set);
        println!("estimate {} {:.2?}", est, t.elapsed());
        let t = std::time::Instant::now();
        let m = Enumeration::new(&set, Reading::default(), 63, &yomikiri_solve::NoProgress);
        println!("{set} {:?} {} {} {:.2?}", m.tally(), m.positions(), m.bytes(), t.elapsed());
        let t = std::time::Instant::now();
        let ps: Vec<_> = m.problems(true).collect();
        println!("{} problems {:.2?} {:?}", ps.len(), t.elapsed(), ps.last().unwrap().line.len());
    }
}
