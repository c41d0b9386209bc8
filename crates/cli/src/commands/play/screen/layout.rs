//! Where the board is on a screen.

use ratatui::layout::Rect;
use yomikiri_core::Drawing;

/// The column and the line of the board that are seen first, where not all of it fits: as before, or moved so
/// far that the spot of the cursor is seen, and where there is room one more beside it, to which a mouse can
/// go on.
pub fn corner(before: (usize, usize), drawing: &Drawing, board: Rect, cursor: &str) -> (usize, usize) {
    let Some(spot) = drawing.spots().iter().find(|spot| spot.name == cursor) else { return (0, 0) };
    let moved = |before: usize, from: usize, size: usize, room: u16, whole: usize| {
        let within = |margin: usize| {
            let least = (from + size + margin).min(whole).saturating_sub(room.into());
            (least, from.saturating_sub(margin))
        };
        let (least, most) = Some(within(size)).filter(|(least, most)| least <= most).unwrap_or(within(0));
        before.max(least).min(most.max(least)).min(whole.saturating_sub(room.into()))
    };
    (
        moved(before.0, spot.column, spot.width, board.width, drawing.width()),
        moved(before.1, spot.line, spot.height, board.height, drawing.height()),
    )
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
