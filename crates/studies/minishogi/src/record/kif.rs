//! KIF: <https://kakinoki.o.oo7.jp/kif_format.html>, on five files and ranks.

use super::{Game5, Transcript, in_line};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, ParseError, Side};
use yomikiri_shogi::{Kind, Move, Piece, Position, Setup, Square};

const FILES: [char; 5] = ['１', '２', '３', '４', '５'];
const RANKS: [char; 5] = ['一', '二', '三', '四', '五'];

/// The names of pieces in moves; those of one character also on the board.
const NAMES: [(&str, Kind); 13] = [
    ("玉", Kind::KING),
    ("飛", Kind::ROOK),
    ("角", Kind::BISHOP),
    ("金", Kind::GOLD),
    ("銀", Kind::SILVER),
    ("歩", Kind::PAWN),
    ("龍", Kind::ROOK.promoted()),
    ("馬", Kind::BISHOP.promoted()),
    ("成銀", Kind::SILVER.promoted()),
    ("と", Kind::PAWN.promoted()),
    // Read, and not written.
    ("王", Kind::KING),
    ("竜", Kind::ROOK.promoted()),
    ("全", Kind::SILVER.promoted()),
];

const EVEN: &str = "手合割：5五将棋";
const HEADING: &str = "手数----指手---------消費時間--";
const RESIGNED: &str = "投了";
const STOPPED: &str = "中断";
/// Other ways for a record to end.
const ENDS: [&str; 9] =
    [STOPPED, "千日手", "詰み", "持将棋", "切れ負け", "反則勝ち", "反則負け", "入玉勝ち", "不戦敗"];
const SAME: char = '同';

fn name(kind: Kind) -> &'static str {
    NAMES.iter().find(|(_, other)| *other == kind).map_or("?", |(name, _)| name)
}

/// Of the names that a text begins with, the longest.
fn named(text: &str) -> Option<(Kind, &str)> {
    let fitting = NAMES.iter().filter_map(|&(name, kind)| Some((kind, text.strip_prefix(name)?)));
    fitting.min_by_key(|(_, rest)| rest.len())
}

fn place(square: Square) -> String {
    [FILES[4 - usize::from(square.0 % 5)], RANKS[usize::from(square.0 / 5)]].iter().collect()
}

pub fn write(record: &Transcript, game: &Game5) -> String {
    let mut text =
        if record.start == game.start() { format!("{EVEN}\n") } else { write_position(&record.start) };
    for (name, title) in record.names.iter().zip(["先手", "後手"]) {
        text += &name.as_ref().map_or(String::new(), |name| format!("{title}：{name}\n"));
    }
    writeln!(text, "{HEADING}").expect("a string takes all");
    let mut now = record.start.clone();
    for (at, &mv) in record.moves.iter().enumerate() {
        let what = match mv {
            Move::Board { from, promote, .. } => {
                let kind = now.piece(from).map_or(Kind::KING, |piece| piece.kind);
                let promotion = if promote { "成" } else { "" };
                format!("{}{promotion}({}{})", name(kind), 5 - from.0 % 5, from.0 / 5 + 1)
            }
            Move::Drop { kind, .. } => format!("{}打", name(kind)),
        };
        writeln!(text, "{:4} {}{what}", at + 1, place(mv.to())).expect("a string takes all");
        now = game.play(&now, mv);
    }
    let end = if record.resigned { RESIGNED } else { STOPPED };
    text + &format!("{:4} {end}\n", record.moves.len() + 1)
}

fn write_position(pos: &Position<u32>) -> String {
    let hand = |side: Side, title: &str| {
        let held = NAMES[1..6]
            .iter()
            .filter(|&&(_, kind)| pos.hand(side, kind) > 0)
            .map(|&(name, kind)| format!("{name}{}", if pos.hand(side, kind) == 2 { "二" } else { "" }));
        let held = held.collect::<Vec<_>>().join("　");
        format!("{title}の持駒：{}\n", if held.is_empty() { "なし".into() } else { held })
    };
    let mut text = hand(Side::Second, "後手") + "  ５ ４ ３ ２ １\n+---------------+\n";
    for rank in 0..5 {
        text.push('|');
        for file in 0..5 {
            let shown = match pos.piece(Square(rank * 5 + file)) {
                None => " ・".to_owned(),
                Some(Piece { kind, side }) => {
                    let name = if kind == Kind::SILVER.promoted() { "全" } else { name(kind) };
                    format!("{}{name}", if side == Side::First { ' ' } else { 'v' })
                }
            };
            text += &shown;
        }
        writeln!(text, "|{}", RANKS[usize::from(rank)]).expect("a string takes all");
    }
    text += "+---------------+\n";
    text += &hand(Side::First, "先手");
    text + if pos.side() == Side::Second { "後手番\n" } else { "" }
}

pub fn read(game: &Game5, text: &str) -> Result<Transcript, ParseError> {
    let mut reader =
        Reader { game, setup: Setup::empty(game.variant()), drawn: 0, names: [None, None], going: None };
    for (at, line) in text.lines().enumerate() {
        reader.line(line.trim_end()).map_err(|error| in_line(at, &error))?;
    }
    let (mut record, _) = reader.begin()?;
    record.names = reader.names;
    Ok(record)
}

struct Reader<'a> {
    game: &'a Game5,
    setup: Setup,
    /// Ranks of the board that have been read.
    drawn: usize,
    names: [Option<String>; 2],
    /// The moves have begun: the record, and the position after them.
    going: Option<(Transcript, Position<u32>)>,
}

impl Reader<'_> {
    /// The record so far: it begins here if it has not begun.
    fn begin(&mut self) -> Result<(Transcript, Position<u32>), ParseError> {
        if let Some(going) = self.going.take() {
            return Ok(going);
        }
        let start = if self.drawn == 0 {
            self.game.start()
        } else {
            let drawn = Position::new(&self.setup, self.game.variant());
            let drawn = drawn.map_err(|error| ParseError::new(error.to_string()))?;
            self.game.parse_pos(&self.game.show_pos(&drawn))?
        };
        Ok((Transcript::new(start.clone()), start))
    }

    fn line(&mut self, line: &str) -> Result<(), ParseError> {
        let trimmed = line.trim_start();
        if let Some((title, value)) = trimmed.split_once('：') {
            return self.header(title, value.trim());
        }
        if let Some(rank) = line.strip_prefix('|') {
            return self.rank(rank);
        }
        if trimmed == "後手番" {
            self.setup.side = Side::Second;
        }
        let mut words = trimmed.split_whitespace();
        let numbered = words.next().is_some_and(|number| number.parse::<u32>().is_ok());
        match words.next() {
            Some(word) if numbered => self.numbered(word),
            _ => Ok(()),
        }
    }

    fn header(&mut self, title: &str, value: &str) -> Result<(), ParseError> {
        match title {
            "先手" | "下手" => self.names[0] = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "後手" | "上手" => self.names[1] = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "先手の持駒" | "下手の持駒" => self.hand(Side::First, value)?,
            "後手の持駒" | "上手の持駒" => self.hand(Side::Second, value)?,
            _ => {}
        }
        Ok(())
    }

    fn hand(&mut self, side: Side, text: &str) -> Result<(), ParseError> {
        for word in text.split([' ', '　']).filter(|word| !word.is_empty() && *word != "なし") {
            let (kind, count) =
                named(word).ok_or_else(|| ParseError::new(format!("expected a piece, found `{word}`")))?;
            self.setup.hands[side.index()][kind.place()] = if count == "二" { 2 } else { 1 };
        }
        Ok(())
    }

    /// ` ・v玉...|一`
    fn rank(&mut self, text: &str) -> Result<(), ParseError> {
        let wrong = || ParseError::new("expected five squares between two `|`, each of two characters");
        let (squares, _) = text.split_once('|').ok_or_else(wrong)?;
        let chars: Vec<char> = squares.chars().collect();
        if chars.len() != 10 || self.drawn >= 5 {
            return Err(wrong());
        }
        for (file, square) in chars.chunks_exact(2).enumerate() {
            if square[1] != '・' {
                let (kind, _) = named(&square[1].to_string()).ok_or_else(wrong)?;
                let side = if square[0] == 'v' { Side::Second } else { Side::First };
                self.setup.board[self.drawn * 5 + file] = Some(Piece { kind, side });
            }
        }
        self.drawn += 1;
        Ok(())
    }

    /// A move, or the end.
    fn numbered(&mut self, word: &str) -> Result<(), ParseError> {
        let (mut record, mut now) = self.begin()?;
        if word == RESIGNED {
            record.resigned = true;
        } else if !ENDS.contains(&word) {
            let mv = read_move(&record, word)?;
            record.push(self.game, &mut now, mv)?;
        }
        self.going = Some((record, now));
        Ok(())
    }
}

/// `４四銀(35)`, `同　銀成(35)`, `４四歩打`.
fn read_move(record: &Transcript, word: &str) -> Result<Move, ParseError> {
    let wrong = || ParseError::new(format!("expected a move such as ４四銀(35), found `{word}`"));
    let mut chars = word.chars();
    let first = chars.next().ok_or_else(wrong)?;
    let to = if first == SAME {
        record.moves.last().map(|mv| mv.to()).ok_or_else(wrong)?
    } else {
        let file = FILES
            .iter()
            .position(|&file| file == first)
            .or_else(|| first.to_digit(10).map(|d| d as usize - 1));
        let second = chars.next().ok_or_else(wrong)?;
        let rank = RANKS.iter().position(|&rank| rank == second);
        let (file, rank) = file.zip(rank).ok_or_else(wrong)?;
        Square((rank * 5 + 4 - file) as u8)
    };
    let (kind, rest) = named(chars.as_str().trim_start_matches('　')).ok_or_else(wrong)?;
    let (action, from) = rest.split_once('(').unwrap_or((rest, ""));
    if from.is_empty() {
        return Ok(Move::Drop { kind, to });
    }
    let digits: Vec<u8> = from.bytes().map(|byte| byte.wrapping_sub(b'0')).take(2).collect();
    match digits[..] {
        [file @ 1..=5, rank @ 1..=5] => {
            let from = Square((rank - 1) * 5 + 5 - file);
            Ok(Move::Board { from, to, promote: action == "成" })
        }
        _ => Err(wrong()),
    }
}
