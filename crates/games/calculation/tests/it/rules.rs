//! The laws, counts of the deterministic game, and a slow second implementation with lists of cards.

use yomikiri_calculation::{
    Calculation, Deal, Dealt, Move, Purpose, Stream, Variant,
    simple::{self, PlayoutPolicy},
};
use yomikiri_core::{Game, Notation, play::NoProgress};

const VARIANTS: [&str; 5] =
    ["calculation", "computer", "superhuman", "ranks=5,piles=2", "ranks=6,lead=0,piles=1"];

#[test]
fn every_law_is_kept() {
    for text in VARIANTS {
        let game = Calculation::new(text.parse().unwrap());
        for law in game.laws(3000, &NoProgress) {
            assert!(law.ok && law.cases > 0, "{text}: {}: {:?}", law.name, law.failure);
        }
    }
}

/// Calculation with lists of cards and nothing clever.
struct Slow {
    bases: Vec<Vec<u32>>,
    steps: Vec<u32>,
    piles: Vec<Vec<u32>>,
    stock: Vec<u32>,
    turned: Option<u32>,
    ranks: u32,
}

impl Slow {
    fn new(variant: Variant, deal: &Deal) -> Self {
        let steps: Vec<u32> = variant.steps().iter().map(|&step| u32::from(step)).collect();
        let ranks = u32::from(variant.ranks());
        let lead = |step: &u32| (1..=u32::from(variant.lead())).map(|i| (i * step - 1) % ranks + 1).collect();
        Self {
            bases: steps.iter().map(lead).collect(),
            steps,
            piles: vec![Vec::new(); variant.piles()],
            // The next card last.
            stock: deal.cards().iter().rev().map(|&card| u32::from(card)).collect(),
            turned: None,
            ranks,
        }
    }

    fn takes(&self, base: usize, card: u32) -> bool {
        let last = self.bases[base].last().copied().unwrap_or(0);
        last != self.ranks && (last + self.steps[base] - 1) % self.ranks + 1 == card
    }

    fn moves(&mut self) -> Vec<String> {
        if self.turned.is_none() {
            self.turned = self.stock.pop();
        }
        let mut moves = Vec::new();
        if let Some(card) = self.turned {
            moves.extend(
                (0..self.bases.len())
                    .filter(|&base| self.takes(base, card))
                    .map(|base| format!("b{}", base + 1)),
            );
            moves.extend((1..=self.piles.len()).map(|pile| format!("p{pile}")));
        }
        for (pile, cards) in self.piles.iter().enumerate() {
            let Some(&card) = cards.last() else { continue };
            let bases = (0..self.bases.len()).filter(|&base| self.takes(base, card));
            moves.extend(bases.map(|base| format!("p{}b{}", pile + 1, base + 1)));
        }
        moves
    }

    fn play(&mut self, name: &str) {
        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
        if let Some((pile, base)) = name[1..].split_once('b') {
            let card = self.piles[number(pile)].pop().unwrap();
            self.bases[number(base)].push(card);
        } else if let Some(base) = name.strip_prefix('b') {
            self.bases[number(base)].push(self.turned.take().unwrap());
        } else {
            self.piles[number(&name[1..])].push(self.turned.take().unwrap());
        }
    }

    fn placed(&self) -> usize {
        self.bases.iter().map(Vec::len).sum()
    }
}

fn agree(text: &str, games: std::ops::Range<u64>) {
    let variant: Variant = text.parse().unwrap();
    let game = Calculation::new(variant);
    for number in games {
        let deal = Deal::of_game(variant, 3, number);
        let mut slow = Slow::new(variant, &deal);
        let dealt = Dealt::new(game, deal);
        let mut pos = dealt.start();
        let mut choice = Stream::new(3, number, Purpose::Choice);
        let mut plies = 0;
        loop {
            let mut moves: Vec<Move> = Vec::new();
            dealt.moves(&pos, &mut moves);
            let names: Vec<_> = moves.iter().map(|&mv| dealt.show_move(&pos, mv)).collect();
            assert_eq!(names, slow.moves(), "{text} {number}: {}", dealt.show_pos(&pos));
            if moves.is_empty() {
                break;
            }
            let chosen = choice.below(moves.len() as u32) as usize;
            slow.play(&names[chosen]);
            pos = dealt.play(&pos, moves[chosen]);
            plies += 1;
        }
        assert_eq!(slow.placed(), pos.placed() as usize);
        // The simple player makes the same choices from the same streams.
        let finished = simple::play(&game, PlayoutPolicy::Any, 3, number);
        assert_eq!((finished.placed as usize, finished.plies), (slow.placed(), plies));
    }
}

#[test]
fn lists_of_cards_agree() {
    for text in VARIANTS {
        agree(text, 0..1000);
    }
}

#[test]
#[ignore = "a hundred thousand games take half a minute"]
fn lists_of_cards_agree_on_a_hundred_thousand_games() {
    agree("calculation", 0..60_000);
    agree("computer", 0..20_000);
    agree("superhuman", 0..20_000);
}

/// Sequences of moves of a given deal; the slow implementation counts the same by itself.
#[test]
fn sequences_are_counted_the_same_both_ways() {
    fn fast(game: &Dealt, pos: &<Dealt as Game>::Pos, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        moves.into_iter().map(|mv| fast(game, &game.play(pos, mv), depth - 1)).sum()
    }
    fn slow(variant: Variant, deal: &Deal, line: &mut Vec<String>, depth: u32) -> u64 {
        let mut game = Slow::new(variant, deal);
        for mv in line.iter() {
            game.moves();
            game.play(mv);
        }
        if depth == 0 {
            return 1;
        }
        let moves = game.moves();
        moves
            .into_iter()
            .map(|mv| {
                line.push(mv);
                let count = slow(variant, deal, line, depth - 1);
                line.pop();
                count
            })
            .sum()
    }
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        let deal = Deal::of_game(variant, 1, 0);
        let dealt = Dealt::new(Calculation::new(variant), deal.clone());
        for depth in 0..=6 {
            let expected = slow(variant, &deal, &mut Vec::new(), depth);
            assert_eq!(fast(&dealt, &dealt.start(), depth), expected, "{text} {depth}");
        }
    }
}
