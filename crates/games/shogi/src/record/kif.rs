//! Records of games in KIF, made of its [lines](super::kif_lines).

use super::{
    RecordEnd, Transcript,
    kif_lines::{
        DrawnPosition, HEADING, MATE, STOPPED, VARIATION, is_bare, is_end, is_ki2, is_of_position, no_number,
        numbered, origin, position, read_move, target,
    },
};
use crate::{Bits, Position, Shogi, Variant, words};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, ParseError, TwoPlayer, play::Forfeit};

const RESIGNED: &str = "投了";
const TIME_UP: &str = "切れ負け";
const REPETITION: &str = "千日手";
/// The side to move has lost by its own foul, or won by that of the last move.
const FOUL_LOSES: &str = "反則負け";
const FOUL_WINS: &str = "反則勝ち";
/// How other programs write that the time of the side to move is up.
const TIME_IS_UP: &str = "時間切れ";
/// Begins the line behind the moves that tells how the game ended.
const UNTIL: &str = "まで";
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

pub fn write<B: Bits>(record: &Transcript<B>, game: &Shogi<B>) -> String {
    let (variant, board) = (game.variant(), game.variant().board);
    let mut text = match even(variant).filter(|_| record.start == game.start()) {
        Some(even) => format!("手合割：{even}\n"),
        None => position(&record.start, variant),
    };
    for (name, title) in record.names.iter().zip(["先手", "後手"]) {
        text += &name.as_ref().map_or(String::new(), |name| format!("{title}：{name}\n"));
    }
    writeln!(text, "{HEADING}").expect("a string takes all");
    let mut now = record.start.clone();
    for (at, &mv) in record.moves.iter().enumerate() {
        let (to, what) = (target(board, None, mv), origin(&now, variant, mv));
        writeln!(text, "{:4} {to}{what}", at + 1).expect("a string takes all");
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

/// Whether a line, which is no remark, tells by how it begins that a record is in this form.
pub fn is_known_by(line: &str) -> bool {
    let line = line.trim_start();
    let title = titled(line).map(|(title, _)| title);
    title.is_some_and(|title| TITLES.contains(&title))
        || is_of_position(line)
        || line.starts_with(NUMBERS)
        || is_ki2(line)
        || is_bare(line)
        || numbered(line).is_some_and(|told| !told.is_ascii())
}

/// The title and the text of a line that has both; a few titles may have a colon of ASCII behind them.
fn titled(line: &str) -> Option<(&str, &str)> {
    let ascii = || line.split_once(':').filter(|(title, _)| TITLES.contains(title) || *title == VARIATION);
    line.split_once('：').or_else(ascii)
}

pub fn read<B: Bits>(game: &Shogi<B>, text: &str) -> Result<Transcript<B>, ParseError> {
    let mut reader = Reader {
        game,
        drawn: DrawnPosition::new(game.variant()),
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
    if reader.going.is_none() && reader.drawn.ranks == 0 && !reader.is_headed {
        return Err(ParseError::new(words::NO_RECORD));
    }
    let (mut record, _) = reader.begin()?;
    record.names = reader.names;
    Ok(record)
}

struct Reader<'a, B: Bits> {
    game: &'a Shogi<B>,
    drawn: DrawnPosition,
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
        let start = if self.drawn.ranks > 0 {
            let drawn = Position::new(&self.drawn.setup, self.game.variant()).map_err(ParseError::new)?;
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
        if self.drawn.read(self.game.variant(), trimmed)? {
            return Ok(());
        }
        if let Some((title, value)) = titled(trimmed) {
            return self.header(title, value.trim());
        }
        if is_ki2(trimmed) {
            return Err(ParseError::new(words::KI2));
        }
        if is_bare(trimmed) {
            return Err(no_number(trimmed));
        }
        if trimmed.starts_with(UNTIL) {
            self.until(trimmed);
        }
        self.is_headed |= trimmed.starts_with(NUMBERS);
        numbered(trimmed).map_or(Ok(()), |told| self.move_or_end(told))
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
        Ok(())
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
    fn move_or_end(&mut self, told: &str) -> Result<(), ParseError> {
        let (mut record, mut now) = self.begin()?;
        record.forfeit = None;
        if told.starts_with(RESIGNED) {
            record.forfeit = Some(Forfeit::Resigned);
        } else if [TIME_UP, TIME_IS_UP].iter().any(|word| told.starts_with(word)) {
            record.forfeit = Some(Forfeit::TimeUp);
        }
        self.over = is_end(told);
        if !self.over {
            let mv = read_move(self.game, &now, record.moves.last().copied(), told)?;
            now = self.game.play(&now, mv);
            record.moves.push(mv);
        }
        self.going = Some((record, now));
        Ok(())
    }
}
