//! Figures of an enumeration: counts, seconds of processor time by phase, memory.
use std::{cell::Cell, time::Instant};
use yomikiri_solve::Progress;
use yomikiri_tsume::{PieceSet, enumerate::*};

struct Clock(Instant);
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}
impl Progress for Clock {
    fn phase(&self, name: &str, _: u64) {
        println!("{:8.1} s wall {:8.2} s cpu: {name}", self.0.elapsed().as_secs_f64(), cpu());
    }
    fn advance(&self, _: u64) {}
}
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    status.lines().find(|line| line.starts_with("VmHWM")).unwrap().to_string()
}
fn main() {
    let _ = Cell::new(0);
    for text in std::env::args().skip(1) {
        let set: PieceSet = text.parse().unwrap();
        let clock = Clock(Instant::now());
        let m = Enumeration::new(&set, Reading::default(), 63, &clock);
        clock.phase("done", 0);
        println!("{set} {:?} {} positions {} bytes {}", m.tally(), m.positions(), m.bytes(), peak());
        if std::env::var("LINES").is_ok() {
            let ps: Vec<_> = m.problems(true).collect();
            println!("{} problems {:?}", ps.len(), ps.last().unwrap().line.len());
            clock.phase("lines", 0);
        }
    }
}
