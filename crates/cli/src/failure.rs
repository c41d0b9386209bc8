//! How a command ends: the exit status is part of the contract.

use crate::{text, told, words::language};
use std::{
    io::{self, Write},
    process::ExitCode,
};
use yomikiri_core::{ExploreError, Gap, ParseError, ProbeError};
use yomikiri_files::JournalError;
use yomikiri_solve::SolveError;
use yomikiri_table::TableError;

/// A command that did what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done.
    Yes,
    /// Done, and the answer is negative.
    No,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        Self::from(match answer {
            Answer::Yes => 0,
            Answer::No => 1,
        })
    }
}

/// A command that could not.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments or the input are unusable; the sentence names what is wrong and what was expected.
    #[error("{}", .0.in_language(language()))]
    Input(Gap),
    /// The environment failed; the sentence says where and what can be done.
    #[error("{}", .0.in_language(language()))]
    Environment(Gap),
    /// Standard output failed.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let failure = match error {
            TableError::Whole(_) | TableError::Part(_) => Self::Input,
            _ => Self::Environment,
        };
        failure(error.message().into())
    }
}

#[cfg(all(feature = "mount", target_os = "linux"))]
impl From<yomikiri_fs::MountError> for Failure {
    fn from(error: yomikiri_fs::MountError) -> Self {
        let failure = if error.is_of_directory() { Self::Input } else { Self::Environment };
        failure(error.to_string().into())
    }
}

impl Failure {
    /// Arguments or input that are unusable.
    pub fn input(sentence: impl Into<Gap>) -> Self {
        Self::Input(sentence.into())
    }

    /// An environment that fails.
    pub fn environment(sentence: impl Into<Gap>) -> Self {
        Self::Environment(sentence.into())
    }

    /// What an argument, and what it stands for, is to blame for.
    pub fn of_argument(argument: &str, told: impl Into<Gap>) -> Gap {
        let told = told.into();
        Gap::in_each(|language| format!("{argument}: {}", told.in_language(language)))
    }

    /// The sentence.
    pub fn sentence(&self) -> Gap {
        match self {
            Self::Input(sentence) | Self::Environment(sentence) => sentence.clone(),
            Self::Output(_) => self.to_string().into(),
        }
    }

    /// Text that is no position or no move, with the argument it came in.
    pub fn parse(argument: &str, error: &ParseError) -> Self {
        Self::Input(Gap::in_each(|language| format!("{argument}: {}", error.in_language(language))))
    }

    /// What a tree of files failed of, with the argument that named the game.
    pub fn explore(argument: &str, error: &ExploreError) -> Self {
        match error {
            ExploreError::Parse(error) => Self::parse(argument, error),
            ExploreError::Probe(error) => Self::environment(error.told().clone()),
        }
    }

    /// Why a journal cannot be kept, with the argument that asked for it.
    pub fn journal(argument: &str, error: &JournalError) -> Self {
        let failure = match error {
            JournalError::Foreign { .. } => Self::Input,
            JournalError::Busy { .. } | JournalError::Damaged { .. } | JournalError::Io { .. } => {
                Self::Environment
            }
        };
        failure(format!("{argument}: {error}").into())
    }

    /// Whether the reader has simply gone away.
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Tells the failure, if there is somebody to be told, and gives its status.
    pub fn end(self) -> ExitCode {
        if self.is_silent() { self.into() } else { self.report() }
    }

    /// Tells the failure and gives its status.
    pub fn report(self) -> ExitCode {
        if told::by_pages() {
            // As for `note`: if it is closed, there is nobody left to tell.
            let _ = writeln!(io::stderr(), "{}", told::failed(&self.sentence()));
        } else {
            text::note(self.to_string());
        }
        self.into()
    }
}

impl From<Failure> for ExitCode {
    fn from(failure: Failure) -> Self {
        Self::from(match failure {
            Failure::Input(_) => 2,
            Failure::Output(_) if failure.is_silent() => 0,
            Failure::Environment(_) | Failure::Output(_) => 3,
        })
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        Self::environment(error.told().clone())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Self::environment(error.message())
    }
}

/// How every command ends.
pub type Outcome = Result<Answer, Failure>;
