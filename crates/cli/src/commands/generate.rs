//! `yomikiri generate`: what packages install beside the program. It is hidden in `--help`: who installs a
//! package has all that already, and who builds the program finds it in the book.

use crate::{
    failure::{Answer, Outcome},
    file::failed,
};
use clap::{Command, ValueEnum};
use clap_complete::{Generator as _, Shell};
use clap_mangen::Man;
use std::{
    fs,
    io::{self, Write as _},
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

pub fn run(args: &Args, command: &Command) -> Outcome {
    let write = match args.what {
        What::Man => pages,
        What::Completions => completions,
    };
    let made = fs::create_dir_all(&args.dir).and_then(|()| write(command, &args.dir));
    made.map_err(|error| failed("DIR", &args.dir, &error))?;
    Ok(Answer::Yes)
}

fn pages(command: &Command, dir: &Path) -> io::Result<()> {
    let mut command = command.clone().disable_help_subcommand(true);
    command.build();
    page(command, dir)
}

/// The page of a command, and those of the commands below it.
fn page(command: Command, dir: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        page(below.clone(), dir)?;
    }
    let (manual, mut page) = (Man::new(command), Vec::new());
    manual.render(&mut page)?;
    let page = unfilled(&String::from_utf8_lossy(&page));
    yomikiri_files::write(&dir.join(manual.get_filename()), |to| to.write_all(page.as_bytes()))
}

/// A page whose examples, lines with blanks before them, stand as they are: not filled to lines of a width,
/// nor hyphenated.
fn unfilled(page: &str) -> String {
    let mut text = String::new();
    let mut is_example = false;
    for line in page.lines() {
        if line.starts_with("  ") != is_example {
            is_example = !is_example;
            text += if is_example { ".nf\n" } else { ".fi\n" };
        }
        text.extend([line, "\n"]);
    }
    text + if is_example { ".fi\n" } else { "" }
}

fn completions(command: &Command, dir: &Path) -> io::Result<()> {
    let mut command = shown(command);
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let mut completions = Vec::new();
        clap_complete::generate(shell, &mut command, "yomikiri", &mut completions);
        yomikiri_files::write(&dir.join(shell.file_name("yomikiri")), |to| to.write_all(&completions))?;
    }
    Ok(())
}

/// What `--help` shows of a command, declared anew: completions would offer what is hidden as well.
fn shown(command: &Command) -> Command {
    // Declarations want names that live as long as the program, which is about to end.
    let forever = |text: &str| -> &'static str { text.to_owned().leak() };
    let shown_arguments = command.get_arguments().filter(|argument| !argument.is_hide_set()).cloned();
    let shown_below = command.get_subcommands().filter(|below| !below.is_hide_set()).map(shown);
    let anew = Command::new(forever(command.get_name())).args(shown_arguments).subcommands(shown_below);
    let anew = command.get_about().cloned().into_iter().fold(anew, Command::about);
    let anew = command.get_long_about().cloned().into_iter().fold(anew, Command::long_about);
    command.get_version().map(forever).into_iter().fold(anew, Command::version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{failure::Failure, registry};

    #[test]
    fn pages_and_completions_know_the_commands_and_the_games() {
        let directory = tempfile::tempdir().unwrap();
        let write = |what| run(&Args { what, dir: directory.path().into() }, &crate::Args::prepared());
        write(What::Man).unwrap();
        write(What::Completions).unwrap();
        let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
        assert!(read("yomikiri.1").contains("yomikiri\\-solve(1)"), "{}", read("yomikiri.1"));
        for command in ["solve", "tsume-enumerate", "usi"] {
            assert!(read(&format!("yomikiri-{command}.1")).starts_with(".ie"), "{command}");
        }
        let page = read("yomikiri-check.1");
        assert!(page.contains("Example:\n.nf\n  yomikiri check dobutsu\n.fi\n"), "{page}");
        // What is no example is filled as everything else.
        let page = read("yomikiri-usi.1");
        let (_, extra) = page.split_once(".SH EXTRA\n").unwrap();
        let wide = extra.lines().filter(|line| line.len() > 110);
        assert!(
            wide.count() > 0 && extra.matches(".nf\n").count() == extra.matches(".fi\n").count(),
            "{page}"
        );
        for completions in ["yomikiri.bash", "_yomikiri", "yomikiri.fish"].map(read) {
            assert!(["solve", "enumerate", "census"].iter().all(|word| completions.contains(word)));
        }
        // Both are hidden in `--help`.
        for completions in ["yomikiri.bash", "_yomikiri", "yomikiri.fish"].map(read) {
            assert!(!completions.contains("generate") && !completions.contains("detached"), "{completions}");
        }
        // Fish is told no values of positional arguments.
        for completions in ["yomikiri.bash", "_yomikiri"].map(read) {
            assert!(registry::names_for("solve").iter().all(|game| completions.contains(game)));
        }
        let missing = Args { what: What::Man, dir: "/dev/null/pages".into() };
        assert!(matches!(run(&missing, &crate::Args::prepared()), Err(Failure::Environment(_))));
    }
}
