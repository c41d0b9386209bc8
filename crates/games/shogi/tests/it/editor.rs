//! Positions that are set up square by square.

use yomikiri_core::{Edit, Editor, Game, Notation, Side};
use yomikiri_shogi::{Ending, SmallShogi};

#[test]
fn a_position_is_set_up_from_nothing() {
    let game = SmallShogi::dobutsu(Ending::Capture);
    let mut text = game.show_pos(&game.start());
    let mut edits = vec![Edit::Clear];
    for (spot, piece) in [("2a", "l"), ("2d", "L"), ("1b", "H"), ("3c", "E")] {
        edits.push(Edit::Put { spot, piece: Some(piece) });
    }
    edits.extend([Edit::Put { spot: "3c", piece: None }, Edit::More("g"), Edit::Pass]);
    for edit in &edits {
        text = game.edited(&text, edit).unwrap();
    }
    assert_eq!(text, "1l1/2H/3/1L1 w g");
    assert_eq!(game.show_pos(&game.parse_pos(&text).unwrap()), text);
    let draft = game.draft(&text).unwrap();
    assert!(draft.fault.is_none() && draft.side == Side::Second);
    let held: Vec<_> = draft.hands.iter().filter(|(_, count)| *count > 0).collect();
    assert!(held.len() == 1 && held[0].0.letter == "g");
    assert_eq!(game.edited(&text, &Edit::Turn).unwrap(), "1l1/3/h2/1L1 b G");
    assert_eq!(game.edited(&text, &Edit::Mirror).unwrap(), "1l1/H2/3/1L1 w g");
    assert_eq!(game.edited(&text, &Edit::Fewer("g")).unwrap(), "1l1/2H/3/1L1 w -");
}

#[test]
fn what_is_no_position_is_drawn_and_explained() {
    let game = SmallShogi::dobutsu(Ending::Capture);
    for (text, fault) in [
        ("3/3/3/3 b -", "0 lions"),
        ("1l1/1L1/1L1/3 b -", "2 lions"),
        ("1l1/3/3/GLG b 2G", "giraffes"),
        ("1l1/CCC/3/1L1 b 5c", "chicks"),
    ] {
        let draft = game.draft(text).unwrap();
        assert!(
            draft.fault.as_ref().is_some_and(|why| why.to_string().contains(fault)),
            "{text}: {:?}",
            draft.fault
        );
        assert_eq!(draft.text, text);
        assert!(game.parse_pos(text).is_err());
    }
    for text in ["", "1l1/3/3 b -", "1l1/3/3/1L1 b 100g", "1l1/3/3/1L1 b 99g99g"] {
        assert!(game.draft(text).is_err(), "{text}");
    }
    let start = game.show_pos(&game.start());
    for edit in [
        Edit::Put { spot: "9i", piece: None },
        Edit::Put { spot: "2b", piece: Some("X") },
        Edit::More("L"),
        Edit::More("H"),
    ] {
        assert!(game.edited(&start, &edit).is_err(), "{edit:?}");
    }
}
