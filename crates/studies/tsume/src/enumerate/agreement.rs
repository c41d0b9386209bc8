//! Storing everything and walking over short mates come to the same.

use super::{
    backward::Backward,
    conventions::{Conventions, Presence, Surplus},
    extended::CompactEnumeration,
    found::EnumerationResult,
    place::PLACES,
    places::LocationSet,
    rules::{SetPosition, SetRules, unfold},
    run::Run,
    steps::StepMoves,
    storage::Storage,
};
use crate::{Cooks, PieceSet};
use yomikiri_core::play::NoProgress;

/// The mates that are looked up one by one: one in so many.
const SAMPLE: usize = 61;

fn agree<const N: usize, const M: usize>(set: &PieceSet, conventions: Conventions, most: u8) {
    let storage = Storage::memory();
    let run = Run::unkept(&NoProgress, &storage);
    let plain = Backward::<StepMoves<N>, N>::new(set, conventions, most, run).unwrap();
    let walked = CompactEnumeration::<N>::new::<M>(set, conventions, most, run).unwrap();
    let (tally, items) = walked.tally();
    let (plain_tally, plain_items) = plain.tally();
    assert_eq!(tally, plain_tally, "{set} {conventions:?}");
    assert_eq!(items, plain_items, "{set} {conventions:?}");
    for (i, store) in plain.stores().iter().enumerate() {
        for entry in store.iter().step_by(SAMPLE) {
            let set_pos = SetPosition::new(unfold(i), entry.key());
            assert_eq!(walked.length(&set_pos), Some(entry.plies()), "{set} {set_pos:?}");
        }
    }
}

/// No set of fewer than four is walked over by the program; sets of two would be compiled for this test
/// alone.
#[test]
fn all_sets_of_three_pieces() {
    for set in PieceSet::all(3).into_iter().filter(|set| !set.has_ranging()) {
        agree::<3, 2>(&set, Conventions::default(), 63);
    }
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn four_knights() {
    agree::<4, 3>(&"NNNN".parse().unwrap(), Conventions::default(), 63);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn some_sets_of_four_pieces() {
    for set in ["PPPP", "GPPP"] {
        agree::<4, 3>(&set.parse().unwrap(), Conventions::default(), 63);
    }
}

#[test]
fn all_conventions() {
    let default = Conventions::default();
    let all = [
        Conventions { cooks: Cooks::Strict, ..default },
        Conventions { cooks: Cooks::LastMoveFree, ..default },
        Conventions { surplus: Surplus::AnyLength, ..default },
        Conventions { leftover: true, ..default },
        Conventions { leftover: true, surplus: Surplus::AnyLength, cooks: Cooks::LastMoveFree, ..default },
        Conventions { hand: Presence::None, promoted: Presence::None, ..default },
        Conventions { defenders: Presence::None, mirror_once: true, ..default },
    ];
    for conventions in all {
        for set in ["GGP", "SNP"] {
            agree::<3, 2>(&set.parse().unwrap(), conventions, 63);
        }
    }
    for most in [1, 2, 3, 5, 6] {
        agree::<3, 2>(&"SSP".parse().unwrap(), default, most);
    }
}

/// A row is what its positions are one by one, whatever stands where.
#[test]
fn rows_are_their_positions() {
    let rules = SetRules::<3>::new(&"GNP".parse().unwrap());
    let mut seed = 1u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for _ in 0..3000 {
        let guest = random(3) as usize;
        let mut row = SetPosition { king: random(20) as u8, at: [super::place::WHITE_HAND; 3] };
        for i in (0..3).filter(|&i| i != guest) {
            let room = rules.quiet(&row, i);
            row.at[i] = room.iter().nth(random(u64::from(room.len())) as usize).unwrap();
        }
        for plies in [1, 3] {
            let mates = rules.mate(&row, guest, plies, !LocationSet::NONE);
            for at in (0..PLACES as u16).filter(|&at| rules.quiet(&row, guest).has(at)) {
                let set_pos = rules.with(&row, guest, at);
                assert_eq!(
                    mates.has(at),
                    rules.mates_within(&set_pos, plies),
                    "{row:?} {guest} {at} {plies}"
                );
            }
        }
    }
}
