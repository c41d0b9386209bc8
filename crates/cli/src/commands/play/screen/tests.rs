//! Games on a screen in memory, compared with pictures that the book shows; `UPDATE_GOLDEN=1` writes these.

use super::{
    cursor::Direction,
    layout,
    picking::Picked,
    picture::svg,
    state::{Key, Screen},
    view,
};
use crate::{
    args::MindArgs,
    commands::play::{
        clock::{GameClock, TimeControl},
        standing::Standing,
        yours::Yours,
    },
    game::AnyGame,
    registry,
    threads::ThreadArgs,
    words::{ENGLISH, JAPANESE, Words},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::{Buffer, Cell},
    layout::Rect,
    style::{Color, Modifier},
};
use std::{fs, path::Path};
use yomikiri_core::{
    Language, ParseError, columns,
    play::{Clock, Opponent, Progress, RepetitionEnd, Reply, Thinking},
};

/// A player that answers with the first move there is, and thinks of nothing: the same on every machine.
struct FirstMove(Box<dyn AnyGame>);

impl FirstMove {
    fn replies(&self, path: &[String]) -> Vec<Reply> {
        let explore = self.0.explore();
        let names = explore.open(path.last().unwrap()).unwrap().names();
        let reply = |(at, mv): (usize, String)| Reply {
            mv,
            probability: Some(0.6 - 0.03 * at as f32),
            thinking: Thinking::default(),
        };
        names.into_iter().enumerate().map(reply).collect()
    }
}

impl Opponent for FirstMove {
    fn answer(
        &mut self,
        path: &[String],
        _clock: Option<Clock>,
        _progress: &dyn Progress,
    ) -> Result<Reply, ParseError> {
        Ok(self.replies(path).swap_remove(0))
    }

    fn candidates(
        &mut self,
        path: &[String],
        count: usize,
        _progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        Ok(self.replies(path).into_iter().take(count).collect())
    }

    fn repetition(&self, _path: &[String]) -> Option<RepetitionEnd> {
        None
    }
}

/// Plays a game on a screen of some size.
fn on_screen(
    name: &str,
    words: &'static Words,
    (width, height): (u16, u16),
    act: impl FnOnce(&mut Screen<'_>, Rect),
) -> Buffer {
    let mut game = registry::open_usual(name).unwrap();
    game.use_kanji();
    if let Some(solitaire) = game.solitaire() {
        game = solitaire.dealt(7, None, None).unwrap();
    }
    let (explore, records) = (game.explore(), game.records());
    let start = explore.start().position();
    let mut standing = Standing::new(&*explore, &*records, Yours::First, start);
    standing.alone = game.solitaire().is_some();
    if !standing.alone {
        standing.opponent = Some(Box::new(FirstMove(registry::open_usual(name).unwrap())));
    }
    let mut screen = Screen::new(standing, game.guide(Language::English), words, (false, false)).unwrap();
    let area = Rect::new(0, 0, width, height);
    act(&mut screen, area);
    screen.fit(area);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::paint(&screen, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The player does what the screen wants.
fn work(screen: &mut Screen<'_>) {
    let wanted = screen.wanted().unwrap();
    let mut player = screen.standing.opponent.take().unwrap();
    let done = wanted.ask(&mut *player).unwrap();
    screen.standing.opponent = Some(player);
    screen.done(done).unwrap();
}

/// The program moves.
fn answer(screen: &mut Screen<'_>) {
    assert!(screen.is_programs());
    work(screen);
}

fn shown(buffer: &Buffer) -> String {
    let line = |line: u16| {
        let (mut text, mut column) = (String::new(), 0);
        while column < buffer.area.width {
            let symbol = buffer[(column, line)].symbol();
            text += symbol;
            // Behind a wide character a cell stands empty.
            column += columns(symbol).max(1) as u16;
        }
        text
    };
    (0..buffer.area.height).map(|at| line(at).trim_end().to_owned() + "\n").collect()
}

/// Compares with a picture of the book.
fn golden(name: &str, title: &str, buffer: &Buffer) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/howto").join(name);
    let picture = svg(buffer, title);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == picture, "{name} is another picture now; UPDATE_GOLDEN=1 writes it:\n{}", shown(buffer));
}

/// Clicks the middle of a spot.
fn click(screen: &mut Screen<'_>, area: Rect, spot: &str) {
    let drawing = layout::fitted(&screen.drawing, area);
    let found = drawing.spots().iter().find(|other| other.name == spot).unwrap_or_else(|| panic!("{spot}"));
    let board = layout::board_area(area);
    screen.fit(area);
    let (left, above) = screen.corner;
    let (column, line) = (found.column + found.width / 2 - left, found.line - above);
    let cell = (board.x + column as u16, board.y + line as u16);
    screen.click(area, cell).unwrap();
}

#[test]
fn minishogi_is_played_with_hints_and_a_clock() {
    let buffer = on_screen("minishogi", &JAPANESE, (80, 24), |screen, area| {
        screen.standing.clock = Some(GameClock::new(TimeControl::parse("5m+3s").unwrap()));
        click(screen, area, "5d");
        assert_eq!(screen.picked, Picked::Begun("5d".into()));
        click(screen, area, "5c");
        answer(screen);
        screen.key(Key::Hint).unwrap();
        work(screen);
        click(screen, area, "2e");
        screen.standing.clock = None;
    });
    let text = shown(&buffer);
    assert!(text.contains("指し手") && text.contains("ヒント"), "{text}");
    golden(
        "play-minishogi.svg",
        "minishogi on a screen: a bishop is picked up, where it can go is marked, hints beside the board",
        &buffer,
    );
}

#[test]
fn a_piece_of_blokus_is_turned_and_placed() {
    let buffer = on_screen("blokus", &ENGLISH, (80, 24), |screen, area| {
        click(screen, area, "t");
        screen.key(Key::Turn { back: false }).unwrap();
        let lying = screen.picked.clone();
        assert!(matches!(&lying, Picked::Turned { piece, .. } if piece == "t"), "{lying:?}");
        screen.cursor = screen.picking.somewhere(&lying).unwrap().anchor.clone();
        screen.key(Key::Choose).unwrap();
        answer(screen);
        click(screen, area, "u");
    });
    let text = shown(&buffer);
    assert!(text.contains("second plays") && text.contains("r f turn the piece"), "{text}");
    golden(
        "play-blokus.svg",
        "Blokus Duo on a screen: a piece is picked up and shown where it fits",
        &buffer,
    );
}

#[test]
fn cards_are_put_on_piles() {
    let buffer = on_screen("calculation", &ENGLISH, (80, 24), |screen, area| {
        click(screen, area, "p3");
        // Alone on its spot the move is made at once, or else by choosing the spot again.
        if screen.moves.is_empty() {
            click(screen, area, "p3");
        }
        assert_eq!(screen.moves, ["p3"]);
        screen.key(Key::Hint).unwrap();
    });
    assert!(shown(&buffer).contains("pile 3"), "{}", shown(&buffer));
    golden("play-calculation.svg", "Calculation on a screen, with chances of winning", &buffer);
}

#[test]
fn shogi_fits_eighty_columns_and_twentyfour_lines() {
    let buffer = on_screen("shogi", &ENGLISH, (80, 24), |screen, area| {
        screen.cursor = "7g".into();
        screen.key(Key::Choose).unwrap();
        screen.key(Key::Go(Direction::Up)).unwrap();
        screen.key(Key::Choose).unwrap();
        answer(screen);
        click(screen, area, "8h");
    });
    let text = shown(&buffer);
    assert!(text.contains("a │") && text.contains("i │") && text.contains("first player"), "{text}");
    golden("play-shogi.svg", "shogi on a screen: the bishop's targets are marked", &buffer);
}

/// On the smallest screen every spot is seen where the cursor is on it, and can be clicked there.
#[test]
fn a_board_that_is_larger_than_the_screen_moves_with_the_cursor() {
    for name in ["shogi", "blokus", "calculation", "minishogi"] {
        on_screen(name, &ENGLISH, (40, 14), |screen, area| {
            let names = screen.drawing.spots().iter().map(|spot| spot.name.clone());
            for name in names.collect::<Vec<_>>() {
                screen.cursor.clone_from(&name);
                screen.fit(area);
                let mut terminal = Terminal::new(TestBackend::new(40, 14)).unwrap();
                terminal.draw(|frame| view::paint(screen, frame)).unwrap();
                let buffer = terminal.backend().buffer();
                let is_cursor = |cell: &Cell| cell.modifier.contains(Modifier::REVERSED);
                let at = buffer.content.iter().position(is_cursor).unwrap_or_else(|| panic!("{name}"));
                let cell = (at as u16 % area.width, at as u16 / area.width);
                assert_eq!(screen.spot_at(area, cell), Some(name));
            }
        });
    }
}

#[test]
fn marks_are_seen_without_colours() {
    let mut buffer = on_screen("minishogi", &ENGLISH, (80, 24), |screen, area| click(screen, area, "4e"));
    let grounds = |buffer: &Buffer| buffer.content.iter().filter(|cell| cell.bg != Color::Reset).count();
    let marked = grounds(&buffer);
    view::remove_colours(&mut buffer);
    let is_marked = |cell: &&Cell| cell.modifier.contains(Modifier::UNDERLINED);
    assert!(marked > 0 && buffer.content.iter().filter(is_marked).count() >= marked && grounds(&buffer) == 0);
}

#[test]
fn a_choice_of_promoting_is_asked_for() {
    let game = registry::open_usual("minishogi").unwrap();
    let (explore, records) = (game.explore(), game.records());
    let standing = Standing::new(&*explore, &*records, Yours::Both, "4k/S4/5/5/K4 b -".into());
    let mut screen = Screen::new(standing, game.guide(Language::English), &ENGLISH, (false, false)).unwrap();
    let area = Rect::new(0, 0, 80, 24);
    click(&mut screen, area, "5b");
    click(&mut screen, area, "5a");
    assert!(screen.message.contains("1 5b5a+") && screen.message.contains("2 5b5a"), "{}", screen.message);
    screen.key(Key::Number(1)).unwrap();
    assert_eq!(screen.moves, ["5b5a+"]);
    screen.key(Key::Undo).unwrap();
    assert!(screen.moves.is_empty());
}

#[test]
fn resigning_takes_two_keys_and_pages_one() {
    let buffer = on_screen("minishogi", &ENGLISH, (80, 24), |screen, _| {
        screen.key(Key::Rules).unwrap();
        assert!(screen.page.as_ref().unwrap().text.contains("mate"));
        screen.key(Key::Resign).unwrap();
        assert!(screen.page.is_none() && !screen.is_resigning);
        // What ends the game elsewhere, and what asks for nothing, closes a page as well.
        for key in [Key::Quit, Key::Other] {
            screen.key(Key::Rules).unwrap();
            assert!(screen.key(key).unwrap() && screen.page.is_none());
        }
        screen.key(Key::Rules).unwrap();
        assert!(!screen.key(Key::Interrupt).unwrap());
        screen.page = None;
        screen.key(Key::Resign).unwrap();
        screen.key(Key::PutBack).unwrap();
        screen.key(Key::Resign).unwrap();
        assert!(screen.end.is_none());
        screen.key(Key::Resign).unwrap();
        assert!(!screen.key(Key::Quit).unwrap());
    });
    assert!(shown(&buffer).contains("The first player has resigned"), "{}", shown(&buffer));
}

#[test]
fn a_page_is_wrapped_and_goes_on() {
    let page = |keys: &[Key]| {
        shown(&on_screen("shogi", &ENGLISH, (60, 20), |screen, area| {
            screen.key(Key::Rules).unwrap();
            for key in keys {
                screen.fit(area);
                screen.key(*key).unwrap();
            }
        }))
    };
    let first = page(&[]);
    assert!(first.contains("drop it on an empty") || first.contains("empty\n"), "{first}");
    assert!(first.contains("PageDown") && !first.contains("dragon"), "{first}");
    let last = page(&[Key::Page { back: false }; 3]);
    assert!(last.contains("dragon") && !last.contains("You win by mate"), "{last}");
    assert_eq!(page(&[Key::Page { back: false }, Key::Page { back: true }]), first);
    assert!(page(&[Key::Page { back: false }, Key::PutBack]).contains("your move"));
}

#[test]
fn the_end_of_a_page_is_reached_on_every_screen() {
    for width in [40, 60, 72, 200] {
        let buffer = on_screen("blokus", &ENGLISH, (width, 24), |screen, area| {
            screen.key(Key::Rules).unwrap();
            for _ in 0..40 {
                screen.fit(area);
                screen.key(Key::Page { back: false }).unwrap();
            }
        });
        let text = registry::open_usual("blokus").unwrap().guide(Language::English).pieces;
        let last = text.split_whitespace().last().unwrap();
        assert!(shown(&buffer).contains(last), "{width}: {last} in {}", shown(&buffer));
    }
}

#[test]
fn a_review_is_asked_for_and_shown() {
    let buffer = on_screen("minishogi", &JAPANESE, (80, 24), |screen, area| {
        screen.key(Key::Review).unwrap();
        assert_eq!(screen.message, JAPANESE.nothing_to_review);
        click(screen, area, "5d");
        click(screen, area, "5c");
        answer(screen);
        screen.key(Key::Review).unwrap();
        assert_eq!(screen.message, JAPANESE.reviewing);
        work(screen);
    });
    assert!(shown(&buffer).contains(JAPANESE.any_key), "{}", shown(&buffer));
}

#[test]
fn hints_of_a_position_that_is_gone_are_not_shown() {
    on_screen("minishogi", &ENGLISH, (80, 24), |screen, area| {
        screen.key(Key::Hint).unwrap();
        let wanted = screen.wanted().unwrap();
        let mut player = screen.standing.opponent.take().unwrap();
        let late = wanted.ask(&mut *player).unwrap();
        click(screen, area, "5d");
        click(screen, area, "5c");
        screen.standing.opponent = Some(player);
        screen.done(late).unwrap();
        assert!(screen.hints.is_none() && screen.is_programs());
        answer(screen);
        work(screen);
        assert!(screen.hints.is_some());
    });
}

/// What the player answers to what is wanted, once as many other moves have been made.
fn answered_late(screen: &mut Screen<'_>, area: Rect, [from, to]: [&str; 2]) {
    let wanted = screen.wanted().unwrap();
    let mut player = screen.standing.opponent.take().unwrap();
    let late = wanted.ask(&mut *player).unwrap();
    screen.key(Key::Undo).unwrap();
    click(screen, area, from);
    click(screen, area, to);
    screen.standing.opponent = Some(player);
    answer(screen);
    if screen.reviewed.is_none() && !screen.hint {
        screen.key(Key::Review).unwrap();
    }
    screen.done(late).unwrap();
}

#[test]
fn what_is_told_of_other_moves_is_not_shown() {
    on_screen("minishogi", &ENGLISH, (80, 24), |screen, area| {
        click(screen, area, "5d");
        click(screen, area, "5c");
        answer(screen);
        screen.key(Key::Review).unwrap();
        answered_late(screen, area, ["4e", "4d"]);
        assert!(screen.page.is_none() && screen.reviewed.is_some(), "a review of another game");
        work(screen);
        assert!(screen.page.take().is_some());
        screen.key(Key::Hint).unwrap();
        screen.hints = None;
        answered_late(screen, area, ["5d", "5c"]);
        assert!(screen.hints.is_none(), "hints of another game");
    });
}

#[test]
fn what_cannot_be_moved_is_told() {
    on_screen("minishogi", &ENGLISH, (80, 24), |screen, area| {
        click(screen, area, "3c");
        assert_eq!(screen.message, ENGLISH.nothing_there);
    });
}

#[test]
fn every_game_is_painted_on_screens_of_every_size() {
    for entry in registry::entries() {
        for size in [(1, 1), (40, 14), (60, 20), (80, 24), (200, 60)] {
            on_screen(entry.name, &ENGLISH, size, |_, _| ());
        }
    }
}

/// What stands in the test's player.
#[test]
fn a_level_thinks_on_a_screen() {
    let args = MindArgs {
        level: Some(1),
        time: None,
        simulations: None,
        depth: None,
        model: None,
        threads: ThreadArgs { threads: Some(1) },
        memory: Some(1),
        seed: Some(1),
    };
    let game = registry::open_usual("minishogi").unwrap();
    let (explore, records) = (game.explore(), game.records());
    let mut standing = Standing::new(&*explore, &*records, Yours::Second, explore.start().position());
    standing.opponent = game.opponent(&args).unwrap();
    let mut screen = Screen::new(standing, game.guide(Language::English), &ENGLISH, (true, true)).unwrap();
    answer(&mut screen);
    work(&mut screen);
    assert!(
        screen.message.contains("first plays") && screen.message.contains("looked at in"),
        "{}",
        screen.message
    );
    let hints = screen.hints.as_ref().unwrap();
    assert!(!hints.best.is_empty() && hints.best.len() <= 10);
}
