//! What is drawn on a piece in each style, around its middle, as its owner sees it.

use crate::{Face, Step, animals::animal};
use yomikiri_core::{Diagram, PieceStyle};

/// An arrowhead that points ahead, for a direction in which a piece goes any number of squares.
const ARROW: &str = "M-3 2H3L0 -4Z";

/// Where the marks of moves stand: around what is drawn.
struct Ring {
    /// The height of the marks to the side.
    middle: i32,
    /// From the middle to marks straight ahead or back.
    along: i32,
    /// From the middle to the side: of marks ahead, and of the others.
    aside: (i32, i32),
}

const AROUND_LETTERS: Ring = Ring { middle: 3, along: 13, aside: (9, 13) };
const AROUND_ANIMALS: Ring = Ring { middle: 2, along: 15, aside: (10, 14) };

/// Draws a face. A style that has nothing for it gives way to letters.
pub fn draw(diagram: &mut Diagram, style: PieceStyle, face: &Face, is_promoted: bool) {
    let class = if is_promoted { "promoted" } else { "face" };
    match (style, face.kanji, animal(face.name)) {
        (PieceStyle::Kanji, Some(kanji), _) => diagram.text(class, (0, 14), 26, &kanji.to_string()),
        (PieceStyle::Animals, _, Some(shapes)) => {
            for (class, path) in shapes {
                diagram.path(&format!("animal {class}"), path);
            }
            mark_moves(diagram, face, &AROUND_ANIMALS);
        }
        _ => {
            diagram.text(class, (0, 9), 17, face.letter);
            mark_moves(diagram, face, &AROUND_LETTERS);
        }
    }
}

/// Marks where a piece moves: a dot for a step, an arrowhead for any number of them.
fn mark_moves(diagram: &mut Diagram, face: &Face, ring: &Ring) {
    for &step in face.steps {
        diagram.circle("steps", ring.place(step), 2);
    }
    for &(right, up) in face.slides {
        let degrees = f64::from(right).atan2(f64::from(up)).to_degrees().round() as i32;
        diagram.group(ring.place((right, up)), degrees, |diagram| diagram.path("steps", ARROW));
    }
}

impl Ring {
    /// The place of a step's mark: a longer one has it in its direction, too.
    fn place(&self, (right, up): Step) -> (i32, i32) {
        let (right, up) = (i32::from(right), i32::from(up));
        let longest = right.abs().max(up.abs()).max(1);
        let aside = if up > 0 { self.aside.0 } else { self.aside.1 };
        (right * aside / longest, self.middle - up * self.along / longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Variant, variants};
    use yomikiri_core::{Gap, Language};

    /// A face as a picture of its own.
    fn drawn(face: &Face, kind: Kind, style: PieceStyle) -> String {
        let mut diagram = Diagram::new((48, 48), "Piece");
        draw(&mut diagram, style, face, kind.is_promoted());
        diagram.inline()
    }

    #[test]
    fn every_kind_of_every_variant_is_drawn_in_every_style_and_no_two_alike() {
        for variant in variants::shipped() {
            for style in PieceStyle::ALL {
                let mut seen: Vec<String> = Vec::new();
                for kind in variant.kinds() {
                    let drawn = drawn(variant.face(kind).unwrap(), kind, style);
                    assert!(drawn.contains("<path") || drawn.contains("<text"), "{}: {drawn}", variant.name);
                    assert!(!seen.contains(&drawn), "{}, {}: {drawn}", variant.name, style.word());
                    seen.push(drawn);
                }
            }
        }
    }

    #[test]
    fn each_piece_has_a_name_in_each_language() {
        for variant in variants::shipped() {
            for kind in variant.kinds() {
                let told = Gap::from(variant.face(kind).unwrap().piece_name());
                let japanese = told.in_language(Language::Japanese);
                assert!(!japanese.contains(|letter: char| letter.is_ascii()), "{}: {japanese}", variant.name);
            }
        }
    }

    #[test]
    fn a_style_is_what_it_is_called() {
        let (dobutsu, shogi) = (Variant::dobutsu(), Variant::shogi());
        let of = |variant: &Variant, kind, style| drawn(variant.face(kind).unwrap(), kind, style);
        assert!(of(&shogi, Kind::ROOK, PieceStyle::Kanji).contains(">飛<"));
        let letters = of(&shogi, Kind::ROOK.promoted(), PieceStyle::Letters);
        // A dragon goes any way straight, and one step aslant.
        let marks = (letters.matches("<circle").count(), letters.matches("<path").count());
        assert!(letters.contains(">+R<") && marks == (4, 4), "{letters}");
        assert_eq!(of(&shogi, Kind::PAWN, PieceStyle::Animals), of(&shogi, Kind::PAWN, PieceStyle::Letters));
        let animals = of(&dobutsu, Kind::HEN, PieceStyle::Animals);
        assert!(animals.contains("animal comb") && !animals.contains("<text"), "{animals}");
        assert_eq!(animals.matches("<circle").count(), 6);
    }

    #[test]
    fn marks_stay_on_the_piece() {
        for right in -3..=3 {
            for up in -3..=3 {
                for ring in [AROUND_LETTERS, AROUND_ANIMALS] {
                    let (x, y) = ring.place((right, up));
                    assert!(x.abs() <= 14 && (-14..=18).contains(&y), "{right} {up}: {x} {y}");
                }
            }
        }
    }
}
