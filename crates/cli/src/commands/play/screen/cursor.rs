//! A cursor that goes from spot to spot of a board.

use yomikiri_core::{Drawing, DrawnSpot};

/// Where the cursor is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What a step aside counts against a step ahead: lines are twice as high as columns are wide.
const ASIDE: i32 = 4;

/// The middle of a spot in half lines, so that both directions count the same.
fn middle(spot: &DrawnSpot) -> (i32, i32) {
    ((2 * spot.column + spot.width) as i32 / 2, (4 * spot.line + 2 * spot.height) as i32 / 2)
}

/// The spot that lies next in a direction; the same where there is none.
pub fn next(drawing: &Drawing, from: &str, direction: Direction) -> String {
    let spots = drawing.spots();
    let Some(here) = spots.iter().find(|spot| spot.name == from).or(spots.first()) else {
        return from.to_owned();
    };
    let (x, y) = middle(here);
    let away = |spot: &DrawnSpot| {
        let (to_x, to_y) = middle(spot);
        let (ahead, aside) = match direction {
            Direction::Up => (y - to_y, to_x - x),
            Direction::Down => (to_y - y, to_x - x),
            Direction::Left => (x - to_x, to_y - y),
            Direction::Right => (to_x - x, to_y - y),
        };
        (ahead > 0).then_some(ahead + ASIDE * aside.abs())
    };
    let nearest = spots.iter().filter_map(|spot| Some((away(spot)?, spot))).min_by_key(|(away, _)| *away);
    nearest.map_or(here, |(_, spot)| spot).name.clone()
}

/// The spot at a line and a column of the drawing; of several the smallest.
pub fn at(drawing: &Drawing, line: usize, column: usize) -> Option<&DrawnSpot> {
    let holds = |spot: &&DrawnSpot| {
        (spot.line..spot.line + spot.height).contains(&line)
            && (spot.column..spot.column + spot.width).contains(&column)
    };
    drawing.spots().iter().filter(holds).min_by_key(|spot| spot.width * spot.height)
}

#[cfg(test)]
mod tests {
    use super::{
        Direction::{Down, Left, Right, Up},
        *,
    };
    use crate::registry;

    #[test]
    fn the_cursor_goes_over_the_board_and_to_the_hands() {
        let game = registry::open_usual("minishogi").unwrap();
        let explore = game.explore();
        let drawing = explore.open("4k/5/5/5/K4 b Gs").unwrap().drawing();
        let steps = |from: &str, way: &[Direction]| {
            way.iter().fold(from.to_owned(), |at, &direction| next(&drawing, &at, direction))
        };
        assert_eq!(steps("3c", &[Up, Left]), "4b");
        assert_eq!(steps("5e", &[Down]), "G*");
        assert_eq!(steps("5e", &[Left]), "5e");
        assert_eq!(steps("G*", &[Up, Right]), "1e");
        let spot = drawing.spots().iter().find(|spot| spot.name == "3c").unwrap();
        assert_eq!(at(&drawing, spot.line, spot.column + 2).unwrap().name, "3c");
        assert_eq!(at(&drawing, 500, 0), None);
    }
}
