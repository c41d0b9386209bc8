//! Moves made on the board: what is picked up, and where it can be put.
//!
//! The names of moves say how: a name begins with that of a spot (`2c2b` with `2c`, `G*2b` with the piece in
//! hand `G*`) and goes on with that of the spot where the piece is put; a name that is a spot's own is a move
//! by one step. Where pieces are turned, a piece is picked up and lies as a [`Placement`] says.

use yomikiri_core::Placement;

/// What is picked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    Nothing,
    /// The beginning of a move's name.
    Begun(String),
    /// A piece that can be turned, and how it lies.
    Turned {
        piece: String,
        orientation: u8,
    },
}

/// The moves of a position, as they are picked.
#[derive(Default)]
pub struct Picking {
    pub names: Vec<String>,
    pub placements: Vec<(String, Placement)>,
}

/// What a spot that is chosen leads to.
#[derive(Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Move(String),
    /// Something else is picked up now.
    Pick(Picked),
    /// One of several moves is to be chosen.
    Ask(Vec<String>),
    /// Nothing.
    Stay,
}

impl Picking {
    /// What comes of choosing a spot.
    pub fn choose(&self, picked: &Picked, spot: &str) -> Step {
        match picked {
            Picked::Turned { piece, orientation } if piece != spot => {
                let here = self.placed(piece, *orientation).find(|(_, placed)| placed.anchor == spot);
                match here {
                    Some((name, _)) => Step::Move(name.clone()),
                    None => self.pick_up(spot).map_or(Step::Stay, Step::Pick),
                }
            }
            Picked::Turned { .. } => Step::Pick(Picked::Nothing),
            Picked::Nothing => match self.pick_up(spot) {
                Some(picked) => Step::Pick(picked),
                None => self.begin(spot),
            },
            Picked::Begun(begun) if begun == spot => match self.names.iter().find(|name| *name == spot) {
                Some(name) => Step::Move(name.clone()),
                None => Step::Pick(Picked::Nothing),
            },
            Picked::Begun(begun) => {
                let wanted = format!("{begun}{spot}");
                let moves: Vec<_> = self.beginning(&wanted).cloned().collect();
                match &moves[..] {
                    [] => self.begin(spot),
                    [name] => Step::Move(name.clone()),
                    _ => Step::Ask(moves),
                }
            }
        }
    }

    fn beginning(&self, with: &str) -> impl Iterator<Item = &String> {
        self.names.iter().filter(move |name| name.starts_with(with))
    }

    /// Picks up what is on a spot, or makes the one move that is the spot's own.
    fn begin(&self, spot: &str) -> Step {
        let moves: Vec<_> = self.beginning(spot).collect();
        match &moves[..] {
            [] => Step::Stay,
            [name] if *name == spot => Step::Move(spot.to_owned()),
            _ => Step::Pick(Picked::Begun(spot.to_owned())),
        }
    }

    /// A piece that can be turned, as it lies first.
    fn pick_up(&self, spot: &str) -> Option<Picked> {
        let orientation = *self.orientations(spot).first()?;
        Some(Picked::Turned { piece: spot.to_owned(), orientation })
    }

    /// The ways in which a piece can be put somewhere, in order.
    fn orientations(&self, piece: &str) -> Vec<u8> {
        let of_piece = self.placements.iter().filter(|(_, placed)| placed.piece == piece);
        let mut all: Vec<u8> = of_piece.map(|(_, placed)| placed.orientation).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The same piece turned to the next way, or to the one before.
    pub fn turn(&self, picked: &Picked, back: bool) -> Picked {
        let Picked::Turned { piece, orientation } = picked else { return picked.clone() };
        let all = self.orientations(piece);
        let at = all.iter().position(|other| other == orientation).unwrap_or(0);
        let step = if back { all.len().saturating_sub(1) } else { 1 };
        let orientation = all.get((at + step) % all.len().max(1)).copied().unwrap_or(*orientation);
        Picked::Turned { piece: piece.clone(), orientation }
    }

    fn placed(&self, piece: &str, orientation: u8) -> impl Iterator<Item = &(String, Placement)> {
        self.placements
            .iter()
            .filter(move |(_, placed)| placed.piece == piece && placed.orientation == orientation)
    }

    /// Whether something can be put on a spot, or, with nothing picked up, moved from it.
    pub fn is_target(&self, picked: &Picked, spot: &str) -> bool {
        match picked {
            Picked::Nothing => false,
            Picked::Begun(begun) => self.beginning(&format!("{begun}{spot}")).next().is_some(),
            Picked::Turned { piece, orientation } => {
                self.placed(piece, *orientation).any(|(_, placed)| placed.anchor == spot)
            }
        }
    }

    /// The spots that the picked piece would cover, held at a spot where it may be put.
    pub fn covers(&self, picked: &Picked, spot: &str) -> &[String] {
        let Picked::Turned { piece, orientation } = picked else { return &[] };
        let here = self.placed(piece, *orientation).find(|(_, placed)| placed.anchor == spot);
        here.map_or(&[], |(_, placed)| &placed.covers)
    }

    /// Some place where the picked piece may be put: the shape is seen there before the cursor is on the
    /// board.
    pub fn somewhere(&self, picked: &Picked) -> Option<&Placement> {
        let Picked::Turned { piece, orientation } = picked else { return None };
        self.placed(piece, *orientation).next().map(|(_, placed)| placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picking(names: &[&str]) -> Picking {
        Picking { names: names.iter().map(ToString::to_string).collect(), placements: Vec::new() }
    }

    #[test]
    fn a_piece_is_picked_up_and_put_down() {
        let moves = picking(&["2c2b", "2c1b", "2c1b+", "G*1b"]);
        let held = Picked::Begun("2c".into());
        assert_eq!(moves.choose(&Picked::Nothing, "2c"), Step::Pick(held.clone()));
        assert_eq!(moves.choose(&Picked::Nothing, "3c"), Step::Stay);
        assert_eq!(moves.choose(&held, "2b"), Step::Move("2c2b".into()));
        assert_eq!(moves.choose(&held, "1b"), Step::Ask(vec!["2c1b".into(), "2c1b+".into()]));
        assert_eq!(moves.choose(&held, "2c"), Step::Pick(Picked::Nothing));
        assert_eq!(moves.choose(&held, "G*"), Step::Pick(Picked::Begun("G*".into())));
        assert!(moves.is_target(&held, "1b") && !moves.is_target(&held, "3b"));
    }

    #[test]
    fn a_spot_can_be_a_move_and_the_beginning_of_one() {
        let moves = picking(&["b2", "p3", "p3b2"]);
        assert_eq!(moves.choose(&Picked::Nothing, "b2"), Step::Move("b2".into()));
        let pile = Picked::Begun("p3".into());
        assert_eq!(moves.choose(&Picked::Nothing, "p3"), Step::Pick(pile.clone()));
        assert_eq!(moves.choose(&pile, "p3"), Step::Move("p3".into()));
        assert_eq!(moves.choose(&pile, "b2"), Step::Move("p3b2".into()));
    }

    #[test]
    fn a_piece_is_turned_before_it_is_placed() {
        let placed = |name: &str, orientation, anchor: &str| {
            let placement = Placement {
                piece: "t".into(),
                orientation,
                anchor: anchor.into(),
                covers: vec![anchor.into()],
            };
            (name.to_owned(), placement)
        };
        let placements = vec![placed("66t0", 0, "66"), placed("66t3", 3, "66"), placed("55t3", 3, "55")];
        let moves = Picking { names: Vec::new(), placements };
        let lying = |orientation| Picked::Turned { piece: "t".into(), orientation };
        assert_eq!(moves.choose(&Picked::Nothing, "t"), Step::Pick(lying(0)));
        assert_eq!(moves.turn(&lying(0), false), lying(3));
        assert_eq!(moves.turn(&lying(0), true), lying(3));
        assert_eq!(moves.choose(&lying(3), "55"), Step::Move("55t3".into()));
        assert_eq!(moves.choose(&lying(0), "55"), Step::Stay);
        assert_eq!(moves.covers(&lying(3), "55"), ["55"]);
    }
}
