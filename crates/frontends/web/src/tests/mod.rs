//! The pages and the API as they answer requests, without a socket.

mod edit;
mod kept;
mod limits;
mod picks;
mod tsume;
mod work;

use crate::{
    Census, Missing, Refusal, Seen, Site, Source, Strength,
    assets::{SCRIPT, STYLE},
    census::tests::census,
    router::router,
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header::HOST},
};
use serde_json::{Value as Json, json};
use std::{
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};
use tower::ServiceExt;
use yomikiri_core::{
    BruteForce, Editor, Explore, Explorer, Language, Notation, ParseError, Probe, Side, Unknown, Value,
    ValueFilter, phrases,
    play::{Clock, Forfeit, RepetitionEnd, Reply, Thinking, repeated_thrice},
};
use yomikiri_shogi::{Ending, Shogi, SmallShogi};

/// Who sets up positions of the games.
static EDITOR: OnceLock<SmallShogi> = OnceLock::new();

const LIONS: &str = "1l1/3/3/1L1 b -";
const OTHER: &str = "l2/3/3/1L1 b -";

/// A game of a name, with a tree.
struct Game {
    name: &'static str,
    about: &'static str,
    tree: Arc<dyn Explore>,
    /// Whether there is no table where there could be one.
    is_missing: bool,
    table: Arc<Table>,
}

/// What is told of a table, and how often somebody looked at the game.
#[derive(Default)]
struct Table {
    written: Mutex<Option<SystemTime>>,
    looks: AtomicUsize,
    /// How often a position was looked at, and for how long each time.
    seen: AtomicUsize,
    thought: Mutex<Duration>,
}

impl Source for Game {
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self, _language: Language) -> &str {
        self.about
    }

    fn rules(&self) -> Arc<dyn Explore> {
        self.table.looks.fetch_add(1, Ordering::Relaxed);
        self.tree.clone()
    }

    fn books(&self) -> Option<Arc<dyn Explore>> {
        let game = Shogi::minishogi().in_kanji().filter(|_| self.name == "minishogi")?;
        Some(Arc::new(Explorer { game, probe: Unknown }))
    }

    fn edition(&self) -> Option<SystemTime> {
        *self.table.written.lock().unwrap()
    }

    fn see(&self, pos: &str, line: bool, _patient: bool) -> Result<Seen, Refusal> {
        assert!(self.name != "panics", "as it should");
        self.table.seen.fetch_add(1, Ordering::Relaxed);
        thread::sleep(*self.table.thought.lock().unwrap());
        let node = self.tree.open(pos).map_err(Refusal::Parse)?;
        let view = node.view().unwrap();
        let line = if line { node.line().unwrap() } else { Vec::new() };
        Ok(Seen { view, line, board: node.draw(false), missing: self.is_missing.then(no_table) })
    }

    fn json(&self, pos: &str, line: bool, patient: bool) -> Result<String, Refusal> {
        let seen = self.see(pos, line, patient)?;
        match seen.missing {
            Some(why) => Err(Refusal::Table(why)),
            None => Ok(json!({ "position": seen.view.position, "line": seen.line }).to_string()),
        }
    }

    fn json_all(&self, positions: &[&str]) -> Result<Vec<Result<String, ParseError>>, Refusal> {
        let of_one = |pos: &&str| match self.json(pos, false, false) {
            Err(Refusal::Parse(error)) => Ok(Err(error)),
            answer => Ok(Ok(answer?)),
        };
        positions.iter().map(of_one).collect()
    }

    fn has_player(&self) -> bool {
        !self.name.starts_with("solo")
    }

    /// Plays the first of the moves.
    fn answer(&self, path: &[String], _: Strength, _: Option<Clock>) -> Result<Reply, Refusal> {
        let node = self.tree.open(path.last().unwrap()).map_err(Refusal::Parse)?;
        let mv = node.choices().unwrap().remove(0).name;
        Ok(Reply { mv, probability: None, thinking: Thinking::default() })
    }

    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        repeated_thrice(path)
    }

    fn values(&self, path: &[String]) -> Result<Vec<(Side, Option<Value>)>, Refusal> {
        let node = |pos: &String| self.tree.open(pos).unwrap();
        Ok(path.iter().map(|pos| (node(pos).side(), node(pos).worth().unwrap().value)).collect())
    }

    fn census(&self) -> Result<Option<Census>, Refusal> {
        match self.name {
            "lions" => Ok(Some(census())),
            "poor" => Err(Refusal::Table(no_table())),
            _ => Ok(None),
        }
    }

    fn editor(&self) -> Option<&dyn Editor> {
        (self.name == "lions").then(|| EDITOR.get_or_init(|| Shogi::dobutsu(Ending::Capture)) as &dyn Editor)
    }

    fn has_table(&self) -> bool {
        self.name == "lions"
    }

    /// Knows one position, which is won in 3.
    fn random(
        &self,
        wanted: ValueFilter,
        _seed: u64,
        _is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Refusal> {
        Ok(wanted.admits(Value::Win(3)).then(|| LIONS.to_owned()))
    }

    /// There are two deals: the usual one, and 7.
    fn dealt(&self, deal: &str) -> Option<Arc<dyn Source>> {
        let seven = || Self { name: "solo:7", tree: other_tree(), table: Arc::default(), ..*self };
        (self.name == "solo" && deal == "7").then(|| Arc::new(seven()) as Arc<dyn Source>)
    }

    fn deal_of(&self, record: &[u8]) -> Option<String> {
        record.starts_with(b"deal 7").then(|| "7".into())
    }

    fn forms(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn record(&self, path: &[String], forfeit: Option<Forfeit>, _form: &str) -> Result<Vec<u8>, ParseError> {
        let end = forfeit.map_or_else(String::new, |how| format!("\n{how:?}"));
        Ok((path.join("\n") + &end).into_bytes())
    }

    /// A record that begins with a deal is of that one alone.
    fn recorded(&self, record: &[u8]) -> Result<Vec<String>, ParseError> {
        let (deal, lines): (Vec<&str>, Vec<&str>) =
            str::from_utf8(record).unwrap().lines().partition(|line| line.starts_with("deal"));
        if !deal.is_empty() && !self.name.ends_with(":7") {
            return Err(ParseError::new(phrases::NO_POSITION));
        }
        Ok(lines.into_iter().map(String::from).collect())
    }
}

fn tree(probe: impl Fn(&SmallShogi) -> Box<dyn Probe<SmallShogi>>) -> Arc<dyn Explore> {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let start = game.parse_pos(LIONS).unwrap();
    let game = game.with_start(start);
    Arc::new(Explorer { probe: probe(&game), game })
}

/// Why a game has no values.
fn no_table() -> Missing {
    Missing::NoTable { game: "poor".into(), command: "yomikiri solve poor".into() }
}

/// The tree of another deal: that of another start.
fn other_tree() -> Arc<dyn Explore> {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let start = game.parse_pos(OTHER).unwrap();
    Arc::new(Explorer { game: game.with_start(start), probe: Unknown })
}

fn site() -> Router {
    let known = tree(|game| Box::new(BruteForce::new(game)));
    let unknown = tree(|_| Box::new(Unknown));
    let blokus = Arc::new(Explorer { game: yomikiri_blokus::Blokus::default(), probe: Unknown });
    let minishogi = Arc::new(Explorer { game: Shogi::minishogi(), probe: Unknown });
    let games: [(_, Arc<dyn Explore>, _); 6] = [
        ("lions", known.clone(), false),
        ("solo", known, false),
        ("poor", unknown.clone(), true),
        ("panics", unknown, false),
        ("blokus", blokus, false),
        ("minishogi", minishogi, false),
    ];
    let games = games.map(|(name, tree, is_missing)| {
        Arc::new(Game { name, about: "a game of <tests>", tree, is_missing, table: Arc::default() })
            as Arc<dyn Source>
    });
    router(Site::new(games.into(), true).with_mates(Arc::new(tsume::Fake::of(&["some", "broken", "gaps"]))))
}

/// A game that is known.
fn lions(table: Arc<Table>) -> Game {
    let tree = tree(|game| Box::new(BruteForce::new(game)));
    Game { name: "lions", about: "lions", tree, is_missing: false, table }
}

/// A site for an export: a game that is known, and a collection.
pub fn lions_and_problems() -> Site {
    let lions = lions(Arc::default());
    Site::new(vec![Arc::new(lions)], false).with_mates(Arc::new(tsume::Fake::of(&["some"])))
}

/// A game whose table is missing.
pub fn poor() -> Arc<dyn Source> {
    let tree = tree(|_| Box::new(Unknown));
    Arc::new(Game { name: "poor", about: "poor", tree, is_missing: true, table: Arc::default() })
}

async fn answer(request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    answer_of(&site(), request).await
}

async fn answer_of(site: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, String) {
    let response = site.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (parts.status, parts.headers, String::from_utf8(body.into()).unwrap())
}

fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(HOST, "localhost:7373");
    request.body(body.into()).unwrap()
}

async fn get(path: &str) -> (StatusCode, String) {
    let (status, _, body) = answer(request("GET", path, Body::empty())).await;
    (status, body)
}

async fn post(path: &str, body: impl Into<Body>) -> (StatusCode, Json) {
    let (status, _, body) = answer(request("POST", path, body)).await;
    (status, serde_json::from_str(&body).unwrap())
}

#[tokio::test]
async fn a_position_is_a_page() {
    let (status, page) = get("/lions").await;
    assert_eq!(status, StatusCode::OK);
    for expected in [
        "To move: First player<",
        ">First player wins in 5 plies<",
        "Moves, best first: 5",
        "href=\"/lions/2d2c\">2d2c</a>",
        "value=\"1l1/3/3/1L1 b -\"",
        "href=\"/lions/sfen/1l1_3_3_1L1_b_-\"",
        "href=\"/api/v1/lions\"",
        "<html lang=\"en\">",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let (_, next) = get("/lions/2d2c").await;
    assert!(next.contains("<a rel=\"prev\" href=\"/lions\">Back one move</a>"), "{next}");
    let (_, same) = get("/lions/sfen/1l1_3_3_1L1_b_-/2d2c").await;
    assert!(same.contains("href=\"/lions/sfen/1l1_3_3_1L1_b_-\">"), "{same}");
    let (status, blokus) = get("/blokus/66t0/8Aj2/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(blokus.contains("href=\"/blokus/66t0/8Aj2/") && blokus.contains("The value is not known"));
    // Where nobody knows values no move is the best.
    assert!(!blokus.contains("best first") && blokus.contains("<caption>Moves: "), "{blokus}");
    let (status, games) = get("/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(games.contains("href=\"/blokus\"") && games.contains("a game of &lt;tests&gt;"), "{games}");
}

#[tokio::test]
async fn a_text_leads_to_its_position() {
    let (status, headers, _) =
        answer(request("GET", "/lions?position=+1l1/3/3/1L1+w+-&lang=ja", Body::empty())).await;
    assert_eq!(
        (status, headers["location"].to_str().unwrap()),
        (StatusCode::SEE_OTHER, "/lions/sfen/1l1_3_3_1L1_w_-?lang=ja")
    );
    let (_, headers, _) = answer(request("GET", "/blokus?position=66t0/8Aj2", Body::empty())).await;
    assert_eq!(get(headers["location"].to_str().unwrap()).await.0, StatusCode::OK);
    let (status, page) = get("/lions?position=lion").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(page.contains("This is no position of the game"), "{page}");
    // The reason too is in the reader's language.
    let reason = SmallShogi::dobutsu(Ending::Capture).parse_pos("lion").unwrap_err();
    let (_, page) = get("/lions?position=lion&lang=ja").await;
    assert!(page.contains(&reason.in_language(Language::Japanese)), "{page}");
    assert!(!page.contains(&reason.to_string()), "{page}");
}

#[tokio::test]
async fn what_is_wrong_is_said_on_a_page_and_to_programs() {
    for (path, status, sentence) in [
        ("/chess", 404, "There is no game named chess."),
        ("/chess/e4", 404, "There is no game named chess."),
        ("/lions/9z9z", 400, "This is no position of the game: "),
        ("/lions/2d2c/2d2c", 400, "This is no position of the game: "),
        ("/lions/sfen/lion", 400, "This is no position of the game: "),
        ("/lions/sfen", 400, "This is no position of the game: "),
        ("/lions/%ff", 404, "There is no such page."),
        ("/lions/../../etc/passwd", 400, "This is no position of the game: "),
        ("/assets/..%2f..%2fCargo.toml", 404, "There is no such page."),
        ("/%2e%2e/%2e%2e/etc/passwd", 404, "There is no game named ..."),
    ] {
        let (found, page) = get(path).await;
        assert_eq!(found.as_u16(), status, "{path}");
        assert!(page.contains(sentence) && page.contains("</html>"), "{path}: {page}");
        if !path.starts_with("/assets") {
            let (found, answer) = get(&format!("/api/v1{path}")).await;
            assert_eq!(found.as_u16(), status, "{path}");
            let answer: Json = serde_json::from_str(&answer).unwrap();
            assert!(answer["error"].as_str().unwrap().contains(sentence), "{path}: {answer}");
        }
    }
    assert_eq!(answer(request("DELETE", "/lions", Body::empty())).await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(post("/api/v1/lions", "[]").await.0, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_slash_at_the_end_does_no_harm_and_programs_are_answered_in_json() {
    for path in ["/lions/", "/tsume/", "/api/v1/lions/"] {
        assert_eq!(get(path).await.0, StatusCode::OK, "{path}");
    }
    for path in ["/api/v2/games", "/api/v1/", "/api/x"] {
        let (status, told) = get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(serde_json::from_str::<Json>(&told).is_ok(), "{path}: {told}");
    }
}

#[tokio::test]
async fn text_of_the_reader_is_never_markup() {
    let script = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    for path in [
        format!("/{script}"),
        format!("/lions/{script}"),
        format!("/lions/sfen/{script}"),
        format!("/lions?position={script}"),
        format!("/lions?lang={script}"),
    ] {
        let (_, page) = get(&path).await;
        assert!(!page.contains("<script>"), "{path}: {page}");
    }
}

#[tokio::test]
async fn a_game_without_its_table_says_how_to_make_it() {
    let (status, page) = get("/poor").await;
    assert_eq!(status, StatusCode::OK);
    let sentence = "No values are shown: there is no table of poor; make it with `yomikiri solve poor`.";
    assert!(page.contains(sentence), "{page}");
    assert!(get("/poor?lang=ja").await.1.contains("評価を表示できません: poorのテーブルがありません"));
    assert!(page.contains("href=\"/poor/2d2c\""));
    for (status, answer) in [get("/api/v1/poor").await, {
        let (status, answer) = post("/api/v1/poor/batch", format!("[\"{LIONS}\"]")).await;
        (status, answer.to_string())
    }] {
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.contains("make it with"), "{answer}");
    }
}

#[tokio::test]
async fn the_census_is_pictures_and_a_table() {
    let (status, page) = get("/lions/census").await;
    assert_eq!(status, StatusCode::OK);
    for expected in [
        "Census of lions",
        "1,000,161 positions",
        "class=\"won\"",
        "<td>1,000,000</td>",
        "<th scope=\"row\">3</th><td>win</td><td>101</td>",
        "href=\"/api/v1/lions/census\"",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(get("/lions").await.1.contains("href=\"/lions/census\""));
    assert!(get("/lions/census?lang=ja").await.1.contains("終局までの手数別の局面数"));
    let (_, told) = get("/api/v1/lions/census").await;
    let told: Json = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["draw"], &told["by_plies"]), (&json!(50), &json!([7, 1_000_000, 3, 101])));
    for (path, status) in [("/blokus/census", 404), ("/chess/census", 404), ("/poor/census", 503)] {
        let (found, page) = get(path).await;
        assert_eq!(found.as_u16(), status, "{path}");
        assert!(status == 404 || page.contains("yomikiri solve poor"), "{page}");
        assert_eq!(get(&format!("/api/v1{path}")).await.0.as_u16(), status, "{path}");
    }
}

#[tokio::test]
async fn a_panic_ends_its_request_alone() {
    let site = site();
    for _ in 0..64 {
        let response = site.clone().oneshot(request("GET", "/panics", Body::empty())).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
    assert_eq!(site.oneshot(request("GET", "/lions", Body::empty())).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn requests_for_other_hosts_are_refused() {
    for host in ["example.org", "127.0.0.1.nip.io:7373", ""] {
        let request = Request::builder().uri("/lions").header(HOST, host).body(Body::empty()).unwrap();
        let (status, _, page) = answer(request).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{host}");
        assert!(page.contains("which this server is not"), "{page}");
    }
    let (status, _, _) = answer(Request::builder().uri("/lions").body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let two = request("GET", "/lions", Body::empty());
    let (mut parts, body) = two.into_parts();
    parts.headers.append(HOST, "example.org".parse().unwrap());
    assert_eq!(answer(Request::from_parts(parts, body)).await.0, StatusCode::BAD_REQUEST);
    let elsewhere = request("GET", "http://example.org/lions", Body::empty());
    assert_eq!(answer(elsewhere).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn browsers_are_told_to_run_our_script_alone() {
    for path in ["/", "/lions", "/nothing", &STYLE.address, &SCRIPT.address, "/api/v1/lions", "/panics"] {
        let (_, headers, body) = answer(request("GET", path, Body::empty())).await;
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(!headers.contains_key("access-control-allow-origin"));
        if headers["content-type"].to_str().unwrap().starts_with("text/html") {
            let ours = format!("<script type=\"module\" src=\"{}\"></script>", SCRIPT.address);
            assert_eq!(
                (body.matches("<script").count(), body.matches(&ours).count()),
                (1, 1),
                "{path}: {body}"
            );
            assert!(!body.contains(" style=") && !body.contains(" on"), "{path}: {body}");
        }
    }
}

/// Style and script are kept for good, and pages, which are not kept, name those of this program: of another
/// one there are none.
#[tokio::test]
async fn style_and_script_are_kept_and_pages_name_those_of_now() {
    for asset in [&*STYLE, &*SCRIPT] {
        let (status, headers, _) = answer(request("GET", &asset.address, Body::empty())).await;
        assert_eq!(status, StatusCode::OK, "{}", asset.address);
        assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
        for path in ["/", "/lions", "/lions?lang=ja", "/nothing", "/lions/census", "/tsume", "/lions?edit="] {
            let (_, headers, body) = answer(request("GET", path, Body::empty())).await;
            assert_eq!(headers["cache-control"], "no-cache", "{path}");
            assert_eq!(body.matches(&asset.address).count(), 1, "{path}: {body}");
            assert_eq!(body.matches("/assets/").count(), 2, "{path}: {body}");
        }
    }
    let (stem, _) = STYLE.address.split_once('-').unwrap();
    for other in ["/assets/style.css".to_owned(), format!("{stem}-0123456789abcdef.css")] {
        let (status, headers, _) = answer(request("GET", &other, Body::empty())).await;
        assert_eq!(
            (status, &headers["cache-control"]),
            (StatusCode::NOT_FOUND, &"no-cache".parse().unwrap())
        );
    }
}

#[tokio::test]
async fn what_is_too_long_is_refused() {
    let (status, _) = get(&format!("/lions/{}", "a".repeat(9000))).await;
    assert_eq!(status, StatusCode::URI_TOO_LONG);
    let (status, answer) = post("/api/v1/lions/batch", vec![b' '; (1 << 20) + 1]).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
    let many = Json::from(vec![LIONS; 10_001]).to_string();
    let (status, answer) = post("/api/v1/lions/batch", many).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"].as_str().unwrap().contains("at most 10000 positions"), "{answer}");
}

#[tokio::test]
async fn a_batch_is_answered_in_order() {
    let (status, answers) =
        post("/api/v1/lions/batch", json!([LIONS, "<lion>", "1l1/3/3/1L1 w -"]).to_string()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        (&answers[0]["position"], &answers[2]["position"]),
        (&LIONS.into(), &"1l1/3/3/1L1 w -".into())
    );
    assert_eq!(answers[0]["line"], json!([]));
    assert_eq!(answers[1]["position"], "<lion>");
    assert!(answers[1]["error"].is_string());
    // What is asked twice is answered twice.
    let twice = json!(["x", LIONS, LIONS, "x", "1l1/3/3/1L1 w -", LIONS]).to_string();
    let (_, answers) = post("/api/v1/lions/batch", twice).await;
    let told: Vec<_> = answers.as_array().unwrap().iter().map(|answer| &answer["position"]).collect();
    assert_eq!(told, ["x", LIONS, LIONS, "x", "1l1/3/3/1L1 w -", LIONS]);
    let (_, answers) = post("/api/v1/lions/batch?line=true", json!([LIONS]).to_string()).await;
    assert_eq!(answers[0]["line"].as_array().unwrap().len(), 4);
    for body in ["", "{}", "[1]", "[\"a\""] {
        let (status, answer) = post("/api/v1/lions/batch", body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}: {answer}");
    }
    assert_eq!(post("/api/v1/chess/batch", "[]").await.0, StatusCode::NOT_FOUND);
    assert_eq!(post("/api/v1/lions/batch?line=perhaps", "[]").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn pieces_are_shown_in_the_style_that_the_reader_chooses() {
    let (_, plain) = get("/lions").await;
    assert!(plain.contains(">L<") && !plain.contains("class=\"animal"), "{plain}");
    assert!(plain.contains("href=\"/lions?pieces=animals\""), "{plain}");
    let (_, animals) = get("/lions?lang=ja&pieces=animals").await;
    assert!(animals.contains("class=\"animal") && animals.contains("2dライオン"), "{animals}");
    assert!(animals.contains("href=\"/lions/2d2c?lang=ja&amp;pieces=animals\""), "{animals}");
    assert!(animals.contains("<input type=\"hidden\" name=\"pieces\" value=\"animals\">"), "{animals}");
    // Lions have no kanji: letters, which stand for them, are offered, and no third.
    assert!(!animals.contains("pieces=kanji") && animals.contains("aria-current=\"true\">動物"), "{animals}");
    // A game goes on where another language or style is chosen.
    let (_, game) = get("/lions?play=first&level=1&pieces=animals").await;
    assert!(game.contains("href=\"/lions?play=first&amp;level=1&amp;lang=ja&amp;pieces=animals\""), "{game}");
    let (_, draft) = get("/lions?edit=1l1/3/3/1L1+b+-&piece=L&pieces=animals").await;
    assert!(draft.contains("class=\"animal") && draft.contains("piece=L&amp;pieces=letters"), "{draft}");
}

#[tokio::test]
async fn pages_speak_the_language_of_the_browser() {
    let mut asked = request("GET", "/lions", Body::empty());
    asked.headers_mut().insert("accept-language", "ja,en;q=0.5".parse().unwrap());
    let (_, headers, page) = answer(asked).await;
    assert!(page.contains("<html lang=\"ja\">") && page.contains("先手の5手勝ち"), "{page}");
    assert_eq!(headers["vary"], "accept-language");
    let (_, page) = get("/lions?lang=ja").await;
    assert!(page.contains("href=\"/lions/2d2c?lang=ja\""), "{page}");
    assert!(page.contains("href=\"/lions?lang=en\""), "{page}");
}

/// Where an answer leads.
async fn leads(request: Request<Body>) -> String {
    let (status, headers, body) = answer(request).await;
    assert_eq!(status, StatusCode::SEE_OTHER, "{body}");
    headers["location"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_is_played_in_its_address() {
    let (_, begin) = get("/lions").await;
    assert!(begin.contains("name=\"play\"") && begin.contains("<option value=\"9\">"), "{begin}");
    let (status, page) = get("/lions?play=first&level=2").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Your move: First player"), "{page}");
    // Neither the order nor anything else tells which move is good.
    assert!(!page.contains("win 5") && !page.contains("Take back"), "{page}");
    let mv = "href=\"/lions/2d1c?play=first&amp;level=2\"";
    assert!(page.contains(mv), "{page}");
    let next = leads(request("GET", "/lions/2d1c?play=first&level=2&lang=ja", Body::empty())).await;
    let (path, query) = next.split_once('?').unwrap();
    assert!(path.starts_with("/lions/2d1c/") && query == "play=first&level=2&lang=ja", "{next}");
    let (_, page) = get(&next).await;
    assert!(page.contains("href=\"/lions?play=first&amp;level=2&amp;lang=ja\">待った"), "{page}");
    let (_, hinted) = get("/lions?play=first&level=2&hint=1").await;
    assert!(hinted.contains("win 5") && hinted.contains("No hints"), "{hinted}");
    // The player is asked where no move has a value, and where the rules know that one ends the game.
    for path in ["/poor", "/poor/2d2c/2a1a"] {
        let (_, advised) = get(&format!("{path}?play=first&level=2&hint=1")).await;
        assert!(advised.contains("I would play "), "{advised}");
    }
    assert!(get("/poor/2d2c/2a1a").await.1.contains("<td>loss"));
    // Whoever is second is answered at once, and so is who swaps.
    let first = leads(request("GET", "/lions?play=second", Body::empty())).await;
    assert!(first.ends_with("?play=second&level=3") && first.starts_with("/lions/2d"), "{first}");
    for wrong in ["play=third", "play=first&level=12"] {
        assert_eq!(get(&format!("/lions?{wrong}")).await.0, StatusCode::BAD_REQUEST);
    }
}

/// An address with a clock on which so many milliseconds have gone.
fn clocked(path: &str, control: &str, left: &str, gone: u64) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as u64;
    format!("{path}?play=first&level=2&clock={control}&left={left}&since={}", now - gone)
}

#[tokio::test]
async fn a_clock_runs_in_the_address() {
    assert!(get("/lions").await.1.contains("<option value=\"5m+3s\">"));
    let begun = leads(request("GET", "/lions?play=first&level=2&clock=1m%2B2s", Body::empty())).await;
    assert!(begun.starts_with("/lions?play=first&level=2&clock=60s%2B2s&left=60000.60000&since="), "{begun}");
    let (_, page) = get(&clocked("/lions", "60s%2B2s", "60000.60000", 10_000)).await;
    assert!(page.contains("0:49") || page.contains("0:50"), "{page}");
    assert!(page.contains(">1:00</b>") && page.contains("data-flag=\""), "{page}");
    assert!(
        !page.contains("Swap sides") && page.contains("clock=60s%2B2s&amp;left=60000.60000&amp;since="),
        "{page}"
    );
    // Ours is charged and gets two seconds, then time runs anew.
    let next =
        leads(request("GET", &clocked("/lions/2d1c", "60s%2B2s", "60000.60000", 10_000), Body::empty()))
            .await;
    let (_, left) = next.split_once("left=").unwrap();
    let left: Vec<u64> = left.split(['.', '&']).take(2).map(|time| time.parse().unwrap()).collect();
    assert!((51_000..=52_000).contains(&left[0]) && (61_000..=62_000).contains(&left[1]), "{next}");
    assert!(get(&next).await.1.contains("Your move"));
    // The flag has fallen, before the move and on it; the byoyomi keeps it up.
    for path in ["/lions", "/lions/2d1c"] {
        let (_, page) = get(&clocked(path, "60s", "5000.60000", 6_000)).await;
        assert!(page.contains("Time is up: Second player has won") && !page.contains("data-flag"), "{page}");
    }
    // What is saved tells of it where the move was not made.
    let (_, late) = get(&clocked("/lions", "60s", "5000.60000", 6_000)).await;
    assert!(late.contains("?save=txt&amp;timeup=1\""), "{late}");
    let (_, too_late) = get(&clocked("/lions/2d1c", "60s", "5000.60000", 6_000)).await;
    assert!(too_late.contains("?save=txt\""), "{too_late}");
    assert!(get("/lions?save=txt&timeup=1").await.1.ends_with("\nTimeUp"));
    let (_, page) = get(&clocked("/lions", "60s%2F10s", "5000.60000", 6_000)).await;
    assert!(page.contains("Your move") && page.contains(">9.") || page.contains(">8."), "{page}");
    // A game of one player has no clock.
    assert!(!get(&clocked("/solo", "60s", "1.1", 6_000)).await.1.contains("Time is up"));
    assert_eq!(get("/lions?play=first&clock=soon").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_game_of_one_player_is_played_on_to_its_end() {
    let (_, page) = get("/solo?play=first").await;
    assert!(page.contains("href=\"/solo?play=first&amp;level=3&amp;on=1\">Play on to the end"), "{page}");
    let end = leads(request("GET", "/solo/2d2c?play=first&on=1&lang=ja", Body::empty())).await;
    assert!(end.starts_with("/solo/2d2c/") && end.ends_with("?play=first&level=3&lang=ja"), "{end}");
    assert!(!get(&end).await.1.contains("class=\"choices"));
    assert_eq!(get("/lions?play=first&on=1").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_game_that_is_over_is_looked_at() {
    let (_, page) = get("/lions/2d2c/2a2b?play=first").await;
    assert!(page.contains("First player has won") && page.contains("Values along the moves"), "{page}");
    assert!(page.contains("gave away") || page.contains("No move gave anything away"), "{page}");
    assert!(!page.contains(">Resign<") && !page.contains("class=\"choices"), "{page}");
    let (_, page) = get("/lions/2d1d/2a1a?play=first&resign=1").await;
    assert!(page.contains("Resigned: Second player has won"), "{page}");
    let back = "/2d2c/2d2c";
    let (status, _) = get(&format!("/lions{back}?play=first")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (_, explored) = get("/lions/2d2c/2a1b").await;
    assert!(explored.contains("Values along the moves"), "{explored}");
    assert!(!get("/poor/2d2c/2a1b").await.1.contains("Values along"));
}

#[tokio::test]
async fn a_game_is_saved_and_taken_up_again() {
    let (status, headers, record) = answer(request("GET", "/lions/2d2c/2a1b?save=txt", Body::empty())).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-disposition"], "attachment; filename=\"lions.txt\"");
    let field =
        |text: &str| form_urlencoded::Serializer::new(String::new()).append_pair("record", text).finish();
    assert_eq!(leads(request("POST", "/lions?lang=ja", field(&record))).await, "/lions/2d2c/2a1b?lang=ja");
    let (_, rest) = record.split_once('\n').unwrap();
    let from = leads(request("POST", "/lions", field(rest))).await;
    assert!(from.starts_with("/lions/sfen/") && from.ends_with("/2a1b"), "{from}");
    let (status, _, page) = answer(request("POST", "/lions", field("<script>"))).await;
    assert!(status == StatusCode::BAD_REQUEST && !page.contains("<script>"), "{page}");
    for body in ["", "text=2d2c"] {
        let (status, _, page) = answer(request("POST", "/lions?lang=ja", body)).await;
        assert!(status == StatusCode::BAD_REQUEST && page.contains("recordの欄"), "{page}");
    }
    assert_eq!(get("/lions?save=exe").await.0, StatusCode::NOT_FOUND);
    // Whoever has resigned saves a game that has ended so.
    let (_, resigned) = get("/lions/2d3c/2a1a?play=first&level=1&resign=1").await;
    assert!(resigned.contains("/lions/2d3c/2a1a?save=txt&amp;resign=1"), "{resigned}");
    let (_, record) = get("/lions/2d3c/2a1a?save=txt&resign=1").await;
    assert!(record.ends_with("\nResigned"), "{record}");
    let (_, going) = get("/lions/2d3c/2a1a?play=first&level=1").await;
    assert!(going.contains("?save=txt\""), "{going}");
}

#[tokio::test]
async fn boards_and_panels_are_told_in_the_language_of_the_page() {
    let (_, english) = get("/blokus/66t0").await;
    let told = "<title>Board</title>\n<desc>First player: 5 squares covered, 20 pieces left.";
    assert!(english.contains(told) && english.contains("<h3>Pieces left</h3>"), "{english}");
    for path in ["/blokus/66t0?lang=ja", "/blokus/66t0?play=second&lang=ja"] {
        let (_, page) = get(path).await;
        let told = "<title>盤面</title>\n<desc>先手: 5マスを覆い、残り20ピース。";
        assert!(page.contains(told) && page.contains("<h3>残りのピース</h3>"), "{page}");
    }
    for path in ["/lions?lang=ja", "/lions?edit=1l1/3/3/1L1+b+-&lang=ja"] {
        assert!(get(path).await.1.contains("<desc>先手(手番): 2dライオン。"), "{path}");
    }
}

#[tokio::test]
async fn moves_are_printed_as_japanese_books_print_them() {
    let (_, english) = get("/minishogi/4e4d").await;
    assert!(english.contains(">4e4d</span>") && !english.contains('▲'), "{english}");
    assert!(english.contains(">d</text>") && !english.contains(">四</text>"), "{english}");
    let (_, page) = get("/minishogi/4e4d?lang=ja").await;
    assert!(page.contains("aria-current=\"page\">▲４四") && page.contains("<title>▲４四"), "{page}");
    // Links and scripts go by names.
    let mv = "data-move=\"3a4b\" href=\"/minishogi/4e4d/3a4b?lang=ja\">△４二銀";
    assert!(page.contains(mv), "{page}");
    assert!(page.contains(">四</text>") && !page.contains(">d</text>"), "{page}");
    let (_, game) = get("/minishogi/4e4d/3a4b?play=first&lang=ja").await;
    assert!(
        game.contains(">四</text>") && game.contains("直前の手: △４二銀") && game.contains(">▲"),
        "{game}"
    );
    // To where the move before went.
    let (_, taken) = get("/minishogi/4e4d/3a4b/4d4c/4b4c?lang=ja").await;
    assert!(taken.contains("aria-current=\"page\">△同銀"), "{taken}");
    // Nobody has printed names for these.
    assert!(get("/blokus/66t0?lang=ja").await.1.contains("aria-current=\"page\">66t0<"));
}

#[tokio::test]
async fn a_repetition_is_told_in_the_language_of_the_page() {
    let back = "/2d1d/2a1a/1d2d/1a2a".repeat(2);
    let (_, page) = get(&format!("/lions{back}?play=first")).await;
    assert!(page.contains("The same position for the third time: draw"), "{page}");
    assert!(get(&format!("/lions{back}?play=first&lang=ja")).await.1.contains("同一局面三回: 引き分け"));
}

#[tokio::test]
async fn a_game_of_one_player_has_other_deals() {
    let (_, page) = get("/solo").await;
    assert!(page.contains("href=\"/solo?deal=new\" rel=\"nofollow\">Another deal"), "{page}");
    assert!(!get("/lions").await.1.contains("Another deal"));
    let query = "play=first&amp;level=3";
    assert!(get("/solo?play=first").await.1.contains(&format!("href=\"/solo?deal=new&amp;{query}\"")));
    let to = leads(request("GET", "/solo?deal=7&play=first&lang=ja", Body::empty())).await;
    assert_eq!(to, "/solo:7?play=first&level=3&lang=ja");
    let (_, page) = get(&to).await;
    assert!(
        page.contains("href=\"/solo:7/2d2c?play=first") && page.contains("href=\"/solo?deal=new"),
        "{page}"
    );
    assert!(get("/solo:7").await.1.contains(OTHER) && get("/api/v1/solo:7").await.1.contains(OTHER));
    for path in ["/solo:8", "/solo:7:7", "/lions:7", "/solo?deal=8", "/solo?deal=%3Cb%3E"] {
        assert_eq!(get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    // A game of another deal is taken up where it belongs.
    let field =
        |text: &str| form_urlencoded::Serializer::new(String::new()).append_pair("record", text).finish();
    assert_eq!(leads(request("POST", "/solo", field(OTHER))).await, "/solo/sfen/l2_3_3_1L1_b_-");
    let record = field(&format!("deal 7\n{OTHER}"));
    assert_eq!(leads(request("POST", "/solo", record)).await, "/solo:7");
}
