//! `yomikiri generate`: what packages install beside the program. It is hidden in `--help`: who installs a
//! package has all that already, and who builds the program finds it in the book.

use crate::{
    failure::{Answer, Outcome},
    file::failed,
};
use clap::{Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Writes manual pages, or completions for shells, from the declarations of the commands
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri generate completions ~/completions")]
pub struct Args {
    /// What is written: a page a command, or a file a shell
    what: What,

    /// Where to, a directory
    dir: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Manual pages
    Man,
    /// Completions for bash, zsh and fish
    Completions,
}

pub fn run(args: &Args, command: Command) -> Outcome {
    let write = match args.what {
        What::Man => pages,
        What::Completions => completions,
    };
    let made = fs::create_dir_all(&args.dir).and_then(|()| write(command, &args.dir));
    made.map_err(|error| failed("DIR", &args.dir, &error))?;
    Ok(Answer::Yes)
}

fn pages(command: Command, dir: &Path) -> io::Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    page(command, dir)
}

/// The page of a command, and those of the commands below it.
fn page(command: Command, dir: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        page(below.clone(), dir)?;
    }
    let (mut page, mut text) = (Vec::new(), String::new());
    let manual = Man::new(command);
    manual.render(&mut page)?;
    page.as_slice().read_to_string(&mut text)?;
    fs::write(dir.join(manual.get_filename()), unfilled(&text))
}

/// A page whose examples stand as they are: not filled to lines of a width, nor hyphenated.
fn unfilled(page: &str) -> String {
    const HEADING: &str = ".SH EXTRA\n";
    let Some((before, rest)) = page.split_once(HEADING) else { return page.to_owned() };
    let end = rest.find("\n.SH ").map_or(rest.len(), |end| end + 1);
    let (examples, after) = rest.split_at(end);
    format!("{before}{HEADING}.nf\n{examples}.fi\n{after}")
}

fn completions(mut command: Command, dir: &Path) -> io::Result<()> {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut command, "yomikiri", dir)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{failure::Failure, registry};

    #[test]
    fn pages_and_completions_know_the_commands_and_the_games() {
        let directory = tempfile::tempdir().unwrap();
        let write = |what| run(&Args { what, dir: directory.path().into() }, crate::Args::prepared());
        write(What::Man).unwrap();
        write(What::Completions).unwrap();
        let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        assert!(read("yomikiri.1").contains("yomikiri\\-solve(1)"), "{}", read("yomikiri.1"));
        for command in ["solve", "tsume-enumerate", "usi"] {
            assert!(read(&format!("yomikiri-{command}.1")).starts_with(".ie"), "{command}");
        }
        let page = read("yomikiri-check.1");
        let (_, extra) = page.split_once(".SH EXTRA\n.nf\n").unwrap();
        let (example, after) = extra.split_once("\n.fi\n").unwrap();
        assert!(example.ends_with("yomikiri check dobutsu") && !after.contains(".nf"), "{page}");
        for completions in ["yomikiri.bash", "_yomikiri", "yomikiri.fish"].map(read) {
            assert!(["solve", "enumerate", "census"].iter().all(|word| completions.contains(word)));
        }
        // Fish is told no values of positional arguments.
        for completions in ["yomikiri.bash", "_yomikiri"].map(read) {
            assert!(registry::names_for("solve").iter().all(|game| completions.contains(game)));
        }
        let missing = Args { what: What::Man, dir: "/dev/null/pages".into() };
        assert!(matches!(run(&missing, crate::Args::prepared()), Err(Failure::Environment(_))));
    }
}
