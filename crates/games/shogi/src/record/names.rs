//! What records call the pieces.

use crate::{Kind, Variant};

/// The names of a piece.
pub struct Names {
    /// The English name, by which a variant knows it.
    english: &'static str,
    pub csa: &'static str,
    /// In moves.
    pub kif: &'static str,
    /// On a board: one character.
    pub square: &'static str,
    /// Others that are read, and not written.
    also: &'static [&'static str],
}

impl Names {
    /// All names that are read in KIF.
    fn read(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.kif, self.square].into_iter().chain(self.also.iter().copied())
    }
}

const fn names(
    english: &'static str,
    csa: &'static str,
    kif: &'static str,
    square: &'static str,
    also: &'static [&'static str],
) -> Names {
    Names { english, csa, kif, square, also }
}

const NAMES: [Names; 19] = [
    names("king", "OU", "玉", "玉", &["王"]),
    names("rook", "HI", "飛", "飛", &[]),
    names("bishop", "KA", "角", "角", &[]),
    names("gold", "KI", "金", "金", &[]),
    names("silver", "GI", "銀", "銀", &[]),
    names("knight", "KE", "桂", "桂", &[]),
    names("lance", "KY", "香", "香", &[]),
    names("pawn", "FU", "歩", "歩", &[]),
    names("dragon", "RY", "龍", "龍", &["竜"]),
    names("horse", "UM", "馬", "馬", &[]),
    names("promoted silver", "NG", "成銀", "全", &[]),
    names("promoted knight", "NK", "成桂", "圭", &[]),
    names("promoted lance", "NY", "成香", "杏", &[]),
    names("promoted pawn", "TO", "と", "と", &[]),
    names("lion", "LI", "ラ", "ラ", &[]),
    names("elephant", "ZO", "ゾ", "ゾ", &[]),
    names("giraffe", "KI", "キ", "キ", &[]),
    names("chick", "HI", "ひ", "ひ", &[]),
    names("hen", "NI", "に", "に", &[]),
];

/// The kinds of a variant with their names.
fn kinds(variant: &Variant) -> impl Iterator<Item = (Kind, &'static Names)> {
    let kinds = (0..variant.pieces.len()).map(Kind::new).flat_map(|kind| [kind, kind.promoted()]);
    kinds.filter_map(|kind| {
        let face = variant.face(kind)?;
        Some((kind, NAMES.iter().find(|names| names.english == face.name)?))
    })
}

/// Whether all pieces of a variant have names.
pub fn are_known(variant: &Variant) -> bool {
    kinds(variant).count() == variant.kinds().count()
}

/// The names of a kind.
///
/// # Panics
/// The kind is none of the variant, or of a variant whose pieces have no names here.
pub fn of(variant: &Variant, kind: Kind) -> &'static Names {
    kinds(variant).find(|(other, _)| *other == kind).expect("a piece with a name").1
}

/// The kind with a name of CSA.
pub fn csa(variant: &Variant, name: &str) -> Option<Kind> {
    kinds(variant).find(|(_, names)| names.csa == name).map(|(kind, _)| kind)
}

/// Of the names of KIF that a text begins with, the longest: its kind, and the rest of the text. A piece that
/// promotes may be named with 成 before it: 成歩 is と.
pub fn kif<'a>(variant: &Variant, text: &'a str) -> Option<(Kind, &'a str)> {
    named(variant, text).or_else(|| {
        let (kind, rest) = named(variant, text.strip_prefix('成')?)?;
        (!kind.is_promoted() && variant.promotes(kind)).then(|| (kind.promoted(), rest))
    })
}

/// The same of the names as they are.
fn named<'a>(variant: &Variant, text: &'a str) -> Option<(Kind, &'a str)> {
    let fitting = kinds(variant).flat_map(|(kind, names)| {
        names.read().filter_map(move |name| Some((kind, text.strip_prefix(name)?)))
    });
    fitting.min_by_key(|(_, rest)| rest.len())
}

/// Whether a text begins as the name of a piece does, of any variant, or with 成 before it.
pub fn begin(text: &str) -> bool {
    let text = text.strip_prefix('成').unwrap_or(text);
    NAMES.iter().flat_map(Names::read).any(|name| text.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file may hold anything.
    #[test]
    fn many_promotions_are_no_name() {
        let many = "成".repeat(1_000_000);
        assert_eq!(kif(&Variant::shogi(), &many), None);
        assert_eq!(kif(&Variant::shogi(), "成成歩"), None);
    }

    #[test]
    fn every_piece_of_every_variant_has_names_of_its_own() {
        for variant in [Variant::shogi(), Variant::dobutsu()] {
            for place in 0..variant.pieces.len() {
                for kind in [Kind::new(place), Kind::new(place).promoted()] {
                    if variant.face(kind).is_some() {
                        let names = of(&variant, kind);
                        assert_eq!(csa(&variant, names.csa), Some(kind));
                        assert_eq!(kif(&variant, names.kif), Some((kind, "")));
                        assert_eq!(kif(&variant, names.square), Some((kind, "")));
                        let turned = format!("成{}", of(&variant, kind.unpromoted()).kif);
                        assert!(
                            !kind.is_promoted() || kif(&variant, &turned) == Some((kind, "")),
                            "{}",
                            names.kif
                        );
                    }
                }
            }
        }
    }
}
