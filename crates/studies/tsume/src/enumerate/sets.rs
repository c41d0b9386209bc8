//! What the kinds of a set can do, in sets of places.

use super::{
    checking::CheckingPlaces,
    place::{self, KindTables, LINES, PLACES, SQUARES},
    places::LocationSet,
};

/// What a kind can do, in sets of places.
#[derive(Clone, Debug)]
pub struct KindLocationSets {
    /// Where it can be.
    pub valid: LocationSet,
    /// The places on the board that a move of its owner leads to.
    pub targets: Vec<LocationSet>,
    /// Where the attacker's moves end that give check.
    pub checking: CheckingPlaces,
    /// The places on the board from which a move of its owner leads to a place.
    pub sources: Vec<LocationSet>,
    /// The attacker's places that attack a square.
    pub attackers: Vec<LocationSet>,
    /// The defender's places that attack a square.
    pub takers: Vec<LocationSet>,
    /// The places by which the king cannot go to a square: attackers, and the defender's own piece there.
    pub bars: Vec<LocationSet>,
    /// For a pawn the plain places of the attacker, then the defender, in a file.
    pub files: Option<[[LocationSet; LINES as usize]; 2]>,
}

impl KindLocationSets {
    /// The sets of a kind.
    pub fn new(man: &KindTables) -> Self {
        let attack = |at: u16, square: usize| man.attacks[at as usize] >> square & 1 == 1;
        let valid = all(&|at| man.valid[at as usize]);
        let each = |is: &dyn Fn(u16, usize) -> bool| -> Vec<LocationSet> {
            (0..SQUARES).map(|square| all(&|at| is(at, square)) & valid).collect()
        };
        let sources = |to: u16| man.sources.get(to as usize).into_iter().flatten().copied().collect();
        let sources: Vec<LocationSet> = (0..PLACES as u16).map(sources).collect();
        let stands = |at, square| place::on_board(at) && place::square(at) as usize == square;
        let targets: Vec<LocationSet> =
            (0..PLACES as u16).map(|from| all(&|to| sources[to as usize].has(from))).collect();
        let attackers = each(&|at, square| place::is_black(at) && attack(at, square));
        let plain = all(&|at| place::on_board(at) && !place::is_promoted(at));
        Self {
            valid,
            checking: CheckingPlaces::new(&targets, plain, &attackers),
            targets,
            attackers,
            takers: each(&|at, square| place::is_white(at) && attack(at, square)),
            bars: each(&|at, square| {
                if place::is_black(at) { attack(at, square) } else { stands(at, square) }
            }),
            files: man
                .is_pawn
                .then(|| [false, true].map(|white| std::array::from_fn(|file| in_file(white, file)))),
            sources,
        }
    }
}

/// Places by square and by side.
#[derive(Clone, Debug)]
pub struct SquareLocationSets {
    /// The places on each square.
    pub on: Vec<LocationSet>,
    /// The places on the attacker's board.
    pub black: LocationSet,
    /// The places on the defender's board.
    pub white: LocationSet,
}

impl SquareLocationSets {
    /// The sets.
    pub fn new() -> Self {
        let on = |square| all(&|at| place::on_board(at) && place::square(at) == square);
        Self {
            on: (0..SQUARES as u8).map(on).collect(),
            black: all(&place::is_black),
            white: all(&place::is_white),
        }
    }
}

fn all(is: &dyn Fn(u16) -> bool) -> LocationSet {
    (0..PLACES as u16).filter(|&at| is(at)).collect()
}

/// The places of plain pieces of one side in a file.
fn in_file(white: bool, file: usize) -> LocationSet {
    let side = if white { place::is_white } else { place::is_black };
    all(&|at| side(at) && !place::is_promoted(at) && (place::square(at) % LINES) as usize == file)
}
