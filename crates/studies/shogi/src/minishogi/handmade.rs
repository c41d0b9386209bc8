//! The evaluation by hand: what pieces are worth on the board and in hand, and how near they stand to the two
//! kings.
//!
//! It plays until something better has been learnt, and wherever what was learnt cannot be read.

use crate::material::PieceValues;
use yomikiri_core::Side;
use yomikiri_shogi::{Bits, Kind, Piece, Position, SmallBoard, Square};

/// What pieces are worth: king, rook, bishop, gold, silver, knight, lance, pawn, then promoted.
pub const VALUES: PieceValues = PieceValues {
    on_board: [0, 700, 560, 460, 410, 0, 0, 110, 0, 980, 820, 0, 450, 0, 0, 440],
    in_hand: [0, 780, 630, 520, 470, 0, 0, 150],
};

/// To have the move.
const TEMPO: i32 = 30;

/// What a piece is worth more by its distance (the greater of files and ranks) from the enemy's king, from 0.
const ATTACKING: [i32; 5] = [0, 45, 25, 0, -15];

/// What a general is worth more by its distance from its own king.
const GUARDING: [i32; 5] = [0, 30, 15, 0, -10];

/// What a king's distance from its home rank costs.
const EXPOSED: [i32; 5] = [0, 10, 45, 90, 120];

/// The evaluation for the side to move.
pub fn evaluate(pos: &Position<SmallBoard>) -> i32 {
    let side = pos.side();
    TEMPO + worth(pos, side) - worth(pos, side.other())
}

fn worth(pos: &Position<SmallBoard>, side: Side) -> i32 {
    let (Some(own), Some(enemy)) = (pos.royal(side), pos.royal(side.other())) else { return 0 };
    let mut sum = 0;
    for square in pos.of(side).squares() {
        let Some(Piece { kind, .. }) = pos.piece(square) else { continue };
        if kind == Kind::KING {
            let rank = usize::from(square.0 / 5);
            sum -= EXPOSED[if side == Side::First { 4 - rank } else { rank }];
            continue;
        }
        sum += VALUES.on_board[kind.index()] + ATTACKING[distance(square, enemy)];
        let general = matches!(kind, Kind::GOLD | Kind::SILVER)
            || (kind.is_promoted() && kind != Kind::ROOK.promoted());
        sum += if general { GUARDING[distance(square, own)] } else { 0 };
    }
    let hand = |(place, worth): (usize, &i32)| i32::from(pos.hand(side, Kind::new(place))) * worth;
    sum + VALUES.in_hand.iter().enumerate().map(hand).sum::<i32>()
}

fn distance(a: Square, b: Square) -> usize {
    let (files, ranks) = ((a.0 % 5).abs_diff(b.0 % 5), (a.0 / 5).abs_diff(b.0 / 5));
    usize::from(files.max(ranks))
}
