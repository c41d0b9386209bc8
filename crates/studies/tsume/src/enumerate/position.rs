//! Scenes as positions of the game, and back.

use super::{
    place::{self, BLACK_HAND, WHITE_HAND},
    rules::{SetPosition, SetRules},
};
use crate::rules;
use yomikiri_shogi::{Bits, Kind, Piece, Position, Setup, Side, Square};

impl<const N: usize> SetRules<N> {
    /// The position of a scene; the defender holds all pieces of the game that are nowhere else.
    pub fn position(&self, set_pos: &SetPosition<N>, side: Side) -> Position<u128> {
        let variant = rules().variant();
        let mut setup = Setup::empty(variant);
        setup.side = side;
        setup.board[set_pos.king as usize] = Some(Piece { kind: Kind::ROYAL, side: Side::Second });
        for kind in variant.hand_kinds() {
            setup.hands[Side::Second.index()][kind.place()] = variant.rule(kind).map_or(0, |rule| rule.count);
        }
        for (i, &at) in set_pos.at.iter().enumerate() {
            let kind = self.man(i).kind;
            if at == WHITE_HAND {
                continue;
            }
            setup.hands[Side::Second.index()][kind.place()] -= 1;
            if at == BLACK_HAND {
                setup.hands[Side::First.index()][kind.place()] += 1;
            } else {
                let side = if place::is_black(at) { Side::First } else { Side::Second };
                let kind = if place::is_promoted(at) { kind.promoted() } else { kind };
                setup.board[place::square(at) as usize] = Some(Piece { kind, side });
            }
        }
        Position::new(&setup, variant).expect("a scene is a position")
    }

    /// The scene of a position, if it holds nothing on the board or in the attacker's hand that is not of the
    /// set.
    pub fn set_pos(&self, pos: &Position<u128>) -> Option<SetPosition<N>> {
        let mut set_pos = SetPosition { king: u8::MAX, at: [WHITE_HAND; N] };
        let mut used = [0; Kind::UNPROMOTED];
        let mut put = |kind: Kind, at: u16| {
            let used = &mut used[kind.place()];
            let of_kind = (0..N).filter(|&i| self.man(i).kind == kind);
            let slot = of_kind.into_iter().nth(*used)?;
            *used += 1;
            set_pos.at[slot] = at;
            Some(())
        };
        for square in pos.occupied().squares() {
            let Piece { kind, side } = pos.piece(square).expect("an occupied square");
            if kind != Kind::ROYAL {
                put(kind.unpromoted(), place::place(side, kind.is_promoted(), square.0))?;
            }
        }
        for man in &self.men {
            for _ in 0..pos.hand(Side::First, man.kind) {
                put(man.kind, BLACK_HAND)?;
            }
        }
        if self.holds_others(pos) {
            return None;
        }
        let Square(king) = pos.royal(Side::Second)?;
        set_pos.king = king;
        self.sort(&mut set_pos.at);
        Some(set_pos)
    }

    /// Whether the attacker holds a piece of a kind that is not in the set.
    fn holds_others(&self, pos: &Position<u128>) -> bool {
        (1..Kind::UNPROMOTED)
            .map(Kind::new)
            .any(|kind| pos.hand(Side::First, kind) > 0 && self.men.iter().all(|man| man.kind != kind))
    }
}
