//! Long work, over workers that do nothing but wait.

use super::{answer, lions_and_problems, poor, request};
use crate::{Finding, Judged, Order, WorkKind, WorkWatch, Works, router::router};
use axum::{Router, body::Body, http::StatusCode};
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tower::ServiceExt;
use yomikiri_core::{Gap, Mark, Phrase};

/// Counts what begins and what is ended; `quick` is done at once, `never` goes on until it is ended.
#[derive(Default)]
struct Waiting {
    begun: AtomicUsize,
    ended: AtomicUsize,
}

static WAITING: Phrase = Phrase { english: "waiting", japanese: "待機" };

static ABOUT: Phrase = Phrase { english: "Waits", japanese: "待つ" };

const KINDS: [WorkKind; 3] = [
    WorkKind { name: "wait", about: &ABOUT, subjects: &[], example: "never", has_text: false },
    WorkKind { name: "solve", about: &ABOUT, subjects: &["poor"], example: "", has_text: false },
    WorkKind { name: "analyse", about: &ABOUT, subjects: &["poor"], example: "", has_text: true },
];

impl Works for Waiting {
    fn kinds(&self) -> &[WorkKind] {
        &KINDS
    }

    fn order(&self, kind: &str, subject: &str, text: &str) -> Result<Order, Gap> {
        if kind == "analyse" {
            return Ok(Order { kind: "analyse", subject: subject.into(), text: text.into() });
        }
        let known = kind == "wait" && !subject.is_empty();
        let order = || Order { kind: "wait", subject: subject.trim().into(), text: String::new() };
        known.then(order).ok_or_else(|| format!("{kind} <what>: expected `wait`").into())
    }

    fn run(&self, order: &Order, watch: &dyn WorkWatch) -> Result<Finding, Gap> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        match order.subject.as_str() {
            "poor" => return Ok(Finding::Game(judged(&order.text))),
            "quick" => return Ok(Finding::Text(Gap::Words("done <well>".into(), "<完了>".into()))),
            "fails" => return Err(Gap::Words("it <failed>".into(), "<失敗>".into())),
            "panics" => panic!("as it should"),
            _ => {}
        }
        while !watch.is_over() {
            watch.tell((&WAITING).into(), 3, 10);
            thread::sleep(Duration::from_millis(5));
        }
        self.ended.fetch_add(1, Ordering::Relaxed);
        Ok(Finding::Text("too late".into()))
    }
}

/// The positions of a record, of which the first player's second move is a blunder.
fn judged(record: &str) -> Vec<Judged> {
    let positions: Vec<&str> = record.lines().collect();
    let moves = ["2d2c", "2a1a", "2c2b"];
    let one = |(at, position): (usize, &&str)| Judged {
        position: (*position).into(),
        played: moves.get(at).filter(|_| at + 1 < positions.len()).map(ToString::to_string),
        best: ["2d2c", "2a1b", "2c1b"].get(at).map(ToString::to_string),
        chance: [0.5, 0.6, 0.9, 0.0][at],
        mark: (at == 2).then_some(Mark::Blunder),
    };
    positions.iter().enumerate().map(one).collect()
}

fn site(patience: Duration) -> (Router, Arc<Waiting>) {
    let works = Arc::new(Waiting::default());
    let mut site = lions_and_problems();
    site.is_local = true;
    (router(site.with_works(works.clone(), patience)), works)
}

async fn ask(site: &Router, method: &str, path: &str, body: &str) -> (StatusCode, String, String) {
    let response = site.clone().oneshot(request(method, path, body.to_owned())).await.unwrap();
    let to = response.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, to.unwrap_or_default(), String::from_utf8(body.into()).unwrap())
}

/// Loads a page until it has some text.
async fn until(site: &Router, path: &str, text: &str) -> String {
    let began = Instant::now();
    loop {
        let (_, _, page) = ask(site, "GET", path, "").await;
        if page.contains(text) {
            return page;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{text}: {page}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn work_is_begun_once_followed_and_cancelled() {
    let (site, works) = site(Duration::from_mins(1));
    let (_, to, _) = ask(&site, "POST", "/work", "kind=wait&subject=never").await;
    assert_eq!(to, "/work/1");
    let page = until(&site, &to, "waiting: 3 of 10").await;
    assert!(page.contains("data-events=\"/work/1/events\"") && page.contains("<progress"), "{page}");
    until(&site, "/work/1?lang=ja", "待機: 完了3/10").await;
    assert_eq!(ask(&site, "POST", "/work", "kind=wait&subject=never+").await.1, to, "the same is done once");
    let (_, second, _) = ask(&site, "POST", "/work", "kind=wait&subject=quick").await;
    until(&site, &second, "It waits for other work to end").await;
    let (status, _, _) = ask(&site, "POST", &to, "").await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    until(&site, &to, "Cancelled").await;
    let done = until(&site, &second, "done &lt;well&gt;").await;
    assert!(!done.contains("<progress"), "{done}");
    let done = ask(&site, "GET", &format!("{second}?lang=ja"), "").await.2;
    assert!(done.contains("&lt;完了&gt;") && !done.contains("well"), "{done}");
    assert_eq!((works.begun.load(Ordering::Relaxed), works.ended.load(Ordering::Relaxed)), (2, 1));
    assert!(until(&site, "/work", "Waits: quick").await.contains("Waits: never"));
    until(&site, "/work?lang=ja", "待つ: never</a>: 中止しました").await;
    // What was cancelled is done anew, and what is done where that is asked for.
    assert_eq!(ask(&site, "POST", "/work", "kind=wait&subject=never").await.1, "/work/3");
    assert_eq!(ask(&site, "POST", "/work", "kind=wait&subject=quick").await.1, second);
    assert_eq!(ask(&site, "POST", "/work", "kind=wait&subject=quick&anew=1").await.1, "/work/4");
}

#[tokio::test]
async fn work_that_nobody_looks_at_is_ended() {
    let (site, works) = site(Duration::from_millis(100));
    let (_, to, _) = ask(&site, "POST", "/work", "kind=wait&subject=never").await;
    // Whoever follows the events looks.
    let events = site.clone().oneshot(request("GET", &format!("{to}/events"), Body::empty())).await.unwrap();
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let mut events = events.into_body().into_data_stream();
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(600) {
        let event = futures_util::StreamExt::next(&mut events).await.unwrap().unwrap();
        assert!(String::from_utf8_lossy(&event).contains("\"open\":true"), "{event:?}");
    }
    drop(events);
    let began = Instant::now();
    while works.ended.load(Ordering::Relaxed) == 0 {
        assert!(began.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn work_that_fails_says_so_and_too_much_is_refused() {
    let (site, _) = site(Duration::from_mins(1));
    let (_, failed, _) = ask(&site, "POST", "/work", "kind=wait&subject=fails").await;
    until(&site, &failed, "it &lt;failed&gt;").await;
    // Behind the end there are no events.
    let (_, _, events) = ask(&site, "GET", &format!("{failed}/events"), "").await;
    assert!(events.matches("data:").count() == 1 && events.contains("\"open\":false"), "{events}");
    let told = ask(&site, "GET", &format!("{failed}?lang=ja"), "").await.2;
    assert!(told.contains("&lt;失敗&gt;") && !told.contains("failed"), "{told}");
    let (_, panicked, _) = ask(&site, "POST", "/work", "kind=wait&subject=panics").await;
    until(&site, &panicked, "broken off").await;
    until(&site, &format!("{panicked}?lang=ja"), "不具合で中断").await;
    let (status, _, page) = ask(&site, "POST", "/work", "kind=<b>&subject=x").await;
    assert!(status == StatusCode::BAD_REQUEST && page.contains("&lt;b&gt;"), "{page}");
    let mut refused = 0;
    for number in 0..12 {
        let (status, _, _) = ask(&site, "POST", "/work", &format!("kind=wait&subject={number}")).await;
        refused += usize::from(status == StatusCode::SERVICE_UNAVAILABLE);
    }
    assert_eq!(refused, 4);
    for path in ["/work/99", "/work/x", "/work/99/events"] {
        assert_eq!(ask(&site, "GET", path, "").await.0, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn work_is_for_pages_of_this_machine() {
    let (site, works) = site(Duration::from_mins(1));
    for (from, status) in [("cross-site", StatusCode::FORBIDDEN), ("same-origin", StatusCode::SEE_OTHER)] {
        let mut asked = request("POST", "/work", "kind=wait&subject=quick");
        asked.headers_mut().insert("sec-fetch-site", from.parse().unwrap());
        assert_eq!(site.clone().oneshot(asked).await.unwrap().status(), status, "{from}");
    }
    let elsewhere = router(lions_and_problems().with_works(works, Duration::from_mins(1)));
    let asked = elsewhere.oneshot(request("GET", "/work", Body::empty())).await.unwrap();
    assert_eq!(asked.status(), StatusCode::NOT_FOUND, "others than this machine cannot begin work");
    assert_eq!(answer(request("GET", "/work", Body::empty())).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_game_without_its_table_is_solved_from_its_page() {
    let form = "<form action=\"/work\" method=\"post\"><input type=\"hidden\" name=\"kind\" value=\"solve\">\
        <input type=\"hidden\" name=\"anew\" value=\"1\"><input type=\"hidden\" name=\"subject\" value=\"poor\">";
    for is_local in [true, false] {
        let mut site = lions_and_problems();
        site.games.push(poor());
        site.is_local = is_local;
        let site = router(site.with_works(Arc::new(Waiting::default()), Duration::from_secs(9)));
        for path in ["/poor", "/poor/2d2c", "/poor/census"] {
            let response = site.clone().oneshot(request("GET", path, Body::empty())).await.unwrap();
            let page = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let page = String::from_utf8(page.into()).unwrap();
            // No link and no form leads to work that is not done here.
            assert_eq!((page.contains(form), page.contains("/work")), (is_local, is_local), "{path}: {page}");
        }
    }
}

/// The text of the form that has a game judged.
fn record(page: &str) -> String {
    let (_, text) = page.split_once("name=\"text\">\n").unwrap_or_else(|| panic!("{page}"));
    text.split("</textarea>").next().unwrap().to_owned()
}

#[tokio::test]
async fn the_moves_of_a_game_are_judged_from_its_page() {
    let (mut site, works) = (lions_and_problems(), Arc::new(Waiting::default()));
    site.games.push(poor());
    site.is_local = true;
    let site = router(site.with_works(works.clone(), Duration::from_mins(1)));
    let game = "/poor/2d2c/2a1a/2c2b";
    for (path, is_there) in [
        (game.to_owned(), true),
        (format!("{game}?play=first&resign=1"), true),
        // Not while the game goes on, and not where a table knows.
        ("/poor/2d2c/2a1a?play=first".to_owned(), false),
        ("/poor".to_owned(), false),
        ("/lions/2d2c/2a1a".to_owned(), false),
    ] {
        let (_, _, page) = ask(&site, "GET", &path, "").await;
        assert_eq!(page.contains("value=\"analyse\""), is_there, "{path}: {page}");
    }
    let text = record(&ask(&site, "GET", game, "").await.2);
    let order = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("kind", "analyse"), ("subject", "poor"), ("text", &text)])
        .finish();
    let (_, to, _) = ask(&site, "POST", "/work", &order).await;
    let page = until(&site, &to, "class=\"history\"").await;
    for expected in [
        "3 moves, 1 of them mistakes",
        "First player: 1 blunders (??), 0 mistakes (?), 0 inaccuracies (?!)",
        "href=\"/poor/2d2c/2a1a\">3. 2c2b</a> <b title=\"blunder\">??</b></td><td>0 %</td><td>2c1b</td>",
        "href=\"/poor\">1. 2d2c</a></td><td>60 %</td><td></td>",
        "href=\"/poor/2d2c\">2. 2a1a</a></td><td>90 %</td><td>2a1b</td>",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(page.matches("<circle").count() == 1 && page.contains("</svg>"), "{page}");
    // The same game is not judged twice.
    assert_eq!((ask(&site, "POST", "/work", &order).await.1, works.begun.load(Ordering::Relaxed)), (to, 1));
}
