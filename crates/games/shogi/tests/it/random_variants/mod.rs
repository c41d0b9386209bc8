//! Random variants as files, the same ones every time.

use std::fmt::Write;
use yomikiri_core::Random;
use yomikiri_shogi::{Variant, variants};

/// Types of pieces with a letter each, all of which Fairy-Stockfish 11.1 knows.
const TYPES: [(&str, char); 20] = [
    ("shogiPawn", 'p'),
    ("lance", 'l'),
    ("shogiKnight", 'n'),
    ("silver", 's'),
    ("gold", 'g'),
    ("bishop", 'b'),
    ("rook", 'r'),
    ("bers", 'd'),
    ("dragonHorse", 'h'),
    ("fers", 'f'),
    ("wazir", 'w'),
    ("commoner", 'm'),
    ("knight", 'j'),
    ("queen", 'q'),
    ("centaur", 'c'),
    ("alfil", 'a'),
    ("fersAlfil", 'e'),
    ("archbishop", 'i'),
    ("aiwok", 'o'),
    ("immobile", 'u'),
];

/// A board of `files` times `ranks` squares with the pieces of `types` that stand in a random start, with
/// random rules; none where the draw makes no variant, because a king could be taken, say.
pub fn draw(seed: u64, most_squares: usize, most_pieces: usize) -> Option<(String, Variant)> {
    let random = &mut Random::new(seed);
    let (files, ranks) = (3 + random.below(4), 3 + random.below(4));
    if files * ranks > most_squares {
        return None;
    }
    let mut types = TYPES.to_vec();
    for i in 0..types.len() {
        types.swap(i, random.below(TYPES.len()));
    }
    let pieces = 1 + random.below(most_pieces);
    let (played, targets) = types.split_at(1 + random.below(pieces.min(6)));
    let mut text = format!("[random-{seed}]\nmaxFile = {files}\nmaxRank = {ranks}\nking = k\n");
    played.iter().chain(&targets[..2]).for_each(|(key, letter)| writeln!(text, "{key} = {letter}").unwrap());
    let promotions = played.iter().filter(|_| random.below(3) > 0).collect::<Vec<_>>();
    let promotions: Vec<String> = promotions
        .into_iter()
        .map(|(_, letter)| format!("{letter}:{}", targets[random.below(2)].1))
        .collect();
    writeln!(text, "promotedPieceType = {}", promotions.join(" ")).unwrap();
    let zone = random.below(ranks) + 1;
    writeln!(text, "promotionRank = {}", ranks + 1 - zone.min(3)).unwrap();
    for key in ["mandatoryPiecePromotion", "immobilityIllegal"] {
        writeln!(text, "{key} = {}", random.below(2) == 1).unwrap();
    }
    for key in ["pieceDemotion", "piecePromotionOnCapture", "dropPromoted"] {
        writeln!(text, "{key} = {}", random.below(4) == 0).unwrap();
    }
    if random.below(5) > 0 {
        text += "pieceDrops = true\ncapturesToHand = true\n";
    }
    if played.iter().any(|(_, letter)| *letter == 'p') && random.below(2) == 1 {
        text += "dropNoDoubled = p\n";
    }
    if random.below(3) == 0 {
        writeln!(text, "flagPiece = k\nwhiteFlag = *{ranks}\nblackFlag = *1").unwrap();
    }
    text += "doubleStep = false\ncastling = false\nstalemateValue = loss\nnMoveRule = 0\n";
    writeln!(text, "startFen = {}", start(files, ranks, played, pieces, random)).unwrap();
    let variant = variants::read(&text).ok()?.remove(0);
    Some((text, variant))
}

/// A start in which the second side's pieces are the first's turned by half a turn.
fn start(files: usize, ranks: usize, played: &[(&str, char)], most: usize, random: &mut Random) -> String {
    let mut board = vec![None; files * ranks];
    let mut hand = String::new();
    let squares = board.len();
    let king = squares - 1 - random.below(files);
    board[king] = Some('K');
    board[squares - 1 - king] = Some('k');
    for i in 0..most.max(played.len()) {
        let letter = played[i % played.len()].1;
        let at = squares / 2 + random.below(squares - squares / 2);
        let free = board[at].is_none() && board[squares - 1 - at].is_none() && at != squares - 1 - at;
        match random.below(4) {
            0 => hand.push(letter),
            _ if free => {
                board[at] = Some(letter.to_ascii_uppercase());
                board[squares - 1 - at] = Some(letter);
            }
            _ => {}
        }
    }
    let rank = |rank: &[Option<char>]| {
        let letters = rank.iter().map(|square| square.map_or("1".to_owned(), String::from));
        (1..=9)
            .rev()
            .fold(letters.collect::<String>(), |text, run| text.replace(&"1".repeat(run), &run.to_string()))
    };
    let ranks: Vec<String> = board.chunks(files).map(rank).collect();
    format!("{}[{}{hand}] w 0 1", ranks.join("/"), hand.to_ascii_uppercase())
}
