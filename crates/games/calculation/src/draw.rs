//! Positions for people.

use crate::{position::Position, rank::letter, rules::Calculation};
use std::fmt::Write as _;

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

/// The bases with what they need, the waste piles from bottom to top, the card turned up, what is hidden.
pub fn draw(game: &Calculation, pos: &Position, colour: bool) -> String {
    let (bold, dim, reset) = if colour { (BOLD, DIM, RESET) } else { ("", "", "") };
    let mut text = String::new();
    for base in 0..game.variant().bases() {
        let count = pos.bases[base];
        let placed: Vec<_> = (0..count).map(|i| letter(game.variant().needs(base, i)).to_string()).collect();
        let next = match game.needs(pos, base) {
            0 => "closed".into(),
            rank => format!("needs {bold}{}{reset}", letter(rank)),
        };
        let _ = writeln!(text, "base {}  {dim}{:<26}{reset} {next}", base + 1, placed.join(" "));
    }
    for (number, pile) in pos.piles[..game.variant().piles()].iter().enumerate() {
        let cards: Vec<_> = pile.cards().iter().map(|&card| letter(card).to_string()).collect();
        let shown = match cards.split_last() {
            None => "-".into(),
            Some((top, [])) => format!("{bold}{top}{reset}"),
            Some((top, below)) => format!("{} {bold}{top}{reset}", below.join(" ")),
        };
        let _ = writeln!(text, "pile {}  {shown}", number + 1);
    }
    let hidden: String = (1..=game.variant().ranks())
        .flat_map(|rank| std::iter::repeat_n(letter(rank), pos.stock[usize::from(rank)].into()))
        .collect();
    let turned = if pos.turned == 0 { "none".into() } else { format!("{bold}{}{reset}", letter(pos.turned)) };
    let _ = writeln!(text, "turned up: {turned}   hidden ({}): {dim}{hidden}{reset}", pos.hidden());
    text
}

/// What each base still needs, the last card first: a waste pile that holds its cards in such an order, from
/// bottom to top, unloads in one go. The advice is to keep these sequences in mind.
pub fn reverse(game: &Calculation, pos: &Position) -> String {
    (0..game.variant().bases()).fold(String::new(), |mut text, base| {
        let left = (pos.bases[base]..game.variant().ranks()).rev();
        let cards: Vec<_> = left.map(|count| letter(game.variant().needs(base, count)).to_string()).collect();
        let _ = writeln!(text, "base {}  {}", base + 1, cards.join(" "));
        text
    })
}

#[cfg(test)]
mod tests {
    use crate::{Calculation, Variant};
    use yomikiri_core::{Game, Notation};

    #[test]
    fn a_position_is_drawn_with_what_matters() {
        let game = Calculation::new(Variant::CALCULATION);
        let pos = game.parse_pos("1.2.1.13 5K/7/-/- 2333323233320 A").unwrap_or_else(|_| game.start());
        let text = game.draw(&pos, false);
        assert!(text.contains("base 2") && text.contains("turned up") && !text.contains('\x1b'));
        assert!(super::reverse(&game, &game.start()).starts_with("base 1  K Q J T 9 8 7 6 5 4 3 2\n"));
        assert!(game.draw(&pos, true).contains("\x1b[1m"));
    }
}
