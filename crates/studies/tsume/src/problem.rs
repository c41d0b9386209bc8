//! A problem and its solution: what every reader, writer, checker and enumerator of this crate exchanges.

use crate::{rules, setup};
use yomikiri_core::{Game, Notation, ParseError, splitmix};
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, Side, sfen, usi};

/// A tsume-shogi problem with its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, the attacker (first player) to move.
    pub position: Position<u128>,
    /// The main line, attacker's and defender's moves in turn; empty for a mated position (0 plies, the
    /// defender to move), and where the solution is not known.
    pub line: Vec<Move>,
    /// Letters of the piece set it was enumerated from, such as `NNNN`; empty if it comes from elsewhere.
    pub set: String,
    /// What it costs the solver, if that was [measured](crate::effort).
    pub effort: Option<u64>,
}

impl Problem {
    /// A problem whose effort was not measured.
    pub const fn new(position: Position<u128>, line: Vec<Move>, set: String) -> Self {
        Self { position, line, set, effort: None }
    }

    /// Reads SFEN, with the line in USI behind the word `moves` if there is one: what follows `position` in
    /// USI.
    ///
    /// # Errors
    /// What is wrong, and at which character; the moves must be legal.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let (position, line) = text.split_once(" moves").unwrap_or((text, ""));
        Self::from_usi(position, line, String::new())
    }

    /// A problem from SFEN and the moves of its line in USI.
    ///
    /// # Errors
    /// What is wrong; the position must be a problem ([`setup::ensure`]), the moves must be legal.
    pub fn from_usi(sfen: &str, line: &str, set: String) -> Result<Self, ParseError> {
        let position = rules().parse_pos(sfen)?;
        setup::ensure(rules(), &position)?;
        let moves: Vec<&str> = line.split_whitespace().collect();
        let read = |here: &Position<u128>, line: &[Move]| {
            let name = moves.get(line.len())?;
            Some(rules().parse_move(here, name).map_err(|error| ParseError::new(error.message)))
        };
        let (position, line) = with_line(position, read)?;
        Ok(Self::new(position, line, set))
    }

    /// The same problem with all pieces that are not elsewhere in the defender's hand, which diagrams need
    /// not tell.
    #[must_use]
    pub fn with_rest(&self) -> Self {
        Self { position: setup::with_rest(rules(), &self.position), ..self.clone() }
    }

    /// Length of the main line in plies; 0 too where the solution is not known.
    pub fn plies(&self) -> usize {
        self.line.len()
    }

    /// Length of the main line, where it is known: of a position without a line, only that a mate is over.
    pub fn known_plies(&self) -> Option<usize> {
        (!self.line.is_empty() || self.position.side() == Side::Second).then(|| self.plies())
    }

    /// The position in SFEN, without a move count.
    pub fn sfen(&self) -> String {
        sfen::write(&self.position, rules().variant())
    }

    /// The main line in USI, moves separated by spaces.
    pub fn usi(&self) -> String {
        let mut text = String::with_capacity(5 * self.line.len());
        for &mv in &self.line {
            if !text.is_empty() {
                text.push(' ');
            }
            text += &usi::write(rules(), mv);
        }
        text
    }

    /// The positions of the main line: the problem's own, and the one after each move.
    pub fn positions(&self) -> impl Iterator<Item = Position<u128>> + '_ {
        let mut here = self.position.clone();
        std::iter::once(here.clone()).chain(self.line.iter().map(move |&mv| {
            here = rules().play(&here, mv);
            here.clone()
        }))
    }

    /// Whether the attacker has nothing in hand.
    pub fn hand_empty(&self) -> bool {
        rules().variant().hand_kinds().all(|kind| self.position.hand(Side::First, kind) == 0)
    }

    /// Whether the position is its own mirror image.
    pub fn symmetric(&self) -> bool {
        self.position == self.position.mirrored()
    }

    /// The letters of the pieces that make the problem, kings left out and promoted ones turned back: the
    /// attacker's on the board and in hand, then in lower case the defender's on the board.
    pub fn pieces(&self) -> String {
        let variant = rules().variant();
        let mut text = String::new();
        for side in [Side::First, Side::Second] {
            for kind in variant.hand_kinds() {
                let held = if side == Side::First { self.position.hand(side, kind) as u32 } else { 0 };
                let count = held + count_on_board(&self.position, Piece { kind, side });
                text += &sfen::letter(Piece { kind, side }, variant).repeat(count as usize);
            }
        }
        text
    }

    /// A number that a problem and its mirror image share, and hardly any other (63 bits).
    ///
    /// # Stability
    /// Collections hold it: the numbers of squares, kinds and sides, and how they are mixed, stay as they
    /// are.
    pub fn key(&self) -> u64 {
        let board = self.position.board();
        let (mut sum, mut mirrored) = (0u64, 0u64);
        for square in self.position.occupied().squares() {
            let Some(Piece { kind, side }) = self.position.piece(square) else { continue };
            let code = ((side.index() * Kind::ALL + kind.index()) as u64) << 8;
            let image = square.mirrored(board.files);
            sum = sum.wrapping_add(mix(code | u64::from(square.0)));
            mirrored = mirrored.wrapping_add(mix(code | u64::from(image.0)));
        }
        let mut hands = mix(1 << 32 | self.position.side().index() as u64);
        for side in [Side::First, Side::Second] {
            for kind in rules().variant().hand_kinds() {
                let code = ((side.index() * Kind::ALL + kind.index()) as u64) << 8;
                hands = hands.wrapping_add(mix(1 << 24 | code | u64::from(self.position.hand(side, kind))));
            }
        }
        // A signed number of SQLite must hold it.
        sum.min(mirrored).wrapping_add(hands) >> 1
    }
}

/// A position with the line that `next` reads, move by move. A line that is not legal is one of a defender
/// who holds all the rest, if a diagram gave the defender nothing in hand: then the position says so.
pub(crate) fn with_line<E>(
    position: Position<u128>,
    next: impl Fn(&Position<u128>, &[Move]) -> Option<Result<Move, E>>,
) -> Result<(Position<u128>, Vec<Move>), E> {
    let line = |position: &Position<u128>| {
        let (mut here, mut line) = (position.clone(), Vec::new());
        while let Some(mv) = next(&here, &line) {
            let mv = mv?;
            here = rules().play(&here, mv);
            line.push(mv);
        }
        Ok(line)
    };
    let holds_nothing = rules().variant().hand_kinds().all(|kind| position.hand(Side::Second, kind) == 0);
    match line(&position) {
        // A mate, with the defender to move, is one by the hands as they are told.
        Err(_) if holds_nothing && position.side() == Side::First => {
            let position = setup::with_rest(rules(), &position);
            line(&position).map(|line| (position, line))
        }
        line => line.map(|line| (position, line)),
    }
}

/// How many of a kind, whichever face is up, a side has on the board.
pub(crate) fn count_on_board(position: &Position<u128>, piece: Piece) -> u32 {
    let promoted = Piece { kind: piece.kind.promoted(), ..piece };
    [piece, promoted].map(|piece| position.of_piece(piece).count()).iter().sum()
}

/// Near numbers in, far numbers out.
pub(crate) const fn mix(number: u64) -> u64 {
    splitmix::mix(number.wrapping_add(splitmix::STEP))
}
