//! Random problems for property tests: any placement with a defender's king, and a line of legal moves.

use proptest::{collection::vec, prelude::*, sample::Index};
use yomikiri_core::Game;
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side};
use yomikiri_tsume::{Problem, rules};

/// A piece: its kind, whose it is, where, whether in a hand.
type Fate = (usize, bool, bool, usize, bool);

fn place(king: usize, fates: &[Fate]) -> Option<Position<u128>> {
    let variant = rules().variant();
    let mut setup = Setup::empty(variant);
    setup.board[king] = Some(Piece { kind: Kind::KING, side: Side::Second });
    for &(place, second, promoted, square, held) in fates {
        let side = if second { Side::Second } else { Side::First };
        let kind = Kind::new(place);
        if held {
            setup.hands[side.index()][place] += 1;
        } else if setup.board[square].is_none() {
            let kind = if promoted && variant.promotes(kind) { kind.promoted() } else { kind };
            setup.board[square] = Some(Piece { kind, side });
        }
    }
    let pos = Position::new(&setup, variant).ok()?;
    (!rules().can_take_royal(&pos, Side::First)).then_some(pos)
}

/// A line of at most so many moves as there are choices.
fn walk(position: &Position<u128>, choices: &[Index]) -> Vec<yomikiri_shogi::Move> {
    let (mut here, mut line) = (position.clone(), Vec::new());
    for choice in choices {
        let mut moves = Vec::new();
        rules().moves(&here, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        here = rules().play(&here, mv);
        line.push(mv);
    }
    line
}

/// Any problem, sound or not, with any legal line and a set.
pub fn problems() -> impl Strategy<Value = Problem> {
    let fate = (1..8usize, any::<bool>(), any::<bool>(), 0..81usize, any::<bool>());
    let sets = prop::sample::select(vec!["", "NNNN", "RBGSNLP"]);
    let efforts = prop::option::of(0..1u64 << 40);
    (0..81usize, vec(fate, 0..12), vec(any::<Index>(), 0..8), sets, efforts).prop_filter_map(
        "a piece that cannot move, two pawns in a file, a king to be taken",
        |(king, fates, choices, set, effort)| {
            let position = place(king, &fates)?;
            let line = walk(&position, &choices);
            Some(Problem { effort, ..Problem::new(position, line, set.to_owned()) })
        },
    )
}
