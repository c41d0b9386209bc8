//! Shogi once more, slow and obvious: letters in an array, walks over squares, every move made and looked at;
//! nothing is shared with the crate. For boards of any size whose pieces are those of shogi.
#![allow(dead_code, reason = "the tests of other crates use less of it")]

/// The pieces that can be in hand, in the order of [`Board::hands`].
const IN_HAND: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// A piece: its letter, whether it is promoted, whether it is the second player's.
pub type Man = (char, bool, bool);

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Ranks and files.
    pub columns: i32,
    pub rows: i32,
    /// Depth of the promotion zone.
    pub zone: i32,
    /// Rank by rank from the second player's home, the highest file first.
    pub cells: Vec<Option<Man>>,
    /// What the first and the second player have in hand.
    pub hands: [[u8; 7]; 2],
    /// Whether the second player is to move.
    pub second: bool,
}

/// Steps (columns, rows) of the first player's piece; and whether each goes on.
fn moves((letter, promoted, _): Man) -> Vec<(i32, i32, bool)> {
    let plus = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    let cross = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let list = |steps: &[(i32, i32)], far| steps.iter().map(|&(x, y)| (x, y, far)).collect::<Vec<_>>();
    match (letter, promoted) {
        ('K', _) => [list(&plus, false), list(&cross, false)].concat(),
        ('R', false) => list(&plus, true),
        ('R', true) => [list(&plus, true), list(&cross, false)].concat(),
        ('B', false) => list(&cross, true),
        ('B', true) => [list(&cross, true), list(&plus, false)].concat(),
        ('S', false) => [list(&cross, false), list(&[(0, -1)], false)].concat(),
        ('N', false) => list(&[(-1, -2), (1, -2)], false),
        ('L', false) => list(&[(0, -1)], true),
        ('P', false) => list(&[(0, -1)], false),
        _ => [list(&plus, false), list(&[(-1, -1), (1, -1)], false)].concat(),
    }
}

fn place(letter: char) -> usize {
    IN_HAND.iter().position(|&held| held == letter).unwrap()
}

impl Board {
    /// Reads SFEN that is known to be right.
    pub fn parse(sfen: &str, zone: i32) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let mut board = Self {
            columns: 0,
            rows: fields[0].split('/').count() as i32,
            zone,
            cells: Vec::new(),
            hands: [[0; 7]; 2],
            second: fields[1] == "w",
        };
        let mut promoted = false;
        for c in fields[0].chars().filter(|&c| c != '/') {
            match c.to_digit(10) {
                Some(run) => board.cells.extend((0..run).map(|_| None)),
                None if c == '+' => promoted = true,
                None => {
                    board.cells.push(Some((c.to_ascii_uppercase(), promoted, c.is_ascii_lowercase())));
                    promoted = false;
                }
            }
        }
        board.columns = board.cells.len() as i32 / board.rows;
        let mut count = 0;
        for c in fields[2].chars().filter(|&c| c != '-') {
            if let Some(digit) = c.to_digit(10) {
                count = 10 * count + digit as u8;
                continue;
            }
            board.hands[usize::from(c.is_ascii_lowercase())][place(c.to_ascii_uppercase())] = count.max(1);
            count = 0;
        }
        board
    }

    fn name(&self, at: usize) -> String {
        let at = at as i32;
        format!("{}{}", self.columns - at % self.columns, (b'a' + (at / self.columns) as u8) as char)
    }

    /// The row as the owner sees it, 0 the farthest.
    fn row(&self, at: usize, second: bool) -> i32 {
        let row = at as i32 / self.columns;
        if second { self.rows - 1 - row } else { row }
    }

    /// Where a man goes from a square, those of its own side left out.
    fn targets(&self, from: usize, man: Man) -> Vec<usize> {
        let mut targets = Vec::new();
        for (columns, rows, far) in moves(man) {
            let sign = if man.2 { -1 } else { 1 };
            let (mut x, mut y) = (from as i32 % self.columns, from as i32 / self.columns);
            loop {
                (x, y) = (x + sign * columns, y + sign * rows);
                if !(0..self.columns).contains(&x) || !(0..self.rows).contains(&y) {
                    break;
                }
                let to = (y * self.columns + x) as usize;
                if self.cells[to].is_none_or(|other| other.2 != man.2) {
                    targets.push(to);
                }
                if !far || self.cells[to].is_some() {
                    break;
                }
            }
        }
        targets
    }

    /// Whether a man could never move from a square.
    fn dead(&self, at: usize, (letter, promoted, second): Man) -> bool {
        let rows = match (letter, promoted) {
            ('P' | 'L', false) => 1,
            ('N', false) => 2,
            _ => 0,
        };
        self.row(at, second) < rows
    }

    /// Whether no man is dead and no file has two pawns of a side.
    pub fn is_sound(&self) -> bool {
        let pawns = |file: usize, second| {
            let files = self.cells.iter().skip(file).step_by(self.columns as usize);
            files.filter(|&&cell| cell == Some(('P', false, second))).count()
        };
        let alive = (0..self.cells.len()).all(|at| self.cells[at].is_none_or(|man| !self.dead(at, man)));
        alive && (0..self.columns as usize).all(|file| pawns(file, false) < 2 && pawns(file, true) < 2)
    }

    /// Whether a side's king can be taken.
    pub fn in_check(&self, second: bool) -> bool {
        let king = Some(('K', false, second));
        (0..self.cells.len()).any(|from| {
            let enemy = self.cells[from].filter(|man| man.2 != second);
            enemy.is_some_and(|man| self.targets(from, man).iter().any(|&to| self.cells[to] == king))
        })
    }

    /// The positions that a man's moves lead to, with their names, whatever becomes of the king.
    fn steps(&self, from: usize, man: Man) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        for to in self.targets(from, man) {
            let near = |at| self.row(at, man.2) < self.zone;
            let can = !man.1 && !['K', 'G'].contains(&man.0) && (near(from) || near(to));
            for promoted in [false, true] {
                let now = (man.0, man.1 || promoted, man.2);
                if promoted && !can || self.dead(to, now) {
                    continue;
                }
                let mut next = self.clone();
                if let Some((taken, ..)) = self.cells[to] {
                    next.hands[usize::from(man.2)][place(taken)] += 1;
                }
                (next.cells[from], next.cells[to], next.second) = (None, Some(now), !self.second);
                let plus = if promoted { "+" } else { "" };
                found.push((self.name(from) + &self.name(to) + plus, next));
            }
        }
        found
    }

    fn drops(&self) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        let owner = usize::from(self.second);
        for (held, letter) in IN_HAND.into_iter().enumerate() {
            for to in 0..self.cells.len() {
                let man = (letter, false, self.second);
                if self.hands[owner][held] == 0 || self.cells[to].is_some() {
                    continue;
                }
                let mut next = self.clone();
                next.hands[owner][held] -= 1;
                (next.cells[to], next.second) = (Some(man), !self.second);
                if next.is_sound() {
                    found.push((format!("{letter}*{}", self.name(to)), next));
                }
            }
        }
        found
    }

    /// The legal moves and what they lead to.
    pub fn legal(&self) -> Vec<(String, Self)> {
        let men = (0..self.cells.len()).filter_map(|from| Some((from, self.cells[from]?)));
        let own = men.filter(|(_, man)| man.2 == self.second);
        let mut found: Vec<_> = own.flat_map(|(from, man)| self.steps(from, man)).collect();
        found.extend(self.drops());
        found.retain(|(_, next)| !next.in_check(self.second));
        found.retain(|(name, next)| {
            !(name.starts_with("P*") && next.in_check(next.second) && next.legal().is_empty())
        });
        found
    }

    /// The sound positions where the side that does not move is not in check and a legal move leads here:
    /// whatever could conceivably have been before is set up, and kept if it is true.
    pub fn predecessors(&self) -> Vec<Self> {
        let mover = !self.second;
        if self.in_check(mover) {
            return Vec::new();
        }
        let mut before = Vec::new();
        for to in 0..self.cells.len() {
            let Some(man) = self.cells[to].filter(|man| man.2 == mover) else { continue };
            let mut lifted = self.clone();
            (lifted.cells[to], lifted.second) = (None, mover);
            if man.0 != 'K' && !man.1 {
                let mut held = lifted.clone();
                held.hands[usize::from(mover)][place(man.0)] += 1;
                if self.may_follow(&held) && held.legal().iter().any(|(_, next)| next == self) {
                    before.push(held);
                }
            }
            for from in (0..self.cells.len()).filter(|&from| self.cells[from].is_none()) {
                for promoted in [false, true] {
                    let earlier = (man.0, promoted, man.2);
                    let mut quiet = lifted.clone();
                    quiet.cells[from] = Some(earlier);
                    if quiet.targets(from, earlier).contains(&to) {
                        let mut found = quiet.with_captures(to);
                        found.push(quiet);
                        found.retain(|board| self.may_follow(board));
                        found.retain(|board| board.steps(from, earlier).iter().any(|(_, next)| next == self));
                        before.extend(found);
                    }
                }
            }
        }
        before.sort_unstable();
        before.dedup();
        before
    }

    /// Whether a position could have been before this one, whatever the move.
    fn may_follow(&self, before: &Self) -> bool {
        before.is_sound() && !before.in_check(self.second)
    }

    /// The position with a man of the hand of the side to move back on the enemy's side of the board.
    fn with_captures(&self, to: usize) -> Vec<Self> {
        let owner = usize::from(self.second);
        let mut found = Vec::new();
        for (held, letter) in IN_HAND.into_iter().enumerate().filter(|(held, _)| self.hands[owner][*held] > 0)
        {
            for promoted in [false, true].into_iter().take(if letter == 'G' { 1 } else { 2 }) {
                let mut board = self.clone();
                board.hands[owner][held] -= 1;
                board.cells[to] = Some((letter, promoted, !self.second));
                found.push(board);
            }
        }
        found
    }
}
