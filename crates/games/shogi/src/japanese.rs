//! Moves as Japanese records print them: 同銀, ５八金左, ５三桂不成, and 打 for a drop only where a piece on the
//! board could go there too, by the rules of the Japan Shogi Association.

use crate::{
    Bits, BoardSize, Kind, Move, Piece, Position, Shogi, Square, Variant, numerals::MARKS, record::names,
    words,
};
use yomikiri_core::{Game, ParseError, Side};

pub use crate::numerals::{FILES, RANKS};

const SAME: &str = "同";
const DROP: &str = "打";

/// What may be typed before a move in the place of a mark.
const MOVERS: [char; 2] = ['先', '後'];

/// The name of a square: ５三. None on a board with more than nine files or ranks.
pub fn square(board: BoardSize, square: Square) -> Option<String> {
    let file = FILES.get(usize::from(board.files - board.file(square)) - 1)?;
    Some([file, RANKS.get(usize::from(board.rank(square)))?].into_iter().collect())
}

/// The name of a piece in a move; none where records have no name for the pieces of the variant.
fn name(variant: &Variant, kind: Kind) -> Option<&'static str> {
    names::are_known(variant).then(|| names::of(variant, kind).kif)
}

/// A legal move: where to, the piece, which of several, whether it promotes. None for a variant without
/// Japanese names.
pub fn print<B: Bits>(game: &Shogi<B>, pos: &Position<B>, last: Option<Move>, mv: Move) -> Option<String> {
    let parts = Parts::of(game, pos, mv)?;
    let to = if last.map(Move::to) == Some(mv.to()) { SAME.to_owned() } else { parts.to };
    Some(to + parts.name + &parts.which + parts.turn)
}

/// Reads a move with full-width or plain digits; 打 may stand where it need not, and what tells several pieces
/// apart may be left out where one move is left. `None` for a text that does not begin as such a move does.
pub fn read<B: Bits>(
    game: &Shogi<B>,
    pos: &Position<B>,
    last: Option<Move>,
    text: &str,
) -> Option<Result<Move, ParseError>> {
    let wanted = plain(text, game.variant().board, last);
    if wanted.is_ascii() {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let parts: Vec<_> = moves.iter().filter_map(|&mv| Some((mv, Parts::of(game, pos, mv)?))).collect();
    if parts.is_empty() {
        return None;
    }
    let found = parts.iter().filter_map(|(mv, parts)| Some((*mv, parts.fit(&wanted)?)));
    let found: Vec<(Move, Fit)> = found.collect();
    let whole: Vec<_> = found.iter().filter(|(_, fit)| *fit == Fit::Whole).collect();
    Some(match (&whole[..], &found[..]) {
        ([(mv, _)], _) | ([], [(mv, _)]) => Ok(*mv),
        ([], []) => Err(ParseError::new(words::ILLEGAL_HERE.with(text).and(parts[0].1.whole()))),
        _ => {
            let all: Vec<_> = found.iter().filter_map(|(mv, _)| print(game, pos, None, *mv)).collect();
            Err(ParseError::new(words::AMBIGUOUS.with(text).and(all.join(" "))))
        }
    })
}

/// A text in the characters that moves are printed with: no blanks, no mover, 同 as the square it means.
fn plain(text: &str, board: BoardSize, last: Option<Move>) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let text = text.trim_start_matches(MARKS).trim_start_matches(MOVERS);
    let text = match (text.strip_prefix(SAME), last.and_then(|last| square(board, last.to()))) {
        (Some(rest), Some(square)) => square + rest,
        _ => text.to_owned(),
    };
    let chars = text.chars().enumerate().map(|(at, letter)| match letter {
        '王' => '玉',
        '竜' => '龍',
        '1'..='9' if at == 0 => FILES[letter as usize - '1' as usize],
        '1'..='9' if at == 1 => RANKS[letter as usize - '1' as usize],
        '１'..='９' if at == 1 => RANKS[letter as usize - '１' as usize],
        _ => letter,
    });
    // Two digits and nothing behind them are no such move, but the beginning of one in USI or a number.
    let plain: String = chars.collect();
    if plain.chars().skip(2).any(|letter| !letter.is_ascii()) { plain } else { text }
}

/// How a text fits a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// It is the move as it is printed, with 打 or without.
    Whole,
    /// Something was left out.
    Short,
}

/// What a printed move is put together from.
struct Parts {
    to: String,
    name: &'static str,
    /// Which of several pieces: 左, 上, 打 and the like, or nothing.
    which: String,
    /// 成, 不成, or nothing.
    turn: &'static str,
    is_drop: bool,
}

impl Parts {
    fn of<B: Bits>(game: &Shogi<B>, pos: &Position<B>, mv: Move) -> Option<Self> {
        let variant = game.variant();
        let to = square(variant.board, mv.to())?;
        match mv {
            Move::Drop { kind, to: target } => {
                let piece = Piece { kind, side: pos.side() };
                let rivals = game.attackers(pos, piece.side, target) & pos.of_piece(piece);
                let which = if rivals.is_empty() { "" } else { DROP };
                Some(Self { to, name: name(variant, kind)?, which: which.into(), turn: "", is_drop: true })
            }
            Move::Board { from, to: target, promote } => {
                let piece = pos.piece(from)?;
                let could = could_promote(variant, piece, from, target);
                let turn = if promote { "成" } else { ["", "不成"][usize::from(could)] };
                let which = which(game, pos, piece, from, target);
                Some(Self { to, name: name(variant, piece.kind)?, which, turn, is_drop: false })
            }
        }
    }

    fn whole(&self) -> String {
        [&self.to, self.name, &self.which, self.turn].concat()
    }

    fn fit(&self, wanted: &str) -> Option<Fit> {
        let rest = wanted.strip_prefix(&self.to)?.strip_prefix(self.name)?;
        let is_told = self.is_drop && rest == DROP;
        if is_told || rest == [&self.which, self.turn].concat() {
            return Some(Fit::Whole);
        }
        // A drop is meant only where nothing else could be, or where it is told.
        let which = rest.strip_suffix("不成").or_else(|| rest.strip_suffix('成')).unwrap_or(rest);
        let turn = &rest[which.len()..];
        let fits = (which.is_empty() || which == self.which) && (turn.is_empty() || turn == self.turn);
        (fits && !self.is_drop).then_some(Fit::Short)
    }
}

fn could_promote(variant: &Variant, piece: Piece, from: Square, to: Square) -> bool {
    let zone = variant.board.far_ranks(piece.side, variant.promotion_ranks);
    variant.promotes(piece.kind)
        && [from, to].iter().any(|&square| zone.contains(&variant.board.rank(square)))
}

/// Which way a piece goes, by rank: up, sideways or back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movement {
    Up,
    Across,
    Back,
}

/// Where a piece comes from, as its owner sees it.
#[derive(Clone, Copy)]
struct MoveOrigin {
    way: Movement,
    /// Files to the right of where it arrives.
    right: i8,
}

impl MoveOrigin {
    fn new(board: BoardSize, side: Side, from: Square, to: Square) -> Self {
        let turn = if side == Side::First { 1 } else { -1 };
        let right = turn * (board.file(from) as i8 - board.file(to) as i8);
        let way = match turn * (board.rank(from) as i8 - board.rank(to) as i8) {
            1.. => Movement::Up,
            0 => Movement::Across,
            _ => Movement::Back,
        };
        Self { way, right }
    }

    const fn word(self) -> &'static str {
        match self.way {
            Movement::Up => "上",
            Movement::Across => "寄",
            Movement::Back => "引",
        }
    }
}

/// What tells a move from those of other pieces of its kind to the same square, by the rules of the Japan
/// Shogi Association: the way it goes if that suffices, else the side it comes from, else both.
fn which<B: Bits>(game: &Shogi<B>, pos: &Position<B>, piece: Piece, from: Square, to: Square) -> String {
    let rivals = game.attackers(pos, piece.side, to) & pos.of_piece(piece) & !B::one(from);
    let board = game.variant().board;
    let course = MoveOrigin::new(board, piece.side, from, to);
    let others: Vec<_> = rivals.squares().map(|from| MoveOrigin::new(board, piece.side, from, to)).collect();
    if others.is_empty() {
        return String::new();
    }
    if others.iter().all(|other| other.way != course.way) {
        return course.word().to_owned();
    }
    // Of two dragons or horses one is further left than the other; of other pieces, where they arrive
    // decides.
    let long = ["飛", "角"].contains(&name(game.variant(), piece.kind.unpromoted()).unwrap_or_default());
    let offset = if long { course.right - others[0].right } else { course.right };
    let side = match offset {
        0 => return "直".to_owned(),
        1.. => "右",
        _ => "左",
    };
    let alone = long || others.iter().all(|other| other.right.signum() != course.right.signum());
    if alone { side.to_owned() } else { format!("{side}{}", course.word()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Notation;

    /// How the moves of every piece to a square are told.
    fn told(sfen: &str, moves: &[&str]) -> Vec<String> {
        let game = Shogi::tsume();
        let pos = game.parse_pos(sfen).unwrap();
        let print = |mv: &&str| print(&game, &pos, None, game.parse_move(&pos, mv).unwrap()).unwrap();
        moves.iter().map(print).collect()
    }

    #[test]
    fn pieces_that_go_to_the_same_square_are_told_apart_as_the_association_does() {
        // Most are the figures of the association's page on notation.
        let cases: &[(&str, &[&str], &[&str])] = &[
            ("9/G8/9/9/9/9/9/9/8k", &["9b8b"], &["８二金"]),
            ("9/2G6/G8/9/9/9/9/9/8k", &["9c8b", "7b8b"], &["８二金上", "８二金寄"]),
            ("6G2/9/5G3/9/9/9/9/9/8k", &["4c3b", "3a3b"], &["３二金上", "３二金引"]),
            ("9/9/9/9/5G3/4G4/9/9/8k", &["5f4f", "4e4f"], &["４六金寄", "４六金引"]),
            ("G1G6/9/9/9/9/9/9/9/8k", &["9a8a", "7a8a"], &["８一金左", "８一金右"]),
            ("k8/9/9/9/9/9/9/9/3GG4", &["6i5h", "5i5h"], &["５八金左", "５八金直"]),
            ("k8/9/9/9/9/9/9/9/6SS1", &["3i2h", "2i2h"], &["２八銀左", "２八銀直"]),
            (
                "k8/9/9/9/3S1S3/9/3SS4/9/9",
                &["6g5f", "5g5f", "6e5f", "4e5f"],
                &["５六銀左上", "５六銀直", "５六銀左引", "５六銀右"],
            ),
            ("9/+R8/9/9/4k4/9/9/9/7+R1", &["9b2b", "2i2b"], &["２二龍寄", "２二龍上"]),
            ("8k/9/9/9/9/9/9/9/+R+R7", &["9i8h", "8i8h"], &["８八龍左", "８八龍右"]),
            ("+B1+B6/9/9/9/9/9/9/9/k8", &["9a8b", "7a8b"], &["８二馬左", "８二馬右"]),
            ("9/9/9/9/3N1N3/9/9/9/k8", &["6e5c+", "4e5c"], &["５三桂左成", "５三桂右不成"]),
        ];
        for (board, moves, answers) in cases {
            assert_eq!(told(&format!("{board} b -"), moves), *answers);
        }
    }

    #[test]
    fn the_defender_sees_the_board_the_other_way_round() {
        let pos = "9/9/9/9/4k4/9/3g1g3/9/9 w - 1";
        assert_eq!(told(pos, &["6g5g", "4g5g"]), ["５七金右", "５七金左"]);
    }

    #[test]
    fn promotion_and_its_refusal_are_told() {
        let pos = "4k4/9/4S4/9/9/9/9/9/9 b 2GN18P 1";
        let moves = ["5c5b", "5c5b+", "5c6d", "G*5b", "P*5b"];
        let answers = ["５二銀不成", "５二銀成", "６四銀不成", "５二金", "５二歩"];
        assert_eq!(told(pos, &moves), answers);
    }

    #[test]
    fn the_same_square_is_said_short_and_what_is_printed_is_read() {
        let game = Shogi::tsume();
        let mut pos = game.parse_pos("4k4/9/9/9/9/9/9/9/9 b 2G 1").unwrap();
        let mut last = None;
        for (mv, printed) in [("G*5b", "５二金"), ("5a5b", "同玉"), ("G*5c", "５三金")] {
            let mv = game.parse_move(&pos, mv).unwrap();
            assert_eq!(print(&game, &pos, last, mv).unwrap(), printed);
            assert_eq!(read(&game, &pos, last, printed), Some(Ok(mv)));
            (pos, last) = (game.play(&pos, mv), Some(mv));
        }
    }

    /// Every legal move of some random games is read as it is printed, and no other is.
    #[test]
    fn every_move_has_a_print_of_its_own() {
        fn follow<B: Bits>(game: &Shogi<B>, seed: u64) {
            let (mut pos, mut last, mut state) = (game.start(), None, seed);
            for _ in 0..60 {
                let mut moves = Vec::new();
                game.moves(&pos, &mut moves);
                for &mv in &moves {
                    let printed = print(game, &pos, last, mv).unwrap();
                    assert_eq!(read(game, &pos, last, &printed), Some(Ok(mv)), "{printed}");
                    // Digits of a keyboard, the mover before them, a blank between.
                    let told = print(game, &pos, None, mv).unwrap();
                    let square: Vec<char> = told.chars().take(2).collect();
                    let digit = |names: &[char], at: usize| {
                        1 + names.iter().position(|&name| name == square[at]).unwrap()
                    };
                    let rest: String = told.chars().skip(2).collect();
                    let typed = format!("▲{}{} {rest}", digit(&FILES, 0), digit(&RANKS, 1));
                    assert_eq!(read(game, &pos, last, &typed), Some(Ok(mv)), "{typed}");
                }
                let Some(&mv) =
                    moves.get(yomikiri_core::splitmix::next(&mut state) as usize % moves.len().max(1))
                else {
                    break;
                };
                (pos, last) = (game.play(&pos, mv), Some(mv));
            }
        }
        for seed in 0..20 {
            follow(&Shogi::minishogi(), seed);
            follow(&Shogi::standard(), seed);
            follow(&crate::SmallShogi::dobutsu(crate::Ending::Mate), seed);
        }
    }

    #[test]
    fn what_is_left_out_is_asked_for_only_where_it_matters() {
        let game = Shogi::tsume();
        let read = |sfen: &str, text: &str| {
            let pos = game.parse_pos(sfen).unwrap();
            read(&game, &pos, None, text).map(|read| read.map(|mv| game.show_move(&pos, mv)))
        };
        let golds = "k8/9/9/9/9/9/9/9/3GG4 b G";
        assert_eq!(read(golds, "５八金打"), Some(Ok("G*5h".into())));
        assert_eq!(read(golds, "58金直"), Some(Ok("5i5h".into())));
        let refused = read(golds, "５八金").unwrap().unwrap_err();
        assert_eq!(refused.message.to_string(), "`５八金` may be one of ５八金左 ５八金直");
        assert_eq!(read("9/9/9/9/3N5/9/9/9/k8 b -", "５三桂成"), Some(Ok("6e5c+".into())));
        assert!(read(golds, "１一飛").unwrap().unwrap_err().to_string().contains("expected a move such as"));
        assert_eq!((read(golds, "5i5h"), read(golds, "12")), (None, None));
        assert!(read(golds, "同金").unwrap().is_err());
    }
}
