//! Forced mates on all boards of the family, beside a search that tries every move of the rules.

use crate::solver::MICROCOSMOS;
use yomikiri_core::{Game, Notation, Random, TwoPlayer, Value};
use yomikiri_search::Mate;
use yomikiri_shogi::{
    Bits, Ending, Kind, Move, Piece, Position, Setup, Shogi, Side, SmallBoard, SmallShogi, Variant,
    variants::shipped,
};
use yomikiri_tsume::MateBoard;

/// Both royal pieces and some others, most of them of the side to move, near the enemy's king. Not every
/// try is a position that can arise.
fn position<B: Bits>(random: &mut Random, game: &Shogi<B>) -> Option<Position<B>> {
    let variant = game.variant();
    let mut setup = Setup::empty(variant);
    let kinds: Vec<Kind> = variant.hand_kinds().collect();
    setup.side = [Side::First, Side::Second][random.below(2)];
    let near = random.below(variant.board.len());
    setup.board[near] = Some(Piece { kind: Kind::ROYAL, side: setup.side.other() });
    let own = random.below(variant.board.len());
    if setup.board[own].replace(Piece { kind: Kind::ROYAL, side: setup.side }).is_some() {
        return None;
    }
    for _ in 0..2 + random.below(5) {
        let kind = kinds[random.below(kinds.len())];
        let side = if random.below(3) == 0 { setup.side.other() } else { setup.side };
        if random.below(3) == 0 {
            setup.hands[side.index()][kind.place()] += 1;
            continue;
        }
        let promotes = random.below(3) == 0 && variant.promotes(kind);
        let king = yomikiri_shogi::Square(near as u8);
        let step = ((random.below(5) as i8) - 2, (random.below(5) as i8) - 2);
        let at = variant.board.after(king, step)?.index();
        let piece = Piece { kind: if promotes { kind.promoted() } else { kind }, side };
        if setup.board[at].replace(piece).is_some() {
            return None;
        }
    }
    let pos = Position::new(&setup, variant).ok()?;
    (!game.can_take_royal(&pos, pos.side())).then_some(pos)
}

fn moves<B: Bits>(game: &Shogi<B>, pos: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

/// Whether the side to move mates in at most so many plies, each of its moves a check, by trying all moves.
fn mates_by_force<B: Bits>(game: &Shogi<B>, pos: &Position<B>, plies: u32) -> bool {
    moves(game, pos).into_iter().any(|mv| {
        let next = game.play(pos, mv);
        if !game.in_check(&next, next.side()) {
            return false;
        }
        if game.result(&next) == Some(Value::Loss(0)) {
            return true;
        }
        let answers = moves(game, &next);
        plies > 2 && answers.into_iter().all(|mv| mates_by_force(game, &game.play(&next, mv), plies - 2))
    })
}

/// Plays a line by the rules: the attacker checks, and at the end the defender has lost.
fn check_line<B: Bits>(game: &Shogi<B>, pos: &Position<B>, line: &[Move]) {
    let shown = game.show_pos(pos);
    assert!(line.len() % 2 == 1, "{shown}: {line:?}");
    let mut here = pos.clone();
    for (ply, mv) in line.iter().enumerate() {
        assert!(moves(game, &here).contains(mv), "{shown}: ply {}", ply + 1);
        here = game.play(&here, *mv);
        assert!(ply % 2 == 1 || game.in_check(&here, here.side()), "{shown}: ply {} is no check", ply + 1);
    }
    assert_eq!(game.result(&here), Some(Value::Loss(0)), "{shown}: the line ends before the mate");
}

fn agrees_with_force<B: MateBoard>(game: &Shogi<B>, tries: usize) {
    const PLIES: u32 = 5;
    let (mut random, mut mates) = (Random::new(7), B::mates(game).unwrap());
    let (mut forced, mut short, mut refuted, mut unknown) = (0, 0, 0, 0);
    for _ in 0..tries {
        let Some(pos) = position(&mut random, game) else { continue };
        let is_short = mates_by_force(game, &pos, PLIES);
        let mut told = 0;
        let few = &mut |_: &_| {
            told += 1;
            told < 5
        };
        match mates.mate(&pos, few).unwrap() {
            Mate::Forced(line) => {
                check_line(game, &pos, &line);
                assert!(is_short || line.len() as u32 > PLIES, "{}: {line:?}", game.show_pos(&pos));
                forced += 1;
            }
            Mate::None => {
                assert!(!is_short, "{}", game.show_pos(&pos));
                refuted += 1;
            }
            Mate::Unknown | Mate::GivenUp { .. } => unknown += 1,
        }
        short += usize::from(is_short);
    }
    let name = game.variant().name;
    let counts = format!("{name}: {short} short of {forced} mates, {refuted} refuted, {unknown} not decided");
    println!("{counts}");
    assert!(short > 20 && refuted > 50 && unknown < refuted / 10, "{counts}");
}

#[test]
fn on_three_by_four_squares() {
    agrees_with_force(&Shogi::dobutsu(Ending::Mate), 4000);
}

#[test]
fn on_five_by_five_squares() {
    agrees_with_force(&Shogi::minishogi(), 6000);
}

#[test]
fn on_five_by_six_squares() {
    agrees_with_force(&Shogi::goro_goro(), 12000);
    agrees_with_force(&Shogi::goro_goro_plus(), 6000);
}

/// Pieces turn back there, and are dropped by either face.
#[test]
fn where_pieces_turn_back() {
    for name in ["kyoto", "micro"] {
        let variant = shipped().iter().find(|variant| variant.name == name).unwrap();
        agrees_with_force(&SmallShogi::new(variant.clone(), Ending::Mate), 12_000);
    }
}

/// What was found of one position must not be taken for what is true of another: where a piece has turned
/// back, and where what one face cannot do the other can.
#[test]
fn earlier_answers_do_no_harm_where_pieces_turn_back() {
    let variant = shipped().iter().find(|variant| variant.name == "kyoto").unwrap();
    let game = SmallShogi::new(variant.clone(), Ending::Mate);
    for (before, asked) in [
        ("3k1/5/5/1+N+P2/2K2 b PS", "2k2/5/2+N2/2+P2/2K2 b PS"),
        ("5/2K2/5/2+P2/1k3 b p2n2s2l", "5/2K2/5/2+P2/1k3 b P2n2s2l"),
    ] {
        let mut mates = SmallBoard::mates(&game).unwrap();
        let mut ask = |text| mates.mate(&game.parse_pos(text).unwrap(), &mut |_| true).unwrap();
        assert_eq!(ask(before), Mate::None);
        assert!(matches!(ask(asked), Mate::Forced(line) if line.len() == 1), "{asked}");
    }
}

#[test]
fn on_nine_by_nine_squares() {
    agrees_with_force(&Shogi::standard(), 5000);
}

/// By its own rules and by those without tries the game differs: a lion that is driven home has escaped.
#[test]
fn a_lion_that_gets_home_has_escaped() {
    let tries = SmallShogi::dobutsu(Ending::Mate);
    let none = Shogi::new(Variant { try_ranks: 0, ..Variant::dobutsu() }, Ending::Mate);
    let (mut random, mut by_tries, mut by_none) =
        (Random::new(11), SmallBoard::mates(&tries).unwrap(), SmallBoard::mates(&none).unwrap());
    let mut escapes = 0;
    for _ in 0..6000 {
        let Some(pos) = position(&mut random, &tries) else { continue };
        let [here, there] =
            [&mut by_tries, &mut by_none].map(|mates| mates.mate(&pos, &mut |_| true).unwrap());
        escapes += usize::from(here == Mate::None && matches!(there, Mate::Forced(_)));
    }
    assert!(escapes > 3, "{escapes} escapes by a try");
}

#[test]
fn a_search_that_is_stopped_does_not_know() {
    let game = Shogi::standard();
    let start = game.parse_pos("4k4/9/9/3N1N3/9/9/9/9/4K4 b 2R2b4g4S2n4l18p").unwrap();
    let mut told = 0;
    let found = u128::mates(&game).unwrap().mate(&start, &mut |_| {
        told += 1;
        false
    });
    assert!(matches!(found, Ok(Mate::Unknown | Mate::Forced(_))) && told <= 2, "{found:?}");
}

/// As the solver of problems does, by default (`solver.rs`).
#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn a_search_that_its_table_is_too_small_for_gives_up() {
    let game = Shogi::tsume();
    let start = game.parse_pos(MICROCOSMOS).unwrap();
    let mut mates = u128::mates(&game).unwrap();
    mates.set_table(1);
    assert_eq!(mates.mate(&start, &mut |_| true).unwrap(), Mate::GivenUp { mebibytes: 1 });
}
