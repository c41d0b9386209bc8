//! The table as a picture: the bases with the card that each needs next, the card turned up beside the stock,
//! and the waste piles fanned out, the top card lowest.

use crate::{Calculation, moves::Move, pile::Pile, position::Position, rank::letter, words};
use yomikiri_core::{Diagram, Language};

const CARD: (i32, i32) = (48, 66);
/// From one card to the next in a row, and in a fanned pile.
const APART: i32 = 64;
const FAN: i32 = 22;
const LEFT: i32 = 12;
const BASES: i32 = 26;
const PILES: i32 = BASES + CARD.1 + 52;

/// Draws a position; the card that moved last lies on a mark.
pub fn diagram(game: &Calculation, pos: &Position, last: Option<Move>) -> Diagram {
    let (bases, piles) = (game.variant().bases(), game.variant().piles());
    let highest = pos.piles[..piles].iter().map(Pile::height).max().unwrap_or(0).max(4) as i32;
    let columns = bases.max(piles) as i32 + 2;
    let size = (LEFT + columns * APART, PILES + (highest - 1) * FAN + CARD.1 + 12);
    let mut diagram = Diagram::new(size, words::TABLE_OF_CARDS);
    diagram.describe(|language| told(game, pos, language));
    let (to_base, to_pile) = match last {
        Some(Move::ToBase(base) | Move::FromPile { base, .. }) => (Some(usize::from(base)), None),
        Some(Move::ToPile(pile)) => (None, Some(usize::from(pile))),
        None => (None, None),
    };
    for base in 0..bases {
        let x = LEFT + base as i32 * APART;
        diagram.text("name", (x + CARD.0 / 2, BASES - 8), 14, &format!("b{}", base + 1));
        diagram.spot(&format!("b{}", base + 1), (x, BASES), CARD);
        let top = pos.bases[base].checked_sub(1).map(|under| letter(game.variant().needs(base, under)));
        place(&mut diagram, (x, BASES), top, to_base == Some(base));
        let next = match game.needs(pos, base) {
            0 => "✓".into(),
            rank => format!("→ {}", letter(rank)),
        };
        diagram.text("count", (x + CARD.0 / 2, BASES + CARD.1 + 20), 16, &next);
    }
    let x = LEFT + bases.max(piles) as i32 * APART + APART / 2;
    let turned = (pos.turned > 0).then(|| letter(pos.turned));
    place(&mut diagram, (x, BASES), turned, false);
    diagram.text("count", (x + CARD.0 / 2, BASES + CARD.1 + 20), 16, &format!("+{}", pos.hidden()));
    for (number, pile) in pos.piles[..piles].iter().enumerate() {
        let x = LEFT + number as i32 * APART;
        diagram.text("name", (x + CARD.0 / 2, PILES - 8), 14, &format!("p{}", number + 1));
        let fan = FAN * (pile.height() as i32 - 1).max(0);
        diagram.spot(&format!("p{}", number + 1), (x, PILES), (CARD.0, CARD.1 + fan));
        waste(&mut diagram, (x, PILES), pile, to_pile == Some(number));
    }
    diagram
}

/// A waste pile: each card covers the lower part of the one below.
fn waste(diagram: &mut Diagram, (x, y): (i32, i32), pile: &Pile, is_last: bool) {
    if pile.height() == 0 {
        place(diagram, (x, y), None, false);
    }
    for (under, &card) in pile.cards().iter().enumerate() {
        let is_top = under + 1 == pile.height();
        place(diagram, (x, y + under as i32 * FAN), Some(letter(card)), is_last && is_top);
    }
}

/// A card, or the place for one.
fn place(diagram: &mut Diagram, (x, y): (i32, i32), card: Option<char>, is_last: bool) {
    let Some(card) = card else { return diagram.rect("start", (x, y), CARD, 6) };
    if is_last {
        diagram.rect("last", (x - 4, y - 4), (CARD.0 + 8, CARD.1 + 8), 8);
    }
    diagram.rect("piece", (x, y), CARD, 6);
    let name = if card == 'T' { "10".into() } else { card.to_string() };
    diagram.text("face", (x + 13, y + 18), 17, &name);
}

/// What lies on the table, for those who do not see it.
fn told(game: &Calculation, pos: &Position, language: Language) -> String {
    let nothing = || words::NOTHING.in_language(language).to_owned();
    let base = |base: usize| match game.needs(pos, base) {
        0 => words::BASE_CLOSED.with(base + 1),
        rank => words::BASE_NEEDS.with(base + 1).and(letter(rank)),
    };
    let pile = |(number, pile): (usize, &Pile)| {
        let cards: Vec<_> = pile.cards().iter().rev().map(|&card| letter(card).to_string()).collect();
        words::PILE_FROM_TOP.with(number + 1).and(if cards.is_empty() { nothing() } else { cards.join(" ") })
    };
    let turned = if pos.turned == 0 { nothing() } else { letter(pos.turned).to_string() };
    let bases = (0..game.variant().bases()).map(base);
    let piles = pos.piles[..game.variant().piles()].iter().enumerate().map(pile);
    let all: Vec<_> = bases.chain(piles).map(|one| one.in_language(language)).collect();
    let all = all.join(words::BETWEEN.in_language(language));
    words::ALL_CARDS.with(turned).and(all).and(pos.hidden().to_string()).in_language(language)
}

#[cfg(test)]
mod tests {
    use crate::{Calculation, Move, Variant};
    use yomikiri_core::{Language, Notation};

    #[test]
    fn all_cards_that_lie_open_are_drawn() {
        let game = Calculation::new(Variant::CALCULATION);
        let pos = game.parse_pos("1.1.1.1 4K/7/-/- 3332443434443 9").unwrap();
        let drawn = game.diagram(&pos, Some(Move::ToPile(0))).unwrap();
        let text = drawn.inline();
        // Four bases, three in piles, one turned up; two places are free.
        assert_eq!(
            (text.matches("class=\"piece\"").count(), text.matches("class=\"start\"").count()),
            (8, 2),
            "{text}"
        );
        assert_eq!(text.matches("class=\"last\"").count(), 1);
        assert!(text.contains("pile 1 from the top K 4") && text.contains("Turned up: 9"), "{text}");
        let text = drawn.in_language(Language::Japanese).inline();
        let told = "<title>場札</title>\n<desc>めくった札: 9、台札1の次は2、台札2の次は4、台札3の次は6、\
            台札4の次は8、山1は上からK 4、山2は上から7、山3は上からなし、山4は上からなし、残り44枚。</desc>";
        assert!(text.contains(told), "{text}");
    }
}
