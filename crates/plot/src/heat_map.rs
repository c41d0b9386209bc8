//! Numbers by square, as colours with the numbers in them.

use crate::picture::{Area, Drawn, TITLE, WIDTH, picture, style, title};
use plotters::{prelude::*, style::text_anchor::HPos};

/// Numbers on a small board.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What they are of.
    pub name: String,
    /// How many squares a row has.
    pub columns: usize,
    /// Row by row from the top; `None` where there is no number.
    pub cells: Vec<Option<f64>>,
}

/// Boards beside each other, with one scale of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMaps {
    /// What is shown.
    pub title: String,
    /// What the numbers are, with their unit; told beside the scale.
    pub unit: String,
    /// The boards.
    pub maps: Vec<HeatMap>,
}

/// The side of a square, and what is free around a board, in pixels.
const CELL: i32 = 44;
const MARGIN: i32 = 24;
/// What the name above a board takes, and the scale below the boards.
const NAME: i32 = 24;
const KEY: i32 = 64;
/// The scale's width and height, and the steps that it is drawn in.
const SCALE: (i32, i32) = (220, 14);
const STEPS: i32 = 44;

/// The colours of the least and of the greatest number; any number can be read on both.
const LEAST: RGBColor = RGBColor(0xff, 0xf7, 0xe0);
const MOST: RGBColor = RGBColor(0x6b, 0xae, 0xd6);
const LINE: RGBColor = RGBColor(0x88, 0x88, 0x88);

impl HeatMaps {
    /// The boards as a picture.
    pub fn svg(&self) -> String {
        let rows = self.maps.iter().map(|map| map.cells.len().div_ceil(map.columns)).max().unwrap_or(0);
        let height = TITLE as i32 + NAME + rows as i32 * CELL + KEY;
        picture(&self.title, height as u32, |root| self.draw(root, height))
    }

    fn draw(&self, root: &Area<'_>, height: i32) -> Drawn<()> {
        title(root, &self.title)?;
        let widths = self.maps.iter().map(|map| map.columns as i32 * CELL + MARGIN);
        let free = WIDTH as i32 + MARGIN - widths.sum::<i32>();
        let mut left = free / 2;
        for map in &self.maps {
            self.board(root, map, left)?;
            left += map.columns as i32 * CELL + MARGIN;
        }
        self.key(root, height - KEY)
    }

    /// A board with its name.
    fn board(&self, root: &Area<'_>, map: &HeatMap, left: i32) -> Drawn<()> {
        let top = TITLE as i32 + NAME;
        root.draw_text(&map.name, &style(15, HPos::Left), (left, top - NAME / 2))?;
        for (square, cell) in map.cells.iter().enumerate() {
            let x = left + (square % map.columns) as i32 * CELL;
            let y = top + (square / map.columns) as i32 * CELL;
            let corners = [(x, y), (x + CELL, y + CELL)];
            if let Some(number) = *cell {
                root.draw(&Rectangle::new(corners, self.colour(number).filled()))?;
                let at = (x + CELL / 2, y + CELL / 2);
                root.draw_text(&format!("{number:.2}"), &style(14, HPos::Center), at)?;
            }
            root.draw(&Rectangle::new(corners, LINE))?;
        }
        Ok(())
    }

    /// The scale with its ends and what it tells.
    fn key(&self, root: &Area<'_>, top: i32) -> Drawn<()> {
        let (least, most) = self.ends();
        let (left, y) = ((WIDTH as i32 - SCALE.0) / 2, top + 14);
        let at = |step: i32| left + step * SCALE.0 / STEPS;
        for step in 0..STEPS {
            let number = least + (most - least) * f64::from(step) / f64::from(STEPS - 1);
            let corners = [(at(step), y), (at(step + 1), y + SCALE.1)];
            root.draw(&Rectangle::new(corners, self.colour(number).filled()))?;
        }
        root.draw(&Rectangle::new([(left, y), (left + SCALE.0, y + SCALE.1)], LINE))?;
        let middle = y + SCALE.1 / 2;
        root.draw_text(&format!("{least:.2}"), &style(13, HPos::Right), (left - 8, middle))?;
        root.draw_text(&format!("{most:.2}"), &style(13, HPos::Left), (left + SCALE.0 + 8, middle))?;
        root.draw_text(&self.unit, &style(14, HPos::Center), (WIDTH as i32 / 2, y + SCALE.1 + 14))
    }

    /// The least and the greatest number.
    fn ends(&self) -> (f64, f64) {
        let all = self.maps.iter().flat_map(|map| &map.cells).flatten();
        let (least, most) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
        if least <= most { (least, most) } else { (0.0, 1.0) }
    }

    fn colour(&self, number: f64) -> RGBColor {
        let (least, most) = self.ends();
        let share = (number - least) / (most - least).max(f64::MIN_POSITIVE);
        let between = |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))) as u8;
        RGBColor(between(LEAST.0, MOST.0), between(LEAST.1, MOST.1), between(LEAST.2, MOST.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_their_squares_with_title_unit_and_scale() {
        let map = HeatMap {
            name: "hen".into(),
            columns: 2,
            cells: vec![Some(-1.0), None, Some(3.0), Some(3.0), None, None],
        };
        let mut maps = HeatMaps { title: "Worth".into(), unit: "log odds".into(), maps: vec![map] };
        let picture = maps.svg();
        let texts: Vec<_> =
            picture.lines().filter(|line| !line.contains('<') && !line.trim().is_empty()).collect();
        assert_eq!(
            texts,
            ["Worth", "hen", "-1.00", "3.00", "3.00", "-1.00", "3.00", "log odds"],
            "{picture}"
        );
        let fill = |colour: RGBColor| format!("fill=\"#{:02X}{:02X}{:02X}\"", colour.0, colour.1, colour.2);
        // In the squares and at the end of the scale.
        assert_eq!([LEAST, MOST].map(|colour| picture.matches(&fill(colour)).count()), [2, 3], "{picture}");
        maps.maps.clear();
        assert!(!maps.svg().contains("NaN"));
    }
}
