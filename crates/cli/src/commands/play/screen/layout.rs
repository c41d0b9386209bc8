//! Where the board is on a screen.

use ratatui::layout::Rect;
use yomikiri_core::Drawing;

/// The column and the line of the board that are seen first: where not all of it fits, so many are left out
/// that the spot of the cursor is seen.
pub fn corner(drawing: &Drawing, board: Rect, cursor: &str) -> (usize, usize) {
    let Some(spot) = drawing.spots().iter().find(|spot| spot.name == cursor) else { return (0, 0) };
    let column = (spot.column + spot.width).saturating_sub(board.width.into());
    (column, (spot.line + spot.height).saturating_sub(board.height.into()))
}

/// The lines above and below the board.
const ABOVE: u16 = 1;
const BELOW: u16 = 2;

/// Where the board is.
pub fn board_area(area: Rect) -> Rect {
    Rect { y: area.y + ABOVE, height: area.height.saturating_sub(ABOVE + BELOW), ..area }
}

/// The board, with as many lines as there is room for.
pub fn fitted(drawing: &Drawing, area: Rect) -> Drawing {
    drawing.clone().fitted(usize::from(board_area(area).height))
}
