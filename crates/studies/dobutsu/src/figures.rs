//! The census as lines of text, each beside the published figure where there is one.
//!
//! Published figures are in `data/known/dobutsu_census.tsv`, found by key and shown only for the game that
//! they are about.

use crate::Census;
use std::collections::HashMap;
use yomikiri_core::{Gap, Phrase, Side, Value, grouped};

yomikiri_core::phrases! { words;
    WON: "won", "勝ち";
    DRAWN: "drawn", "引き分け";
    LOST: "lost", "負け";
    BY_CHECK: "won by continuous check", "連続王手での勝ち";
    BY_CHECK_OF: "won by continuous check, length {}", "連続王手での勝ち、{}手";
    PLACEMENTS: "placements of all pieces", "すべての駒の置き方";
    PLACEMENTS_WITH: "placements, {} pieces in hand", "置き方、持駒{}枚";
    REACHABLE: "reachable positions, mirror images as one", "到達可能な局面(左右反転は同一とみなす)";
    GOES_ON: "of them the game goes on", "うち終局前";
    MATED: "of them mated", "うち詰み";
    CAPTURES: "of them the lion can be taken", "うちライオンを取れる局面";
    TRIES: "of them lost by a try", "うちトライされた局面";
    GOES_ON_AND: "game goes on, {}", "終局前、{}";
    SYMMETRIC: "their own mirror image", "左右対称の局面";
    MOVES: "legal moves", "合法手";
    AVERAGE: "average number of moves", "合法手の平均";
    DISTINCT: "moves to different positions", "異なる局面への手";
    TO_CAPTURE: "moves to a lion that can be taken", "ライオンを取られる手";
    TO_TRY: "moves to a completed try", "トライを完成する手";
    TO_OPEN: "moves after which the game goes on", "終局しない手";
    AVERAGE_OF: "average number of moves, {}", "合法手の平均、{}";
    WITH_MOVES: "positions with {} legal moves", "合法手が{}通りの局面";
    WITH_MOVE: "positions with {} legal move", "合法手が{}通りの局面";
    WON_IN_1: "won in 1", "1手勝ち";
    LOST_IN_2: "lost in 2", "2手負け";
    LONGEST: "longest win", "最長の勝ち";
    PLIES: "{} plies", "{}手";
    NONE: "none", "なし";
    START: "the start", "開始局面";
    START_AFTER: "the start after {}", "開始局面から{}のあと";
    ZUGZWANG: "mutual zugzwang", "相互ツークツワンク";
    OWN_ZUGZWANG: "of them the same for the other side", "うち相手側から見ても同じ局面";
    DEAD: "only a chick dropped on the last rank keeps it", "最終段にひよこを打つ手だけが結果を保つ局面";
    DEAD_WIN: "of them the win", "うち勝ち";
    DEAD_DRAW: "of them the draw", "うち引き分け";
    WITHOUT: "worth changes without drops on the last rank", "最終段に打てないと結果が変わる局面";
    WITHOUT_OF: "of them {}, then {}", "うち{}から{}へ";
    START_WITHOUT: "the start without such drops", "最終段に打てないときの開始局面";
    WINS_NOW: "the {} player wins with the next move", "{}の次の一手で勝ち";
    WINS_IN: "the {} player wins in {} plies", "{}の{}手勝ち";
    A_DRAW: "a draw", "引き分け";
    OVER: "over", "終局";
}

/// The published figures: key, tab, text.
const PUBLISHED: &str = include_str!("../known/dobutsu_census.tsv");
/// Won, drawn, lost: places in the order of [`Wdl`](yomikiri_core::Wdl), as they are told, with their words,
/// of which the English ones stand in keys too.
const TOLD: [(usize, &Phrase); 3] = [(2, WON), (1, DRAWN), (0, LOST)];

/// One line of the census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What is counted.
    pub what: Gap,
    /// What was found.
    pub computed: Gap,
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
        for (length, &count) in (1u32..).step_by(2).zip(&self.checks) {
            lines.count(&format!("check.{length}"), BY_CHECK_OF.with(length), count);
        }
        lines.count("check", BY_CHECK, self.checks.iter().sum());
        lines.count("placements", PLACEMENTS, self.placements.iter().sum());
        for (held, &count) in self.placements.iter().enumerate() {
            lines.count(&format!("placements.{held}"), PLACEMENTS_WITH.with(held), count);
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
        lines.count("reachable", REACHABLE, extent.total());
        let mated = self.mated();
        lines.count("nonterminal", GOES_ON, extent.nonterminal - mated);
        if mated > 0 {
            lines.count("mated", MATED, mated);
        }
        lines.count("captures", CAPTURES, extent.captures);
        lines.count("tries", TRIES, extent.tries);
        for (wdl, word) in TOLD {
            lines.count(word.english, GOES_ON_AND.with(word), self.positions(wdl));
        }
        lines.count("symmetric", SYMMETRIC, tally.symmetric);
    }

    fn tell_moves(&self, lines: &mut Lines) {
        let tally = &self.tally;
        let positions: u64 = (0..3).map(|wdl| self.positions(wdl)).sum();
        lines.count("moves", MOVES, tally.moves.total());
        lines.add("moves.average", AVERAGE, average(tally.moves.total(), positions));
        lines.count("moves.distinct", DISTINCT, tally.distinct_moves);
        lines.count("moves.capture", TO_CAPTURE, tally.moves.to_capture);
        lines.count("moves.try", TO_TRY, tally.moves.to_try);
        lines.count("moves.open", TO_OPEN, tally.moves.to_open);
        for (wdl, word) in TOLD {
            let key = format!("moves.{}", word.english);
            lines.add(&key, AVERAGE_OF.with(word), average(tally.moves_of[wdl], self.positions(wdl)));
        }
        for (moves, &count) in tally.by_moves.iter().enumerate().skip(1).filter(|(_, count)| **count > 0) {
            let what = if moves == 1 { WITH_MOVE } else { WITH_MOVES };
            lines.count(&format!("moves.{moves}"), what.with(moves), count);
        }
    }

    fn tell_values(&self, lines: &mut Lines) {
        let tally = &self.tally;
        lines.count("win.1", WON_IN_1, tally.wins_in_1);
        lines.count("loss.2", LOST_IN_2, tally.losses_in_2);
        let longest =
            tally.longest_win.map_or_else(|| NONE.into(), |plies| Gap::from(PLIES.with(u32::from(plies))));
        lines.add("longest", LONGEST, longest);
        lines.add("start", START, verdict(self.side, self.start));
        for (name, value) in &self.replies {
            let text = verdict(self.side, Some(*value));
            lines.add(&format!("start.{name}"), START_AFTER.with(name.as_str()), text);
        }
        lines.count("zugzwang", ZUGZWANG, tally.zugzwangs);
        lines.count("zugzwang.own", OWN_ZUGZWANG, tally.own_zugzwangs);
    }

    fn tell_last_rank(&self, lines: &mut Lines) {
        let needed = self.needed;
        lines.count("dead", DEAD, needed.to_win + needed.to_draw);
        lines.count("dead.win", DEAD_WIN, needed.to_win);
        lines.count("dead.draw", DEAD_DRAW, needed.to_draw);
        lines.count("without", WITHOUT, self.without.changed());
        for (from, was) in TOLD.into_iter().rev() {
            for (to, is) in TOLD.into_iter().rev().filter(|&(to, _)| to != from) {
                let key = format!("without.{}.{}", was.english, is.english);
                lines.count(&key, WITHOUT_OF.with(was).and(is), self.without.positions[from][to]);
            }
        }
        lines.add("without.start", START_WITHOUT, verdict(self.side, self.without.start));
    }
}

/// Lines as they are added.
struct Lines {
    known: HashMap<&'static str, &'static str>,
    figures: Vec<Figure>,
}

impl Lines {
    fn add(&mut self, key: &str, what: impl Into<Gap>, computed: impl Into<Gap>) {
        let published = self.known.get(key).map(ToString::to_string);
        self.figures.push(Figure { what: what.into(), computed: computed.into(), published });
    }

    fn count(&mut self, key: &str, what: impl Into<Gap>, count: u64) {
        self.add(key, what, grouped(count));
    }
}

/// An average with ten significant digits and no zeros at the end, as published.
fn average(sum: u64, count: u64) -> Gap {
    if count == 0 {
        return NONE.into();
    }
    let mean = sum as f64 / count as f64;
    let decimals = 10 - (mean as u64).to_string().len();
    let text = format!("{mean:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Who wins when a side is to move.
fn verdict(side: Side, value: Option<Value>) -> Gap {
    match value {
        Some(Value::Win(1)) => WINS_NOW.with(side).into(),
        Some(Value::Win(plies)) => WINS_IN.with(side).and(u32::from(plies)).into(),
        Some(Value::Loss(plies)) => WINS_IN.with(side.other()).and(u32::from(plies)).into(),
        Some(Value::Draw) => A_DRAW.into(),
        None => OVER.into(),
    }
}
