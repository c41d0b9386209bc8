//! A game on a screen: what is picked up, pointed at and told, and what keys and clicks change.

use super::{
    cursor::{self, Direction},
    layout,
    picking::{Picked, Picking, Step},
    work::{Done, Wanted},
};
use crate::{
    commands::play::{
        end::End,
        hints::Hints,
        review,
        standing::{Answer, By, Standing},
        thought,
    },
    failure::Failure,
    game::Guide,
    text,
    words::Words,
};
use ratatui::layout::Rect;
use yomikiri_core::{Drawing, View, fill};

/// A game on a screen.
#[expect(clippy::struct_excessive_bools, reason = "each is switched by a key of its own, or by the opponent")]
pub struct Screen<'a> {
    pub(super) standing: Standing<'a>,
    pub(super) guide: Guide,
    pub(super) words: &'static Words,
    /// Whether hints are shown, and what the opponent thought.
    pub(super) hint: bool,
    pub(super) thinking: bool,
    pub(super) view: View,
    pub(super) end: Option<End>,
    pub(super) drawing: Drawing,
    pub(super) picking: Picking,
    pub(super) picked: Picked,
    /// The spot of the cursor.
    pub(super) cursor: String,
    /// The column and the line of the board that are seen first.
    pub(super) corner: (usize, usize),
    /// Moves of which one is to be chosen by its number.
    pub(super) asked: Vec<String>,
    pub(super) hints: Option<Hints>,
    /// The moves so far, as they are shown.
    pub(super) moves: Vec<String>,
    /// What has happened last.
    pub(super) message: String,
    /// A text that is shown in the place of the board.
    pub(super) page: Option<Page>,
    /// Whether a second key gives the game up.
    pub(super) is_resigning: bool,
    /// Whether the opponent thinks of its move.
    pub(super) is_thinking: bool,
    /// Whether there is a player, who may be at work elsewhere.
    has_player: bool,
    /// The positions of a game that is to be reviewed.
    pub(super) reviewed: Option<Vec<View>>,
}

/// A text that is shown from some line on.
pub struct Page {
    pub(super) text: String,
    /// The lines of the text, wrapped for the screen as it was painted last.
    pub(super) lines: Vec<String>,
    pub(super) from: usize,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Go(Direction),
    Choose,
    Number(usize),
    Turn {
        back: bool,
    },
    Page {
        back: bool,
    },
    PutBack,
    Hint,
    Thinking,
    Undo,
    Review,
    Rules,
    Resign,
    Quit,
    /// The program is to end, whatever is shown.
    Interrupt,
    /// A key that asks for nothing: it closes a page.
    Other,
}

/// The lines that a page goes on or back at a time.
const STEP: usize = 10;

impl Page {
    /// Goes on or back as a key says; tells whether the key was one for that.
    fn turned(&mut self, key: Key) -> bool {
        self.from = match key {
            Key::Go(Direction::Down) => self.from + 1,
            Key::Go(Direction::Up) => self.from.saturating_sub(1),
            Key::Page { back: false } | Key::Turn { back: false } => self.from + STEP,
            Key::Page { back: true } | Key::Turn { back: true } => self.from.saturating_sub(STEP),
            _ => return false,
        };
        self.bound();
        true
    }

    /// Some of the text is always to be seen.
    fn bound(&mut self) {
        self.from = self.from.min(self.lines.len().saturating_sub(1));
    }
}

impl<'a> Screen<'a> {
    /// A screen of a game as it stands.
    pub fn new(
        standing: Standing<'a>,
        guide: Guide,
        words: &'static Words,
        (hint, thinking): (bool, bool),
    ) -> Result<Self, Failure> {
        let view = standing.view()?;
        let (end, drawing, picking) = (None, Drawing::default(), Picking::default());
        let (picked, cursor, asked, hints) = (Picked::Nothing, String::new(), Vec::new(), None);
        let (moves, message, page) = (Vec::new(), String::new(), None);
        let (is_resigning, is_thinking, reviewed) = (false, false, None);
        let has_player = standing.opponent.is_some();
        let mut screen = Self {
            standing,
            guide,
            words,
            hint,
            thinking,
            view,
            end,
            drawing,
            picking,
            picked,
            cursor,
            corner: (0, 0),
            asked,
            hints,
            moves,
            message,
            page,
            is_resigning,
            is_thinking,
            has_player,
            reviewed,
        };
        screen.refresh()?;
        Ok(screen)
    }

    /// Looks at the game anew: the position, or how the game has ended, is another.
    pub(super) fn refresh(&mut self) -> Result<(), Failure> {
        self.view = self.standing.view()?;
        self.end = self.standing.end(&self.view);
        let spoken = self.words.spoken;
        (self.drawing, self.picking) = self.standing.now(|node| {
            let picking = Picking { names: node.names(), placements: node.placements() };
            (node.drawing().in_language(spoken), picking)
        })?;
        (self.picked, self.is_resigning, self.hints) = (Picked::Nothing, false, None);
        self.reviewed = None;
        self.asked.clear();
        self.moves.truncate(self.standing.moves().len());
        for ply in self.moves.len()..self.standing.moves().len() {
            self.moves.push(self.standing.shown(ply)?);
        }
        if !self.drawing.spots().iter().any(|spot| spot.name == self.cursor) {
            let middle = self.drawing.spots().get(self.drawing.spots().len() / 2);
            self.cursor = middle.map_or_else(String::new, |spot| spot.name.clone());
        }
        if self.end.is_none() {
            self.standing.start_clock(self.view.side);
            self.find_hints()?;
        }
        Ok(())
    }

    /// Whether the program is to move.
    pub(super) fn is_programs(&self) -> bool {
        self.end.is_none() && !self.standing.is_yours(self.view.side)
    }

    fn find_hints(&mut self) -> Result<(), Failure> {
        if self.wants_hints() && (self.view.value.is_some() || !self.has_player) {
            self.hints = Some(Hints::of_view(&self.standing, &self.view, self.words)?);
        }
        Ok(())
    }

    fn wants_hints(&self) -> bool {
        self.hint && self.hints.is_none() && self.end.is_none() && !self.is_programs()
    }

    /// What the player is to be asked for, if anything.
    pub(super) fn wanted(&mut self) -> Option<Wanted> {
        let path = || self.standing.path().to_vec();
        if self.is_programs() {
            self.is_thinking = true;
            return Some(Wanted::Move(self.standing.question(self.view.side)));
        }
        if let Some(views) = &self.reviewed {
            return Some(Wanted::Opinions(path(), review::doubtful(views)));
        }
        self.wants_hints().then(|| Wanted::Hints(path()))
    }

    /// The player has answered; what it was asked for may be wanted no more.
    pub(super) fn done(&mut self, done: Done) -> Result<(), Failure> {
        match done {
            Done::Move(reply) => {
                self.is_thinking = false;
                if self.is_programs() {
                    self.answered(By::Player(reply))?;
                }
            }
            // Moves may have been taken back meanwhile, and others been played.
            Done::Hints(path, replies) => {
                if path == self.standing.path() && self.wants_hints() {
                    self.hints = Some(Hints::of_player(&self.standing, &self.view, replies)?);
                }
            }
            Done::Opinions(path, opinions) => {
                let is_of_this = path == self.standing.path();
                if let Some(views) = self.reviewed.take_if(|_| is_of_this) {
                    self.show(review::told(&self.standing, self.words, &views, &opinions)?);
                }
            }
        }
        // Moves may have been made while nobody was there to judge repetitions.
        self.end = self.standing.end(&self.view);
        if self.end.is_some() {
            self.standing.stop_clock();
        }
        Ok(())
    }

    /// A text in the place of the board.
    fn show(&mut self, text: String) {
        self.message.clear();
        self.page = Some(Page { text, lines: Vec::new(), from: 0 });
    }

    /// Fits what is shown to a screen: wraps a text, and moves a board that is larger to where the cursor is.
    pub fn fit(&mut self, area: Rect) {
        let drawing = layout::fitted(&self.drawing, area);
        self.corner = layout::corner(self.corner, &drawing, layout::board_area(area), &self.cursor);
        if let Some(page) = &mut self.page {
            let lines = page.text.lines().flat_map(|line| text::wrapped(line, usize::from(area.width)));
            page.lines = lines.collect();
            page.bound();
        }
    }

    /// The program has moved.
    pub(super) fn answered(&mut self, by: By) -> Result<(), Failure> {
        let Some(Answer { side, shown, by }) = self.standing.accept(&self.view, by)? else {
            return self.refresh();
        };
        self.message = fill(self.words.plays, &[self.words.side(side), &shown]);
        if let By::Player(reply) = &by
            && self.thinking
        {
            let told = thought::told(&self.standing, &reply.thinking, self.words)?;
            self.message = format!("{}  {told}", self.message);
        }
        self.refresh()
    }

    /// The time has gone on.
    pub(super) fn tick(&mut self) -> Result<(), Failure> {
        if self.end.is_none() && self.standing.look_at_clock() {
            self.refresh()?;
        }
        Ok(())
    }

    /// Does what a key asks for; tells whether the game goes on.
    pub(super) fn key(&mut self, key: Key) -> Result<bool, Failure> {
        if let Some(page) = &mut self.page {
            if !page.turned(key) {
                self.page = None;
            }
            return Ok(key != Key::Interrupt);
        }
        let was_resigning = std::mem::take(&mut self.is_resigning);
        match key {
            Key::Quit | Key::Interrupt => return Ok(false),
            Key::Other => {}
            Key::Rules => {
                self.show(format!("{}\n{}", self.guide.rules, self.guide.pieces));
            }
            Key::Thinking => {
                self.thinking = !self.thinking;
                let told = if self.thinking { self.words.thinking_on } else { self.words.thinking_off };
                told.clone_into(&mut self.message);
            }
            Key::Go(direction) => self.cursor = cursor::next(&self.drawing, &self.cursor, direction),
            Key::Turn { back } => self.picked = self.picking.turn(&self.picked, back),
            Key::PutBack => {
                self.picked = Picked::Nothing;
                self.asked.clear();
            }
            _ if self.is_thinking => {}
            Key::Hint => self.switch_hints()?,
            Key::Undo => self.undo()?,
            Key::Review => self.review()?,
            Key::Resign if self.end.is_some() => {}
            Key::Resign if was_resigning => {
                self.standing.resign(self.view.side);
                self.refresh()?;
            }
            Key::Resign => {
                self.is_resigning = true;
                self.words.sure_resign.clone_into(&mut self.message);
            }
            Key::Page { .. } => {}
            Key::Choose => self.choose(&self.cursor.clone())?,
            Key::Number(number) => self.number(number)?,
        }
        Ok(true)
    }

    /// Looks at the game: by its exact values at once, else when the player has looked at it.
    fn review(&mut self) -> Result<(), Failure> {
        if self.standing.moves().is_empty() {
            self.words.nothing_to_review.clone_into(&mut self.message);
            return Ok(());
        }
        let views = review::views(&self.standing)?;
        if self.has_player && !review::doubtful(&views).is_empty() {
            self.words.reviewing.clone_into(&mut self.message);
            self.reviewed = Some(views);
        } else {
            self.show(review::told(&self.standing, self.words, &views, &[])?);
        }
        Ok(())
    }

    fn switch_hints(&mut self) -> Result<(), Failure> {
        self.hint = !self.hint;
        self.hints = None;
        let told = if self.hint { self.words.hints_on } else { self.words.hints_off };
        told.clone_into(&mut self.message);
        self.find_hints()
    }

    fn undo(&mut self) -> Result<(), Failure> {
        if self.standing.undo()? {
            self.message.clear();
            return self.refresh();
        }
        self.words.nothing_to_undo.clone_into(&mut self.message);
        Ok(())
    }

    /// One of the moves that are asked for, or one of the hints.
    fn number(&mut self, number: usize) -> Result<(), Failure> {
        let at = number.wrapping_sub(1);
        let hinted = || Some(self.hints.as_ref()?.best.get(at)?.name.clone());
        match self.asked.get(at).cloned().or_else(hinted) {
            Some(name) => self.play(name),
            None => Ok(()),
        }
    }

    /// Chooses a spot: picks something up, or puts it there.
    fn choose(&mut self, spot: &str) -> Result<(), Failure> {
        if self.end.is_some() || self.is_programs() {
            return Ok(());
        }
        self.asked.clear();
        match self.picking.choose(&self.picked, spot) {
            Step::Stay => self.words.nothing_there.clone_into(&mut self.message),
            Step::Pick(picked) => self.picked = picked,
            Step::Move(name) => return self.play(name),
            Step::Ask(moves) => {
                let shown = self.standing.now(|node| {
                    let shown = (1..).zip(&moves).map(|(number, mv)| format!("{number} {}", node.print(mv)));
                    shown.collect::<Vec<_>>()
                })?;
                self.message = fill(self.words.choose, &[&shown.join("  ")]);
                self.asked = moves;
            }
        }
        Ok(())
    }

    fn play(&mut self, name: String) -> Result<(), Failure> {
        let lost = self.standing.play(name, &self.view)?;
        self.message =
            lost.map_or_else(String::new, |lost| fill(self.words.throws_away, &[self.words.wdl(lost)]));
        self.refresh()
    }

    /// A click on a cell of the terminal.
    pub(super) fn click(&mut self, area: Rect, (column, line): (u16, u16)) -> Result<(), Failure> {
        if self.page.take().is_some() || self.is_thinking {
            return Ok(());
        }
        if let Some(name) = self.spot_at(area, (column, line)) {
            self.cursor.clone_from(&name);
            self.choose(&name)?;
        }
        Ok(())
    }

    /// The mouse points at a cell of the terminal: a piece that is picked up follows it.
    pub(super) fn point(&mut self, area: Rect, cell: (u16, u16)) {
        if let Some(name) = self.spot_at(area, cell).filter(|_| self.picked != Picked::Nothing) {
            self.cursor = name;
        }
    }

    pub(super) fn spot_at(&self, area: Rect, (column, line): (u16, u16)) -> Option<String> {
        let board = layout::board_area(area);
        let (line, column) = (line.checked_sub(board.y)?, column.checked_sub(board.x)?);
        let drawing = layout::fitted(&self.drawing, area);
        let (left, above) = self.corner;
        cursor::at(&drawing, above + usize::from(line), left + usize::from(column))
            .map(|spot| spot.name.clone())
    }
}
