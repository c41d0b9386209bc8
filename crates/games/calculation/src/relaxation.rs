//! Positions that cannot be won any more, seen without a search.
//!
//! A relaxation: the stock and the card turned up may be used in any order, and a card that is in reach once
//! may be used by every base that needs it. What then still cannot be dug out of the piles never can. Sound,
//! not complete: a position without hope is lost; one with hope may be lost too.

use crate::{
    position::Position,
    rank::Rank,
    rules::Calculation,
    variant::{MAX_BASES, MAX_PILES},
};

impl Calculation {
    /// Whether the position can still be won as far as the relaxation sees.
    pub fn may_be_winnable(&self, pos: &Position) -> bool {
        let mut heights: [usize; MAX_PILES] = std::array::from_fn(|pile| pos.piles[pile].height());
        let mut reached = pos.bases;
        // One bit for each rank that is in reach.
        let mut ranks: u32 = 1 << pos.turned;
        for (rank, &count) in pos.stock.iter().enumerate() {
            ranks |= u32::from(count > 0) << rank;
        }
        loop {
            let before = (heights, reached, ranks);
            for (pile, height) in heights.iter_mut().enumerate() {
                while *height > 0 {
                    let card = pos.piles[pile].cards()[*height - 1];
                    if !self.is_wanted(pos, reached, card) {
                        break;
                    }
                    ranks |= 1 << card;
                    *height -= 1;
                }
            }
            for (base, reached) in reached.iter_mut().enumerate().take(self.variant().bases()) {
                while *reached < self.variant().ranks()
                    && ranks >> self.variant().needs(base, *reached) & 1 == 1
                {
                    *reached += 1;
                }
            }
            if (heights, reached, ranks) == before {
                return heights == [0; MAX_PILES];
            }
        }
    }

    /// Whether some base needs a card of this rank now, or needed it on its way to where it has come.
    fn is_wanted(&self, pos: &Position, reached: [u8; MAX_BASES], card: Rank) -> bool {
        (0..self.variant().bases()).any(|base| {
            (pos.bases[base]..=reached[base]).any(|count| self.variant().needs(base, count) == card)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Calculation, Position, Variant, simple,
        stream::{Purpose, Stream},
    };
    use std::collections::HashMap;
    use yomikiri_core::{Canonical, Game, Solitaire};

    /// Whether some order of the stock and some play win.
    fn winnable(game: &Calculation, pos: &Position, known: &mut HashMap<Position, bool>) -> bool {
        let pos = game.canonical(pos);
        if let Some(&answer) = known.get(&pos) {
            return answer;
        }
        let (mut chances, mut moves) = (Vec::new(), Vec::new());
        game.chances(&pos, &mut chances);
        game.moves(&pos, &mut moves);
        let answer = game.is_won(&pos)
            || chances.iter().any(|(next, _)| winnable(game, next, known))
            || moves.iter().any(|&mv| winnable(game, &game.play(&pos, mv), known));
        known.insert(pos, answer);
        answer
    }

    #[test]
    fn what_can_be_won_has_hope() {
        let (mut hopeless, mut lost) = (0, 0);
        for text in
            ["ranks=4,steps=1-3,piles=1,lead=0", "ranks=5,bases=2,piles=2", "ranks=5,bases=3,piles=1,lead=2"]
        {
            let game = Calculation::new(text.parse::<Variant>().unwrap());
            let mut known = HashMap::new();
            for number in 0..2000 {
                let mut stream = Stream::new(1, number, Purpose::Deal);
                let mut pos = game.start();
                while simple::step(&game, &mut pos, simple::PlayoutPolicy::Any, &mut |bound| {
                    stream.below(bound)
                }) {
                    let can = winnable(&game, &pos, &mut known);
                    let hope = game.may_be_winnable(&pos);
                    assert!(hope || !can, "{text}: {pos:?}");
                    hopeless += u32::from(!hope);
                    lost += u32::from(!can);
                }
            }
        }
        assert!(hopeless * 2 > lost, "{hopeless} of {lost} lost positions are seen");
    }
}
