//! `--cooks`: which second solutions spoil a problem.

use clap::ValueEnum;
use yomikiri_tsume::Cooks;

#[derive(Clone, Copy, ValueEnum)]
pub enum CooksArg {
    /// Any second move that mates; at the last move only one that mates later
    Paper,
    /// Any second move that mates
    Strict,
    /// Any second move that mates, but none at the last move
    LastMoveFree,
}

impl From<CooksArg> for Cooks {
    fn from(arg: CooksArg) -> Self {
        match arg {
            CooksArg::Paper => Self::Paper,
            CooksArg::Strict => Self::Strict,
            CooksArg::LastMoveFree => Self::LastMoveFree,
        }
    }
}
