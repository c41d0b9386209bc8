use std::time::Instant;
use yomikiri_core::Notation;
use yomikiri_tsume::{Limits, Outcome, Solver, setup};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mib: usize = args[1].parse().unwrap();
    let shortest = args[2] == "s";
    let secs: u64 = args[3].parse().unwrap();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let Some((name, sfen)) = line.split_once('|') else { continue };
        let mut solver = Solver::new(mib << 20);
        let pos = match setup::read(solver.tsume(), sfen.trim(), setup::Rest::Defender) { Ok(p) => p, Err(e) => { println!("{name}: {e:?}"); continue } };
        let t = Instant::now();
        let mut last = Instant::now();
        let out = solver.solve(&pos, &Limits { timeout: Some(std::time::Duration::from_secs(secs)), shortest }, &mut |r| {
            if last.elapsed().as_secs() >= 5 { last = Instant::now(); eprintln!("   {r:?} {:?}", t.elapsed()); }
        });
        let dt = t.elapsed().as_secs_f64();
        let n = solver.nodes();
        match out {
            Outcome::Mate { line, shortest } => {
                let mut p = pos.clone();
                let text: Vec<String> = line.iter().map(|&m| { let s = solver.tsume().shogi().show_move(&p, m); p = yomikiri_core::Game::play(solver.tsume().shogi(), &p, m); s }).collect();
                println!("{name}: mate {} shortest={shortest} {dt:.3}s {n} nodes {:.0}/s {}", line.len(), n as f64 / dt, if text.len() < 40 { text.join(" ") } else { String::new() });
            }
            o => println!("{name}: {o:?} {dt:.3}s {n} nodes {:.0}/s", n as f64 / dt),
        }
    }
}
