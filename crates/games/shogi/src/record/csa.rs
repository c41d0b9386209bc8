//! CSA: <http://www2.computer-shogi.org/protocol/record_v22.html>, on as many files and ranks as the board
//! has.

use super::{RecordEnd, Transcript, names};
use crate::{Bits, BoardSize, Kind, Move, Piece, Position, Setup, Shogi, Square, Variant, words};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, ParseError, Side, play::Forfeit};

fn kind(variant: &Variant, name: &str) -> Result<Kind, ParseError> {
    let expected = || ParseError::new(words::CSA_PIECE.with(name));
    names::csa(variant, name).ok_or_else(expected)
}

const RESIGNED: &str = "%TORYO";
const TIME_UP: &str = "%TIME_UP";
const SIGNS: [char; 2] = ['+', '-'];
/// In the place of a piece in hand: all pieces that are left.
const ALL: &str = "AL";

/// A square as two digits.
fn digits(board: BoardSize, square: Square) -> String {
    format!("{}{}", board.files - board.file(square), board.rank(square) + 1)
}

fn square(board: BoardSize, text: &str) -> Result<Square, ParseError> {
    let digit = |at: usize| text.chars().nth(at).and_then(|digit| digit.to_digit(10));
    let both = digit(0).zip(digit(1));
    let found = both.and_then(|(file, rank)| board.square(board.files as i8 - file as i8, rank as i8 - 1));
    let last = digits(board, Square(board.len() as u8 - board.files));
    found.ok_or_else(|| ParseError::new(words::CSA_SQUARE.with(last).and(text)))
}

pub fn write<B: Bits>(record: &Transcript<B>, game: &Shogi<B>) -> String {
    let mut text = String::from("V2.2\n");
    for (name, sign) in record.names.iter().zip(SIGNS) {
        text += &name.as_ref().map_or(String::new(), |name| format!("N{sign}{name}\n"));
    }
    let variant = game.variant();
    text += &write_position(&record.start, variant);
    let mut now = record.start.clone();
    for &mv in &record.moves {
        let next = game.play(&now, mv);
        let from = if let Move::Board { from, .. } = mv { digits(variant.board, from) } else { "00".into() };
        let kind = next.piece(mv.to()).map_or(Kind::ROYAL, |piece| piece.kind);
        let (to, name) = (digits(variant.board, mv.to()), names::of(variant, kind).csa);
        writeln!(text, "{}{from}{to}{name}", SIGNS[now.side().index()]).expect("a string takes all");
        now = next;
    }
    text + match record.ending(game) {
        Some(RecordEnd::Forfeit(Forfeit::Resigned)) => RESIGNED,
        Some(RecordEnd::Forfeit(Forfeit::TimeUp)) => TIME_UP,
        Some(RecordEnd::Mate) => "%TSUMI",
        // Of the side to move; the others name whose foul it was.
        Some(RecordEnd::Foul { loser }) if loser == now.side() => "%ILLEGAL_MOVE",
        Some(RecordEnd::Foul { loser: Side::First }) => "%+ILLEGAL_ACTION",
        Some(RecordEnd::Foul { loser: Side::Second }) => "%-ILLEGAL_ACTION",
        Some(RecordEnd::Repetition) => "%SENNICHITE",
        None => "%CHUDAN",
    } + "\n"
}

fn write_position<B: Bits>(pos: &Position<B>, variant: &Variant) -> String {
    let mut text = String::new();
    for rank in 0..variant.board.ranks {
        write!(text, "P{}", rank + 1).expect("a string takes all");
        for file in 0..variant.board.files {
            let shown = match pos.piece(Square(rank * variant.board.files + file)) {
                None => " * ".to_owned(),
                Some(Piece { kind, side }) => {
                    format!("{}{}", SIGNS[side.index()], names::of(variant, kind).csa)
                }
            };
            text += &shown;
        }
        text.push('\n');
    }
    for side in [Side::First, Side::Second] {
        let names = variant.hand_kinds().flat_map(|kind| {
            let count = usize::from(pos.hand(side, kind));
            std::iter::repeat_n(names::of(variant, kind).csa, count)
        });
        let held = names.flat_map(|name| ["00", name]).collect::<String>();
        if !held.is_empty() {
            writeln!(text, "P{}{held}", SIGNS[side.index()]).expect("a string takes all");
        }
    }
    text + &format!("{}\n", SIGNS[pos.side().index()])
}

/// Whether a line, which is no remark, tells by how it begins that a record is in this form.
pub fn is_known_by(line: &str) -> bool {
    let mut letters = line.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_digit = |letter: char| letter.is_ascii_digit();
    match first {
        Some('V') => second.is_some_and(is_digit),
        Some('N') => second.is_some_and(|letter| SIGNS.contains(&letter)),
        Some('P') => {
            second.is_some_and(|letter| is_digit(letter) || letter == 'I' || SIGNS.contains(&letter))
        }
        Some('%') => second.is_some_and(|letter| letter.is_ascii_uppercase() || SIGNS.contains(&letter)),
        Some('$') => line.contains(':'),
        // The edge of a board in KIF begins so as well.
        Some('+' | '-') => second.is_none_or(|letter| is_digit(letter) || letter == ',' || letter == ' '),
        _ => false,
    }
}

pub fn read<B: Bits>(game: &Shogi<B>, text: &str) -> Result<Transcript<B>, ParseError> {
    let mut setup = Setup::empty(game.variant());
    let mut names = [None, None];
    let mut record: Option<(Transcript<B>, Position<B>)> = None;
    for (at, line) in text.lines().enumerate() {
        // Behind a line with a slash another game begins.
        match line.trim_end() {
            "/" if record.is_some() => break,
            "/" => continue,
            _ => {}
        }
        // Several commands may share a line; names, remarks and what is told of the event may hold commas.
        let is_shared = line.starts_with(['+', '-', '%', 'T', 'P']);
        let words = line.split(|letter| is_shared && letter == ',').map(str::trim_end);
        for word in words.filter(|word| !word.is_empty()) {
            step(game, word, &mut setup, &mut names, &mut record).map_err(|error| error.in_line(at))?;
        }
    }
    let (mut record, _) = record.ok_or_else(|| ParseError::new(words::CSA_SIDE))?;
    record.names = names;
    Ok(record)
}

fn step<B: Bits>(
    game: &Shogi<B>,
    word: &str,
    setup: &mut Setup,
    names: &mut [Option<String>; 2],
    record: &mut Option<(Transcript<B>, Position<B>)>,
) -> Result<(), ParseError> {
    let side = |text: &str| SIGNS.iter().position(|&sign| text.starts_with(sign));
    if let Some(name) = word.strip_prefix('N')
        && let Some(side) = side(name)
    {
        names[side] = Some(name[1..].to_owned()).filter(|name| !name.is_empty());
    } else if let Some(taken) = word.strip_prefix("PI") {
        *setup = game.start().setup();
        take_away(game.variant(), taken, setup)?;
    } else if let Some(rest) = word.strip_prefix('P') {
        place(game.variant(), rest, setup)?;
    } else if side(word).is_some() && word.len() == 1 {
        if record.is_some() {
            return Err(ParseError::new(words::CSA_SIDE_AGAIN));
        }
        setup.side = if word == "+" { Side::First } else { Side::Second };
        let start = Position::new(setup, game.variant()).map_err(ParseError::new)?;
        let start = game.parse_pos(&game.show_pos(&start))?;
        *record = Some((Transcript::new(start.clone()), start));
    } else if side(word).is_some() {
        let (record, now) = record.as_mut().ok_or_else(|| ParseError::new(words::CSA_SIDE))?;
        let mv = read_move(now, game.variant(), word)?;
        record.push(game, now, mv)?;
    } else if let Some((record, _)) = record {
        match word {
            RESIGNED => record.forfeit = Some(Forfeit::Resigned),
            TIME_UP => record.forfeit = Some(Forfeit::TimeUp),
            _ => {}
        }
    }
    Ok(())
}

/// `82HI22KA`: what a handicap leaves out of the start.
fn take_away(variant: &Variant, text: &str, setup: &mut Setup) -> Result<(), ParseError> {
    let wrong = || ParseError::new(words::CSA_PLACE.with(format!("PI{text}")));
    let chars: Vec<char> = text.chars().collect();
    for piece in chars.chunks(4) {
        let (at, name) = piece.split_at_checked(2).ok_or_else(wrong)?;
        let word = |part: &[char]| part.iter().collect::<String>();
        let (at, kind) = (square(variant.board, &word(at))?, kind(variant, &word(name))?);
        if setup.board[at.index()].take().is_none_or(|piece| piece.kind != kind) {
            return Err(wrong());
        }
    }
    Ok(())
}

/// `1-HI-KA * ...`: a rank; `+00FU...`: pieces in hand or on squares.
fn place(variant: &Variant, text: &str, setup: &mut Setup) -> Result<(), ParseError> {
    let wrong = || ParseError::new(words::CSA_PLACE.with(text));
    let side = |sign| if sign == '+' { Side::First } else { Side::Second };
    let chars: Vec<char> = text.chars().collect();
    let word = |part: &[char]| part.iter().collect::<String>();
    let board = variant.board;
    if let Some(rank) = chars.first().and_then(|digit| digit.to_digit(10)) {
        if !(1..=u32::from(board.ranks)).contains(&rank) {
            return Err(wrong());
        }
        for (file, piece) in chars[1..].chunks(3).take(usize::from(board.files)).enumerate() {
            if let [sign @ ('+' | '-'), ..] = piece {
                let piece = Piece { kind: kind(variant, &word(&piece[1..]))?, side: side(*sign) };
                setup.board[(rank as usize - 1) * usize::from(board.files) + file] = Some(piece);
            }
        }
        return Ok(());
    }
    let (&sign, rest) = chars.split_first().filter(|(sign, _)| SIGNS.contains(sign)).ok_or_else(wrong)?;
    for piece in rest.chunks(4) {
        if piece.len() < 4 {
            return Err(wrong());
        }
        let (at, name) = (word(&piece[..2]), word(&piece[2..]));
        if at == "00" && name == ALL {
            setup.give_rest(variant, side(sign));
            continue;
        }
        let kind = kind(variant, &name)?;
        match at.as_str() {
            "00" => {
                let held = &mut setup.hands[side(sign).index()][kind.place()];
                *held = held.saturating_add(1);
            }
            at => setup.board[square(board, at)?.index()] = Some(Piece { kind, side: side(sign) }),
        }
    }
    Ok(())
}

/// `+3544GI`: a sign, from, to, and what the piece is afterwards.
fn read_move<B: Bits>(now: &Position<B>, variant: &Variant, word: &str) -> Result<Move, ParseError> {
    let wrong = || ParseError::new(words::CSA_MOVE.with(word));
    if !word.is_ascii() || word.len() < 7 {
        return Err(wrong());
    }
    let (to, after) = (square(variant.board, &word[3..5])?, kind(variant, &word[5..7])?);
    if &word[1..3] == "00" {
        return Ok(Move::Drop { kind: after, to });
    }
    let from = square(variant.board, &word[1..3])?;
    let before = now.piece(from).ok_or_else(|| ParseError::new(words::NO_PIECE_ON.with(&word[1..3])))?;
    if after.unpromoted() != before.kind.unpromoted() {
        return Err(wrong());
    }
    Ok(Move::Board { from, to, promote: after != before.kind })
}
