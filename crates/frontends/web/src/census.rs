//! The census of a solved game as pictures.

use crate::{
    source::Census,
    words::{Words, fill},
};
use yomikiri_core::{Diagram, Value, ValueFilter, Wdl, grouped};

/// The part of the histogram that bars are drawn in: its left edge, width, and the height of each half.
const LEFT: i32 = 64;
const WIDTH: i32 = 370;
const HALF: i32 = 110;

/// What is above the upper half, and below the lower.
const MARGIN: i32 = 18;

/// The marks of the horizontal axis, at most.
const MARKS: usize = 9;

impl Census {
    /// All positions.
    pub const fn all(&self) -> u64 {
        self.win + self.draw + self.loss
    }

    /// A part of them in percent.
    pub fn percent(&self, count: u64) -> String {
        format!("{:.2}", 100.0 * count as f64 / self.all().max(1) as f64)
    }

    /// The positions that are won or lost in so many plies.
    pub fn decided(&self) -> impl Iterator<Item = (usize, Wdl, u64)> {
        self.by_plies
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(plies, &count)| (plies, Value::decided(plies as u16).wdl(), count))
    }

    /// Whether the game has a position with such a value, as far as is counted.
    pub fn has(&self, wanted: ValueFilter) -> bool {
        let is_wdl = |wdl| wanted.wdl.is_none_or(|own| own == wdl);
        match wanted.plies {
            None => [(Wdl::Win, self.win), (Wdl::Draw, self.draw), (Wdl::Loss, self.loss)]
                .into_iter()
                .any(|(wdl, count)| is_wdl(wdl) && count > 0),
            Some(_) if self.by_plies.is_empty() => wanted.wdl != Some(Wdl::Draw),
            Some(plies) => {
                self.decided().any(|(decided, wdl, _)| decided == usize::from(plies) && is_wdl(wdl))
            }
        }
    }

    /// Won, drawn and lost as bars of one length to the percent.
    pub fn shares(&self, words: &Words) -> Diagram {
        let mut picture = Diagram::new((LEFT + WIDTH + 10, 100), words.census);
        let parts =
            [(words.win, "won", self.win), (words.draw, "drawn", self.draw), (words.loss, "lost", self.loss)];
        for (row, (word, class, count)) in (0..).zip(parts) {
            let (y, percent) = (10 + 30 * row, self.percent(count));
            let width = (f64::from(WIDTH - 80) * count as f64 / self.all().max(1) as f64).round() as i32;
            picture.text("count", (LEFT / 2, y + 16), 14, word);
            picture.rect(class, (LEFT, y), (width.max(1), 22), 0);
            picture.text("count", (LEFT + width + 38, y + 16), 14, &format!("{percent} %"));
            picture.describe(|_| format!("{word}: {} ({percent} %). ", grouped(count)));
        }
        picture
    }

    /// The positions by the plies to the end: won ones upward, lost ones downward, on a logarithmic scale.
    pub fn histogram(&self, words: &Words) -> Diagram {
        let scale = Scale::of(self.by_plies.iter().copied().max().unwrap_or(0));
        let middle = MARGIN + HALF;
        let mut picture = Diagram::new((LEFT + WIDTH + 10, 2 * middle + 30), words.by_plies);
        picture.rect("board", (LEFT, MARGIN), (WIDTH, 2 * HALF), 0);
        for count in scale.marks() {
            let above = scale.height(count);
            picture.path(
                "lines",
                &format!("M{LEFT} {}h{WIDTH}M{LEFT} {}h{WIDTH}", middle - above, middle + above),
            );
            for y in [middle - above, middle + above] {
                picture.text("count", (LEFT / 2, y + 4), 12, &grouped(count));
            }
        }
        let columns = self.by_plies.len().max(1);
        let left = |plies: usize| LEFT + (i64::from(WIDTH) * plies as i64 / columns as i64) as i32;
        for (plies, wdl, count) in self.decided() {
            // Won and lost distances take turns: a bar has the room of two.
            let (x, height) = (left(plies), scale.height(count));
            let width = (left((plies + 2).min(columns)) - x - 1).max(1);
            match wdl {
                Wdl::Win => picture.rect("won", (x, middle - height), (width, height), 0),
                _ => picture.rect("lost", (x, middle), (width, height), 0),
            }
        }
        picture.path("outline", &format!("M{LEFT} {middle}h{WIDTH}"));
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| columns / step <= MARKS);
        for plies in (0..columns).step_by(step.unwrap_or(1000)) {
            picture.text("count", (left(plies), 2 * middle + 2), 12, &plies.to_string());
        }
        picture.text("count", (LEFT + WIDTH / 2, 2 * middle + 22), 14, words.plies);
        picture.text("count", (LEFT + WIDTH - 40, MARGIN + 20), 14, words.win);
        picture.text("count", (LEFT + WIDTH - 40, 2 * HALF + MARGIN - 10), 14, words.loss);
        picture.describe(|_| self.told(words));
        picture
    }

    /// What the histogram shows, in words.
    fn told(&self, words: &Words) -> String {
        let most = |wanted: Wdl| {
            let most = self.decided().filter(|(_, wdl, _)| *wdl == wanted).max_by_key(|(_, _, count)| *count);
            most.map_or((0, 0), |(plies, _, count)| (plies, count))
        };
        let (won, lost) = (most(Wdl::Win), most(Wdl::Loss));
        let farthest = self.by_plies.len().saturating_sub(1).to_string();
        let parts = [&farthest, &won.0.to_string(), &grouped(won.1), &lost.0.to_string(), &grouped(lost.1)];
        fill(words.census_told, &parts.map(String::as_str))
    }
}

/// How high a bar is: one step for each power of ten, the first for a single position.
struct Scale {
    /// The power of ten above the longest bar.
    decades: u32,
}

impl Scale {
    fn of(most: u64) -> Self {
        Self { decades: most.max(1).ilog10() + 1 }
    }

    fn height(&self, count: u64) -> i32 {
        if count == 0 {
            return 0;
        }
        let steps = 1.0 + (count as f64).log10();
        (f64::from(HALF) * steps / f64::from(1 + self.decades)).round() as i32
    }

    /// Every second power of ten.
    fn marks(&self) -> impl Iterator<Item = u64> {
        (0..=self.decades).step_by(2).map(|decade| 10u64.saturating_pow(decade))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::words::ENGLISH;

    pub fn census() -> Census {
        Census {
            start: "<start>".into(),
            win: 1_000_101,
            draw: 50,
            loss: 10,
            by_plies: vec![7, 1_000_000, 3, 101],
        }
    }

    #[test]
    fn bars_grow_with_the_counts_and_are_told_in_words() {
        let picture = census().histogram(&ENGLISH).inline();
        assert_eq!(
            (picture.matches("\"won\"").count(), picture.matches("\"lost\"").count()),
            (2, 2),
            "{picture}"
        );
        assert!(
            picture.contains("a won position has 1 (1,000,000)") && picture.contains("1,000,000</text>"),
            "{picture}"
        );
        let scale = Scale::of(1_000_000);
        let heights: Vec<_> = [0, 1, 3, 100, 1_000_000, 9_999_999].map(|count| scale.height(count)).into();
        assert!(
            heights.is_sorted() && heights[0] == 0 && heights[1] > 0 && heights[5] <= HALF,
            "{heights:?}"
        );
        let shares = census().shares(&ENGLISH).inline();
        assert!(shares.contains("99.99 %"), "{shares}");
    }

    #[test]
    fn a_game_without_positions_has_pictures_too() {
        let nothing = Census { start: String::new(), win: 0, draw: 0, loss: 0, by_plies: Vec::new() };
        for picture in [nothing.shares(&ENGLISH).inline(), nothing.histogram(&ENGLISH).inline()] {
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        }
    }
}
