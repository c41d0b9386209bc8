//! What the player of the program does on a thread of its own, so that the screen obeys and the clock is seen
//! to run meanwhile: a move, hints, its view of the moves of a game.

use crate::commands::play::{
    hints::MOST,
    review,
    standing::{Question, Standing},
};
use std::{
    sync::mpsc::{Receiver, channel},
    thread,
};
use yomikiri_core::{
    ParseError,
    play::{NoProgress, Opponent, Reply},
};

/// What the player is asked for.
pub enum Wanted {
    /// Its move.
    Move(Question),
    /// The best moves of the position that a path leads to.
    Hints(Vec<String>),
    /// What it makes of the positions of a path after so many plies.
    Opinions(Vec<String>, Vec<usize>),
}

/// What it has answered.
pub enum Done {
    Move(Reply),
    /// For the last position of a path.
    Hints(Vec<String>, Vec<Reply>),
    /// Of positions of a path.
    Opinions(Vec<String>, Vec<(usize, Reply)>),
}

/// The player comes back with its answer.
pub type Work = Receiver<(Box<dyn Opponent>, Result<Done, ParseError>)>;

impl Wanted {
    /// Asks the player, and waits.
    pub fn ask(self, player: &mut dyn Opponent) -> Result<Done, ParseError> {
        Ok(match self {
            Self::Move(question) => Done::Move(Standing::think(player, &question, &NoProgress)?),
            Self::Hints(path) => {
                let replies = player.candidates(&path, MOST, &NoProgress)?;
                Done::Hints(path, replies)
            }
            Self::Opinions(path, plies) => {
                let opinions = review::opinions(player, &path, &plies, &NoProgress)?;
                Done::Opinions(path, opinions)
            }
        })
    }

    /// Asks the player on another thread.
    pub fn begin(self, mut player: Box<dyn Opponent>) -> Work {
        let (tell, answer) = channel();
        thread::spawn(move || {
            let done = self.ask(&mut *player);
            // Whoever asked may have left.
            let _ = tell.send((player, done));
        });
        answer
    }
}
