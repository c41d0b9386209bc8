//! `yomikiri train`: evaluations learnt from the player's own games, or from a game that is solved. Each
//! game has its own arguments.

use crate::{
    failure::Outcome,
    game::{Entry, Train, Training},
    registry,
};
use clap::{ArgMatches, Command, FromArgMatches, Subcommand, error::ErrorKind};
use std::{collections::BTreeMap, io::Write};

/// Learns an evaluation from games that the program plays with itself, or from all positions of a solved game
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri train dobutsu --out my.model\n  \
    yomikiri train minishogi --games 1000,2000 --out my.model")]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

/// The arguments of a game's training, behind its name.
struct Game(Box<dyn Train>);

/// The games that learn, by name.
fn trainings() -> BTreeMap<&'static str, Training> {
    let training = |entry: &'static Entry| Some((entry.name, (entry.open)(entry.usual_ending()).training()?));
    registry::entries().filter_map(training).collect()
}

impl FromArgMatches for Game {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let training = trainings().remove(name).ok_or_else(missing)?;
        Ok(Self((training.read)(matches)?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Game {
    fn augment_subcommands(command: Command) -> Command {
        let games = trainings().into_iter().map(|(name, training)| (training.augment)(Command::new(name)));
        command.subcommands(games)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        trainings().contains_key(name)
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    args.game.0.run(out)
}
