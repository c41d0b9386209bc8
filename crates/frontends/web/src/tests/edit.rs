//! Positions that are set up, turned, and found at random.

use super::{answer, get, leads, request};
use axum::{body::Body, http::StatusCode};

/// The address behind a link whose tag has some text.
fn link(page: &str, text: &str) -> String {
    let at = page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    let tag = page[..at].rfind("<a ").expect("a link");
    let href = page[tag..].split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    href.replace("&amp;", "&")
}

#[tokio::test]
async fn a_position_is_set_up_link_by_link() {
    let (_, page) = get("/lions").await;
    let (status, page) = get(&link(&page, ">Edit the board<")).await;
    assert_eq!(status, StatusCode::OK);
    let (_, page) = get(&link(&page, ">Clear the board<")).await;
    assert!(page.contains("This is no position of the game: the first player has 0 lions"), "{page}");
    let (_, page) = get(&link(&page, ">lion (L)<")).await;
    let (_, page) = get(&link(&page, "data-spot=\"2d\"")).await;
    let (_, page) = get(&link(&page, ">lion (l)<")).await;
    let (_, page) = get(&link(&page, "data-spot=\"2a\"")).await;
    let (_, page) = get(&link(&page, "aria-label=\"One more giraffe (G)\"")).await;
    let (_, page) = get(&link(&page, ">Other side to move<")).await;
    assert!(page.contains("value=\"1l1/3/3/1L1 w G\"") && !page.contains("This is no position"), "{page}");
    let to = leads(request("GET", "/lions?position=1l1/3/3/1L1+w+G", Body::empty())).await;
    assert_eq!(to, "/lions/sfen/1l1_3_3_1L1_w_G");
    for wrong in ["/lions?edit=x", "/lions?edit=1l1%2F3%2F3%2F1L1+b+-&piece=X"] {
        assert_eq!(get(wrong).await.0, StatusCode::BAD_REQUEST);
    }
    assert_eq!(get("/blokus?edit=x").await.0, StatusCode::NOT_FOUND);
    let (_, page) = get("/tsume").await;
    assert!(link(&page, ">Edit the board<").starts_with("/tsume?edit="));
}

#[tokio::test]
async fn a_position_is_turned_and_mirrored() {
    let (_, page) = get("/lions/2d1c").await;
    assert_eq!(link(&page, ">Turn and exchange sides<"), "/lions/sfen/3_l2_3_1L1_b_-");
    assert_eq!(link(&page, ">Mirror<"), "/lions/sfen/1l1_3_L2_3_w_-");
}

#[tokio::test]
async fn a_random_position_has_the_value_that_is_asked_for() {
    for found in ["random=any", "random=win&plies=", "random=win&plies=3&lang=ja"] {
        let to = leads(request("GET", &format!("/lions?{found}"), Body::empty())).await;
        assert!(to.starts_with("/lions/sfen/1l1_3_3_1L1_b_-"), "{to}");
    }
    for (asked, status) in
        [("random=draw", 404), ("random=win&plies=7", 404), ("random=won", 400), ("random=win&plies=x", 400)]
    {
        let (found, _, page) = answer(request("GET", &format!("/lions?{asked}"), Body::empty())).await;
        assert_eq!(found.as_u16(), status, "{asked}: {page}");
    }
    assert!(
        get("/lions").await.1.contains("name=\"random\"")
            && !get("/poor").await.1.contains("name=\"random\"")
    );
    // By the census there are some, which were not found, or there are none.
    for (query, sentence) in [
        ("random=draw", "found in the time allowed"),
        ("random=loss&plies=2", "found in the time allowed"),
        ("random=win&plies=2", "No position has this value."),
        ("random=draw&plies=2", "No position has this value."),
        ("random=any&plies=4", "No position has this value."),
    ] {
        let (status, page) = get(&format!("/lions?{query}")).await;
        assert!(status == StatusCode::NOT_FOUND && page.contains(sentence), "{query}: {page}");
    }
}
