//! Where the board is on a screen.

use ratatui::layout::Rect;
use yomikiri_core::Drawing;

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
