//! Tables of where pieces go, built once from a variant's data.
//!
//! A step table has one set of squares for each side, kind and square; it is 384 entries in Dobutsu. The two
//! sides are turned by 180 degrees, so the squares *from* which a piece reaches a square are those to which
//! the other side's piece of the same kind goes from there: one table answers both questions. Slides go along
//! [`Rays`]. Tables of nearness tell, for all kinds together, from where a square may be stepped to, so that
//! few pieces are looked at one by one.

use crate::{
    Bits, BoardSize, Kind, Piece, Square, Variant,
    position::Pattern,
    rays::{Directions, Rays},
    variant::{Promotion, Step, on_board},
};
use yomikiri_core::Side;

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Where pieces go.
#[derive(Clone, Debug)]
pub struct Tables<B> {
    /// The kinds of the variant.
    pub kinds: Vec<Kind>,
    /// The kinds that can be in hand.
    pub hand_kinds: Vec<Kind>,
    /// The kinds that can be dropped.
    pub drop_kinds: Vec<Kind>,
    /// Every square if a move that takes nothing may promote, otherwise none.
    pub quiet_promotion: B,
    /// Whether left and right play no part in the rules.
    pub is_symmetric: bool,
    /// The rays of the variant's sliding pieces.
    pub rays: Rays<B>,
    /// The kinds that slide, or whose promotion does.
    pub(crate) ranging: Vec<Pattern<B>>,
    /// For each square the steps from there of every shape in turn: many kinds step alike, and the fewer sets
    /// there are the more of them stay in the cache.
    steps: Vec<B>,
    /// For each side and kind which shape of steps it has.
    shapes: [[u8; Kind::ALL]; 2],
    shape_count: usize,
    a_step_from: [Vec<B>; 2],
    a_step_from_around: [Vec<B>; 2],
    two_steps_from: [Vec<B>; 2],
    /// For each square of a royal piece and each other one the directions from the latter that lead to a
    /// square around the former.
    towards_around: Vec<Directions>,
    squares: usize,
    slides: [[Directions; Kind::ALL]; 2],
    arrival: [[B; Kind::ALL]; 2],
    departure: [[B; Kind::ALL]; 2],
    barred: [[B; Kind::ALL]; 2],
    /// Every square where promotion is forced, or none.
    forced: B,
    files: Vec<B>,
    drops: [[B; Kind::ALL]; 2],
    standing: [[B; Kind::ALL]; 2],
    /// Bits of the kinds that may turn over by a move.
    turns: u16,
    goal: [B; 2],
}

impl<B: Bits> Tables<B> {
    /// Builds the tables of a variant.
    pub fn new(variant: &Variant) -> Self {
        let board = variant.board;
        let squares = board.len();
        let mut tables = Self {
            kinds: variant.kinds().collect(),
            hand_kinds: variant.hand_kinds().collect(),
            drop_kinds: variant.drop_kinds().collect(),
            quiet_promotion: if variant.promotes_by_capture { B::EMPTY } else { !B::EMPTY },
            is_symmetric: variant.is_symmetric(),
            rays: Rays::new(board, directions(variant)),
            ranging: ranging(variant),
            steps: Vec::new(),
            shapes: [[0; Kind::ALL]; 2],
            shape_count: 0,
            a_step_from: [Vec::new(), Vec::new()],
            a_step_from_around: [Vec::new(), Vec::new()],
            two_steps_from: [Vec::new(), Vec::new()],
            towards_around: Vec::new(),
            squares,
            slides: Default::default(),
            arrival: [[B::EMPTY; Kind::ALL]; 2],
            departure: [[B::EMPTY; Kind::ALL]; 2],
            barred: [[B::EMPTY; Kind::ALL]; 2],
            forced: if variant.promotion == Promotion::Forced { !B::EMPTY } else { B::EMPTY },
            files: board.squares().map(|square| file(board, square)).collect(),
            drops: [[B::EMPTY; Kind::ALL]; 2],
            standing: [[B::EMPTY; Kind::ALL]; 2],
            turns: variant.kinds().fold(0, |all, kind| all | u16::from(variant.turns(kind)) << kind.index()),
            goal: SIDES.map(|side| board.far(side, variant.try_ranks)),
        };
        // The first shape is that of kinds that do not step.
        let mut shapes = vec![vec![B::EMPTY; squares]];
        for side in SIDES {
            for kind in variant.kinds() {
                tables.add_moves(variant, Piece { kind, side }, &mut shapes);
                let dead_squares = dead::<B>(variant, Piece { kind, side });
                let allowed = variant.has_dead_pieces();
                tables.standing[side.index()][kind.index()] =
                    B::all(squares) & if allowed { !B::EMPTY } else { !dead_squares };
                if !variant.dead_moves {
                    tables.barred[side.index()][kind.index()] = dead_squares;
                }
                if variant.turns(kind) {
                    tables.add_promotion(variant, Piece { kind, side });
                }
            }
            for kind in variant.drop_kinds() {
                let piece = Piece { kind, side };
                tables.drops[side.index()][kind.index()] = match variant.drops {
                    true if variant.dead_drops => B::all(squares),
                    true => B::all(squares) & !dead::<B>(variant, piece),
                    false => B::EMPTY,
                };
            }
        }
        tables.shape_count = shapes.len();
        for from in board.squares() {
            tables.steps.extend(shapes.iter().map(|steps| steps[from.index()]));
        }
        for side in SIDES {
            tables.add_nearness(variant, side);
        }
        tables.towards_around = tables.directions_around(board);
        tables
    }

    fn directions_around(&self, board: BoardSize) -> Vec<Directions> {
        let towards = |around: B, from| {
            let mut towards = 0;
            for direction in self.rays.directions() {
                let reaches = !(self.rays.ray(direction, from) & around).is_empty();
                towards |= Directions::from(reaches) << direction;
            }
            towards
        };
        let mut all = Vec::new();
        for royal in board.squares() {
            let [first, second] = SIDES.map(|side| self.steps(Piece { kind: Kind::ROYAL, side }, royal));
            all.extend(board.squares().map(|from| towards(first | second, from)));
        }
        all
    }

    /// The squares from which a side's pieces may come near others, for all kinds together.
    fn add_nearness(&mut self, variant: &Variant, side: Side) {
        let sources = |kind, to| self.steps(Piece { kind, side: side.other() }, to);
        let faces = |kind: Kind| [Some(kind), Some(kind.turned()).filter(|_| variant.turns(kind))];
        let a_step = |to| self.kinds.iter().fold(B::EMPTY, |set, &kind| set | sources(kind, to));
        let around = |to| {
            let steps = sources(Kind::ROYAL, to).squares();
            steps.fold(B::EMPTY, |set, to| set | a_step(to))
        };
        let two_steps = |to| {
            let last =
                |kind| faces(kind).into_iter().flatten().fold(B::EMPTY, |set, face| set | sources(face, to));
            let both = |kind| last(kind).squares().fold(B::EMPTY, |set, over| set | sources(kind, over));
            self.kinds.iter().fold(B::EMPTY, |set, &kind| set | both(kind))
        };
        let table = |near: &dyn Fn(Square) -> B| variant.board.squares().map(near).collect();
        let tables = [table(&a_step), table(&around), table(&two_steps)];
        let at = side.index();
        [self.a_step_from[at], self.a_step_from_around[at], self.two_steps_from[at]] = tables;
    }

    /// Adds the moves of a piece; `shapes` has for each shape of steps its sets by square.
    fn add_moves(&mut self, variant: &Variant, piece: Piece, shapes: &mut Vec<Vec<B>>) {
        let face = variant.face(piece.kind).expect("a kind of the variant");
        let steps: Vec<B> = variant.board.squares().map(|from| steps(variant, piece, from)).collect();
        let shape = shapes.iter().position(|known| *known == steps).unwrap_or_else(|| {
            shapes.push(steps);
            shapes.len() - 1
        });
        self.shapes[piece.side.index()][piece.kind.index()] = shape as u8;
        let bits = face.slides.iter().map(|&step| 1 << self.rays.direction(on_board(step, piece.side)));
        self.slides[piece.side.index()][piece.kind.index()] = bits.fold(0, |all, bit: Directions| all | bit);
    }

    fn add_promotion(&mut self, variant: &Variant, piece: Piece) {
        let (side, kind) = (piece.side.index(), piece.kind.index());
        let zone = variant.board.far(piece.side, variant.promotion_ranks);
        self.arrival[side][kind] = zone;
        self.departure[side][kind] = zone;
    }

    /// Where a piece steps from a square, whatever stands there.
    #[inline]
    pub fn steps(&self, piece: Piece, from: Square) -> B {
        let shape = self.shapes[piece.side.index()][piece.kind.index()];
        self.steps[from.index() * self.shape_count + usize::from(shape)]
    }

    /// The directions in which a piece slides.
    #[inline]
    pub fn slides(&self, piece: Piece) -> Directions {
        self.slides[piece.side.index()][piece.kind.index()]
    }

    /// Where a piece goes from a square, by steps and slides, whoever owns what stands there.
    #[inline]
    pub fn attacks(&self, piece: Piece, from: Square, occupied: B) -> B {
        let (steps, slides) = (self.steps(piece, from), self.slides(piece));
        if slides == 0 { steps } else { steps | self.rays.slides(slides, from, occupied) }
    }

    /// From where a piece comes to a square, by steps and slides.
    #[inline]
    pub fn sources(&self, piece: Piece, to: Square, occupied: B) -> B {
        self.attacks(Piece { side: piece.side.other(), ..piece }, to, occupied)
    }

    /// From where any piece of a side steps to a square.
    #[inline]
    pub fn a_step_from(&self, side: Side, to: Square) -> B {
        self.a_step_from[side.index()][to.index()]
    }

    /// From where any piece of a side steps to one of the squares that a royal piece attacks.
    #[inline]
    pub fn a_step_from_around(&self, side: Side, royal: Square) -> B {
        self.a_step_from_around[side.index()][royal.index()]
    }

    /// The directions from a square that lead to one of the squares that a royal piece attacks.
    #[inline]
    pub fn towards_around(&self, royal: Square, from: Square) -> Directions {
        self.towards_around[royal.index() * self.squares + from.index()]
    }

    /// From where any piece of a side steps to a square from which it attacks another by a step, promoted or
    /// not.
    #[inline]
    pub fn two_steps_from(&self, side: Side, to: Square) -> B {
        self.two_steps_from[side.index()][to.index()]
    }

    /// The squares on which a piece that comes from `from` may promote; none if it cannot.
    #[inline]
    pub fn promotion(&self, piece: Piece, from: Square) -> B {
        let (side, kind) = (piece.side.index(), piece.kind.index());
        if self.departure[side][kind].has(from) { !B::EMPTY } else { self.arrival[side][kind] }
    }

    /// The squares on which a moving piece may not arrive as it is, if it may promote on some.
    #[inline]
    pub fn barred(&self, piece: Piece, promoting: B) -> B {
        self.barred[piece.side.index()][piece.kind.index()] | promoting & self.forced
    }

    /// The file of a square.
    #[inline]
    pub fn file(&self, square: Square) -> B {
        self.files[square.index()]
    }

    /// The squares on which a piece may be dropped if they are empty.
    #[inline]
    pub fn drops(&self, piece: Piece) -> B {
        self.drops[piece.side.index()][piece.kind.index()]
    }

    /// Whether a piece of this kind may turn over by a move.
    #[inline]
    pub const fn turns(&self, kind: Kind) -> bool {
        self.turns >> kind.index() & 1 == 1
    }

    /// The squares on which a position may have a piece.
    #[inline]
    pub fn standing(&self, piece: Piece) -> B {
        self.standing[piece.side.index()][piece.kind.index()]
    }

    /// The squares where a side's royal piece has won if it cannot be taken.
    #[inline]
    pub fn goal(&self, side: Side) -> B {
        self.goal[side.index()]
    }
}

/// The kinds that slide, or whose promotion does.
fn ranging<B: Bits>(variant: &Variant) -> Vec<Pattern<B>> {
    let slides = |kind| variant.face(kind).is_some_and(|face| !face.slides.is_empty());
    let mut ranging = Vec::new();
    for kind in variant.hand_kinds() {
        let promoted = slides(kind.promoted());
        if promoted || slides(kind) {
            ranging.push(Pattern::new(kind, promoted || variant.demotion));
        }
    }
    ranging
}

/// All directions in which pieces slide, on the board.
fn directions(variant: &Variant) -> Vec<Step> {
    let mut directions = Vec::new();
    for face in variant.faces() {
        for &step in face.slides {
            directions.extend(SIDES.map(|side| on_board(step, side)));
        }
    }
    directions
}

/// The squares from which a piece can never move.
fn dead<B: Bits>(variant: &Variant, piece: Piece) -> B {
    let dead = variant.board.squares().filter(|&from| variant.is_dead(piece, from));
    dead.fold(B::EMPTY, |set, from| set | B::one(from))
}

fn steps<B: Bits>(variant: &Variant, piece: Piece, from: Square) -> B {
    let face = variant.face(piece.kind).expect("a kind of the variant");
    let reach = face.steps.iter().filter_map(|&step| variant.board.after(from, on_board(step, piece.side)));
    reach.fold(B::EMPTY, |set, to| set | B::one(to))
}

fn file<B: Bits>(board: BoardSize, square: Square) -> B {
    let file = board.squares().filter(|&other| board.file(other) == board.file(square));
    file.fold(B::EMPTY, |set, other| set | B::one(other))
}
