//! Keys, mouse and time, until the game is left.

use super::{
    cursor::Direction,
    state::{Key, Screen},
    terminal::ScreenTerminal,
    view,
    work::Work,
};
use crate::{commands::play::standing::unanswered, failure::Failure, text};
use ratatui::{
    crossterm::event::{
        self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
    },
    layout::Rect,
};
use std::{io, sync::mpsc::TryRecvError, time::Duration};
use yomikiri_core::{fill, play::NoProgress};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(100);

/// Shows the game until it is left.
pub fn run(mut screen: Screen<'_>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::environment(format!("--screen: {error}"));
    let mut terminal = ScreenTerminal::new()?;
    let is_coloured = text::colour();
    let mut work: Option<Work> = None;
    loop {
        let mut area = Rect::default();
        terminal.draw(|frame| {
            area = frame.area();
            screen.fit(area);
            view::paint(&screen, frame);
            if !is_coloured {
                view::remove_colours(frame.buffer_mut());
            }
        })?;
        if work.is_none() {
            work = begin(&mut screen)?;
        }
        if event::poll(TICK).map_err(failed)? {
            let event = event::read().map_err(failed)?;
            if is_suspend(&event) {
                terminal.suspend()?;
            } else if !obey(&mut screen, area, &event)? {
                return Ok(());
            }
        }
        match work.as_ref().map(Work::try_recv) {
            None | Some(Err(TryRecvError::Empty)) => {}
            Some(Ok((opponent, done))) => {
                screen.standing.take_opponent_back(opponent);
                work = None;
                screen.done(done.map_err(|error| unanswered(&error))?)?;
            }
            Some(Err(TryRecvError::Disconnected)) => {
                return Err(Failure::environment("the opponent stopped thinking"));
            }
        }
        screen.tick()?;
    }
}

/// Begins what the screen waits for: the table's move at once, what a player is asked for on a thread.
fn begin(screen: &mut Screen<'_>) -> Result<Option<Work>, Failure> {
    if screen.is_programs() && screen.standing.opponent.is_none() {
        if let Some(answer) = screen.standing.answer(&screen.view.clone(), &NoProgress)? {
            screen.message = fill(screen.words.plays, &[screen.words.side(answer.side), &answer.shown]);
        }
        screen.refresh()?;
        return Ok(None);
    }
    let Some(wanted) = screen.wanted() else { return Ok(None) };
    Ok(screen.standing.lend_opponent().map(|opponent| wanted.begin(opponent)))
}

/// Ctrl-Z, which comes as a key.
fn is_suspend(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('z'))
}

/// Does what an event asks for; tells whether the game goes on.
fn obey(screen: &mut Screen<'_>, area: Rect, event: &Event) -> Result<bool, Failure> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => screen.key(key_of(*key)),
        Event::Mouse(mouse) => {
            let cell = (mouse.column, mouse.row);
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => screen.click(area, cell)?,
                MouseEventKind::Moved => screen.point(area, cell),
                MouseEventKind::ScrollDown => return screen.key(Key::Turn { back: false }),
                MouseEventKind::ScrollUp => return screen.key(Key::Turn { back: true }),
                _ => {}
            }
            Ok(true)
        }
        // A screen of another size is painted anew anyway.
        _ => Ok(true),
    }
}

/// What a key asks for.
fn key_of(key: KeyEvent) -> Key {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return if matches!(key.code, KeyCode::Char('c' | 'd')) { Key::Interrupt } else { Key::Other };
    }
    match key.code {
        KeyCode::Up => Key::Go(Direction::Up),
        KeyCode::Down => Key::Go(Direction::Down),
        KeyCode::Left => Key::Go(Direction::Left),
        KeyCode::Right => Key::Go(Direction::Right),
        KeyCode::Enter | KeyCode::Char(' ') => Key::Choose,
        KeyCode::Char(digit @ '1'..='9') => Key::Number(digit as usize - '0' as usize),
        KeyCode::Char('0') => Key::Number(10),
        KeyCode::Char('r') => Key::Turn { back: false },
        KeyCode::Char('f') => Key::Turn { back: true },
        KeyCode::Esc => Key::PutBack,
        KeyCode::Char('h') => Key::Hint,
        KeyCode::Char('t') => Key::Thinking,
        KeyCode::PageUp => Key::Page { back: true },
        KeyCode::PageDown => Key::Page { back: false },
        KeyCode::Char('u') => Key::Undo,
        KeyCode::Char('v') => Key::Review,
        KeyCode::Char('?') => Key::Rules,
        KeyCode::Char('R') => Key::Resign,
        KeyCode::Char('q') => Key::Quit,
        _ => Key::Other,
    }
}
