//! Move tables of each lion pair: attacks by code, and the changes of view that lead out of it.

use super::code_set::{CodeSet, InnerSets};
use super::layout::{Layout, zeroed};
use super::lions::{LionPair, Lions, OPEN_PAIRS, SQUARES, ViewChange, mirror_place, turned};
use super::outer_unmoves::{OuterKind, OuterUnmoves};
use super::pairs::{LABELS, NONE, Owner, Pairs, Place};
use std::array;

/// Steps of the lion and of the three kinds, as masks by square, for pieces that move up the board.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Of the lion.
    pub lion: [u16; SQUARES],
    /// Of each kind, plain and promoted.
    kinds: [[[u16; SQUARES]; 2]; 3],
    /// The same for the enemy's pieces, which move down: turning a mask takes ten instructions.
    enemy_kinds: [[[u16; SQUARES]; 2]; 3],
}

/// The mover's far rank, where its chicks promote and its lion completes a try.
pub const FAR_RANK: u16 = 0b111;
/// The mover's own last rank.
pub const HOME_RANK: u16 = 0b111 << 9;

/// Every square.
pub const ALL: u16 = (1 << SQUARES) - 1;

/// A mask turned round with the board.
const fn turned_mask(mask: u16) -> u16 {
    mask.reverse_bits() >> 4
}

impl Steps {
    /// The steps of both sides out of those of the mover.
    pub fn new(lion: [u16; SQUARES], kinds: [[[u16; SQUARES]; 2]; 3]) -> Self {
        let down = |steps: [u16; SQUARES]| {
            array::from_fn(|square| turned_mask(steps[usize::from(turned(square as u8))]))
        };
        Self { lion, kinds, enemy_kinds: kinds.map(|forms| forms.map(down)) }
    }

    /// Squares that a piece on `square` attacks.
    #[inline]
    pub fn attacks(&self, kind: usize, promoted: bool, owner: Owner, square: u8) -> u16 {
        let kinds = match owner {
            Owner::Mover => &self.kinds,
            Owner::Enemy => &self.enemy_kinds,
        };
        kinds[kind][usize::from(promoted)][square as usize]
    }
}

/// What a code of one kind means on the squares of one lion pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    /// The mover's pieces.
    pub own: u16,
    /// The enemy's pieces.
    pub enemy: u16,
    /// Squares that the enemy's pieces attack.
    pub attacked: u16,
    /// Enemy pieces that attack the mover's lion.
    pub checkers: u16,
    /// The mover's pieces that attack the enemy's lion.
    pub threats: u16,
    /// The enemy's promoted pieces.
    pub enemy_promoted: u16,
    /// Pieces in the mover's and in the enemy's hand.
    pub hands: [u8; 2],
    /// Squares that each of the mover's pieces steps to, whatever stands there. Of one kind only.
    pub reach: [u16; 2],
}

/// A step, drop or step back of a piece of the inner kind, independent of all other pieces.
#[derive(Clone, Copy, Debug)]
pub struct InnerMove {
    /// Square that it comes to (a step back: comes from); 0 for a drop taken back.
    pub to: u16,
    /// Square of the piece that steps back; unused for moves.
    pub at: u16,
    /// Label of the square at which it stands now, for a step back; unused for moves.
    pub label: u8,
    /// The code after it.
    pub code: u16,
}

/// Squares and codes that pieces of the inner kind step to and from, by [`onto`].
const ONTO: usize = 16 << 8;

/// The place of a square and a code in a table of steps.
const fn onto(square: u8, code: u16) -> usize {
    ((square as usize) << 8 | code as usize) & (ONTO - 1)
}

/// A step of a lion.
#[derive(Clone, Copy, Debug)]
pub struct LionStep {
    /// Square that it goes to (or, taken back, comes from).
    pub to: u8,
    /// The change to the view of the other side.
    pub view: u16,
}

/// Everything about one lion pair.
#[derive(Debug)]
pub struct LionPairTables {
    /// The pair.
    pub pair: LionPair,
    /// Meaning of the codes, by kind.
    pub placed: [Vec<Placed>; 3],
    /// The meaning of the codes of the inner kind, the other way round.
    pub inner_sets: InnerSets,
    /// The codes in the mirror, by kind, if the pair is symmetric.
    pub mirror: Option<[Vec<u16>; 3]>,
    /// The number of the change to the other side's view when no lion has moved.
    pub still: u16,
    /// The mover's lion's steps.
    pub steps: Vec<LionStep>,
    /// The enemy's lion's steps taken back to open pairs.
    pub back_steps: Vec<LionStep>,
    /// Moves of the inner kind: `inner_moves[code]`, steps first, then drops from the second number on.
    pub inner_moves: Vec<(Vec<InnerMove>, Vec<InnerMove>)>,
    /// Where moves of the inner kind lead in the other side's view, and in the mirrored one if there is a
    /// second: all moves of the code together.
    pub inner_next: [Vec<CodeSet>; 2],
    /// The same by the square that a piece steps to: one code or two, and one of them twice where it is
    /// alone.
    inner_onto: [Box<[[u8; 2]; ONTO]>; 2],
    /// The enemy's moves of the inner kind taken back.
    pub inner_unmoves: Vec<Vec<InnerMove>>,
    /// Where they lead in the other side's view, and in the mirrored one if there is a second, as far as the
    /// inner kind is concerned: all of the code together, with and without a captured piece put back.
    pub inner_before: [Vec<CodeSet>; 2],
    /// The enemy's moves of the outer and the middle kind taken back.
    pub outer_unmoves: [OuterUnmoves; 2],
    /// Codes of the inner kind in the other side's view, no lion having moved, after a capture on a label.
    pub still_after: StillCodes,
    /// The same after a piece has been put back on a label out of the enemy's hand, or [`NO_CODE`].
    pub still_restored: StillCodes,
}

/// Codes of the inner kind by [`entry`]: what happens on a label and the change of view in one look-up.
#[derive(Debug)]
pub struct StillCodes(Box<[u8; 2 * BY_LABEL]>);

/// In an [`entry`]: the mirrored change of view.
pub const TWIN: u16 = BY_LABEL as u16;

/// Which code is meant, but for the code before: which of the changes of view where no lion moves, and
/// the label.
#[inline]
pub const fn entry(still: u16, view: u16, label: u8) -> u16 {
    ((view - still) * TWIN) | label as u16
}

/// The label in an [`entry`].
pub const fn label_of(entry: u16) -> u8 {
    (entry & 15) as u8
}

impl StillCodes {
    /// What is in no table yet.
    fn empty() -> Self {
        Self(zeroed())
    }

    fn fill(&mut self, code: impl Fn(u16, usize) -> u8) {
        for twin in 0..2 {
            for at in 0..BY_LABEL {
                self.0[twin * BY_LABEL + at] = code(twin as u16, at);
            }
        }
    }

    /// The code for an entry and the code before.
    #[inline(always)]
    pub fn get(&self, entry: u16, inner: u16) -> u8 {
        self.0[(usize::from(entry) | usize::from(inner) << 4) & (2 * BY_LABEL - 1)]
    }
}

/// The tables of the 21 lion pairs where the game goes on, and all changes of view between them.
#[derive(Debug)]
pub struct Tables {
    /// By number of the open pair.
    pub open: Vec<LionPairTables>,
    /// All changes of view; the mirrored one follows its original.
    pub views: Vec<ViewChange>,
    /// New codes of the inner kind: `[view << 8 | old code]`.
    inner_codes: Box<[u8; MOST_WAYS << 8]>,
    /// Codes of the inner kind after a capture on a label, or unchanged: `[code << 4 | label]`.
    inner_after: Box<[u8; BY_LABEL]>,
}

/// A power of two not less than the number of changes of view.
const MOST_WAYS: usize = 512;
/// Nothing can be put back.
pub const NO_CODE: u8 = u8::MAX;
/// Entries of a table by code and label.
const BY_LABEL: usize = 1 << 12;
/// A label where nothing stands.
pub const NOWHERE: u8 = LABELS as u8;

impl Tables {
    /// Tabulates all pairs.
    pub fn new(steps: &Steps, layout: &Layout, all: &Lions, far_drops: bool) -> Self {
        let mut views = Vec::new();
        let mut open: Vec<LionPairTables> =
            (0..OPEN_PAIRS).map(|i| LionPairTables::new(i, all, steps, layout, &mut views)).collect();
        assert!(views.len() <= MOST_WAYS, "21 lion pairs have fewer views out");
        let mut inner_codes = zeroed::<{ MOST_WAYS << 8 }>();
        for (number, view) in views.iter().enumerate() {
            for (code, &new) in view.codes[2].iter().enumerate().filter(|(_, new)| **new != NONE) {
                inner_codes[number << 8 | code] = new as u8;
            }
        }
        let inner = &layout.kinds[2];
        let by_label = |change: &dyn Fn(u16, u8) -> u16, default: &dyn Fn(u16) -> u8| {
            let mut table = Box::new([NO_CODE; BY_LABEL]);
            for code in 0..inner.len() as u16 {
                for label in 0..16u8 {
                    let new = if label < NOWHERE { change(code, label) } else { NONE };
                    table[usize::from(code) << 4 | usize::from(label)] =
                        if new == NONE { default(code) } else { new as u8 };
                }
            }
            table
        };
        let inner_after = by_label(&|code, label| inner.captured(code, label), &|code| code as u8);
        let inner_restored =
            by_label(&|code, label| inner.restored(Owner::Enemy, false, code, label), &|_| NO_CODE);
        for lions in &mut open {
            let twins = u16::from(views[usize::from(lions.still)].has_twin);
            let seen = |twin: u16, code: u8| {
                let view = usize::from(lions.still + twin.min(twins));
                if code == NO_CODE { NO_CODE } else { inner_codes[view << 8 | usize::from(code)] }
            };
            lions.inner_next = array::from_fn(|twin| {
                let moves = lions.inner_moves.iter().map(|(steps, drops)| steps.iter().chain(drops));
                let next = |mv: &InnerMove| u16::from(seen(twin as u16, mv.code as u8));
                moves.map(|moves| moves.map(next).collect()).collect()
            });
            lions.inner_onto = array::from_fn(|twin| {
                let mut table = Box::new([[NO_CODE; 2]; ONTO]);
                for (code, (steps, _)) in (0..).zip(&lions.inner_moves) {
                    for mv in steps {
                        let entry = &mut table[onto(mv.to.trailing_zeros() as u8, code)];
                        let next = seen(twin as u16, mv.code as u8);
                        *entry = if entry[0] == NO_CODE { [next; 2] } else { [entry[0], next] };
                    }
                }
                table
            });
            lions.still_after.fill(|twin, at| seen(twin, inner_after[at]));
            lions.still_restored.fill(|twin, at| seen(twin, inner_restored[at]));
            let still = usize::from(lions.still);
            lions.outer_unmoves = array::from_fn(|kind| {
                let (pairs, views) = (&layout.kinds[kind], &views[still..=still + usize::from(twins)]);
                OuterUnmoves::new(&OuterKind { pairs, kind, pair: &lions.pair, steps, far_drops, views })
            });
            lions.inner_before = array::from_fn(|twin| {
                let codes = (0..).zip(&lions.inner_unmoves);
                let before = |(code, unmoves): (u16, &Vec<InnerMove>)| {
                    let checkers = lions.placed[2][usize::from(code)].checkers;
                    // Only the piece that gives check can have moved.
                    let unmoves =
                        unmoves.iter().filter(|unmove| is_single(checkers) && checkers & !unmove.at == 0);
                    let codes = unmoves.flat_map(|unmove| {
                        let label = if unmove.to == 0 { NOWHERE } else { unmove.label };
                        let restored = inner_restored[usize::from(unmove.code) << 4 | usize::from(label)];
                        [unmove.code as u8, restored]
                    });
                    codes.filter(|&code| code != NO_CODE).map(|code| seen(twin as u16, code).into()).collect()
                };
                codes.map(before).collect()
            });
        }
        Self { open, views, inner_codes, inner_after }
    }

    /// The code of the inner kind after the mover has captured whatever stood on a label.
    #[inline(always)]
    pub fn inner_after(&self, code: u16, label: u8) -> u16 {
        u16::from(self.inner_after[(usize::from(code) << 4 | usize::from(label)) & (BY_LABEL - 1)])
    }

    /// The code of the inner kind after a change of view.
    #[inline(always)]
    pub fn inner_code(&self, view: u16, code: u16) -> u16 {
        u16::from(self.inner_codes[(usize::from(view) << 8 | usize::from(code)) & ((MOST_WAYS << 8) - 1)])
    }
}

impl LionPairTables {
    /// Where pieces of the inner kind lead by stepping to a square out of codes with which they can, in the
    /// other side's view, or the mirrored one.
    #[inline(always)]
    pub fn stepped_onto(&self, square: u8, twin: bool, codes: CodeSet) -> CodeSet {
        let table = &self.inner_onto[usize::from(twin)];
        let mut after = CodeSet::default();
        codes.for_each(|code| {
            table[onto(square, code)].into_iter().for_each(|next| after.insert(next.into()));
        });
        after
    }

    fn new(
        number: usize,
        lions: &Lions,
        steps: &Steps,
        layout: &Layout,
        views: &mut Vec<ViewChange>,
    ) -> Self {
        let pair = lions.pairs[number].clone();
        let kinds = &layout.kinds;
        let mut view = |mover, enemy| {
            views.extend(ViewChange::all(lions, kinds, &pair, mover, enemy));
            let last = views.len() as u16 - 1;
            if views.len() > 1 && views[views.len() - 2].has_twin { last - 1 } else { last }
        };
        let still = view(pair.mover, pair.enemy);
        let step = |to, view| LionStep { to, view };
        let lion_steps = squares(steps.lion[pair.mover as usize] & !(1 << pair.enemy));
        let lion_steps = lion_steps.map(|to| step(to, view(to, pair.enemy))).collect();
        let back = squares(steps.lion[pair.enemy as usize] & !(1 << pair.mover))
            .filter(|&from| lions.find(turned(from), turned(pair.mover)).0 < OPEN_PAIRS);
        let back_steps = back.map(|from| step(from, view(pair.mover, from))).collect();
        let placed = array::from_fn(|kind| placed(&kinds[kind], kind, &pair, steps));
        let inner_sets = InnerSets::new(&placed[2]);
        let mirrored = |kind: usize| {
            let pairs = &kinds[kind];
            let codes = 0..pairs.len() as u16;
            codes.map(|code| pairs.mapped(code, |place| Some(mirror_place(&pair, place)))).collect()
        };
        let mirror = pair.symmetric.then(|| array::from_fn(mirrored));
        let inner = 0..kinds[2].len() as u16;
        let inner_moves = inner.clone().map(|code| inner_moves(&kinds[2], code, &pair, steps)).collect();
        let inner_unmoves = inner.map(|code| inner_unmoves(&kinds[2], code, &pair, steps)).collect();
        Self {
            pair,
            placed,
            inner_sets,
            mirror,
            still,
            steps: lion_steps,
            back_steps,
            inner_moves,
            inner_next: [const { Vec::new() }; 2],
            inner_onto: [(); 2].map(|()| Box::new([[NO_CODE; 2]; ONTO])),
            inner_unmoves,
            inner_before: [const { Vec::new() }; 2],
            outer_unmoves: Default::default(),
            still_after: StillCodes::empty(),
            still_restored: StillCodes::empty(),
        }
    }
}

/// Whether a mask holds one square at most.
#[inline]
pub const fn is_single(mask: u16) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

/// Four masks in one.
#[inline(always)]
pub fn joined(masks: [u16; 4]) -> u64 {
    masks.into_iter().rev().fold(0, |all, mask| all << 16 | u64::from(mask))
}

/// The squares of a mask, ascending.
#[inline]
pub fn squares(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = mask.trailing_zeros() as u8;
        (mask != 0).then(|| {
            mask &= mask - 1;
            square
        })
    })
}

fn placed(kind: &Pairs, number: usize, pair: &LionPair, steps: &Steps) -> Vec<Placed> {
    let one = |mut sum: Placed, (piece, place): (usize, Place)| {
        match place {
            Place::Board { promoted, owner, label } => {
                let square = pair.squares[label as usize];
                let attacks = steps.attacks(number, promoted, owner, square);
                if owner == Owner::Mover {
                    sum.own |= 1 << square;
                    sum.reach[piece] = attacks;
                    sum.threats |= (attacks >> pair.enemy & 1) << square;
                } else {
                    sum.enemy |= 1 << square;
                    sum.attacked |= attacks;
                    sum.checkers |= (attacks >> pair.mover & 1) << square;
                    sum.enemy_promoted |= u16::from(promoted) << square;
                }
            }
            Place::Hand(owner) => sum.hands[owner as usize] += 1,
            Place::Absent => {}
        }
        sum
    };
    let all = |code| kind.places(code).into_iter().enumerate().fold(Placed::default(), one);
    (0..kind.len() as u16).map(all).collect()
}

/// Each place of a code with the other one; two pieces in one hand are one choice.
#[inline]
pub fn slots(kind: &Pairs, code: u16) -> impl Iterator<Item = (Place, Place)> {
    let [a, b] = kind.places(code);
    [(a, b), (b, a)].into_iter().take(if a == b { 1 } else { 2 })
}

fn inner_moves(kind: &Pairs, code: u16, pair: &LionPair, steps: &Steps) -> (Vec<InnerMove>, Vec<InnerMove>) {
    let (mut walk, mut drop) = (Vec::new(), Vec::new());
    for (piece, other) in slots(kind, code) {
        let to_label = |label| Place::Board { promoted: false, owner: Owner::Mover, label };
        match piece {
            Place::Board { owner: Owner::Mover, label, .. } => {
                let reach = steps.attacks(2, false, Owner::Mover, pair.squares[label as usize]);
                for to in (0..LABELS as u8).filter(|&to| reach >> pair.squares[to as usize] & 1 == 1) {
                    let taken = kind.captured(code, to);
                    let other = if taken == NONE { other } else { Place::Hand(Owner::Mover) };
                    let code = kind.code(to_label(to), other);
                    if code != NONE {
                        walk.push(InnerMove { to: 1 << pair.squares[to as usize], at: 0, label: 0, code });
                    }
                }
            }
            Place::Hand(Owner::Mover) => {
                for to in 0..LABELS as u8 {
                    let code = kind.code(to_label(to), other);
                    if code != NONE {
                        drop.push(InnerMove { to: 1 << pair.squares[to as usize], at: 0, label: 0, code });
                    }
                }
            }
            _ => {}
        }
    }
    (walk, drop)
}

fn inner_unmoves(kind: &Pairs, code: u16, pair: &LionPair, steps: &Steps) -> Vec<InnerMove> {
    let mut out = Vec::new();
    for (piece, other) in slots(kind, code) {
        let Place::Board { owner: Owner::Enemy, label, .. } = piece else { continue };
        let at = 1 << pair.squares[label as usize];
        let in_hand = kind.code(Place::Hand(Owner::Enemy), other);
        out.push(InnerMove { to: 0, at, label, code: in_hand });
        for from in 0..LABELS as u8 {
            let reach = steps.attacks(2, false, Owner::Enemy, pair.squares[from as usize]);
            let back = kind.code(Place::Board { promoted: false, owner: Owner::Enemy, label: from }, other);
            if reach & at != 0 && reach >> pair.mover & 1 == 0 && back != NONE {
                out.push(InnerMove { to: 1 << pair.squares[from as usize], at, label, code: back });
            }
        }
    }
    out
}
