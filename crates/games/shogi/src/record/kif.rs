//! KIF: <https://kakinoki.o.oo7.jp/kif_format.html>, on as many files and ranks as the board has.

use super::{RecordEnd, Transcript, names};
use crate::{
    Bits, BoardSize, Kind, Move, Piece, Position, Setup, Shogi, Square, Variant,
    numerals::{FILES, MARKS, RANKS},
    words,
};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, ParseError, Side, TwoPlayer, play::Forfeit};

/// How many are in a hand; one is not said.
const COUNTS: [&str; 19] = [
    "", "", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五",
    "十六", "十七", "十八",
];

const HEADING: &str = "手数----指手---------消費時間--";
const RESIGNED: &str = "投了";
const TIME_UP: &str = "切れ負け";
const STOPPED: &str = "中断";
const MATE: &str = "詰み";
const REPETITION: &str = "千日手";
/// The side to move has lost by its own foul, or won by that of the last move.
const FOUL_LOSES: &str = "反則負け";
const FOUL_WINS: &str = "反則勝ち";
/// Other ways for a record to end.
const ENDS: [&str; 13] = [
    STOPPED,
    REPETITION,
    MATE,
    "詰",
    "持将棋",
    FOUL_WINS,
    FOUL_LOSES,
    "入玉勝ち",
    "不戦敗",
    "不戦勝",
    "不詰",
    "封じ手",
    "接続切れ",
];
/// How other programs write that the time of the side to move is up.
const TIME_IS_UP: &str = "時間切れ";
/// Begins the line behind the moves that tells how the game ended.
const UNTIL: &str = "まで";
const SAME: &str = "同";
/// Begins moves that were not played, behind those that were.
const VARIATION: &str = "変化";
/// Begins the line over the moves, and one that tells how many led to a board.
const NUMBERS: &str = "手数";
/// Titles that other texts hardly have. A file may leave out any of them, and the line over the moves.
const TITLES: [&str; 7] = ["手合割", "先手", "後手", "下手", "上手", "開始日時", "対局日"];

/// The starts of shogi with a handicap, as SFEN has the ranks of 上手, who is the second player and begins: as
/// Kifu for Windows, JKF and tsshogi have them up to 十枚落ち, and as Lishogi and 81Dojo have the others.
/// 九枚落ち is not among them, since programs differ in which gold general is left.
const HANDICAPS: [(&str, &str); 22] = [
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp"),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp"),
    ("両香落ち", "1nsgkgsn1/1r5b1/ppppppppp"),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp"),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp"),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp"),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp"),
    ("三枚落ち", "lnsgkgsn1/9/ppppppppp"),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp"),
    ("五枚落ち", "2sgkgsn1/9/ppppppppp"),
    ("左五枚落ち", "1nsgkgs2/9/ppppppppp"),
    ("六枚落ち", "2sgkgs2/9/ppppppppp"),
    // As 五枚落ち, the right one where none is named.
    ("七枚落ち", "3gkgs2/9/ppppppppp"),
    ("右七枚落ち", "3gkgs2/9/ppppppppp"),
    ("左七枚落ち", "2sgkg3/9/ppppppppp"),
    ("八枚落ち", "3gkg3/9/ppppppppp"),
    ("十枚落ち", "4k4/9/ppppppppp"),
    ("トンボ", "4k4/1r5b1/ppppppppp"),
    ("トンボ＋香", "l3k3l/1r5b1/ppppppppp"),
    ("トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp"),
    (THREE_PAWNS, "4k4/9/9"),
    ("裸玉", "4k4/9/9"),
];
/// 上手 has three pawns in hand and nothing on the board but the king.
const THREE_PAWNS: &str = "歩三兵";
/// The other ranks.
const WITHOUT_HANDICAP: &str = "9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// What the form calls shogi without a handicap.
const EVEN: &str = "平手";

/// What the form calls an even game; a start that it has no name for is drawn.
fn even(variant: &Variant) -> Option<&'static str> {
    match variant.name {
        "shogi" => Some(EVEN),
        "minishogi" => Some("5五将棋"),
        _ => None,
    }
}

/// The number of a file, from the right.
fn file(board: BoardSize, square: Square) -> usize {
    usize::from(board.files - board.file(square))
}

/// The number of a rank, from the top.
fn rank(board: BoardSize, square: Square) -> usize {
    usize::from(board.rank(square)) + 1
}

/// The square of a file and a rank, both counted from 1.
fn square(board: BoardSize, file: usize, rank: usize) -> Option<Square> {
    board.square(board.files as i8 - file as i8, rank as i8 - 1)
}

fn place(board: BoardSize, square: Square) -> String {
    [FILES[file(board, square) - 1], RANKS[rank(board, square) - 1]].iter().collect()
}

pub fn write<B: Bits>(record: &Transcript<B>, game: &Shogi<B>) -> String {
    let (variant, board) = (game.variant(), game.variant().board);
    let mut text = match even(variant).filter(|_| record.start == game.start()) {
        Some(even) => format!("手合割：{even}\n"),
        None => write_position(&record.start, variant),
    };
    for (name, title) in record.names.iter().zip(["先手", "後手"]) {
        text += &name.as_ref().map_or(String::new(), |name| format!("{title}：{name}\n"));
    }
    writeln!(text, "{HEADING}").expect("a string takes all");
    let mut now = record.start.clone();
    for (at, &mv) in record.moves.iter().enumerate() {
        let what = match mv {
            Move::Board { from, promote, .. } => {
                let kind = now.piece(from).map_or(Kind::ROYAL, |piece| piece.kind);
                let (name, promotion) = (names::of(variant, kind).kif, if promote { "成" } else { "" });
                format!("{name}{promotion}({}{})", file(board, from), rank(board, from))
            }
            Move::Drop { kind, .. } => format!("{}打", names::of(variant, kind).kif),
        };
        writeln!(text, "{:4} {}{what}", at + 1, place(board, mv.to())).expect("a string takes all");
        now = game.play(&now, mv);
    }
    let end = match record.ending(game) {
        Some(RecordEnd::Forfeit(Forfeit::Resigned)) => RESIGNED,
        Some(RecordEnd::Forfeit(Forfeit::TimeUp)) => TIME_UP,
        Some(RecordEnd::Mate) => MATE,
        Some(RecordEnd::Foul { loser }) if loser == now.side() => FOUL_LOSES,
        Some(RecordEnd::Foul { .. }) => FOUL_WINS,
        Some(RecordEnd::Repetition) => REPETITION,
        None => STOPPED,
    };
    text + &format!("{:4} {end}\n", record.moves.len() + 1)
}

fn write_position<B: Bits>(pos: &Position<B>, variant: &Variant) -> String {
    let board = variant.board;
    let hand = |side: Side, title: &str| {
        let kinds = variant.hand_kinds().filter(|&kind| pos.hand(side, kind) > 0);
        let held = kinds
            .map(|kind| names::of(variant, kind).kif.to_owned() + COUNTS[usize::from(pos.hand(side, kind))]);
        let held = held.collect::<Vec<_>>().join("　");
        format!("{title}の持駒：{}\n", if held.is_empty() { "なし".into() } else { held })
    };
    let files = usize::from(board.files);
    let edge = format!("+{}+\n", "-".repeat(3 * files));
    let numbers: String = FILES[..files].iter().rev().flat_map(|file| [' ', *file]).collect();
    let mut text = format!("{} {numbers}\n{edge}", hand(Side::Second, "後手"));
    for rank in 1..=usize::from(board.ranks) {
        text.push('|');
        for file in (1..=files).rev() {
            let shown = match square(board, file, rank).and_then(|square| pos.piece(square)) {
                None => " ・".to_owned(),
                Some(Piece { kind, side }) => {
                    let owner = if side == Side::First { ' ' } else { 'v' };
                    format!("{owner}{}", names::of(variant, kind).square)
                }
            };
            text += &shown;
        }
        writeln!(text, "|{}", RANKS[rank - 1]).expect("a string takes all");
    }
    text += &edge;
    text += &hand(Side::First, "先手");
    text + if pos.side() == Side::Second { "後手番\n" } else { "" }
}

/// Whether a line, which is no remark, tells by how it begins that a record is in this form.
pub fn is_known_by(line: &str) -> bool {
    let line = line.trim_start();
    let title = titled(line).map(|(title, _)| title);
    title.is_some_and(|title| TITLES.contains(&title) || names::kif_hand(title).is_some())
        || line.starts_with(NUMBERS)
        || line.starts_with('|')
        || is_ki2(line)
        || is_bare(line)
        || numbered(line).is_some_and(|word| !word.is_ascii())
}

/// Whether a line begins with a move of another form (KI2), which leaves out where a piece came from.
fn is_ki2(line: &str) -> bool {
    let behind = line.strip_prefix(MARKS).and_then(|rest| rest.trim_start().chars().next());
    behind.is_some_and(|letter| is_digit(letter) || SAME.contains(letter))
}

/// Whether a line begins with a move without its number, or right behind it: a square, a piece, and where
/// that came from. Titles and remarks may begin with a square.
fn is_bare(line: &str) -> bool {
    let rest = line.trim_start_matches(is_digit);
    let word = rest.split_whitespace().next().unwrap_or_default();
    let is_from = |from: &str| from.len() == 3 && from.ends_with(')');
    rest.len() < line.len()
        && word.starts_with(RANKS)
        && (word.ends_with('打') || word.split_once('(').is_some_and(|(_, from)| is_from(from)))
}

/// The title and the text of a line that has both; a few titles may have a colon of ASCII behind them.
fn titled(line: &str) -> Option<(&str, &str)> {
    let ascii = || line.split_once(':').filter(|(title, _)| TITLES.contains(title));
    line.split_once('：').or_else(ascii)
}

/// A move, or the end, behind its number; 同 may have a blank behind it.
fn numbered(line: &str) -> Option<String> {
    let is_number = |word: &&str| word.chars().all(is_digit);
    let mut words = line.split_whitespace();
    words.next().filter(is_number)?;
    // Numbers alone are those of the files, over a board.
    let word = words.next().filter(|word| !is_number(word))?;
    Some(if word == SAME { [word, words.next().unwrap_or_default()].concat() } else { word.to_owned() })
}

/// Whether a letter is a digit, full-width or not.
fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '０' || FILES.contains(&letter)
}

pub fn read<B: Bits>(game: &Shogi<B>, text: &str) -> Result<Transcript<B>, ParseError> {
    let mut reader = Reader {
        game,
        setup: Setup::empty(game.variant()),
        drawn: 0,
        handicap: None,
        unknown: None,
        names: [None, None],
        going: None,
        is_headed: false,
        over: false,
    };
    for (at, line) in text.lines().enumerate() {
        reader.line(line.trim_end()).map_err(|error| error.in_line(at))?;
    }
    if reader.going.is_none() && reader.drawn == 0 && !reader.is_headed {
        return Err(ParseError::new(words::NO_RECORD));
    }
    let (mut record, _) = reader.begin()?;
    record.names = reader.names;
    Ok(record)
}

struct Reader<'a, B: Bits> {
    game: &'a Shogi<B>,
    setup: Setup,
    /// Ranks of the board that have been read.
    drawn: usize,
    /// The start of a handicap, which holds where no board is drawn.
    handicap: Option<Position<B>>,
    /// The name of a handicap whose start is not known.
    unknown: Option<String>,
    names: [Option<String>; 2],
    /// The moves have begun: the record, and the position after them.
    going: Option<(Transcript<B>, Position<B>)>,
    /// A handicap, an even game or the line over the moves has been read: a game, be it without moves.
    is_headed: bool,
    /// It has ended: what follows was not played.
    over: bool,
}

impl<B: Bits> Reader<'_, B> {
    /// The record so far: it begins here if it has not begun.
    fn begin(&mut self) -> Result<(Transcript<B>, Position<B>), ParseError> {
        if let Some(going) = self.going.take() {
            return Ok(going);
        }
        let start = if self.drawn > 0 {
            let drawn = Position::new(&self.setup, self.game.variant()).map_err(ParseError::new)?;
            self.game.parse_pos(&self.game.show_pos(&drawn))?
        } else if let Some(unknown) = self.unknown.take() {
            return Err(ParseError::new(words::HANDICAP.with(unknown)));
        } else {
            self.handicap.take().unwrap_or_else(|| self.game.start())
        };
        Ok((Transcript::new(start.clone()), start))
    }

    fn line(&mut self, line: &str) -> Result<(), ParseError> {
        let trimmed = line.trim_start();
        if self.over {
            return Ok(());
        }
        if let Some((title, value)) = titled(trimmed) {
            return self.header(title, value.trim());
        }
        if is_ki2(trimmed) {
            return Err(ParseError::new(words::KI2));
        }
        if is_bare(trimmed) {
            return Err(ParseError::new(words::KIF_NUMBER.with(trimmed)));
        }
        if let Some(rank) = line.strip_prefix('|') {
            return self.rank(rank);
        }
        if trimmed.starts_with(UNTIL) {
            self.until(trimmed);
        }
        self.is_headed |= trimmed.starts_with(NUMBERS);
        if ["後手番", "上手番"].contains(&trimmed) {
            self.setup.side = Side::Second;
        }
        numbered(trimmed).map_or(Ok(()), |word| self.move_or_end(&word))
    }

    fn header(&mut self, title: &str, value: &str) -> Result<(), ParseError> {
        match title {
            "先手" | "下手" => self.names[0] = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "後手" | "上手" => self.names[1] = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "手合割" => {
                self.is_headed = true;
                self.handicap(value)?;
            }
            VARIATION => self.over = true,
            _ => {}
        }
        names::kif_hand(title).map_or(Ok(()), |side| self.hand(side, value))
    }

    /// The start of a handicap, by its name. What is not known may be drawn.
    fn handicap(&mut self, name: &str) -> Result<(), ParseError> {
        let is_shogi = even(self.game.variant()) == Some(EVEN);
        let hand = if name == THREE_PAWNS { "3p" } else { "-" };
        let known = HANDICAPS.iter().find(|(known, _)| is_shogi && *known == name);
        if let Some((_, ranks)) = known {
            self.handicap = Some(self.game.parse_pos(&format!("{ranks}/{WITHOUT_HANDICAP} w {hand}"))?);
        } else if is_shogi && ![EVEN, ""].contains(&name) || name.ends_with("落ち") {
            self.unknown = Some(name.to_owned());
        }
        Ok(())
    }

    fn hand(&mut self, side: Side, text: &str) -> Result<(), ParseError> {
        for word in text.split([' ', '　']).filter(|word| !word.is_empty() && *word != "なし") {
            let (kind, count) =
                self.named(word).ok_or_else(|| ParseError::new(words::KIF_PIECE.with(word)))?;
            let wrong = || ParseError::new(words::KIF_COUNT.with(count));
            let count = COUNTS[1..].iter().position(|known| *known == count).ok_or_else(wrong)? + 1;
            self.setup.hands[side.index()][kind.unpromoted().place()] = count as u8;
        }
        Ok(())
    }

    fn named<'t>(&self, text: &'t str) -> Option<(Kind, &'t str)> {
        names::kif(self.game.variant(), text)
    }

    /// ` ・v玉...|一`
    fn rank(&mut self, text: &str) -> Result<(), ParseError> {
        let board = self.game.variant().board;
        let (files, ranks) = (usize::from(board.files), usize::from(board.ranks));
        let wrong = || ParseError::new(words::KIF_RANK.with(files));
        let (squares, _) = text.split_once('|').ok_or_else(wrong)?;
        let chars: Vec<char> = squares.chars().collect();
        if self.drawn >= ranks {
            return Err(ParseError::new(words::KIF_RANKS.with(ranks)));
        }
        if chars.len() != 2 * files {
            return Err(wrong());
        }
        for (file, square) in chars.chunks_exact(2).enumerate() {
            if square[1] != '・' {
                let (kind, _) = self.named(&square[1].to_string()).ok_or_else(wrong)?;
                let side = if square[0] == 'v' { Side::Second } else { Side::First };
                self.setup.board[self.drawn * files + file] = Some(Piece { kind, side });
            }
        }
        self.drawn += 1;
        Ok(())
    }

    /// `まで81手で先手の勝ち` behind the moves: their end, and who has lost where the rules would go on.
    fn until(&mut self, line: &str) {
        let Some((record, now)) = &mut self.going else { return };
        self.over = true;
        let winners =
            [["先手の勝ち", "下手の勝ち"], ["後手の勝ち", "上手の勝ち"]][now.side().other().index()];
        let is_open = self.game.result(now).is_none() && !line.contains("反則");
        if is_open && winners.iter().any(|winner| line.contains(winner)) {
            let is_time_up = [TIME_UP, TIME_IS_UP].iter().any(|word| line.contains(word));
            record.forfeit = Some(if is_time_up { Forfeit::TimeUp } else { Forfeit::Resigned });
        }
    }

    /// A move, or the end.
    fn move_or_end(&mut self, word: &str) -> Result<(), ParseError> {
        let word = word.strip_prefix(MARKS).unwrap_or(word);
        let (mut record, mut now) = self.begin()?;
        record.forfeit = match word {
            RESIGNED => Some(Forfeit::Resigned),
            TIME_UP | TIME_IS_UP => Some(Forfeit::TimeUp),
            _ => None,
        };
        self.over = record.forfeit.is_some() || ENDS.contains(&word);
        if !self.over {
            let mv = read_move(&record, &now, self.game.variant(), word)?;
            record.push(self.game, &mut now, mv)?;
        }
        self.going = Some((record, now));
        Ok(())
    }
}

/// `４四銀(35)`, `同　銀成(35)`, `４四歩打`.
fn read_move<B: Bits>(
    record: &Transcript<B>,
    now: &Position<B>,
    variant: &Variant,
    word: &str,
) -> Result<Move, ParseError> {
    let wrong = || ParseError::new(words::KIF_MOVE.with(word));
    let board = variant.board;
    let mut chars = word.chars();
    let to = if let Some(rest) = word.strip_prefix(SAME) {
        chars = rest.chars();
        record.moves.last().map(|mv| mv.to()).ok_or_else(wrong)?
    } else {
        let first = chars.next().ok_or_else(wrong)?;
        let number = |known: &[char], one: char| Some(known.iter().position(|known| *known == one)? + 1);
        let file = number(&FILES, first).or_else(|| first.to_digit(10).map(|digit| digit as usize));
        let rank = chars.next().and_then(|rank| number(&RANKS, rank));
        file.zip(rank).and_then(|(file, rank)| square(board, file, rank)).ok_or_else(wrong)?
    };
    let (kind, rest) = names::kif(variant, chars.as_str().trim_start_matches('　')).ok_or_else(wrong)?;
    let (action, from) = rest.split_once('(').unwrap_or((rest, ""));
    if from.is_empty() {
        return Ok(Move::Drop { kind, to });
    }
    let mut digits = from.chars().map_while(|digit| digit.to_digit(10)).map(|digit| digit as usize);
    let from = digits.next().zip(digits.next()).and_then(|(file, rank)| square(board, file, rank));
    let from = from.ok_or_else(wrong)?;
    if now.piece(from).is_none_or(|piece| piece.kind != kind) {
        return Err(wrong());
    }
    Ok(Move::Board { from, to, promote: action == "成" })
}
