//! Counts of mates by length, named as in the file of known figures.

use std::collections::BTreeMap;

use super::exchange::Exchange;
use super::judge::{Soundness, Surplus, Verdict};

/// Counts by plies and quantity; a quantity that is zero is missing.
pub type Census = BTreeMap<(u8, String), u64>;

pub fn census(mates: impl Iterator<Item = (Exchange, Verdict)>) -> Census {
    let mut census = Census::new();
    for (position, verdict) in mates {
        let mut count = |quantity: String, counts: bool| {
            if counts {
                *census.entry((verdict.length, quantity)).or_default() += 1;
            }
        };
        for (name, counts) in quantities(&position, verdict, !verdict.has_surplus()) {
            count(format!("shogi_rules:{name}"), counts);
        }
        for (name, counts) in quantities(&position, verdict, verdict.surplus == Surplus::None) {
            count(format!("shogi_rules_nosurplusANY:{name}"), counts);
        }
        count("without_white_pieces_on_board".to_owned(), !position.has_white_pieces());
        count("minimal_positions_black_to_move".to_owned(), verdict.minimal);
    }
    census
}

fn quantities(position: &Exchange, verdict: Verdict, no_surplus: bool) -> [(&'static str, bool); 12] {
    let sound = verdict.is_sound();
    let no_left = !verdict.leftover;
    let pure = no_left && no_surplus;
    let last_move_exempt = verdict.soundness >= Soundness::LastMoveAside;
    let with_hand = |pieces| sound && pure && position.black_hand() == pieces;
    [
        ("mate_total", true),
        ("sound_L1", sound),
        ("sound_L1_noleft", sound && no_left),
        ("sound_L1_nosurplus", sound && no_surplus),
        ("sound_L1_noleft_nosurplus", sound && pure),
        ("of_these_hand0", with_hand(0)),
        ("of_these_hand1", with_hand(1)),
        ("of_these_hand2", with_hand(2)),
        ("of_these_with_defender_board_pieces", sound && pure && position.has_white_pieces()),
        ("sound_lastexempt", last_move_exempt),
        ("sound_lastexempt_noleft_nosurplus", last_move_exempt && pure),
        ("sound_strict_noleft_nosurplus", verdict.soundness == Soundness::Strict && pure),
    ]
}
