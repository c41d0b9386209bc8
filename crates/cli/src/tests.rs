//! The declarations of the arguments, and the commands that documents show. (`tests/it/book.rs` runs those of
//! the book.)

mod documents;

use super::{Args, registry};
use std::collections::BTreeSet;

/// The games that a command lists, as values of its argument or as its own commands.
fn listed(command: &clap::Command) -> BTreeSet<String> {
    let argument = command.get_positionals().find(|argument| argument.get_id() == "game");
    let values = argument.map(clap::Arg::get_possible_values).unwrap_or_default();
    let values = values.iter().map(|value| value.get_name().to_owned());
    let commands = command.get_subcommands().map(|command| command.get_name().to_owned());
    let names: BTreeSet<String> = values.chain(commands).collect();
    names.into_iter().filter(|name| registry::entries().any(|game| game.name == name)).collect()
}

#[test]
fn games_can_do_what_they_are_said_to() {
    for command in Args::prepared().get_subcommands() {
        let able: BTreeSet<_> =
            registry::names_for(command.get_name()).into_iter().map(str::to_owned).collect();
        let listed = listed(command);
        assert_eq!(listed, able, "{}", command.get_name());
    }
}

#[test]
fn every_command_has_an_example() {
    fn look(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains("Example"), "{}", command.get_name());
        command.get_subcommands().for_each(look);
    }
    look(&Args::prepared());
}

/// The command lines of a text: what stands behind `yomikiri ` up to the end of the line, a pipe, another
/// command or a comment.
fn command_lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
    lines.filter(|line| line.starts_with("yomikiri ")).map(|line| {
        let mut quoted = false;
        let end = line.char_indices().find(|&(_, letter)| {
            quoted ^= letter == '"';
            !quoted && "|<>#&;".contains(letter)
        });
        line[..end.map_or(line.len(), |(at, _)| at)].replace("\\\"", "\"")
    })
}

#[test]
fn the_commands_in_documents_are_commands() {
    fn examples(command: &clap::Command, out: &mut String) {
        *out += &command.get_after_help().map(ToString::to_string).unwrap_or_default();
        out.push('\n');
        command.get_subcommands().for_each(|command| examples(command, out));
    }
    let read = |document: documents::Document| (document.path, document.text);
    let mut sources: Vec<(String, String)> = documents::all().into_iter().map(read).collect();
    let mut help = String::new();
    examples(&Args::prepared(), &mut help);
    sources.push(("--help".to_owned(), help));
    let mut tried = 0;
    for (source, text) in &sources {
        for line in command_lines(text) {
            // What the shell would put there is a date.
            let line = line.replace("$(date +%Y%m%d)", "20261123");
            let words = shlex::split(&line).unwrap_or_else(|| panic!("{source}: quotes: {line}"));
            if let Err(error) = Args::prepared().try_get_matches_from(words) {
                assert!(!error.use_stderr(), "{source}: {line}: {error}");
            }
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried} commands");
}

#[test]
fn no_command_declares_an_argument_twice() {
    Args::prepared().debug_assert();
}
