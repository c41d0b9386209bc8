//! Keys, mouse and time, until the game is left. The opponent thinks on a thread of its own, so that the
//! clock is seen to run and the screen can be left.

use super::{
    cursor::Direction,
    state::{Key, Screen},
    terminal::ScreenTerminal,
    view,
};
use crate::{
    commands::play::standing::{By, Standing},
    failure::Failure,
};
use ratatui::{
    crossterm::event::{
        self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
    },
    layout::Rect,
};
use std::{
    io,
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
    time::Duration,
};
use yomikiri_core::{
    fill,
    play::{NoProgress, Opponent, Reply},
};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(100);

/// An opponent that comes back with its answer.
type Thinker = Receiver<(Box<dyn Opponent>, Result<Reply, Failure>)>;

/// Shows the game until it is left.
pub fn run(mut screen: Screen<'_>) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Environment(format!("--screen: {error}"));
    let mut terminal = ScreenTerminal::new()?;
    let mut thinker: Option<Thinker> = None;
    while !terminal.is_ended() {
        let mut area = Rect::default();
        let painted = terminal.terminal.draw(|frame| {
            area = frame.area();
            view::paint(&screen, frame);
        });
        painted.map_err(failed)?;
        if screen.is_programs() && thinker.is_none() {
            thinker = begin(&mut screen)?;
        }
        if event::poll(TICK).map_err(failed)? && !obey(&mut screen, area, &event::read().map_err(failed)?)? {
            break;
        }
        if let Some(answer) = &thinker {
            match answer.try_recv() {
                Ok((opponent, reply)) => {
                    (screen.standing.opponent, screen.is_thinking, thinker) = (Some(opponent), false, None);
                    if screen.is_programs() {
                        screen.answered(By::Player(reply?))?;
                    }
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    return Err(Failure::Environment("the opponent stopped thinking".into()));
                }
            }
        }
        screen.tick()?;
    }
    Ok(())
}

/// Asks the program for its move: the table at once, a player on a thread.
fn begin(screen: &mut Screen<'_>) -> Result<Option<Thinker>, Failure> {
    let Some(mut opponent) = screen.standing.opponent.take() else {
        let answer = screen.standing.answer(&screen.view.clone(), &NoProgress)?;
        screen.message = fill(screen.words.plays, &[screen.words.side(answer.side), &answer.shown]);
        screen.refresh()?;
        return Ok(None);
    };
    screen.is_thinking = true;
    let question = screen.standing.question(screen.view.side);
    let (tell, answer) = channel();
    thread::spawn(move || {
        let reply = Standing::think(&mut *opponent, &question, &NoProgress);
        // Whoever asked may have left.
        let _ = tell.send((opponent, reply));
    });
    Ok(Some(answer))
}

/// Does what an event asks for; tells whether the game goes on.
fn obey(screen: &mut Screen<'_>, area: Rect, event: &Event) -> Result<bool, Failure> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            key_of(*key).map_or(Ok(true), |key| screen.key(key))
        }
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
fn key_of(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Quit);
    }
    Some(match key.code {
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
        KeyCode::Char('u') => Key::Undo,
        KeyCode::Char('v') => Key::Review,
        KeyCode::Char('?') => Key::Rules,
        KeyCode::Char('R') => Key::Resign,
        KeyCode::Char('q') => Key::Quit,
        _ => return None,
    })
}
