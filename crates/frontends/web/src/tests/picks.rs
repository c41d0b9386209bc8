//! Moves made on the board.

use super::get;
use axum::http::StatusCode;

#[tokio::test]
async fn a_piece_is_picked_up_and_put_down_by_links() {
    let (_, page) = get("/lions").await;
    let lion = "class=\"spot win\" data-spot=\"2d\" href=\"/lions?from=2d\"";
    assert!(page.contains(lion), "{page}");
    let (status, page) = get("/lions?from=2d&lang=ja").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("data-spot=\"2c\" href=\"/lions/2d2c?lang=ja\""), "{page}");
    assert!(page.contains("class=\"spot chosen\" data-spot=\"2d\" href=\"/lions?lang=ja\""), "{page}");
    assert!(page.contains("2dで始まるもの"), "{page}");
    // Without hints nothing tells what moves are worth.
    let (_, page) = get("/lions?play=first&level=2").await;
    let lion = "class=\"spot\" data-spot=\"2d\" href=\"/lions?play=first&amp;level=2&amp;from=2d\"";
    assert!(page.contains(lion) && !page.contains("spot win"), "{page}");
    let (_, page) = get("/blokus?from=66").await;
    assert!(page.contains("data-move=\"66t0\"") && !page.contains("data-move=\"55a0\""), "{page}");
    let (status, page) = get("/lions?from=%3Cscript%3E").await;
    assert!(status == StatusCode::OK && !page.contains("<script>"), "{page}");
}
