//! Counts of mates by length, named as in the file of known figures.

use std::collections::BTreeMap;

use super::exchange::Exchange;
use super::judge::{Soundness, Surplus, Verdict};

/// Counts by plies and quantity.
pub type Census = BTreeMap<(u8, &'static str), u64>;

/// Counts mates; a quantity that is zero is missing.
pub fn census(mates: impl Iterator<Item = (Exchange, Verdict)>) -> Census {
    let mut census = Census::new();
    for (position, verdict) in mates {
        for (quantity, counts) in quantities(&position, &verdict) {
            if counts {
                *census.entry((verdict.length, quantity)).or_default() += 1;
            }
        }
    }
    census
}

fn quantities(position: &Exchange, verdict: &Verdict) -> [(&'static str, bool); 18] {
    let sound = verdict.is_sound();
    let nothing_left = !verdict.leftover;
    let all_needed = nothing_left && !verdict.has_surplus();
    let any_mate_needs_all = nothing_left && verdict.surplus == Surplus::None;
    let last_move_exempt = verdict.soundness >= Soundness::LastMoveAside;
    let strict = verdict.soundness == Soundness::Strict;
    let problem_with_hand = |pieces| verdict.is_problem() && position.black_hand() == pieces;
    [
        ("shogi_rules:mate_total", true),
        ("shogi_rules:sound_L1", sound),
        ("shogi_rules:sound_L1_noleft", sound && nothing_left),
        ("shogi_rules:sound_L1_nosurplus", sound && !verdict.has_surplus()),
        ("shogi_rules:sound_L1_noleft_nosurplus", verdict.is_problem()),
        ("shogi_rules:of_these_hand0", problem_with_hand(0)),
        ("shogi_rules:of_these_hand1", problem_with_hand(1)),
        ("shogi_rules:of_these_hand2", problem_with_hand(2)),
        (
            "shogi_rules:of_these_with_defender_board_pieces",
            verdict.is_problem() && position.has_white_pieces(),
        ),
        ("shogi_rules:sound_lastexempt", last_move_exempt),
        ("shogi_rules:sound_lastexempt_noleft_nosurplus", last_move_exempt && all_needed),
        ("shogi_rules:sound_strict_noleft_nosurplus", strict && all_needed),
        ("shogi_rules_nosurplusANY:sound_L1_nosurplus", sound && verdict.surplus == Surplus::None),
        ("shogi_rules_nosurplusANY:sound_L1_noleft_nosurplus", sound && any_mate_needs_all),
        (
            "shogi_rules_nosurplusANY:sound_lastexempt_noleft_nosurplus",
            last_move_exempt && any_mate_needs_all,
        ),
        ("shogi_rules_nosurplusANY:sound_strict_noleft_nosurplus", strict && any_mate_needs_all),
        ("without_white_pieces_on_board", !position.has_white_pieces()),
        ("nosurplus", !verdict.has_surplus()),
    ]
}
