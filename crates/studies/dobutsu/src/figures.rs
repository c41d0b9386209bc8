//! The census as lines of text, each beside the published figure where there is one.
//!
//! Published figures are in `data/known/dobutsu_census.tsv`, found by key and shown only for the game that
//! they are about.

use crate::Census;
use std::collections::HashMap;
use yomikiri_core::{Side, Value, grouped};

/// The published figures: key, tab, text.
const PUBLISHED: &str = include_str!("../known/dobutsu_census.tsv");
/// Won, drawn, lost: places in the order of [`Wdl`](yomikiri_core::Wdl), as they are told, with their
/// letters.
const TOLD: [(usize, &str); 3] = [(2, "won"), (1, "drawn"), (0, "lost")];

/// One line of the census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What is counted.
    pub what: String,
    /// What was found.
    pub computed: String,
    /// What was published.
    pub published: Option<String>,
}

impl Census {
    /// All lines, in the order of the published table.
    pub fn figures(&self) -> Vec<Figure> {
        let known = PUBLISHED.lines().filter_map(|line| line.split_once('\t'));
        let known = if self.is_published { known.collect() } else { HashMap::new() };
        let mut lines = Lines { known, figures: Vec::new() };
        self.tell_positions(&mut lines);
        self.tell_moves(&mut lines);
        self.tell_values(&mut lines);
        self.tell_last_rank(&mut lines);
        for (length, &count) in (1..).step_by(2).zip(&self.checks) {
            lines.count(
                &format!("check.{length}"),
                format!("won by continuous check, length {length}"),
                count,
            );
        }
        lines.count("check", "won by continuous check", self.checks.iter().sum());
        lines.count("placements", "placements of all pieces", self.placements.iter().sum());
        for (held, &count) in self.placements.iter().enumerate() {
            lines.count(&format!("placements.{held}"), format!("placements, {held} pieces in hand"), count);
        }
        lines.figures
    }

    /// Positions without a move: who is to move has lost, and the game is over.
    fn mated(&self) -> u64 {
        self.tally.by_moves.first().copied().unwrap_or(0)
    }

    /// Positions where the game goes on, of a result.
    fn positions(&self, wdl: usize) -> u64 {
        self.tally.positions[wdl] - if wdl == 0 { self.mated() } else { 0 }
    }

    fn tell_positions(&self, lines: &mut Lines) {
        let (extent, tally) = (self.extent, &self.tally);
        lines.count("reachable", "reachable positions, mirror images as one", extent.total());
        let mated = self.mated();
        lines.count("nonterminal", "of them the game goes on", extent.nonterminal - mated);
        if mated > 0 {
            lines.count("mated", "of them mated", mated);
        }
        lines.count("captures", "of them the lion can be taken", extent.captures);
        lines.count("tries", "of them lost by a try", extent.tries);
        for (wdl, word) in TOLD {
            lines.count(word, format!("game goes on, {word}"), self.positions(wdl));
        }
        lines.count("symmetric", "their own mirror image", tally.symmetric);
    }

    fn tell_moves(&self, lines: &mut Lines) {
        let tally = &self.tally;
        let positions: u64 = (0..3).map(|wdl| self.positions(wdl)).sum();
        lines.count("moves", "legal moves", tally.moves.total());
        lines.add("moves.average", "average number of moves", average(tally.moves.total(), positions));
        lines.count("moves.distinct", "moves to different positions", tally.distinct_moves);
        lines.count("moves.capture", "moves to a lion that can be taken", tally.moves.to_capture);
        lines.count("moves.try", "moves to a completed try", tally.moves.to_try);
        lines.count("moves.open", "moves after which the game goes on", tally.moves.to_open);
        for (wdl, word) in TOLD {
            let what = format!("average number of moves, {word}");
            lines.add(&format!("moves.{word}"), what, average(tally.moves_of[wdl], self.positions(wdl)));
        }
        for (moves, &count) in tally.by_moves.iter().enumerate().skip(1).filter(|(_, count)| **count > 0) {
            let what = format!("positions with {moves} legal move{}", if moves == 1 { "" } else { "s" });
            lines.count(&format!("moves.{moves}"), what, count);
        }
    }

    fn tell_values(&self, lines: &mut Lines) {
        let tally = &self.tally;
        lines.count("win.1", "won in 1", tally.wins_in_1);
        lines.count("loss.2", "lost in 2", tally.losses_in_2);
        let longest = tally.longest_win.map_or("none".into(), |plies| format!("{plies} plies"));
        lines.add("longest", "longest win", longest);
        lines.add("start", "the start", verdict(self.side, self.start));
        for (name, value) in &self.replies {
            let text = verdict(self.side, Some(*value));
            lines.add(&format!("start.{name}"), format!("the start after {name}"), text);
        }
        lines.count("zugzwang", "mutual zugzwang", tally.zugzwangs);
        lines.count("zugzwang.own", "of them the same for the other side", tally.own_zugzwangs);
    }

    fn tell_last_rank(&self, lines: &mut Lines) {
        let needed = self.needed;
        lines.count("dead", "only a chick dropped on the last rank keeps it", needed.to_win + needed.to_draw);
        lines.count("dead.win", "of them the win", needed.to_win);
        lines.count("dead.draw", "of them the draw", needed.to_draw);
        let what = "worth changes without drops on the last rank";
        lines.count("without", what, self.without.changed());
        for (from, was) in TOLD.into_iter().rev() {
            for (to, is) in TOLD.into_iter().rev().filter(|&(to, _)| to != from) {
                let key = format!("without.{was}.{is}");
                lines.count(&key, format!("of them {was}, then {is}"), self.without.positions[from][to]);
            }
        }
        lines.add("without.start", "the start without such drops", verdict(self.side, self.without.start));
    }
}

/// Lines as they are added.
struct Lines {
    known: HashMap<&'static str, &'static str>,
    figures: Vec<Figure>,
}

impl Lines {
    fn add(&mut self, key: &str, what: impl Into<String>, computed: String) {
        let published = self.known.get(key).map(ToString::to_string);
        self.figures.push(Figure { what: what.into(), computed, published });
    }

    fn count(&mut self, key: &str, what: impl Into<String>, count: u64) {
        self.add(key, what, grouped(count));
    }
}

/// An average with ten significant digits and no zeros at the end, as published.
fn average(sum: u64, count: u64) -> String {
    if count == 0 {
        return "none".into();
    }
    let mean = sum as f64 / count as f64;
    let decimals = 10 - (mean as u64).to_string().len();
    let text = format!("{mean:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Who wins when a side is to move.
fn verdict(side: Side, value: Option<Value>) -> String {
    let name = |side| if side == Side::First { "first" } else { "second" };
    match value {
        Some(Value::Win(1)) => format!("the {} player wins with the next move", name(side)),
        Some(Value::Win(plies)) => format!("the {} player wins in {plies} plies", name(side)),
        Some(Value::Loss(plies)) => format!("the {} player wins in {plies} plies", name(side.other())),
        Some(Value::Draw) => "a draw".into(),
        None => "over".into(),
    }
}
