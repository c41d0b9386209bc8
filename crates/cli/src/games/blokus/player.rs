//! The player of Blokus Duo that was asked for.

use crate::{args::MindArgs, failure::Failure, file, game::SearchTimes, progress::Progress, threads::cores};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};
use yomikiri_blokus::{Blokus, PlayoutState};
use yomikiri_blokus_study::{
    AlphaBetaSearcher, Budget, LevelSettings, MOVE_TIME, MctsSearcher, Model, Player, Resources, Searcher,
};
use yomikiri_core::{
    Game, Random,
    play::{Limits, Stop},
};
use yomikiri_search::mcts::{Options, Playable, Search};

/// The player that was asked for.
pub fn player(game: Blokus, args: &MindArgs) -> Result<Player, Failure> {
    let threads = args.threads.count();
    let refused = |error| Failure::environment(format!("memory for the search: {error}"));
    let searcher: Box<dyn Searcher> = if let Some(depth) = args.depth {
        Box::new(AlphaBetaSearcher::new(game, depth, threads).map_err(refused)?)
    } else {
        let resources = Resources { threads, memory: args.bytes()?, seed: args.seed() };
        let searcher = MctsSearcher::new(game, Some(model(args.model.as_deref())?), resources);
        Box::new(match args.level() {
            Some(level) => searcher.erring(LevelSettings::of(level)),
            None => searcher,
        })
    };
    Ok(Player::new(game, searcher))
}

/// What the player knows: that of a file, or what comes with the program.
pub fn model(file: Option<&Path>) -> Result<Arc<Model>, Failure> {
    let Some(path) = file else { return Ok(Model::shipped()) };
    let (model, _) = file::read("--model", path, Model::from_bytes)?;
    Ok(Arc::new(model))
}

/// What a move of it may cost.
pub fn budget(args: &MindArgs) -> Budget {
    match (args.level(), args.simulations) {
        (Some(level), _) => Budget::Move(LevelSettings::of(level).limits()),
        (_, Some(simulations)) => Budget::Move(Limits::nodes(simulations)),
        _ if args.depth.is_some() => Budget::Move(Limits { time: args.time, ..Limits::default() }),
        _ => Budget::Mean(args.time.unwrap_or(MOVE_TIME)),
    }
}

/// Times play-outs, and searches from the start with one thread and with all.
pub fn time_search(game: Blokus, progress: &Progress) -> SearchTimes {
    let untaught = yomikiri_blokus_study::MctsGame { game, model: None };
    let mcts = yomikiri_blokus_study::MctsGame { model: Some(Model::shipped()), ..untaught };
    let start = PlayoutState::new(&game.start().position);
    let (mut random, mut moves) = (Random::new(1), Vec::new());
    progress.phase("playing", PLAY_OUTS.into());
    let began = Instant::now();
    for number in 0..PLAY_OUTS {
        moves.clear();
        untaught.value(&mut start.clone(), &mut random, &mut moves);
        if number % SHOWN == 0 {
            progress.advance(SHOWN.into());
        }
    }
    let play_outs = f64::from(PLAY_OUTS) / began.elapsed().as_secs_f64();
    let threads = cores();
    let speed = |threads| {
        let options = Options { threads, stop_early: false, ..mcts.options() };
        let mut search = Search::new(mcts.clone(), start.clone(), options);
        progress.phase("thinking", SIMULATIONS);
        let shown = AtomicU64::new(0);
        let show = |done, _| progress.advance(u64::saturating_sub(done, shown.fetch_max(done, Relaxed)));
        let found = search.run(Limits::nodes(SIMULATIONS), &Stop::new(), &show);
        found.simulations as f64 / found.seconds
    };
    let (one, all) = (speed(1), speed(threads));
    SearchTimes {
        play_outs_per_second: play_outs,
        simulations_per_second: one,
        threads,
        simulations_per_second_threads: all,
    }
}

/// Play-outs that are timed.
const PLAY_OUTS: u32 = 100_000;

/// Play-outs between two signs of progress.
const SHOWN: u32 = 1_000;

/// Simulations that are timed.
const SIMULATIONS: u64 = 50_000;

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_blokus_study::BlokusTextPlayer;

    fn player() -> BlokusTextPlayer {
        let game = Blokus::default();
        let resources = Resources { threads: 1, memory: 64 << 20, seed: 1 };
        let searcher = MctsSearcher::new(game, Some(Model::shipped()), resources);
        BlokusTextPlayer::new(Player::new(game, Box::new(searcher)), Budget::Move(Limits::nodes(50)))
    }

    fn session(input: &str) -> Vec<String> {
        let mut output = Vec::new();
        yomikiri_gtp::serve(&mut player(), input.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.trim_end().split("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn moves_are_lists_of_squares_and_codes_alike() {
        let answers = session(
            "set_game Blokus Duo\nplay b 66t0\nundo\nplay b e10,e9,f9,g9,f8\nplay w e10\nplay w 9Bl3\nfinal_score\n\
             play w 11a0\nset_game Go\nreg_genmove b\nall_legal b\n",
        );
        assert_eq!(answers[..4], ["= ", "= ", "= ", "= "]);
        assert!(answers[4].starts_with("? "), "{answers:?}");
        assert_eq!(answers[5..7], ["= ", "= 0"]);
        assert_eq!(answers[7], "? the first player is to move");
        assert!(answers[8].contains("Go is not played here"));
        let best = answers[9].strip_prefix("= ").unwrap();
        assert!(answers[10].contains(best), "{best}");
    }

    #[test]
    fn the_board_is_labelled_as_moves_are_written() {
        let shown = &session("play b e10,e9,f9,g9,f8\nshowboard\n")[1];
        let column = shown.lines().find(|line| line.contains(" m n")).unwrap().find('g').unwrap();
        let row = shown.lines().find(|line| line.starts_with(" 9")).unwrap();
        assert_eq!(row.chars().nth(column), Some('#'), "{shown}");
        assert!(shown.lines().any(|line| line.starts_with("14 ")), "{shown}");
    }

    #[test]
    fn records_are_loaded() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let name = file.path().display();
        let record = "(;GM[Blokus Duo];B[e10,e9,f9,g9,f8];W[j4,i5,j5,k5,j6])";
        std::fs::write(file.path(), record).unwrap();
        let answers = session(&format!(
            "loadsgf {name}\nall_legal w\nloadsgf {name} 2\nall_legal b\nundo\nundo\nundo\nloadsgf /no/such\nloadsgf\n"
        ));
        assert_eq!((answers[0].as_str(), answers[2].as_str()), ("= ", "= "), "{answers:?}");
        assert!(answers[1].starts_with("? the first player is to move"));
        assert!(answers[3].starts_with("? the second player is to move"));
        assert_eq!((answers[4].as_str(), &answers[5][..1]), ("= ", "?"));
        assert!(answers[7].starts_with("? /no/such: "), "{answers:?}");
        assert!(answers[8].contains("expected `loadsgf FILE [MOVE]`"), "{answers:?}");
        std::fs::write(file.path(), "(;GM[Go];B[aa])").unwrap();
        assert!(session(&format!("loadsgf {name}"))[0].contains("expected a record of Blokus Duo"));
    }
}
