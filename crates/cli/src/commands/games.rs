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

/// Lists the games and what each can do
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri games --json")]
pub struct Args {
    /// One JSON object: games[{name,about,abilities[],endings[]}]
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

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let report = |entry: &'static Entry| {
        let Entry { name, about, endings, .. } = *entry;
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
