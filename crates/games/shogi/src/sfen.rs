//! SFEN: a position on one line.
//!
//! Ranks from the top, separated by `/`, digits for runs of empty squares, upper case for the first player,
//! `+` before a promoted piece where it has no letter of its own; then `b` or `w` for the side to move; then
//! the hands, `-` if empty, counts before letters. A move count may follow and is ignored. Written are the
//! hands in the order of the variant's piece list, the first player's before the second's, and no move count.

use crate::{Bits, Kind, Piece, Position, Setup, SetupError, Square, Variant, setup, words};
use yomikiri_core::{Gap, Message, ParseError, Phrase, Side};

/// Writes a position of the variant.
///
/// # Panics
/// The position is one of another variant.
pub fn write<B: Bits>(pos: &Position<B>, variant: &Variant) -> String {
    let mut text = String::with_capacity(64);
    let mut gap = 0;
    let close = |text: &mut String, gap: &mut u8| {
        if *gap > 0 {
            text.push((b'0' + *gap) as char);
            *gap = 0;
        }
    };
    for square in pos.board.squares() {
        if square.0 > 0 && pos.board.file(square) == 0 {
            close(&mut text, &mut gap);
            text.push('/');
        }
        match pos.piece(square) {
            None => gap += 1,
            Some(piece) => {
                close(&mut text, &mut gap);
                push_letter(&mut text, piece, variant);
            }
        }
    }
    close(&mut text, &mut gap);
    text.push_str(if pos.side == Side::First { " b " } else { " w " });
    let board = text.len();
    push_hands(&mut text, pos, variant);
    if text.len() == board {
        text.push('-');
    }
    text
}

/// The letter of a piece, with `+` if it has none of its own: upper case for the first player.
pub fn letter(piece: Piece, variant: &Variant) -> String {
    let mut text = String::new();
    push_letter(&mut text, piece, variant);
    text
}

/// Appends the letter of a piece: a batch of positions has tens of thousands.
fn push_letter(text: &mut String, piece: Piece, variant: &Variant) {
    let start = text.len();
    text.push_str(variant.face(piece.kind).expect("a piece of the variant").letter);
    if let (Side::Second, Some(letter)) = (piece.side, text.get_mut(start..)) {
        letter.make_ascii_lowercase();
    }
}

fn push_hands<B: Bits>(text: &mut String, pos: &Position<B>, variant: &Variant) {
    for side in [Side::First, Side::Second] {
        for kind in variant.hand_kinds() {
            let count = pos.hand(side, kind);
            if count > 1 {
                text.push_str(&count.to_string());
            }
            if count > 0 {
                push_letter(text, Piece { kind, side }, variant);
            }
        }
    }
}

/// Reads a position of the variant.
///
/// # Errors
/// The text is no SFEN or the position breaks a rule; the message names what was expected.
pub fn read<B: Bits>(text: &str, variant: &Variant) -> Result<Position<B>, ParseError> {
    let setup = Reader::new(text, variant).setup()?;
    Position::new(&setup, variant).map_err(ParseError::new)
}

/// Reads what is written like a position but need not be one.
///
/// # Errors
/// The text is no SFEN; the message names what was expected.
pub(crate) fn read_draft(text: &str, variant: &Variant) -> Result<Setup, ParseError> {
    Reader { is_draft: true, ..Reader::new(text, variant) }.setup()
}

/// The most pieces of a kind in a hand of a draft.
pub(crate) const DRAFT_MOST: usize = 99;

/// A place in a text and the setup that has been read so far.
struct Reader<'a> {
    chars: Vec<char>,
    at: usize,
    variant: &'a Variant,
    setup: Setup,
    /// Pieces of each kind so far.
    counts: [usize; Kind::UNPROMOTED],
    /// Whether it need not be a position: pieces are not counted, and may stand anywhere.
    is_draft: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &str, variant: &'a Variant) -> Self {
        let setup = Setup::empty(variant);
        let chars = text.chars().collect();
        Self { chars, at: 0, variant, setup, counts: Default::default(), is_draft: false }
    }

    /// The whole text.
    fn setup(mut self) -> Result<Setup, ParseError> {
        self.skip_spaces();
        self.board()?;
        self.gap(words::SPACE_AND_SIDE)?;
        self.side()?;
        self.gap(words::SPACE_AND_HANDS)?;
        self.hands()?;
        self.end()?;
        Ok(self.setup)
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn wrong(&self, expected: impl Into<Message>) -> ParseError {
        let found: Gap =
            self.peek().map_or_else(|| words::THE_END.into(), |c| format!("`{}`", c.escape_debug()).into());
        ParseError::at(self.at, words::EXPECTED_FOUND.with(expected).and(found))
    }

    fn skip_spaces(&mut self) -> bool {
        let from = self.at;
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
        self.at > from
    }

    fn gap(&mut self, expected: &'static Phrase) -> Result<(), ParseError> {
        if self.skip_spaces() { Ok(()) } else { Err(self.wrong(expected)) }
    }

    fn board(&mut self) -> Result<(), ParseError> {
        for rank in 0..self.variant.board.ranks {
            if rank > 0 {
                if self.peek() != Some('/') {
                    let ranks = self.variant.board.ranks;
                    return Err(self.wrong(words::ANOTHER_RANK.with(rank).and(ranks)));
                }
                self.at += 1;
            }
            self.rank(rank)?;
        }
        match self.peek() {
            Some('/') => Err(self.wrong(words::SPACE_AFTER_RANKS.with(self.variant.board.ranks))),
            _ => Ok(()),
        }
    }

    fn rank(&mut self, rank: u8) -> Result<(), ParseError> {
        let files = self.variant.board.files;
        let mut file = 0;
        while let Some(c) = self.peek().filter(|&c| c != '/' && !c.is_whitespace()) {
            let left = files - file;
            if left == 0 {
                return Err(self.wrong(words::END_OF_RANK.with(files)));
            }
            if let Some(run) = c.to_digit(10) {
                if run == 0 || run > left as u32 {
                    return Err(self.wrong(words::EMPTY_SQUARES.with(left)));
                }
                file += run as u8;
            } else {
                let from = self.at;
                let piece = self.piece()?;
                self.count(piece, 1, from)?;
                let square = Square(rank * files + file);
                self.setup.board[square.index()] = Some(piece);
                if !self.is_draft {
                    setup::check_place(&self.setup.board, square, self.variant)
                        .map_err(|error| ParseError::at(from, error))?;
                }
                file += 1;
            }
            self.at += 1;
        }
        let name = (b'a' + rank) as char;
        let missing = files - file;
        if missing == 0 { Ok(()) } else { Err(self.wrong(words::MORE_SQUARES.with(missing).and(name))) }
    }

    /// A letter, with `+` before it if promoted; stays on the letter.
    fn piece(&mut self) -> Result<Piece, ParseError> {
        let plus = self.peek() == Some('+');
        self.at += usize::from(plus);
        let c = self.peek().unwrap_or(' ');
        let kind = self.variant.find(|face| face.letter.chars().eq([c.to_ascii_uppercase()]));
        let kind = match kind {
            Some(kind) if plus => Some(kind.promoted()).filter(|_| self.variant.promotes(kind)),
            kind => kind,
        };
        let Some(kind) = kind else {
            let expected = if plus { words::PROMOTING_PIECE } else { words::PIECE };
            return Err(self.wrong(expected.with(self.letters(plus))));
        };
        Ok(Piece { kind, side: if c.is_ascii_uppercase() { Side::First } else { Side::Second } })
    }

    fn letters(&self, plus: bool) -> String {
        let kinds = self.variant.kinds().filter(|&kind| !plus || self.variant.promotes(kind));
        let letters = kinds.filter_map(|kind| self.variant.face(kind)).map(|face| face.letter);
        letters.filter(|letter| letter.len() == 1).collect()
    }

    /// Counts pieces read at a place, and blames it for the first one too many.
    fn count(&mut self, piece: Piece, more: usize, at: usize) -> Result<(), ParseError> {
        if self.is_draft {
            return Ok(());
        }
        let Piece { kind, side } = piece;
        let rule = self.variant.rule(kind).expect("a piece of the variant");
        let name = rule.face.piece_name();
        let count = &mut self.counts[kind.place()];
        *count += more;
        let error = if kind == Kind::ROYAL && self.setup.board.contains(&Some(piece)) {
            SetupError::Royals { side, name, found: 2 }
        } else if *count > rule.count as usize {
            SetupError::TooMany { name, found: *count, allowed: rule.count }
        } else {
            return Ok(());
        };
        Err(ParseError::at(at, error))
    }

    fn side(&mut self) -> Result<(), ParseError> {
        self.setup.side = match self.peek() {
            Some('b') => Side::First,
            Some('w') => Side::Second,
            _ => return Err(self.wrong(words::SIDE_TO_MOVE)),
        };
        self.at += 1;
        Ok(())
    }

    fn hands(&mut self) -> Result<(), ParseError> {
        if self.peek() == Some('-') {
            self.at += 1;
            return Ok(());
        }
        let from = self.at;
        while self.peek().is_some_and(|c| !c.is_whitespace()) {
            let at = self.at;
            let count = self.number()?;
            let letter = self.at;
            let piece = self.piece()?;
            if piece.kind == Kind::ROYAL || piece.kind.is_promoted() {
                let letters: String = self
                    .variant
                    .hand_kinds()
                    .filter_map(|k| self.variant.face(k))
                    .map(|f| f.letter)
                    .collect();
                // The `+` is what is wrong with a piece that has promoted.
                self.at = letter;
                return Err(self.wrong(words::PIECE_IN_HAND.with(letters)));
            }
            let held = self.setup.hands[piece.side.index()][piece.kind.place()];
            if self.is_draft && usize::from(held) + count > DRAFT_MOST {
                return Err(ParseError::at(at, words::MOST_IN_HAND.with(DRAFT_MOST)));
            }
            self.count(piece, count, at)?;
            self.setup.hands[piece.side.index()][piece.kind.place()] += count as u8;
            self.at += 1;
        }
        if self.at > from { Ok(()) } else { Err(self.wrong(words::HANDS)) }
    }

    /// A count before a letter in hand; 1 if there is none.
    fn number(&mut self) -> Result<usize, ParseError> {
        let from = self.at;
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number * 10 + digit as usize;
            if number == 0 || number > u8::MAX as usize {
                return Err(self.wrong(words::COUNT_IN_HAND));
            }
            self.at += 1;
        }
        Ok(if self.at == from { 1 } else { number })
    }

    /// The rest of the line: nothing, or a move count.
    fn end(&mut self) -> Result<(), ParseError> {
        self.skip_spaces();
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        self.skip_spaces();
        if self.peek().is_none() { Ok(()) } else { Err(self.wrong(words::MOVE_COUNT)) }
    }
}
