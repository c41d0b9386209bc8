//! Positions for people.

use crate::{Move, pile::Pile, position::Position, rank::letter, rules::Calculation, words};
use yomikiri_core::{Drawing, Ink, Language};

/// The bases with what they need, the waste piles from bottom to top, the card turned up, what is hidden; `*`
/// behind the card that moved last.
pub fn drawing(game: &Calculation, pos: &Position, last: Option<Move>) -> Drawing {
    let (to_base, to_pile) = match last {
        Some(Move::ToBase(base) | Move::FromPile { base, .. }) => (Some(usize::from(base)), None),
        Some(Move::ToPile(pile)) => (None, Some(usize::from(pile))),
        None => (None, None),
    };
    let mut drawing = Drawing::default();
    for at in 0..game.variant().bases() {
        base(&mut drawing, game, pos, at, to_base == Some(at));
        drawing.end();
    }
    for (number, pile) in pos.piles[..game.variant().piles()].iter().enumerate() {
        waste(&mut drawing, number, pile, to_pile == Some(number));
        drawing.end();
    }
    let hidden: String = (1..=game.variant().ranks())
        .flat_map(|rank| std::iter::repeat_n(letter(rank), pos.stock[usize::from(rank)].into()))
        .collect();
    drawing.words(words::TURNED_UP, Ink::Plain);
    match pos.turned {
        0 => drawing.words(words::NONE, Ink::Plain),
        card => drawing.ink(&letter(card).to_string(), Ink::Strong),
    }
    drawing.words(words::HIDDEN.with(pos.hidden().to_string()), Ink::Plain);
    drawing.ink(&hidden, Ink::Faint);
    drawing
}

/// The columns of a base's cards, or of a pile's.
const CARDS: usize = 26;

fn base(drawing: &mut Drawing, game: &Calculation, pos: &Position, base: usize, is_last: bool) {
    let cards: Vec<_> = (0..pos.bases[base]).map(|i| letter(game.variant().needs(base, i))).collect();
    drawing.spot(&format!("b{}", base + 1), 8 + CARDS);
    drawing.words(words::BASE.with(base + 1), Ink::Plain);
    let (end, mark) = (drawing.column() + CARDS, if is_last { "*" } else { "" });
    let cards: Vec<_> = cards.iter().map(char::to_string).collect();
    drawing.run(&cards.join(" "), Ink::Faint, false);
    drawing.run(mark, Ink::Strong, is_last);
    drawing.pad(end);
    match game.needs(pos, base) {
        0 => drawing.words(words::CLOSED, Ink::Plain),
        rank => {
            drawing.words(words::NEEDS, Ink::Plain);
            drawing.ink(&letter(rank).to_string(), Ink::Strong);
        }
    }
}

/// A waste pile.
fn waste(drawing: &mut Drawing, number: usize, pile: &Pile, is_last: bool) {
    drawing.spot(&format!("p{}", number + 1), 8 + CARDS);
    // As wide in Japanese as in English, so that the cards stand below each other.
    drawing.words(words::WASTE_PILE.with(number + 1), Ink::Plain);
    let Some((top, below)) = pile.cards().split_last() else { return drawing.put("-") };
    for &card in below {
        drawing.put(&format!("{} ", letter(card)));
    }
    drawing.run(&letter(*top).to_string(), Ink::Strong, is_last);
    drawing.run(if is_last { "*" } else { "" }, Ink::Strong, is_last);
}

/// What each base still needs, the last card first: a waste pile that holds its cards in such an order, from
/// bottom to top, unloads in one go. The advice is to keep these sequences in mind.
pub fn reverse(game: &Calculation, pos: &Position, language: Language) -> String {
    let line = |base: usize| {
        let left = (pos.bases[base]..game.variant().ranks()).rev();
        let cards: Vec<_> = left.map(|count| letter(game.variant().needs(base, count)).to_string()).collect();
        words::BASE.with(base + 1).in_language(language) + &cards.join(" ") + "\n"
    };
    (0..game.variant().bases()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Calculation, Variant};
    use yomikiri_core::{Game, Language, Notation};

    #[test]
    fn a_position_is_drawn_with_what_matters() {
        let game = Calculation::new(Variant::CALCULATION);
        let pos = game.parse_pos("1.2.1.13 5K/7/-/- 2333323233320 A").unwrap_or_else(|_| game.start());
        let text = game.draw(&pos, false);
        assert!(text.contains("base 2") && text.contains("turned up") && !text.contains('\x1b'));
        let reverse = |language| super::reverse(&game, &game.start(), language);
        let cards = "1  K Q J T 9 8 7 6 5 4 3 2\n";
        assert!(reverse(Language::English).starts_with(&format!("base {cards}")));
        assert!(reverse(Language::Japanese).starts_with(&format!("台札 {cards}")));
        assert!(game.draw(&pos, true).contains("\x1b[1m"));
    }
}
