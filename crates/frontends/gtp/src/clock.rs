//! The time of both sides.

use std::time::Duration;
use yomikiri_core::{Side, play::Clock};

/// What `time_settings` says.
#[derive(Clone, Copy, Debug)]
pub struct TimeSettings {
    /// For the whole game.
    pub main: Duration,
    /// After that, for each so many moves.
    pub extra: Duration,
    /// The moves of an extra time; 0 where there is none.
    pub moves: u32,
}

/// What both sides have left, as far as it was told, or found out where nobody tells.
#[derive(Default)]
pub struct Clocks {
    settings: Option<TimeSettings>,
    /// The time left and the moves it is for; 0 moves for the rest of the game.
    left: [Option<(Duration, u32)>; 2],
}

impl Clocks {
    /// Both sides begin with what the settings give; `None` for no limit.
    pub fn set(&mut self, settings: Option<TimeSettings>) {
        self.settings = settings;
        self.restart();
    }

    /// A game begins.
    pub fn restart(&mut self) {
        self.left = [self.settings.map(|settings| (settings.main, 0)); 2];
    }

    /// What is left to a side: for so many moves, or, where that is 0, for the rest of the game.
    pub fn set_left(&mut self, side: Side, left: Duration, moves: u32) {
        self.left[side.index()] = Some((left, moves));
    }

    /// A side has thought so long.
    pub fn spend(&mut self, side: Side, spent: Duration) {
        if let Some((left, _)) = &mut self.left[side.index()] {
            *left = left.saturating_sub(spent);
        }
    }

    /// A side's clock before its move, if its time is limited.
    pub fn of(&self, side: Side) -> Option<Clock> {
        let (left, moves) = self.left[side.index()]?;
        let byoyomi = self.settings.filter(|settings| settings.moves > 0);
        let byoyomi = byoyomi.map(|settings| settings.extra / settings.moves);
        Some(Clock { left, moves, increment: Duration::ZERO, byoyomi })
    }
}
