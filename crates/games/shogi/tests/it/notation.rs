//! Texts and codes: what is written is read again, for any position; no text, however odd, makes a reader
//! panic.

use crate::placements::positions;
use proptest::{collection::vec, prelude::*};
use yomikiri_core::{Canonical, Game, Notation, Side};
use yomikiri_shogi::{Ending, Position, SmallShogi, Variant, code60, huffman, picture};

fn game() -> SmallShogi {
    SmallShogi::dobutsu(Ending::Capture)
}

/// Text near enough to a position or a move to get past the first character.
fn near_texts() -> impl Strategy<Value = String> {
    let sfen =
        vec(prop::sample::select("LEGCHlegch+123/ bw-*:.ZKN0\n９é".chars().collect::<Vec<_>>()), 0..40)
            .prop_map(|chars| chars.into_iter().collect());
    let spoilt = (positions(), any::<prop::sample::Index>(), any::<char>(), any::<bool>()).prop_map(
        |(pos, at, c, drawn)| {
            let text = if drawn { picture::write(&pos, &Variant::dobutsu()) } else { game().show_pos(&pos) };
            let mut chars: Vec<char> = text.chars().collect();
            let at = at.index(chars.len());
            chars[at] = c;
            chars.into_iter().collect()
        },
    );
    prop_oneof![sfen, spoilt, any::<String>()]
}

proptest! {
    #[test]
    fn positions_are_read_as_written(pos in positions()) {
        let (game, variant) = (game(), Variant::dobutsu());
        prop_assert_eq!(game.parse_pos(&game.show_pos(&pos)), Ok(pos.clone()));
        let drawn = picture::write(&pos, &variant);
        prop_assert_eq!(picture::read(&drawn, pos.side(), &variant), Ok(pos.clone()));
        prop_assert_eq!(Position::new(&pos.setup(), &variant), Ok(pos));
    }

    #[test]
    fn moves_are_read_as_written(pos in positions()) {
        let game = game();
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        for mv in moves {
            let name = game.show_move(&pos, mv);
            prop_assert!(!name.contains('/'));
            prop_assert_eq!(game.parse_move(&pos, &name), Ok(mv));
            prop_assert_eq!(game.parse_move(&pos, name.trim_end_matches('+')), Ok(mv));
        }
    }

    #[test]
    fn codes_keep_the_position_as_the_mover_sees_it(pos in positions()) {
        let variant = Variant::dobutsu();
        prop_assert_eq!(code60::decode(code60::encode(&pos), &variant), Ok(pos.normalised()));
        let code = huffman::encode(&pos);
        prop_assert!(code.len <= 44);
        prop_assert_eq!(huffman::decode(code, &variant), Ok(pos.normalised()));
    }

    #[test]
    fn a_class_has_one_representative(pos in positions()) {
        let game = game();
        let canonical = game.canonical(&pos);
        prop_assert_eq!(canonical.side(), Side::First);
        prop_assert_eq!(&game.canonical(&canonical), &canonical);
        for twin in [pos.flipped(), pos.mirrored(), pos.flipped().mirrored()] {
            prop_assert_eq!(&game.canonical(&twin), &canonical);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in near_texts()) {
        for game in [game(), SmallShogi::dobutsu_chicks(Ending::Mate)] {
            let length = text.chars().count();
            if let Err(error) = game.parse_pos(&text) {
                prop_assert!(error.at.is_none_or(|at| at <= length));
            }
            if let Err(error) = game.parse_move(&game.start(), &text) {
                prop_assert!(error.at.is_none_or(|at| at <= length));
            }
        }
    }

    #[test]
    fn no_code_makes_a_reader_panic(bits in any::<u64>(), len in any::<u8>()) {
        let variant = Variant::dobutsu();
        let _ = code60::decode(bits, &variant);
        let _ = huffman::decode(huffman::Code { bits, len }, &variant);
    }
}
