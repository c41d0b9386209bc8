//! `yomikiri games`: what there is to play.

use crate::{
    failure::{Answer, Outcome},
    registry::{Entry, GAMES},
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
struct Report {
    games: &'static [Entry],
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.json {
        super::json(out, &Report { games: GAMES })?;
        return Ok(Answer::Yes);
    }
    for entry in GAMES {
        let endings: Vec<_> = entry.endings.iter().map(ToString::to_string).collect();
        writeln!(out, "{:<24}{}", entry.name, entry.about)?;
        let ends =
            if endings.is_empty() { String::new() } else { format!("; ends by {}", endings.join(" or ")) };
        writeln!(out, "{:<24}can: {}{ends}", "", entry.abilities.join(", "))?;
    }
    Ok(Answer::Yes)
}
