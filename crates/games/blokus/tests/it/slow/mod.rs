//! The rules once more, on plain arrays: slow, and as the rules are told.

use std::{collections::HashSet, sync::LazyLock};
use yomikiri_blokus::{Move, Piece, code};

/// Who has covered each square, by row and column: 0 is nobody.
pub type Board = [[u8; 14]; 14];

pub struct Slow {
    pub board: Board,
    pub left: [Vec<char>; 2],
    /// 0 for the first player, 1 for the second.
    pub mover: usize,
    pub monomino_last: [bool; 2],
}

type Squares = Vec<(i32, i32)>;

/// Every placement on the board, once, by its smallest orientation: piece, code, squares.
static ALL: LazyLock<Vec<(char, String, Squares)>> = LazyLock::new(|| {
    let mut all = Vec::new();
    let mut seen = HashSet::new();
    for (piece, orientation) in ('a'..='u').flat_map(|piece| (0..8).map(move |d| (piece, d))) {
        for (x, y) in (0..14).flat_map(|x| (0..14).map(move |y| (x, y))) {
            let squares = Slow::squares(x, y, piece, orientation);
            let on_board = squares.iter().all(|&(x, y)| (0..14).contains(&x) && (0..14).contains(&y));
            if on_board && seen.insert(squares.clone()) {
                all.push((piece, format!("{:X}{:X}{piece}{orientation}", x + 1, y + 1), squares));
            }
        }
    }
    all
});

impl Slow {
    pub fn start() -> Self {
        let left: Vec<char> = ('a'..='u').collect();
        Self { board: [[0; 14]; 14], left: [left.clone(), left], mover: 0, monomino_last: [false; 2] }
    }

    fn owner(&self, x: i32, y: i32) -> Option<u8> {
        let on_board = (0..14).contains(&x) && (0..14).contains(&y);
        on_board.then(|| self.board[y as usize][x as usize])
    }

    /// The squares of a piece placed as the notation says.
    fn squares(x: i32, y: i32, piece: char, orientation: u8) -> Squares {
        let cells = Piece::from_letter(piece).unwrap().cells(orientation);
        let mut squares: Squares = cells.map(|cell| (x + i32::from(cell.0), y + i32::from(cell.1))).collect();
        squares.sort_unstable();
        squares
    }

    fn legal(&self, player: usize, squares: &Squares) -> bool {
        let own = |x, y| self.owner(x, y) == Some(player as u8 + 1);
        let start = [(4, 4), (9, 9)][player];
        let begun = self.board.as_flattened().contains(&(player as u8 + 1));
        let free = || squares.iter().all(|&(x, y)| self.owner(x, y) == Some(0));
        let apart = || {
            squares.iter().all(|&(x, y)| !own(x - 1, y) && !own(x + 1, y) && !own(x, y - 1) && !own(x, y + 1))
        };
        let corner = |&(x, y): &(i32, i32)| {
            own(x - 1, y - 1) || own(x + 1, y - 1) || own(x - 1, y + 1) || own(x + 1, y + 1)
        };
        let joined = || if begun { squares.iter().any(corner) } else { squares.contains(&start) };
        free() && apart() && joined()
    }

    /// The codes of all legal placements.
    fn placements(&self, player: usize) -> Vec<String> {
        let left = ALL.iter().filter(|(piece, _, _)| self.left[player].contains(piece));
        let mut codes: Vec<String> = left
            .filter(|(_, _, squares)| self.legal(player, squares))
            .map(|(_, code, _)| code.clone())
            .collect();
        codes.sort_unstable();
        codes
    }

    /// The codes of all moves, in alphabetical order.
    pub fn moves(&self) -> Vec<String> {
        let own = self.placements(self.mover);
        if own.is_empty() && !self.placements(1 - self.mover).is_empty() {
            return vec!["----".into()];
        }
        own
    }

    pub fn play(&mut self, name: &str) {
        let letters: Vec<char> = name.chars().collect();
        if let [x, y, piece, orientation] = letters[..]
            && piece != '-'
        {
            let digit = |c: char| c.to_digit(16).unwrap() as i32 - 1;
            for (x, y) in Self::squares(digit(x), digit(y), piece, orientation.to_digit(10).unwrap() as u8) {
                self.board[y as usize][x as usize] = self.mover as u8 + 1;
            }
            self.left[self.mover].retain(|&left| left != piece);
            self.monomino_last[self.mover] = self.left[self.mover].is_empty() && piece == 'a';
        }
        self.mover = 1 - self.mover;
    }

    /// Squares placed, and points by the official rules.
    pub fn points(&self, player: usize) -> (i32, i32) {
        let owned = self.board.as_flattened().iter().filter(|&&owner| owner == player as u8 + 1);
        let squares = owned.count() as i32;
        let bonus = match (self.left[player].is_empty(), self.monomino_last[player]) {
            (true, true) => 20,
            (true, false) => 15,
            _ => 0,
        };
        (squares, squares - 89 + bonus)
    }

    /// The published evaluation from the first player's view, as its text says.
    pub fn evaluation(&self) -> i32 {
        (self.material(0) - self.material(1)) + self.room(0) - self.room(1)
    }

    fn material(&self, player: usize) -> i32 {
        let placed = ('a'..='u').filter(|piece| !self.left[player].contains(piece));
        placed.map(|piece| [0, 2, 4, 6, 10, 16][Piece::from_letter(piece).unwrap().size() as usize]).sum()
    }

    fn room(&self, player: usize) -> i32 {
        let own = |x, y| self.owner(x, y) == Some(player as u8 + 1);
        let open = |x: i32, y: i32| {
            self.owner(x, y) == Some(0) && !(own(x - 1, y) || own(x + 1, y) || own(x, y - 1) || own(x, y + 1))
        };
        let begun = self.board.as_flattened().contains(&(player as u8 + 1));
        let corner = |x: i32, y: i32| {
            own(x - 1, y - 1)
                || own(x + 1, y - 1)
                || own(x - 1, y + 1)
                || own(x + 1, y + 1)
                || (!begun && (x, y) == [(4, 4), (9, 9)][player])
        };
        let all = || (0..14).flat_map(|x| (0..14).map(move |y| (x, y)));
        let mut reached: HashSet<(i32, i32)> = all().filter(|&(x, y)| open(x, y) && corner(x, y)).collect();
        for _ in 0..3 {
            let steps = reached.iter().flat_map(|&(x, y)| [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
            let steps: Vec<_> = steps.filter(|&(x, y)| open(x, y)).collect();
            reached.extend(steps);
        }
        reached.len() as i32
    }
}

/// The codes of moves, in alphabetical order.
pub fn codes(moves: &[Move]) -> Vec<String> {
    let mut codes: Vec<String> = moves.iter().map(|&mv| code::write(mv)).collect();
    codes.sort_unstable();
    codes
}
