//! Dobutsu Shogi once more, slow and obvious: letters in an array, loops over squares, nothing shared with
//! the crate.
//!
//! The side to move is always at the bottom and in upper case. Other crates' tests may include this file;
//! each uses a part of it.
#![allow(dead_code, reason = "the tests of other crates use less of it")]

use std::collections::HashMap;
use yomikiri_core::Value;

/// The pieces that can be in hand, in the order of [`Board::hands`].
const IN_HAND: [u8; 3] = *b"EGC";

/// What the rules leave open.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Played to the mate, not to the capture of the lion.
    pub mate: bool,
    /// A chick may be dropped on the last rank.
    pub last_rank_drops: bool,
}

/// The usual rules, played to the capture.
pub const CAPTURE: Rules = Rules { mate: false, last_rank_drops: true };
/// The usual rules, played to the mate.
pub const MATE: Rules = Rules { mate: true, last_rank_drops: true };

/// A position seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Rows from the far one, three letters each; `.` is empty, capitals are the mover's.
    pub cells: [u8; 12],
    /// Elephants, giraffes, chicks in hand: the mover's, the opponent's.
    pub hands: [[u8; 3]; 2],
}

/// Steps as (columns, rows) of a capital letter, which plays towards row 0.
fn steps(letter: u8) -> &'static [(i32, i32)] {
    match letter {
        b'L' => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
        b'E' => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        b'G' => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
        b'C' => &[(0, -1)],
        b'H' => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
        _ => &[],
    }
}

fn swap_case(letter: u8) -> u8 {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// The place in the hand of what a captured piece becomes.
fn hand_place(letter: u8) -> usize {
    match letter.to_ascii_uppercase() {
        b'E' => 0,
        b'G' => 1,
        _ => 2,
    }
}

impl Board {
    /// Reads SFEN that is known to be right.
    pub fn parse(sfen: &str) -> Self {
        let mut fields = sfen.split(' ');
        let mut board = Self { cells: [b'.'; 12], hands: [[0; 3]; 2] };
        let mut at = 0;
        for letter in fields.next().unwrap().bytes().filter(|&letter| letter != b'/') {
            if letter.is_ascii_digit() {
                at += (letter - b'0') as usize;
            } else {
                board.cells[at] = letter;
                at += 1;
            }
        }
        let second_to_move = fields.next().unwrap() == "w";
        let mut count = 1;
        for letter in fields.next().unwrap().bytes().filter(|&letter| letter != b'-') {
            if letter.is_ascii_digit() {
                count = letter - b'0';
            } else {
                let owner = usize::from(letter.is_ascii_lowercase());
                board.hands[owner][hand_place(letter)] = count;
                count = 1;
            }
        }
        if second_to_move { board.flip() } else { board }
    }

    /// The same position seen by the other side.
    pub fn flip(&self) -> Self {
        let mut board = *self;
        for i in 0..12 {
            board.cells[i] = swap_case(self.cells[11 - i]);
        }
        board.hands.swap(0, 1);
        board
    }

    /// Left and right exchanged.
    pub fn mirror(&self) -> Self {
        let mut board = *self;
        for row in 0..4 {
            board.cells.swap(3 * row, 3 * row + 2);
        }
        board
    }

    /// The smaller of the position and its mirror image.
    pub fn fold(&self) -> Self {
        (*self).min(self.mirror())
    }

    /// Where a piece of the mover goes from a square if it stands there, whatever is there.
    fn targets(letter: u8, from: usize) -> Vec<usize> {
        let (column, row) = (from as i32 % 3, from as i32 / 3);
        let mut targets = Vec::new();
        for (columns, rows) in steps(letter) {
            let (to_column, to_row) = (column + columns, row + rows);
            if (0..3).contains(&to_column) && (0..4).contains(&to_row) {
                targets.push((to_row * 3 + to_column) as usize);
            }
        }
        targets
    }

    /// Whether the mover can take the lion now.
    pub fn can_take_lion(&self) -> bool {
        (0..12).any(|from| Self::targets(self.cells[from], from).iter().any(|&to| self.cells[to] == b'l'))
    }

    /// Every position after a move, without regard to safety; seen by the side that moves next.
    fn after_moves(&self, rules: Rules) -> Vec<Self> {
        let mut after = Vec::new();
        for from in 0..12 {
            for to in Self::targets(self.cells[from], from) {
                if self.cells[to].is_ascii_uppercase() {
                    continue;
                }
                let mut next = *self;
                if self.cells[to] != b'.' {
                    next.hands[0][hand_place(self.cells[to])] += 1;
                }
                let promotes = self.cells[from] == b'C' && to < 3;
                next.cells[to] = if promotes { b'H' } else { self.cells[from] };
                next.cells[from] = b'.';
                after.push(next.flip());
            }
        }
        for (place, letter) in IN_HAND.into_iter().enumerate() {
            for to in 0..12 {
                let dead = letter == b'C' && to < 3 && !rules.last_rank_drops;
                if self.hands[0][place] > 0 && self.cells[to] == b'.' && !dead {
                    let mut next = *self;
                    next.hands[0][place] -= 1;
                    next.cells[to] = letter;
                    after.push(next.flip());
                }
            }
        }
        after
    }

    /// The value where the game is over.
    pub fn result(&self, rules: Rules) -> Option<Value> {
        let tried = self.cells[9..].contains(&b'l');
        let mated = || rules.mate && self.after_moves(rules).iter().all(Self::can_take_lion);
        if self.can_take_lion() {
            Some(Value::Win(1))
        } else if tried || mated() {
            Some(Value::Loss(0))
        } else {
            None
        }
    }

    /// The positions after each legal move; none where the game is over.
    pub fn successors(&self, rules: Rules) -> Vec<Self> {
        if self.result(rules).is_some() {
            return Vec::new();
        }
        let mut after = self.after_moves(rules);
        if rules.mate {
            after.retain(|next| !next.can_take_lion());
        }
        after
    }

    /// The positions that have this one among their successors: whatever could conceivably have been before
    /// is set up, and kept if it is true.
    pub fn predecessors(&self, rules: Rules) -> Vec<Self> {
        let now = self.flip();
        let mut before = Vec::new();
        for to in (0..12).filter(|&to| now.cells[to].is_ascii_uppercase()) {
            let letter = now.cells[to];
            let mut lifted = now;
            lifted.cells[to] = b'.';
            if IN_HAND.contains(&letter) {
                let mut held = lifted;
                held.hands[0][hand_place(letter)] += 1;
                before.push(held);
            }
            for from in (0..12).filter(|&from| now.cells[from] == b'.') {
                for earlier in [letter, b'C'] {
                    let mut moved = lifted;
                    moved.cells[from] = earlier;
                    before.push(moved);
                    for taken in *b"egch" {
                        let place = hand_place(taken);
                        if now.hands[0][place] > 0 {
                            let mut captured = moved;
                            captured.hands[0][place] -= 1;
                            captured.cells[to] = taken;
                            before.push(captured);
                        }
                    }
                }
            }
        }
        before.sort_unstable();
        before.dedup();
        before.retain(|board| board.successors(rules).contains(self));
        before
    }
}

/// The values of all positions that can be reached from `start`, folded if asked; those that are missing are
/// drawn.
pub struct Solution {
    /// All positions that can be reached.
    pub boards: Vec<Board>,
    /// The values of those that are won or lost.
    pub values: HashMap<Board, Value>,
}

impl Solution {
    /// The value of a position that can be reached.
    pub fn value(&self, board: &Board) -> Value {
        self.values.get(board).copied().unwrap_or(Value::Draw)
    }
}

/// Solves by sweeps over all positions: in sweep n the values of n plies are found.
pub fn solve(start: Board, rules: Rules, fold: bool) -> Solution {
    let class = |board: Board| if fold { board.fold() } else { board };
    let mut boards = vec![class(start)];
    let mut successors: Vec<Vec<usize>> = Vec::new();
    let mut index = HashMap::from([(boards[0], 0)]);
    while successors.len() < boards.len() {
        let after = boards[successors.len()].successors(rules).into_iter().map(class);
        let found = after.map(|board| {
            *index.entry(board).or_insert_with(|| {
                boards.push(board);
                boards.len() - 1
            })
        });
        let found = found.collect();
        successors.push(found);
    }
    let mut values: Vec<Option<Value>> = boards.iter().map(|board| board.result(rules)).collect();
    let mut idle = 0;
    for plies in 1.. {
        let sweep: Vec<Option<Value>> = (0..boards.len())
            .map(|at| values[at].or_else(|| decide(successors[at].iter().map(|&next| values[next]), plies)))
            .collect();
        idle = if sweep == values { idle + 1 } else { 0 };
        values = sweep;
        if idle == 2 {
            break;
        }
    }
    let known = boards.iter().zip(&values).filter_map(|(&board, &value)| Some((board, value?)));
    Solution { values: known.collect(), boards }
}

/// The value of a position where the game goes on, if it is won or lost in exactly so many plies.
fn decide(successors: impl Iterator<Item = Option<Value>> + Clone, plies: u16) -> Option<Value> {
    if successors.clone().any(|value| value == Some(Value::Loss(plies - 1))) {
        return Some(Value::Win(plies));
    }
    let lost = successors.clone().all(|value| matches!(value, Some(Value::Win(_))));
    let longest = successors.flatten().filter_map(Value::plies).max();
    (lost && longest == Some(plies - 1)).then_some(Value::Loss(plies))
}
