//! CSA: <http://www2.computer-shogi.org/protocol/record_v22.html>, on five files and ranks.

use super::{Game5, Transcript, in_line};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, ParseError, Side};
use yomikiri_shogi::{Kind, Move, Piece, Position, Setup, Square};

/// The names of pieces.
const NAMES: [(&str, Kind); 10] = [
    ("OU", Kind::KING),
    ("HI", Kind::ROOK),
    ("KA", Kind::BISHOP),
    ("KI", Kind::GOLD),
    ("GI", Kind::SILVER),
    ("FU", Kind::PAWN),
    ("RY", Kind::ROOK.promoted()),
    ("UM", Kind::BISHOP.promoted()),
    ("NG", Kind::SILVER.promoted()),
    ("TO", Kind::PAWN.promoted()),
];

fn name(kind: Kind) -> &'static str {
    NAMES.iter().find(|(_, other)| *other == kind).map_or("??", |(name, _)| name)
}

fn kind(name: &str) -> Result<Kind, ParseError> {
    let found = NAMES.iter().find(|(other, _)| *other == name).map(|(_, kind)| *kind);
    found.ok_or_else(|| ParseError::new(format!("expected a piece such as FU, found `{name}`")))
}

const SIGNS: [char; 2] = ['+', '-'];

/// A square as two digits.
fn digits(square: Square) -> String {
    format!("{}{}", 5 - square.0 % 5, square.0 / 5 + 1)
}

fn square(text: &str) -> Result<Square, ParseError> {
    let digit =
        |at: usize| text.chars().nth(at).and_then(|digit| digit.to_digit(10)).filter(|d| (1..=5).contains(d));
    let both = digit(0).zip(digit(1)).map(|(file, rank)| Square(((rank - 1) * 5 + 5 - file) as u8));
    both.ok_or_else(|| ParseError::new(format!("expected a square from 11 to 55, found `{text}`")))
}

pub fn write(record: &Transcript, game: &Game5) -> String {
    let mut text = String::from("V2.2\n");
    for (name, sign) in record.names.iter().zip(SIGNS) {
        text += &name.as_ref().map_or(String::new(), |name| format!("N{sign}{name}\n"));
    }
    text += &write_position(&record.start);
    let mut now = record.start.clone();
    for &mv in &record.moves {
        let next = game.play(&now, mv);
        let from = if let Move::Board { from, .. } = mv { digits(from) } else { "00".into() };
        let kind = next.piece(mv.to()).map_or(Kind::KING, |piece| piece.kind);
        writeln!(text, "{}{from}{}{}", SIGNS[now.side().index()], digits(mv.to()), name(kind))
            .expect("a string takes all");
        now = next;
    }
    text + if record.resigned { "%TORYO\n" } else { "%CHUDAN\n" }
}

fn write_position(pos: &Position<u32>) -> String {
    let mut text = String::new();
    for rank in 0..5 {
        write!(text, "P{}", rank + 1).expect("a string takes all");
        for file in 0..5 {
            let shown = match pos.piece(Square(rank * 5 + file)) {
                None => " * ".to_owned(),
                Some(Piece { kind, side }) => format!("{}{}", SIGNS[side.index()], name(kind)),
            };
            text += &shown;
        }
        text.push('\n');
    }
    for side in [Side::First, Side::Second] {
        let held = NAMES[1..6].iter().flat_map(|&(name, kind)| vec![name; usize::from(pos.hand(side, kind))]);
        let held = held.flat_map(|name| ["00", name]).collect::<String>();
        if !held.is_empty() {
            writeln!(text, "P{}{held}", SIGNS[side.index()]).expect("a string takes all");
        }
    }
    text + &format!("{}\n", SIGNS[pos.side().index()])
}

pub fn read(game: &Game5, text: &str) -> Result<Transcript, ParseError> {
    let mut setup = Setup::empty(game.variant());
    let mut names = [None, None];
    let mut record: Option<(Transcript, Position<u32>)> = None;
    // Several commands may share a line.
    for (at, line) in text.lines().enumerate() {
        for word in line.split(',').map(str::trim_end).filter(|word| !word.is_empty()) {
            step(game, word, &mut setup, &mut names, &mut record).map_err(|error| in_line(at, &error))?;
        }
    }
    let (mut record, _) =
        record.ok_or_else(|| ParseError::new("expected `+` or `-` on a line for the side to move first"))?;
    record.names = names;
    Ok(record)
}

fn step(
    game: &Game5,
    word: &str,
    setup: &mut Setup,
    names: &mut [Option<String>; 2],
    record: &mut Option<(Transcript, Position<u32>)>,
) -> Result<(), ParseError> {
    let side = |text: &str| SIGNS.iter().position(|&sign| text.starts_with(sign));
    if let Some(name) = word.strip_prefix('N')
        && let Some(side) = side(name)
    {
        names[side] = Some(name[1..].to_owned()).filter(|name| !name.is_empty());
    } else if word == "PI" {
        *setup = game.start().setup();
    } else if let Some(rest) = word.strip_prefix('P') {
        place(rest, setup)?;
    } else if side(word).is_some() && word.len() == 1 {
        setup.side = if word == "+" { Side::First } else { Side::Second };
        let start =
            Position::new(setup, game.variant()).map_err(|error| ParseError::new(error.to_string()))?;
        let start = game.parse_pos(&game.show_pos(&start))?;
        *record = Some((Transcript::new(start.clone()), start));
    } else if let (Some(_), Some((record, now))) = (side(word), record.as_mut()) {
        let mv = read_move(now, word)?;
        record.push(game, now, mv)?;
    } else if word == "%TORYO"
        && let Some((record, _)) = record
    {
        record.resigned = true;
    }
    Ok(())
}

/// `1-HI-KA * ...`: a rank; `+00FU...`: pieces in hand or on squares.
fn place(text: &str, setup: &mut Setup) -> Result<(), ParseError> {
    let wrong = || ParseError::new(format!("expected the pieces of a rank or a hand, found `P{text}`"));
    let side = |sign| if sign == '+' { Side::First } else { Side::Second };
    let chars: Vec<char> = text.chars().collect();
    let word = |part: &[char]| part.iter().collect::<String>();
    if let Some(rank) =
        chars.first().and_then(|digit| digit.to_digit(10)).filter(|rank| (1..=5).contains(rank))
    {
        for (file, piece) in chars[1..].chunks(3).take(5).enumerate() {
            if let [sign @ ('+' | '-'), ..] = piece {
                let piece = Piece { kind: kind(&word(&piece[1..]))?, side: side(*sign) };
                setup.board[(rank as usize - 1) * 5 + file] = Some(piece);
            }
        }
        return Ok(());
    }
    let (&sign, rest) = chars.split_first().filter(|(sign, _)| SIGNS.contains(sign)).ok_or_else(wrong)?;
    for piece in rest.chunks(4) {
        if piece.len() < 4 {
            return Err(wrong());
        }
        let kind = kind(&word(&piece[2..]))?;
        match word(&piece[..2]).as_str() {
            "00" => setup.hands[side(sign).index()][kind.place()] += 1,
            at => setup.board[square(at)?.index()] = Some(Piece { kind, side: side(sign) }),
        }
    }
    Ok(())
}

/// `+3544GI`: a sign, from, to, and what the piece is afterwards.
fn read_move(now: &Position<u32>, word: &str) -> Result<Move, ParseError> {
    let wrong = || ParseError::new(format!("expected a move such as +3544GI, found `{word}`"));
    if !word.is_ascii() || word.len() < 7 {
        return Err(wrong());
    }
    let (to, after) = (square(&word[3..5])?, kind(&word[5..7])?);
    if &word[1..3] == "00" {
        return Ok(Move::Drop { kind: after, to });
    }
    let from = square(&word[1..3])?;
    let before = now.piece(from).ok_or_else(|| ParseError::new(format!("no piece on {}", &word[1..3])))?;
    if after.unpromoted() != before.kind.unpromoted() {
        return Err(wrong());
    }
    Ok(Move::Board { from, to, promote: after != before.kind })
}
