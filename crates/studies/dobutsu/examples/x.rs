use yomikiri_core::*; use yomikiri_shogi::*; use yomikiri_solve::*;
fn main() {
    let game = Shogi::dobutsu(Ending::Capture);
    let game = match std::env::args().nth(1) { Some(s) => { let p = game.parse_pos(&s).unwrap(); game.with_start(p) } None => game };
    let graph = DenseGraph::of(&game);
    let root = graph.node(&game, &game.start()).unwrap();
    let t = std::time::Instant::now();
    let reached = reach(&graph, &[root], 2, &NoProgress);
    println!("{:?} {:?}", reached.interior, reached.ends);
    let solution = retrograde(&graph, reached, 2, &NoProgress).unwrap();
    println!("{:?}", t.elapsed());
    yomikiri_dobutsu::experiment(&game, &graph, &solution);
}
