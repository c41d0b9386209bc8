//! Forced mates in games: the side to move gives check at every move, on any board of the family, with its
//! own king on it or without.
//!
//! The board is turned so that the attacker is the first player, as in mating problems. Every answer counts,
//! futile interpositions too, so that a line ends where the rules say mate.

use crate::{and_or_game::MateGame, hand::Hand};
use std::io;
use yomikiri_search::{DfPn, DfPnInfo, Mate, MateSearch, Role, Verdict};
use yomikiri_shogi::{Bits, Ending, Move, Position, Shogi, Side, SmallBoard, Square, Variant};

/// Bitboards that the search for mates is compiled for, here and not again by everyone who asks for mates.
pub trait MateBoard: Bits {
    /// A search by the rules of a game, played to the mate whatever its own ending; none where the game has
    /// more pieces of a kind than the search can tell apart in hand: 3 of the first two kinds of the variant
    /// besides the king, 31 of the seventh, 7 of the others.
    fn mates(game: &Shogi<Self>) -> Option<Box<dyn MateSearch<Shogi<Self>>>>;
}

macro_rules! mate_boards {
    ($($board:ty),*) => {$(
        impl MateBoard for $board {
            fn mates(game: &Shogi<Self>) -> Option<Box<dyn MateSearch<Shogi<Self>>>> {
                let variant = game.variant();
                Hand::is_wide_enough(variant).then(|| Box::new(Mates::<$board>::new(variant)) as Box<_>)
            }
        }
    )*};
}

mate_boards!(SmallBoard, u128);

/// The memory of a search, in mebibytes, if nothing else is asked for.
const TABLE: usize = 64;

/// A search for mates, with its memory from the first question on.
struct Mates<B: Bits> {
    game: Shogi<B>,
    mebibytes: usize,
    threads: usize,
    dfpn: Option<DfPn<MateGame<B>>>,
}

impl<B: Bits> Mates<B> {
    /// A search by the rules of a game, played to the mate whatever its own ending.
    fn new(variant: &Variant) -> Self {
        let game = Shogi::new(variant.clone(), Ending::Mate);
        Self { game, mebibytes: TABLE, threads: 1, dfpn: None }
    }

    fn dfpn(&mut self) -> io::Result<&mut DfPn<MateGame<B>>> {
        Ok(match &mut self.dfpn {
            Some(dfpn) => dfpn,
            empty => {
                let mut dfpn = DfPn::new(MateGame::of(self.game.clone()), self.mebibytes << 20)?;
                dfpn.set_threads(self.threads);
                empty.insert(dfpn)
            }
        })
    }
}

impl<B: Bits> MateSearch<Shogi<B>> for Mates<B> {
    fn set_table(&mut self, mebibytes: usize) {
        (self.mebibytes, self.dfpn) = (mebibytes, None);
    }

    fn set_threads(&mut self, threads: usize) {
        (self.threads, self.dfpn) = (threads, None);
    }

    fn mate(
        &mut self,
        pos: &Position<B>,
        watch: &mut dyn FnMut(&DfPnInfo) -> bool,
    ) -> io::Result<Mate<Move>> {
        // Where a royal piece has been taken the game is over.
        let Ok(pos) = Position::new(&pos.setup(), self.game.variant()) else { return Ok(Mate::None) };
        let turned = pos.side() == Side::Second;
        let seen = if turned { pos.flipped() } else { pos.clone() };
        // Where the king can be taken the game is over.
        if self.game.can_take_royal(&seen, Side::First) {
            return Ok(Mate::None);
        }
        let mebibytes = self.mebibytes;
        let dfpn = self.dfpn()?;
        let before = dfpn.given_up();
        let line = match dfpn.prove(&seen, Role::Attacker, None, watch) {
            Verdict::Disproven => return Ok(Mate::None),
            Verdict::Unknown => None,
            Verdict::Proven(plies) => dfpn.line(&seen, plies, watch),
        };
        let Some(line) = line else {
            let has_given_up = dfpn.given_up() > before;
            return Ok(if has_given_up { Mate::GivenUp { mebibytes } } else { Mate::Unknown });
        };
        let squares = pos.board().len() as u8;
        let back = |mv| if turned { turned_move(mv, squares) } else { mv };
        Ok(Mate::Forced(line.into_iter().map(back).collect()))
    }
}

/// The move as the other side of the board sees it.
fn turned_move(mv: Move, squares: u8) -> Move {
    let turn = |Square(at)| Square(squares - 1 - at);
    match mv {
        Move::Board { from, to, promote } => Move::Board { from: turn(from), to: turn(to), promote },
        Move::Drop { kind, to } => Move::Drop { kind, to: turn(to) },
    }
}
