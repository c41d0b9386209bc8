//! `yomikiri games`: what there is to play.

use crate::{
    args::Ending,
    failure::{Answer, Outcome},
    game::Entry,
    lines::json,
    registry,
};
use serde::Serialize;
use std::io::Write;

/// Lists the games and what each can do, or tells what the levels of one are worth
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri games --json\n  yomikiri games minishogi")]
pub struct Args {
    /// A game, of which the levels are told: what each looks at, its Elo, random moves being 0, and its time
    game: Option<String>,

    /// One JSON object: games[{name,about,abilities[],endings[]}]; of one game
    /// levels[{level,settings,elo,error,milliseconds}]
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GamesReport {
    games: Vec<GameReport>,
}

#[derive(Serialize)]
struct GameReport {
    name: &'static str,
    about: &'static str,
    /// The commands that it can be used with.
    abilities: Vec<&'static str>,
    endings: &'static [Ending],
}

/// What the levels were worth when they were measured: game, level, Elo, its error, milliseconds a move.
const FIGURES: &str = include_str!("../../data/levels.tsv");

#[derive(Serialize)]
struct LevelsReport {
    levels: Vec<LevelReport>,
}

#[derive(Serialize)]
struct LevelReport {
    level: usize,
    /// What it looks at, and how it errs.
    settings: String,
    /// Above random moves; none where nobody has measured it.
    elo: Option<f64>,
    /// Half the width of the 95% interval.
    error: Option<f64>,
    /// Processor time of a move.
    milliseconds: Option<f64>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    match &args.game {
        Some(game) => tell_levels(args, game, out),
        None => list(args, out),
    }
}

/// The levels of a game.
fn tell_levels(args: &Args, name: &str, out: &mut impl Write) -> Outcome {
    let levels = registry::open_usual(name)?.levels();
    let report = |(level, settings): (usize, String)| {
        let [elo, error, milliseconds] = figures(name, level).map_or([None; 3], |found| found.map(Some));
        LevelReport { level, settings, elo, error, milliseconds }
    };
    let levels: Vec<LevelReport> = (1..).zip(levels).map(report).collect();
    if args.json {
        json(out, &LevelsReport { levels })?;
        return Ok(Answer::Yes);
    }
    for LevelReport { level, settings, elo, error, milliseconds } in levels {
        let measured = match (elo, error, milliseconds) {
            (Some(elo), Some(error), Some(milliseconds)) => {
                format!("Elo {elo:+.0} ± {error:.0}, {milliseconds} ms a move")
            }
            _ => "not measured".into(),
        };
        writeln!(out, "level {level}  {measured:<32}{settings}")?;
    }
    for line in FIGURES.lines().filter_map(|line| line.strip_prefix("# ")) {
        writeln!(out, "{line}")?;
    }
    Ok(Answer::Yes)
}

/// Elo, error and milliseconds of a level.
fn figures(game: &str, level: usize) -> Option<[f64; 3]> {
    let rows = FIGURES.lines().filter(|line| !line.starts_with('#'));
    let mut rows = rows.map(|line| line.split('\t').collect::<Vec<_>>());
    let row = rows.find(|row| row[0] == game && row[1].parse() == Ok(level))?;
    let mut numbers = row.get(2..5)?.iter().filter_map(|text| text.parse().ok());
    Some([numbers.next()?, numbers.next()?, numbers.next()?])
}

/// All games.
fn list(args: &Args, out: &mut impl Write) -> Outcome {
    let report = |entry: &'static Entry| {
        let Entry { name, about, endings, .. } = *entry;
        let about = about.english;
        GameReport { name, about, abilities: entry.abilities(), endings }
    };
    let games: Vec<GameReport> = registry::entries().map(report).collect();
    if args.json {
        json(out, &GamesReport { games })?;
        return Ok(Answer::Yes);
    }
    for GameReport { name, about, abilities, endings } in games {
        let endings: Vec<_> = endings.iter().map(ToString::to_string).collect();
        writeln!(out, "{name:<24}{about}")?;
        let ends =
            if endings.is_empty() { String::new() } else { format!("; ends by {}", endings.join(" or ")) };
        writeln!(out, "{:<24}can: {}{ends}", "", abilities.join(", "))?;
    }
    Ok(Answer::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_levels() {
        let measured: Vec<_> = FIGURES.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(!measured.is_empty());
        for row in measured {
            let fields: Vec<_> = row.split('\t').collect();
            let level: usize = fields[1].parse().unwrap();
            assert!(figures(fields[0], level).is_some(), "{row}");
            let told = registry::open_usual(fields[0]).unwrap().levels();
            assert!((1..=told.len()).contains(&level), "{row}");
        }
        assert_eq!(figures("go", 1), None);
    }
}
