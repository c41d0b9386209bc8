//! The whole study of an evaluation, and its page.

use super::assess::{Assessment, BINS, Count, MATERIALS};
use super::worth::{Mean, PieceWorth};
use std::fmt::Write as _;
use yomikiri_core::{Wdl, grouped};
use yomikiri_plot::{Axis, Chart, HeatMap, HeatMaps, Point, Scale, Series, Style};

/// What a fit of some positions or some tables gave, on positions that it has not seen (or on all, if it has
/// seen all).
#[derive(Clone, Debug)]
pub struct Fitted {
    /// What was fitted.
    pub name: String,
    /// How many weights some position can have.
    pub weights: usize,
    /// How many positions were learnt from.
    pub positions: u64,
    /// The share of won and lost positions told by the sign.
    pub accuracy: f64,
    /// The mean loss, in natural units of information for the logistic.
    pub loss: f64,
    /// The same on the positions learnt from.
    pub own_loss: f64,
    /// The gradient's norm as a share of that at the beginning.
    pub gradient: f64,
}

/// How often a player kept a result.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Whom it trusts.
    pub name: &'static str,
    /// How many plies it looks ahead.
    pub plies: u32,
    /// The result to keep.
    pub result: Wdl,
    /// Of so many positions.
    pub positions: usize,
    /// So many.
    pub kept: usize,
}

/// Games from the start against best play.
#[derive(Clone, Debug)]
pub struct Lasted {
    /// Whom the player trusts.
    pub name: &'static str,
    /// How many plies it looks ahead.
    pub plies: u32,
    /// Plies of each game in which it moves first: lost against best play in 78.
    pub first: Vec<(usize, Wdl)>,
    /// The same where it moves second and could win.
    pub second: Vec<(usize, Wdl)>,
}

/// Everything that the page tells.
#[derive(Clone, Debug)]
pub struct Study {
    /// The training record of the model.
    pub record: Vec<(String, String)>,
    /// How well it tells the results.
    pub assessment: Assessment,
    /// Fits of samples.
    pub curve: Vec<Fitted>,
    /// Fits of some of the tables, all from one sample.
    pub ablation: Vec<Fitted>,
    /// What pieces are worth.
    pub worth: PieceWorth,
    /// Players against best play from won and drawn positions.
    pub kept: Vec<Kept>,
    /// Players against best play from the start.
    pub lasted: Vec<Lasted>,
}

const NAMES: [&str; 4] = ["elephant", "giraffe", "chick", "hen"];

fn percent(share: f64) -> String {
    if share.is_nan() { "-".into() } else { format!("{:.2}%", 100.0 * share) }
}

impl Study {
    /// The page in Markdown. Pictures are named as [`Study::pictures`] has them.
    pub fn page(&self) -> String {
        let mut out = String::from(
            "<!-- Written by `yomikiri report dobutsu`; what the figures mean is told in learning.md. -->\n\
             # The learnt evaluation of Dobutsu Shogi: figures\n\n",
        );
        self.tell_record(&mut out);
        self.tell_accuracy(&mut out);
        tell_fits(
            &mut out,
            "How much knowledge the tables need",
            "Fits of samples, told on all the positions that were not in the sample (on all, where it is all). \
             `own loss` is that on the sample itself: where it is far below, the tables have learnt the sample by heart.",
            &self.curve,
        );
        tell_fits(
            &mut out,
            "What each family of tables adds",
            "All from one sample of a million positions; told on all the others.",
            &self.ablation,
        );
        self.tell_worth(&mut out);
        self.tell_play(&mut out);
        out
    }

    fn tell_record(&self, out: &mut String) {
        let _ = writeln!(out, "The model's own record:\n\n```");
        for (key, value) in &self.record {
            let _ = writeln!(out, "{key}={value}");
        }
        let _ = writeln!(out, "```\n");
    }

    fn tell_accuracy(&self, out: &mut String) {
        let Assessment { all, loss, by_plies, by_material, by_probability } = &self.assessment;
        let _ = writeln!(
            out,
            "## How well it tells results\n\nOf {} positions ({} won, {} drawn, {} lost), the sign of the score tells {} of the won and lost \
             ones; the mean loss is {:.5}.\n",
            grouped(all.positions()),
            grouped(all.results[0]),
            grouped(all.results[1]),
            grouped(all.results[2]),
            percent(all.accuracy()),
            loss / all.positions() as f64
        );
        let _ = writeln!(
            out,
            "By true distance (plies to the end under best play):\n\n![accuracy by distance](evaluation-distance.svg)\n\n\
             | plies | won or lost | told |\n|---|---|---|"
        );
        let ranges = [
            (1, 1),
            (2, 2),
            (3, 3),
            (4, 4),
            (5, 6),
            (7, 8),
            (9, 12),
            (13, 16),
            (17, 24),
            (25, 40),
            (41, 60),
            (61, 100),
            (101, 191),
        ];
        for (from, to) in ranges {
            let sum = merged(&by_plies[from..=to]);
            let name = if from == to { from.to_string() } else { format!("{from} to {to}") };
            let _ = writeln!(out, "| {name} | {} | {} |", grouped(sum.positions()), percent(sum.accuracy()));
        }
        let (predicted, _) = by_plies[0].means();
        let _ = writeln!(out, "\nDraws are seen as {} of a win on the mean.\n", percent(predicted));
        let _ = writeln!(
            out,
            "By material (own elephants, giraffes, chicks and hens, on the board or in hand; the opponent has the rest):\n\n\
             | E | G | C | positions | share of a win | predicted | told |\n|---|---|---|---|---|---|---|"
        );
        for (material, count) in (0..MATERIALS).zip(by_material).filter(|(_, count)| count.positions() > 0) {
            let (predicted, real) = count.means();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} |",
                material / 9,
                material / 3 % 3,
                material % 3,
                grouped(count.positions()),
                percent(real),
                percent(predicted),
                percent(count.accuracy())
            );
        }
        let _ = writeln!(
            out,
            "\nCalibration:\n\n![calibration](evaluation-calibration.svg)\n\n| predicted | positions | mean predicted | share of a win |\n|---|---|---|---|"
        );
        for (bin, count) in (0..BINS).zip(by_probability) {
            let (predicted, real) = count.means();
            let width = 100 / BINS;
            let _ = writeln!(
                out,
                "| {} to {}% | {} | {} | {} |",
                bin * width,
                (bin + 1) * width,
                grouped(count.positions()),
                percent(predicted),
                percent(real)
            );
        }
        out.push('\n');
    }

    fn tell_worth(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "## What pieces are worth\n\nThe logarithm of the odds that is lost on the mean if the opponent had this piece in hand instead \
             (`studies/dobutsu/src/learn/worth.rs`).\n\n![heat maps](evaluation-worth.svg)\n\n| | on the board | in hand |\n|---|---|---|"
        );
        for (kind, name) in NAMES.iter().enumerate() {
            let board = mean_of(&self.worth.board[kind]);
            let hand = self.worth.hand.get(kind).and_then(|mean| mean.get());
            let show = |worth: Option<f64>| worth.map_or("-".into(), |worth| format!("{worth:.2}"));
            let _ = writeln!(out, "| {name} | {} | {} |", show(board), show(hand));
        }
        let _ = writeln!(out, "\n```\n{}```\n", self.heat_maps());
    }

    /// The worth of each kind by square, as text: the owner moves up.
    pub fn heat_maps(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}", NAMES.map(|name| format!("{name:<22}")).join("").trim_end());
        for rank in 0..4 {
            let row = self.worth.board.map(|kind| {
                let cells = (0..3).map(|file| kind[3 * rank + file].get());
                let cells = cells.map(|cell| cell.map_or("     .".into(), |worth| format!("{worth:6.2}")));
                format!("{:<22}", cells.collect::<String>())
            });
            let _ = writeln!(out, "{}", row.join("").trim_end());
        }
        out
    }

    fn tell_play(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "## In play, against best defence\n\nHow often a player that looks so many plies ahead keeps a result that is there \
             (positions drawn by a seed; those where a move wins at once are left out):\n\n| evaluation | plies | wins kept | draws kept |\n|---|---|---|---|"
        );
        for won in self.kept.iter().filter(|kept| kept.result == Wdl::Win) {
            let drawn = self.kept.iter().find(|other| {
                other.result == Wdl::Draw && (other.name, other.plies) == (won.name, won.plies)
            });
            let show = |kept: &Kept| {
                format!(
                    "{} of {} ({:.1}%)",
                    kept.kept,
                    kept.positions,
                    100.0 * kept.kept as f64 / kept.positions as f64
                )
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                won.name,
                won.plies,
                show(won),
                drawn.map_or("-".into(), show)
            );
        }
        let _ = writeln!(
            out,
            "\nFrom the start against best play, plies of the game (ten games each, the opponent's ties broken by seeds). The first player is lost in 78:\n\n\
             | evaluation | plies | moving first: lasts | moving second: games won, drawn, lost |\n|---|---|---|---|"
        );
        for lasted in &self.lasted {
            let plies: Vec<usize> = lasted.first.iter().map(|&(plies, _)| plies).collect();
            let mean = plies.iter().sum::<usize>() as f64 / plies.len().max(1) as f64;
            let of = |wanted| lasted.second.iter().filter(|(_, wdl)| *wdl == wanted).count();
            let _ = writeln!(
                out,
                "| {} | {} | {mean:.1} on the mean ({} to {}) | {}, {}, {} |",
                lasted.name,
                lasted.plies,
                plies.iter().min().unwrap_or(&0),
                plies.iter().max().unwrap_or(&0),
                of(Wdl::Win),
                of(Wdl::Draw),
                of(Wdl::Loss)
            );
        }
    }

    /// The pictures, with their names.
    pub fn pictures(&self) -> [(&'static str, String); 3] {
        // Distances of won positions are odd, those of lost ones even.
        let by_plies = |name: &str, first: usize| {
            let plies = (first..self.assessment.by_plies.len()).step_by(2);
            let counted = plies.map(|plies| (plies, &self.assessment.by_plies[plies]));
            let points = counted
                .filter(|(_, count)| count.positions() >= 1000)
                .map(|(plies, count)| Point::new(plies as f64, count.accuracy()));
            Series { name: name.into(), style: Style::Both, points: points.collect() }
        };
        let bins = self.assessment.by_probability.iter().filter(|count| count.positions() > 0);
        let calibration = bins.map(Count::means).map(|(predicted, won)| Point::new(predicted, won)).collect();
        let distance = Chart {
            title: "Won and lost positions whose result the evaluation tells".into(),
            x: Axis { label: "distance to the end under best play [plies]".into(), scale: Scale::Linear },
            y: "share told right".into(),
            series: vec![by_plies("won for the side to move", 1), by_plies("lost", 2)],
            diagonal: false,
        };
        let calibration = Chart {
            title: "Share of a win, predicted and real (grey: the same)".into(),
            x: Axis { label: "predicted share of a win [1 = 100%]".into(), scale: Scale::Linear },
            y: "real share of a win".into(),
            series: vec![Series { name: String::new(), style: Style::Both, points: calibration }],
            diagonal: true,
        };
        [
            ("evaluation-distance.svg", distance.svg()),
            ("evaluation-calibration.svg", calibration.svg()),
            ("evaluation-worth.svg", self.worth_picture()),
        ]
    }

    fn worth_picture(&self) -> String {
        let maps = NAMES.iter().zip(&self.worth.board).map(|(&name, squares)| HeatMap {
            name: name.into(),
            columns: 3,
            cells: squares.iter().map(|mean| mean.get()).collect(),
        });
        HeatMaps {
            title: "What own pieces are worth, by square (their owner moves up)".into(),
            unit: "logarithm of the odds (natural) against the piece in the opponent's hand".into(),
            maps: maps.collect(),
        }
        .svg()
    }
}

fn merged(counts: &[Count]) -> Count {
    counts.iter().fold(Count::default(), |mut sum, count| {
        sum.merge(count);
        sum
    })
}

/// The mean over all squares.
fn mean_of(squares: &[Mean]) -> Option<f64> {
    let weighed = squares.iter().filter_map(|mean| Some((mean.get()?, mean.count as f64)));
    let (sum, count) =
        weighed.fold((0.0, 0.0), |(sum, all), (mean, count)| (sum + mean * count, all + count));
    (count > 0.0).then(|| sum / count)
}

fn tell_fits(out: &mut String, title: &str, about: &str, fits: &[Fitted]) {
    let _ = writeln!(
        out,
        "## {title}\n\n{about}\n\n| fit | positions | weights | told | loss | own loss | gradient |\n|---|---|---|---|---|---|---|"
    );
    for fit in fits {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.5} | {:.5} | {:.0e} |",
            fit.name,
            grouped(fit.positions),
            grouped(fit.weights as u64),
            percent(fit.accuracy),
            fit.loss,
            fit.own_loss,
            fit.gradient
        );
    }
    out.push('\n');
}
