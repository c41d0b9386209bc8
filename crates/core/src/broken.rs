//! Games that can be told to break a law.

use crate::{
    Canonical, Drawing, Game, Notation, Odds, ParseError, Side, Solitaire, TwoPlayer, Unmove, Value,
};

crate::phrases! { words;
    HEAPS: "expected two heaps such as 3-5", "3-5のような2つの山が必要です";
    NO_MOVE: "no such move", "その手はありません";
    SUM: "expected a sum and a die", "合計とさいころの目が必要です";
    KEEP: "expected keep or drop", "keepかdropが必要です";
}

/// A law that [`Heaps`] can be told to break.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    Nothing,
    UnmoveMissing,
    UnmoveTwice,
    UnmoveInvented,
    MoveTwice,
    Result,
    Canonical,
    CanonicalMoves,
    Position,
    Names,
    Slash,
    MoveName,
}

/// Two heaps, a move takes one to three from one of them, who cannot move has lost. The order of the heaps is
/// a symmetry.
pub struct Heaps(pub Broken);

impl Heaps {
    const START: [u8; 2] = [9, 7];
}

impl Game for Heaps {
    type Pos = [u8; 2];
    type Move = (u8, u8);

    fn start(&self) -> [u8; 2] {
        Self::START
    }

    fn moves(&self, pos: &[u8; 2], out: &mut Vec<(u8, u8)>) {
        for heap in 0..2u8 {
            out.extend((1..=3.min(pos[usize::from(heap)])).map(|take| (heap, take)));
        }
        if self.0 == Broken::MoveTwice {
            out.extend(out.first().copied());
        }
    }

    fn play(&self, pos: &[u8; 2], (heap, take): (u8, u8)) -> [u8; 2] {
        let mut next = *pos;
        next[usize::from(heap)] -= take;
        next
    }
}

impl TwoPlayer for Heaps {
    fn side(&self, pos: &[u8; 2]) -> Side {
        if (pos[0] + pos[1]).is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn result(&self, pos: &[u8; 2]) -> Option<Value> {
        let end = if self.0 == Broken::Result { [1, 0] } else { [0, 0] };
        (*pos == end).then_some(Value::Loss(0))
    }
}

impl Unmove for Heaps {
    fn unmoves(&self, pos: &[u8; 2], out: &mut Vec<[u8; 2]>) {
        out.extend((1..=3).flat_map(|take| [[pos[0] + take, pos[1]], [pos[0], pos[1] + take]]));
        match self.0 {
            Broken::UnmoveMissing => drop(out.pop()),
            Broken::UnmoveTwice => out.push(out[0]),
            Broken::UnmoveInvented => out.push([pos[0] + 4, pos[1]]),
            _ => {}
        }
    }
}

impl Canonical for Heaps {
    fn canonical(&self, pos: &[u8; 2]) -> [u8; 2] {
        match self.0 {
            Broken::Canonical => [pos[1], pos[0]],
            Broken::CanonicalMoves => [pos[0].min(5), pos[1].min(5)],
            _ => [pos[0].min(pos[1]), pos[0].max(pos[1])],
        }
    }
}

impl Notation for Heaps {
    fn show_pos(&self, pos: &[u8; 2]) -> String {
        format!("{}-{}", pos[0], if self.0 == Broken::Position { 0 } else { pos[1] })
    }

    fn parse_pos(&self, text: &str) -> Result<[u8; 2], ParseError> {
        let bad = || ParseError::new(HEAPS);
        let (left, right) = text.split_once('-').ok_or_else(bad)?;
        Ok([left.parse().map_err(|_| bad())?, right.parse().map_err(|_| bad())?])
    }

    fn show_move(&self, _pos: &[u8; 2], (heap, take): (u8, u8)) -> String {
        match self.0 {
            Broken::Names => format!("{take}"),
            Broken::Slash => format!("{heap}/{take}"),
            _ => format!("{heap}x{take}"),
        }
    }

    fn parse_move(&self, pos: &[u8; 2], text: &str) -> Result<(u8, u8), ParseError> {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        let found = moves.iter().position(|&mv| self.show_move(pos, mv) == text);
        let found = found.map(|i| if self.0 == Broken::MoveName { 0 } else { i });
        found.map(|i| moves[i]).ok_or_else(|| ParseError::new(NO_MOVE))
    }

    fn drawing(&self, pos: &[u8; 2], _last: Option<Self::Move>) -> Drawing {
        Drawing::of_text(&self.show_pos(pos))
    }
}

/// A law that [`Dice`] can be told to break.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BrokenDice {
    Nothing,
    Stuck,
    Payoff,
    Odds,
    Draw,
    Canonical,
}

/// A loaded die (its three faces come in one, two and three of six cases) is thrown and kept or thrown away,
/// until the sum of those kept is at least 7: exactly 7 wins. A position is the sum and the die; a die kept
/// is told by its sign, which is a symmetry without a meaning.
pub struct Dice(pub BrokenDice);

impl Game for Dice {
    type Pos = (u8, i8);
    type Move = bool;

    fn start(&self) -> (u8, i8) {
        (0, 0)
    }

    fn moves(&self, pos: &(u8, i8), out: &mut Vec<bool>) {
        let stuck = self.0 == BrokenDice::Stuck && pos.0 == 3;
        if pos.1 != 0 && !stuck {
            out.extend([true, false]);
        }
    }

    fn play(&self, pos: &(u8, i8), keep: bool) -> (u8, i8) {
        // Throwing away costs one, so that the game ends.
        (pos.0 + if keep { pos.1.unsigned_abs() } else { 1 }, 0)
    }
}

impl Solitaire for Dice {
    fn payoff(&self, pos: &(u8, i8)) -> Option<f64> {
        let win = if self.0 == BrokenDice::Payoff { 2.0 } else { 1.0 };
        (pos.0 >= 7).then_some(if pos.0 == 7 { win } else { 0.0 })
    }

    fn chances(&self, pos: &(u8, i8), out: &mut Vec<((u8, i8), Odds)>) {
        if pos.0 >= 7 || pos.1 != 0 {
            return;
        }
        let of = if self.0 == BrokenDice::Odds { 7 } else { 6 };
        out.extend((1..=3).map(|face| ((pos.0, face), Odds { ways: face as u32, of })));
    }

    fn happen(&self, pos: &(u8, i8), pick: &mut dyn FnMut(u32) -> u32) -> Option<(u8, i8)> {
        if pos.0 >= 7 || pos.1 != 0 {
            return None;
        }
        let face = [1, 2, 2, 3, 3, 3].get(pick(6) as usize).copied().unwrap_or(3);
        Some((pos.0, if self.0 == BrokenDice::Draw { 3 } else { face }))
    }
}

impl Canonical for Dice {
    fn canonical(&self, pos: &(u8, i8)) -> (u8, i8) {
        let wrong = self.0 == BrokenDice::Canonical && pos.1 == 2;
        (pos.0, if wrong { 3 } else { pos.1.abs() })
    }
}

impl Notation for Dice {
    fn show_pos(&self, pos: &(u8, i8)) -> String {
        format!("{} {}", pos.0, pos.1)
    }

    fn parse_pos(&self, text: &str) -> Result<(u8, i8), ParseError> {
        let parsed = text.split_once(' ').and_then(|(sum, die)| Some((sum.parse().ok()?, die.parse().ok()?)));
        parsed.ok_or_else(|| ParseError::new(SUM))
    }

    fn show_move(&self, _pos: &(u8, i8), keep: bool) -> String {
        if keep { "keep" } else { "drop" }.into()
    }

    fn parse_move(&self, _pos: &(u8, i8), text: &str) -> Result<bool, ParseError> {
        match text {
            "keep" => Ok(true),
            "drop" => Ok(false),
            _ => Err(ParseError::new(KEEP)),
        }
    }

    fn drawing(&self, pos: &(u8, i8), _last: Option<Self::Move>) -> Drawing {
        Drawing::of_text(&self.show_pos(pos))
    }
}
