//! What is painted where: the game's state on the first line, the board below it, the moves and the hints
//! beside the board where there is room, else below it, and what keys do on the last line.

use super::{
    layout::{board_area, fitted},
    picking::Picked,
    state::{Page, Screen},
};
use crate::{
    commands::play::{clock::shown as time, hints::padded},
    words::Words,
};
use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use yomikiri_core::{Drawing, DrawnSpot, Ink, Run, Side, columns, fill};

/// The smallest screen, in columns and lines.
const SMALLEST: (u16, u16) = (40, 14);

/// The least columns of the panel beside the board.
const PANEL: u16 = 22;

/// Paints the screen.
pub fn paint(screen: &Screen<'_>, frame: &mut Frame<'_>) {
    let (area, buffer) = (frame.area(), frame.buffer_mut());
    let words = screen.words;
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let needed = [SMALLEST.0.to_string(), SMALLEST.1.to_string()];
        put(buffer, area, (0, 0), &fill(words.too_small, &[&needed[0], &needed[1]]), Style::new());
        return;
    }
    if let Some(page) = &screen.page {
        return paint_page(page, words, area, buffer);
    }
    put(buffer, area, (0, 0), &status(screen), Style::new().add_modifier(Modifier::BOLD));
    let drawing = fitted(&screen.drawing, area);
    paint_board(screen, &drawing, board_area(area), buffer);
    let beside = drawing.width() as u16 + 2;
    let board = board_area(area);
    let panel = if area.width >= beside + PANEL {
        Rect { x: board.x + beside, width: area.width - beside, ..board }
    } else {
        let below = (drawing.height() as u16).min(board.height);
        Rect { y: board.y + below, height: board.height - below, ..board }
    };
    paint_panel(screen, panel, buffer);
    let (message, keys) = (area.height - 2, area.height - 1);
    put(buffer, area, (0, message), &screen.message, Style::new().fg(Color::Yellow));
    let is_turned = matches!(screen.picked, Picked::Turned { .. });
    let told = if is_turned { words.screen_turn } else { words.screen_keys };
    put(buffer, area, (0, keys), told, Style::new().add_modifier(Modifier::DIM));
}

/// A text at a column and a line, cut at the end of the area.
fn put(buffer: &mut Buffer, area: Rect, (column, line): (u16, u16), text: &str, style: Style) {
    if line < area.height && column < area.width {
        let width = usize::from(area.width - column);
        buffer.set_stringn(area.x + column, area.y + line, text, width, style);
    }
}

/// Who is to move or has won, and the clock.
fn status(screen: &Screen<'_>) -> String {
    let words = screen.words;
    let state = match screen.end {
        Some(end) => end.sentence(words),
        None if screen.is_programs() => words.opponent_thinks.to_owned(),
        None if screen.standing.alone => words.screen_status.to_owned(),
        None => fill(words.your_move, &[words.side(screen.view.side)]),
    };
    let Some(clock) = &screen.standing.clock else { return state };
    let left = |side| time(clock.left(side));
    let (first, second) = (left(Side::First), left(Side::Second));
    format!("{state}   {}", fill(words.time_is_running, &[words.first, &first, words.second, &second]))
}

/// A text in the place of the board.
fn paint_page(page: &Page, words: &Words, area: Rect, buffer: &mut Buffer) {
    let height = area.height - 1;
    for (line, text) in (0..height).zip(page.lines.iter().skip(page.from)) {
        put(buffer, area, (0, line), text, Style::new());
    }
    let keys = if page.lines.len() > usize::from(height) { words.page_keys } else { words.any_key };
    put(buffer, area, (0, area.height - 1), keys, Style::new().add_modifier(Modifier::DIM));
}

/// As much of the board as there is room for, with the cursor on it.
fn paint_board(screen: &Screen<'_>, drawing: &Drawing, area: Rect, buffer: &mut Buffer) {
    let mut board = Buffer::empty(Rect::new(0, 0, drawing.width() as u16, drawing.height() as u16));
    paint_whole_board(screen, drawing, &mut board);
    let (left, above) = (screen.corner.0 as u16, screen.corner.1 as u16);
    let (width, height) =
        (area.width.min(board.area.width - left), area.height.min(board.area.height - above));
    for (line, column) in (0..height).flat_map(|line| (0..width).map(move |column| (line, column))) {
        let cell = &mut buffer[(area.x + column, area.y + line)];
        *cell = board[(left + column, above + line)].clone();
        // Half of a wide character would push what is on the next line aside.
        if column + 1 == width && columns(cell.symbol()) > 1 {
            cell.set_symbol(" ");
        }
    }
}

/// The board: its characters, then what is picked up, where it can go, and the cursor.
fn paint_whole_board(screen: &Screen<'_>, drawing: &Drawing, buffer: &mut Buffer) {
    let area = buffer.area;
    for (line, runs) in (0..area.height).zip(drawing.lines()) {
        let mut column = 0;
        for run in runs {
            put(buffer, area, (column, line), &run.text, style(run));
            column += columns(&run.text) as u16;
        }
    }
    let picked = match &screen.picked {
        Picked::Nothing => "",
        Picked::Begun(spot) => spot,
        Picked::Turned { piece, .. } => piece,
    };
    for spot in drawing.spots() {
        if spot.name == picked {
            paint_spot(spot, area, buffer, Style::new().bg(Color::Blue).fg(Color::White));
        } else if screen.picking.is_target(&screen.picked, &spot.name) {
            paint_spot(spot, area, buffer, Style::new().bg(Color::Yellow).fg(Color::Black));
        }
    }
    let covered = covered(screen);
    for spot in drawing.spots().iter().filter(|spot| covered.contains(&spot.name)) {
        paint_spot(spot, area, buffer, Style::new().bg(Color::Blue).fg(Color::White));
    }
    if let Some(spot) = drawing.spots().iter().find(|spot| spot.name == screen.cursor) {
        paint_spot(spot, area, buffer, Style::new().add_modifier(Modifier::REVERSED));
    }
}

/// The squares that the picked piece would cover where the cursor is, or, where it does not fit there, at
/// some place where it does.
fn covered<'a>(screen: &'a Screen<'_>) -> &'a [String] {
    let here = screen.picking.covers(&screen.picked, &screen.cursor);
    if here.is_empty() {
        return screen.picking.somewhere(&screen.picked).map_or(&[], |placed| &placed.covers);
    }
    here
}

fn paint_spot(spot: &DrawnSpot, area: Rect, buffer: &mut Buffer, style: Style) {
    let width = (spot.width as u16).min(area.width.saturating_sub(spot.column as u16));
    let height = (spot.height as u16).min(area.height.saturating_sub(spot.line as u16));
    let rect = Rect { x: area.x + spot.column as u16, y: area.y + spot.line as u16, width, height };
    buffer.set_style(rect.intersection(area), style);
}

/// For who wants no colours: what they tell is told by lines below and by exchanged ground and letters.
pub fn remove_colours(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        match cell.bg {
            Color::Reset => {}
            Color::Yellow => cell.modifier |= Modifier::UNDERLINED,
            Color::Blue => cell.modifier |= Modifier::UNDERLINED | Modifier::REVERSED | Modifier::BOLD,
            _ => cell.modifier |= Modifier::REVERSED,
        }
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
}

fn style(run: &Run) -> Style {
    let style = match run.ink {
        Ink::Plain => Style::new(),
        Ink::Side(Side::First) => Style::new().fg(Color::Green).add_modifier(Modifier::BOLD),
        Ink::Side(Side::Second) => Style::new().fg(Color::Red).add_modifier(Modifier::BOLD),
        Ink::Covered(Side::First) => Style::new().bg(Color::Indexed(97)).fg(Color::Indexed(231)),
        Ink::Covered(Side::Second) => Style::new().bg(Color::Indexed(208)).fg(Color::Indexed(16)),
        Ink::Strong => Style::new().add_modifier(Modifier::BOLD),
        Ink::Faint => Style::new().add_modifier(Modifier::DIM),
    };
    if run.is_last { style.add_modifier(Modifier::UNDERLINED) } else { style }
}

/// The hints, and as many of the last moves as there is room for.
fn paint_panel(screen: &Screen<'_>, area: Rect, buffer: &mut Buffer) {
    let mut lines = Vec::new();
    if screen.hint && screen.view.value.is_some() && screen.end.is_none() {
        lines.push(screen.words.verdict(screen.view.side, screen.view.value));
    }
    if let Some(hints) = &screen.hints {
        lines.push(format!("{} ({})", screen.words.screen_hints, hints.legal));
        let room = usize::from(area.height).saturating_sub(lines.len());
        lines.extend(hints.list(room, area.width.into()));
        lines.push(String::new());
    }
    let room = usize::from(area.height).saturating_sub(lines.len() + 1);
    if !screen.moves.is_empty() && room > 0 {
        lines.push(screen.words.screen_moves.to_owned());
        let pairs: Vec<_> = screen.moves.chunks(2).enumerate().map(pair).collect();
        lines.extend(pairs[pairs.len().saturating_sub(room)..].iter().cloned());
    }
    for (line, text) in (0..area.height).zip(lines) {
        put(buffer, area, (0, line), &text, Style::new());
    }
}

/// Two moves with the number of the first.
fn pair((at, moves): (usize, &[String])) -> String {
    let second = moves.get(1).map_or("", String::as_str);
    format!("{:>3} {} {second}", 2 * at + 1, padded(&moves[0], 8)).trim_end().to_owned()
}
