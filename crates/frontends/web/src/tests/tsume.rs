//! The pages of mating problems, over a search that knows one answer to each move.

use super::{EDITOR, answer, get, leads, request};
use crate::{Collection, Found, MateResponse, Mates, MoveName, Problem, Refusal, Soundness, Standing};
use axum::{body::Body, http::StatusCode};
use serde_json::{Value as Json, json};
use std::sync::{Arc, LazyLock};
use yomikiri_core::{
    Diagram, Editor, PageStart, ParseError, PieceCounts, Shelf, ShelfFilter, ShelfPart, phrases,
};

const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G";

/// Mates by `ok`, and by `first` with one answer between; all else is wrong in one way or another.
pub struct Fake {
    collections: Vec<Arc<dyn Collection>>,
}

impl Fake {
    pub fn of(names: &[&'static str]) -> Self {
        let collection = |name: &&'static str| Arc::new(Numbers(name)) as Arc<dyn Collection>;
        Self { collections: names.iter().map(collection).collect() }
    }
}

fn mv(name: &str) -> MoveName {
    MoveName { name: name.into(), printed: format!("☗{name}") }
}

fn picture() -> Diagram {
    let mut picture = Diagram::new((9, 9), "Board");
    picture.spot("ok", (0, 0), (1, 1));
    picture
}

/// The problems from 1 to 60, in the collection `gaps` without 10 to 19; every third is symmetric and of the
/// other set.
struct Numbers(&'static str);

impl Numbers {
    fn has(&self, number: u64) -> bool {
        self.0 != "gaps" || !(10..20).contains(&number)
    }

    fn problem(number: u64) -> Problem {
        let solution = vec![mv("first"), mv("second"), mv("ok")];
        Problem {
            number,
            position: PROBLEM.into(),
            plies: Some(3),
            solution,
            set: "GG".into(),
            effort: None,
            picture: picture(),
        }
    }
}

impl Collection for Numbers {
    fn name(&self) -> &str {
        self.0
    }

    fn shelves(&self) -> Result<&[Shelf], Refusal> {
        static SHELVES: LazyLock<[Shelf; 2]> = LazyLock::new(|| {
            let shelf = |set: &str, problems, symmetric| {
                let part = ShelfPart { pieces: PieceCounts::of(set), problems, symmetric };
                Shelf::new(Some(3), set.into(), vec![part])
            };
            [shelf("<script>", 20, 20), shelf("GG", 40, 0)]
        });
        Ok(&*SHELVES)
    }

    fn page(&self, filter: &ShelfFilter, start: PageStart, most: usize) -> Result<Vec<Problem>, Refusal> {
        if self.0 == "broken" {
            return Err(Refusal::Environment("the file <is> damaged".into()));
        }
        let fits = |number: &u64| self.has(*number) && (!filter.symmetric || number.is_multiple_of(3));
        let mut numbers: Vec<u64> = match start {
            PageStart::First => (1..=60).filter(fits).take(most).collect(),
            PageStart::After(after) => (after + 1..=60).filter(fits).take(most).collect(),
            PageStart::Before(before) => (1..before).rev().filter(fits).take(most).collect(),
        };
        numbers.sort_unstable();
        Ok(numbers.into_iter().map(Self::problem).collect())
    }

    /// Knows one condition, and looks at 50 problems.
    fn search(
        &self,
        (filter, conditions): (&ShelfFilter, &str),
        start: PageStart,
        most: usize,
        _: &dyn Fn() -> bool,
    ) -> Result<Found, Refusal> {
        if conditions != "even" {
            return Err(Refusal::Condition(format!("`{conditions}` is no condition").into()));
        }
        let looked = self.page(filter, start, 50)?;
        let rest = looked.get(49).map(|last| PageStart::After(last.number));
        let fits = looked.into_iter().filter(|problem| problem.number % 2 == 0);
        Ok(Found { problems: fits.take(most).collect(), rest })
    }

    fn problem_from(&self, number: u64) -> Result<Option<Problem>, Refusal> {
        Ok((number.max(1)..=60).find(|&number| self.has(number)).map(Self::problem))
    }

    fn last(&self) -> Result<u64, Refusal> {
        Ok(60)
    }
}

impl Mates for Fake {
    fn collections(&self) -> &[Arc<dyn Collection>] {
        &self.collections
    }

    fn editor(&self) -> &dyn Editor {
        EDITOR.get_or_init(|| yomikiri_shogi::Shogi::dobutsu(yomikiri_shogi::Ending::Capture))
    }

    fn read(&self, text: &str) -> Result<String, ParseError> {
        if text.contains('/') {
            Ok(PROBLEM.into())
        } else {
            Err(ParseError::new(phrases::NOT_IN_TABLE.with(text)))
        }
    }

    fn standing(&self, problem: &str, moves: &[String]) -> Result<Standing, ParseError> {
        assert_eq!(problem, PROBLEM);
        if moves.iter().any(|mv| mv == "illegal") {
            return Err(ParseError::new(phrases::GAME_IS_OVER));
        }
        let checks = if moves.len().is_multiple_of(2) { vec![mv("first"), mv("ok")] } else { Vec::new() };
        let played = moves.iter().map(|name| mv(name)).collect();
        Ok(Standing { picture: picture(), checks, is_mated: false, played })
    }

    fn respond(&self, _: &str, moves: &[String], _: &dyn Fn() -> bool) -> Result<MateResponse, Refusal> {
        Ok(match moves.last().unwrap().as_str() {
            "ok" => MateResponse::Mate,
            "first" => MateResponse::Defence("second".into()),
            "long" => MateResponse::TooLong(7, 3),
            "late" => MateResponse::NoMate,
            "hard" => return Err(Refusal::Environment("the search was given up".into())),
            "illegal" => return Err(Refusal::Parse(ParseError::new(phrases::GAME_IS_OVER))),
            _ => MateResponse::Refuted(mv("away")),
        })
    }

    fn check(&self, _: &str, _: &dyn Fn() -> bool) -> Result<Soundness, Refusal> {
        let (cooks, leftover) = (vec![(1, "G*4b".into(), 5)], vec!["G".into()]);
        Ok(Soundness { is_sound: false, plies: Some(3), line: vec![mv("first")], cooks, leftover })
    }

    fn check_json(&self, text: &str, _: &dyn Fn() -> bool) -> Result<String, Refusal> {
        Ok(json!({ "sfen": self.read(text).map_err(Refusal::Parse)?, "sound": false }).to_string())
    }

    fn solve_json(&self, text: &str, _: &dyn Fn() -> bool) -> Result<String, Refusal> {
        Ok(json!({ "sfen": self.read(text).map_err(Refusal::Parse)?, "mate": true }).to_string())
    }

    fn json(&self, problem: &Problem) -> String {
        json!({ "number": problem.number }).to_string()
    }
}

#[tokio::test]
async fn the_first_page_has_the_problem_of_the_day_and_the_collections() {
    let (status, page) = get("/tsume").await;
    assert_eq!(status, StatusCode::OK);
    for expected in [
        "The problem of the day",
        "href=\"/tsume/some/",
        "mate in 3",
        "href=\"/tsume/some?set=GG&amp;plies=3\">40",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"), "{page}");
    assert_eq!(page, get("/tsume").await.1);
    assert!(get("/?lang=ja").await.1.contains("href=\"/tsume?lang=ja\""));
}

/// The numbers of the problems on a page.
fn numbers(page: &str) -> Vec<u64> {
    let links = page.split("href=\"/tsume/some/").skip(1);
    links.filter_map(|link| link.split(['"', '?']).next()?.parse().ok()).collect()
}

#[tokio::test]
async fn a_collection_is_turned_page_by_page() {
    let (_, first) = get("/tsume/some").await;
    assert_eq!(numbers(&first), (1..=24).collect::<Vec<_>>());
    assert!(first.contains("rel=\"next\" href=\"/tsume/some?after=24\"") && !first.contains("rel=\"prev\""));
    let (_, second) = get("/tsume/some?after=24").await;
    assert!(second.contains("rel=\"prev\" href=\"/tsume/some?before=25\"") && second.contains("after=48"));
    let (_, third) = get("/tsume/some?after=48").await;
    assert!(!third.contains("rel=\"next\"") && numbers(&third).len() == 12, "{third}");
    let (_, back) = get("/tsume/some?before=49").await;
    assert_eq!(numbers(&back), numbers(&second));
    assert_eq!(numbers(&get("/tsume/some?before=25").await.1), numbers(&first));
    let (_, symmetric) = get("/tsume/some?symmetric=1&plies=&set=").await;
    assert_eq!(numbers(&symmetric), (1..=20).map(|third| 3 * third).collect::<Vec<_>>());
    let (_, chosen) = get("/tsume/some?piece=G&piece=G&plies=").await;
    assert!(chosen.contains("Problems: 40") && chosen.contains("value=\"G\" checked"), "{chosen}");
    assert!(chosen.contains("/tsume/some?piece=G&amp;piece=G&amp;after=24"), "{chosen}");
    let (_, sheet) = get("/tsume/some?after=24&solutions=1&lang=ja").await;
    assert!(sheet.contains("☗first ☗second ☗ok") && numbers(&sheet) == numbers(&second), "{sheet}");
    for wrong in ["plies=many", "after=-1"] {
        assert_eq!(get(&format!("/tsume/some?{wrong}")).await.0, StatusCode::BAD_REQUEST);
    }
    let (status, page) = get("/tsume/broken").await;
    assert!(status == StatusCode::SERVICE_UNAVAILABLE && page.contains("&lt;is&gt;"), "{page}");
}

#[tokio::test]
async fn a_collection_is_looked_through_for_conditions() {
    let (_, first) = get("/tsume/some?where=even&symmetric=1").await;
    assert_eq!(numbers(&first), (1..=10).map(|sixth| 6 * sixth).collect::<Vec<_>>(), "{first}");
    assert!(first.contains("value=\"even\"") && !first.contains("rel=\"next\""), "{first}");
    let (_, first) = get("/tsume/some?where=even").await;
    assert!(numbers(&first).len() == 24 && first.contains("where=even&amp;after=48"), "{first}");
    // Fewer than a page, and a search that was given up: it goes on from where it was.
    let (_, second) = get("/tsume/some?where=even&after=4").await;
    assert!(numbers(&second).len() == 24 && second.contains("where=even&amp;after=52"), "{second}");
    let (_, third) = get("/tsume/some?where=even&after=7").await;
    assert!(third.contains("rel=\"prev\" href=\"/tsume/some?where=even&amp;before=8\""), "{third}");
    let (status, wrong) = get("/tsume/some?where=%3Codd%3E").await;
    assert!(status == StatusCode::BAD_REQUEST && wrong.contains("`&lt;odd&gt;` is no condition"), "{wrong}");
}

#[tokio::test]
async fn a_problem_is_solved_by_playing() {
    let (status, page) = get("/tsume/some/7").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("Plies left: 3.") && page.contains("href=\"/tsume/some/7/first\""), "{page}");
    assert!(
        page.contains("data-spot=\"ok\" href=\"/tsume/some/7/ok\"") && !page.contains("☗second"),
        "{page}"
    );
    let next = leads(request("GET", "/tsume/some/7/first?lang=ja", Body::empty())).await;
    assert_eq!(next, "/tsume/some/7/first/second?lang=ja");
    assert!(get(&next).await.1.contains("残り1手"));
    assert!(get("/tsume/some/7/first/second/ok").await.1.contains("Mate: solved"));
    let (_, wrong) = get("/tsume/some/7/first/second/other").await;
    assert!(wrong.contains("That does not mate: ☗away escapes"), "{wrong}");
    assert!(wrong.contains("href=\"/tsume/some/7/first/second\">Try again"), "{wrong}");
    assert!(get("/tsume/some/7/long").await.1.contains("That mates in 7 plies, where 3 would do"));
    assert!(get("/tsume/some/7/late").await.1.contains("There is no mate from here"));
    assert!(get("/tsume/some/7?solution=1").await.1.contains("☗first ☗second ☗ok"));
    for (path, status) in [
        ("/tsume/some/7/illegal", 400),
        ("/tsume/some/7/illegal/x", 400),
        ("/tsume/some/7/hard", 503),
        ("/tsume/some/0", 404),
        ("/tsume/some/x", 404),
        ("/tsume/some/99999999999999999999", 404),
        ("/tsume/others", 404),
    ] {
        assert_eq!(get(path).await.0.as_u16(), status, "{path}");
    }
}

#[tokio::test]
async fn a_problem_leads_to_those_beside_it_that_there_are() {
    for (number, before, after) in
        [(1, None, Some(2)), (9, Some(8), Some(20)), (20, Some(9), Some(21)), (60, Some(59), None)]
    {
        let (_, page) = get(&format!("/tsume/gaps/{number}")).await;
        for (rel, beside) in [("prev", before), ("next", after)] {
            let link = beside.map(|beside: u64| format!("rel=\"{rel}\" href=\"/tsume/gaps/{beside}\""));
            let told = page.split("<a ").find(|link| link.starts_with(&format!("rel=\"{rel}\"")));
            assert_eq!(told.map(|told| told.split_once('>').unwrap().0), link.as_deref(), "{number}");
        }
    }
    assert_eq!(get("/tsume/gaps/10").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_problem_that_was_set_up_is_checked_and_solved() {
    let to = leads(request("GET", "/tsume?position=4k4%2F9+b+2G", Body::empty())).await;
    assert_eq!(to, "/tsume/sfen/4k4_9_4P4_9_9_9_9_9_9_b_2G?check=1");
    let (status, page) = get(&to).await;
    assert_eq!(status, StatusCode::OK);
    for expected in
        ["Unsound: mate in 3", "Second solution at ply 1: G*4b mates too (plies: 5)", "hand: G", "☗first"]
    {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let start = to.strip_suffix("?check=1").unwrap();
    assert!(get(start).await.1.contains("Black to move and mate"));
    let next = leads(request("GET", &format!("{start}/first"), Body::empty())).await;
    assert_eq!(next, format!("{start}/first/second"));
    let (status, _, page) = answer(request("GET", "/tsume?position=%3Cscript%3E", Body::empty())).await;
    assert!(status == StatusCode::BAD_REQUEST && !page.contains("<script>"), "{page}");
}

async fn told(path: &str) -> (u16, Json) {
    let (status, body) = get(path).await;
    (status.as_u16(), serde_json::from_str(&body).unwrap())
}

#[tokio::test]
async fn programs_get_problems_page_by_page_and_have_theirs_checked() {
    let (_, all) = told("/api/v1/tsume").await;
    assert_eq!(all["collections"][0]["name"], "some");
    assert_eq!(all["collections"][0]["problems"], 60);
    assert_eq!(
        all["collections"][0]["shelves"][1],
        json!({ "set": "GG", "plies": 3, "problems": 40, "symmetric": 0 })
    );
    let (_, day) = told("/api/v1/tsume/day").await;
    assert_eq!(day["collection"], "some");
    assert!(get("/tsume").await.1.contains(&format!("/tsume/some/{}\"", day["problem"]["number"])));
    let (mut at, mut numbers) = ("/api/v1/tsume/collections/some?symmetric=1&limit=7".to_owned(), Vec::new());
    loop {
        let (status, page) = told(&at).await;
        assert_eq!((status, &page["count"]), (200, &json!(20)), "{page}");
        numbers.extend(
            page["problems"].as_array().unwrap().iter().map(|problem| problem["number"].as_u64().unwrap()),
        );
        let Some(next) = page["next"].as_str() else { break };
        at = next.to_owned();
    }
    assert_eq!(numbers, (1..=20).map(|third| 3 * third).collect::<Vec<_>>());
    assert_eq!(told("/api/v1/tsume/collections/some/7").await, (200, json!({ "number": 7 })));
    for kind in ["check", "solve"] {
        let (status, found) = told(&format!("/api/v1/tsume/{kind}?position=4k4/9+b+2G")).await;
        assert_eq!((status, &found["sfen"]), (200, &json!(PROBLEM)), "{kind}");
        assert_eq!(told(&format!("/api/v1/tsume/{kind}?position=none")).await.0, 400);
        assert_eq!(told(&format!("/api/v1/tsume/{kind}")).await.0, 400);
    }
    for (path, status) in [
        ("collections/some/0", 404),
        ("collections/some/x", 404),
        ("collections/others", 404),
        ("collections/broken", 503),
        ("collections/some?limit=x", 400),
        ("collections/some?limit=0", 400),
        ("collections/some?limit=1001", 400),
        ("collections/some?piece=<", 400),
        ("nothing", 404),
    ] {
        let (found, why) = told(&format!("/api/v1/tsume/{}", path.replace('<', "%3C"))).await;
        assert!(found == status && why["error"].is_string(), "{path}: {found} {why}");
    }
}
