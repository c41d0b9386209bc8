//! Where tables are, and the command that makes one.

use crate::{args::Ending, text::quoted};
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// Which table.
#[derive(clap::Args)]
pub struct TableArgs {
    #[arg(
        long,
        value_name = "FILE",
        help = "The table [default: yomikiri/GAME-ENDING.yomi under \
        $XDG_DATA_HOME, or under ~/.local/share]"
    )]
    pub table: Option<PathBuf>,
}

impl TableArgs {
    pub fn path(&self, game: &str, ending: Ending) -> PathBuf {
        self.table.clone().unwrap_or_else(|| default_path(game, ending))
    }
}

/// Where `solve` puts a table and the others look for it, unless `--table` says otherwise.
pub fn default_path(game: &str, ending: impl fmt::Display) -> PathBuf {
    yomikiri_files::data_directory().join(format!("{game}-{ending}.yomi"))
}

/// The command that makes a table of a game, which usually ends in one way, and may be of a file of variants.
pub fn solve_command(
    game: &str,
    ending: Ending,
    usual: Ending,
    variants: Option<&Path>,
    from: Option<&str>,
    path: &Path,
) -> String {
    let ending_flag = if ending == usual { String::new() } else { format!(" --ending {ending}") };
    let from_flag = from.map_or_else(String::new, |from| format!(" --from {}", quoted(from)));
    let elsewhere = from.is_some() || path != default_path(game, ending);
    let table_flag =
        if elsewhere { format!(" --table {}", quoted(&path.to_string_lossy())) } else { String::new() };
    let variants =
        variants.map_or_else(String::new, |file| format!(" --variants {}", quoted(&file.to_string_lossy())));
    format!("yomikiri{variants} solve {game}{ending_flag}{from_flag}{table_flag}")
}
