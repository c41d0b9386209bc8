//! What the search does beyond plain alpha-beta, each by its name, so that each can be left out and measured.

/// One technique of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The first move of an iteration is searched with a narrow window around the last iteration's score.
    Aspiration,
    /// Moves are tried in the order of experience: killers, counter-moves, histories.
    Histories,
    /// If even a pass holds the score, a move will.
    NullMove,
    /// If a capture holds far more than the score in a search less deep, it will hold the score.
    ProbCut,
    /// Moves that come late are searched less deep at first.
    Reductions,
    /// Quiet moves that come very late near the leaves are not searched, nor those of bad experience.
    LateMovePruning,
    /// Positions far above the window near the leaves are not searched, nor quiet moves in positions far
    /// below.
    Futility,
    /// Positions very far below the window near the leaves are left to the quiescence.
    Razoring,
    /// Moves that lose material in the exchange are not searched near the leaves.
    ExchangePruning,
    /// A move that alone holds the score is searched deeper.
    Singular,
    /// A move that wins at once is looked for without a search.
    WinningMove,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Self; 11] = [
        Self::Aspiration,
        Self::Histories,
        Self::NullMove,
        Self::ProbCut,
        Self::Reductions,
        Self::LateMovePruning,
        Self::Futility,
        Self::Razoring,
        Self::ExchangePruning,
        Self::Singular,
        Self::WinningMove,
    ];
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// Plain alpha-beta with the table and the quiescence: the score of a depth is exactly that of a full
    /// search.
    pub const NONE: Self = Self(0);

    /// All of them.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// Whether a technique is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 == 1
    }

    /// The set with a technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }

    /// The set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
