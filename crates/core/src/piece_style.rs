//! How pieces look on diagrams.

/// What is drawn on the pieces of a diagram. A piece that a style has nothing for is drawn in letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceStyle {
    /// The characters of Japanese pieces.
    #[default]
    Kanji,
    /// The letters of the notation, and marks in the directions in which a piece moves, for those who read no
    /// kanji.
    Letters,
    /// Animals.
    Animals,
}

impl PieceStyle {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Kanji, Self::Letters, Self::Animals];

    /// The word for it in addresses and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Kanji => "kanji",
            Self::Letters => "letters",
            Self::Animals => "animals",
        }
    }

    /// The style of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.word() == word)
    }
}
