//! Positions seen by the other side and in a mirror.

use yomikiri_core::Notation;
use yomikiri_shogi::{Ending, SmallShogi};

#[test]
fn a_position_is_told_by_both_players_and_in_a_mirror() {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos("g1e/1lC/3/ELG w C").unwrap();
    assert_eq!(game.show_pos(&pos.flipped()), "gle/3/cL1/E1G b c");
    assert_eq!(game.show_pos(&pos.mirrored()), "e1g/Cl1/3/GLE w C");
    assert_eq!(pos.normalised(), pos.flipped());
    assert_eq!(pos.mirrored().mirrored(), pos);
    for twin in [pos.flipped(), pos.mirrored(), pos.flipped().mirrored()] {
        assert_eq!(twin.canonical(), pos.canonical());
    }
}
