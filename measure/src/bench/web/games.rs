//! Many games against the engine at a time, as readers play them: a page, a thought, a move.

use super::{
    load::{in_words, spread},
    server::Server,
};
use serde_json::{Value, json};
use std::{
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};
use yomikiri_core::Random;
use yomikiri_drive::http::ask;

/// How many games are open.
const GAMES: u64 = 200;

/// How long they are played, and how long a reader thinks at the most.
const TIME: Duration = Duration::from_secs(20);
const THOUGHT: Duration = Duration::from_secs(10);

/// The games and the level that they are played at.
const KINDS: [&str; 4] = ["dobutsu", "minishogi", "goro-goro", "blokus"];
const LEVEL: u32 = 1;

/// The times of pages, and of the engine's answers.
#[derive(Default)]
struct Times {
    pages: Vec<f64>,
    answers: Vec<f64>,
}

/// Plays all games for a while; the times of pages, and of answers, which are the engine's thinking and a
/// redirection.
pub fn play(server: &Server) -> Result<Value, String> {
    let (times, began) = (Mutex::new(Times::default()), Instant::now());
    let played = thread::scope(|scope| {
        let games: Vec<_> = (0..GAMES)
            .map(|game| {
                scope.spawn({
                    let times = &times;
                    move || reader(server, game, began, times)
                })
            })
            .collect();
        games.into_iter().try_for_each(|game| game.join().unwrap_or_else(|_| Err("a reader panicked".into())))
    });
    played?;
    let Times { pages, answers } = times.into_inner().unwrap_or_default();
    let (pages, answers) = (spread(pages), spread(answers));
    println!("{GAMES} open games: pages   {}", in_words(&pages));
    println!("{GAMES} open games: answers {}", in_words(&answers));
    Ok(json!({ "games": GAMES, "level": LEVEL, "pages": pages, "answers": answers }))
}

/// Plays the moves that a page lists, at random, and begins anew where a game is over.
fn reader(server: &Server, game: u64, began: Instant, times: &Mutex<Times>) -> Result<(), String> {
    let mut random = Random::new(game + 1);
    let start = format!("/{}?play=first&level={LEVEL}", KINDS[game as usize % KINDS.len()]);
    let mut at = start.clone();
    while began.elapsed() < TIME {
        thread::sleep(THOUGHT.mul_f64(random.below(1000) as f64 / 1000.0));
        let page = ask(server.host(), "GET", &at, "")?;
        note(times, |times| times.pages.push(page.seconds));
        let moves = moves(&page.body);
        if page.status != 200 || moves.is_empty() {
            at.clone_from(&start);
            continue;
        }
        let mv = &moves[random.below(moves.len())];
        let answer = ask(server.host(), "GET", mv, "")?;
        note(times, |times| times.answers.push(answer.seconds));
        at = answer.location.unwrap_or_else(|| start.clone());
    }
    Ok(())
}

fn note(times: &Mutex<Times>, put: impl FnOnce(&mut Times)) {
    if let Ok(mut times) = times.lock() {
        put(&mut times);
    }
}

/// The addresses of the moves of a page.
fn moves(page: &str) -> Vec<String> {
    let links = page.split("<a data-move=").skip(1);
    let href = |link: &str| Some(link.split("href=\"").nth(1)?.split('"').next()?.replace("&amp;", "&"));
    links.filter_map(href).collect()
}
