use yomikiri_tsume::{PieceSet, enumerate::*};
fn main() {
    for text in std::env::args().skip(1) {
        let set: PieceSet = text.parse().unwrap();
        let t = std::time::Instant::now();
        macro_rules! go {
            ($n:literal) => {{
                let m = Backward::<$n>::run(&set, Reading::default());
                println!("{:.2?} lost {}", t.elapsed(), m.lost_len());
                (m.counts(), 0)
            }};
        }
        let ((counts, problems), bytes) = match set.len() {
            1 => go!(1),
            2 => go!(2),
            3 => go!(3),
            4 => go!(4),
            _ => go!(5),
        };
        println!("{set} {:?}\n     {:?} {:?} {:.2?}", &counts[..20], &problems[..20], bytes, t.elapsed());
    }
}
