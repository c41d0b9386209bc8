//! What went wrong with a request: a status and a sentence.

use crate::{
    source::{Missing, Refusal},
    words::{Words, fill},
};
use axum::http::StatusCode;
use yomikiri_core::{Gap, ParseError};

yomikiri_core::phrases! { pub words;
    WHOLE_NUMBER: "{}: expected a whole number", "{}: 整数が必要です";
    ONE_OF: "{}: expected one of {}", "{}: {}のいずれかが必要です";
    ANY_VALUE: "random: expected any, win, draw or loss", "random: any, win, draw, lossのいずれかが必要です";
    EITHER_SIDE: "play: expected first or second", "play: firstかsecondが必要です";
    ANY_LEVEL: "level: expected 1 to 9 or perfect", "level: 1から9まで、またはperfectが必要です";
    CONDITION: "where: {}", "条件(where): {}";
    CLOCK: "clock: {}", "持ち時間(clock): {}";
    NO_TIMES: "left, since: expected the times of a game that was begun here", "left, since: ここで始めた対局の時間が必要です";
    NO_RECORD: "expected a record in the field `record`", "recordの欄に棋譜が必要です";
    OTHER_SITE: "it comes from another site", "ほかのサイトから送られています";
}

/// Why a request is not answered as asked.
#[derive(Clone, Debug)]
pub enum Fault {
    /// No game has this name.
    NoGame(String),
    /// Nothing is at this address.
    NoPage,
    /// No position has the value that is asked for.
    NoneSuch,
    /// None was found that has it, in the time that a reader waits.
    NoneFound,
    /// Text that is no position, no move, or no batch; the sentence says why.
    Input(ParseError),
    /// The `Host` of the request is not this server.
    Host(String),
    /// The address is longer than so many bytes.
    TooLong(usize),
    /// The body is longer than may be, or cannot be read.
    Body(StatusCode, Gap),
    /// There is such an address, but not for this method.
    Method,
    /// A table that is missing or damaged.
    Table(Missing),
    /// The environment failed, as a sentence.
    Environment(Gap),
    /// It took too long, or too many are waiting.
    Busy,
    /// The client asks more than it may.
    TooMany,
    /// A fault of the program.
    Failed,
}

impl Fault {
    /// A request that is unusable.
    pub fn bad(why: impl Into<Gap>) -> Self {
        Self::Body(StatusCode::BAD_REQUEST, why.into())
    }

    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NoGame(_) | Self::NoPage | Self::NoneSuch | Self::NoneFound => StatusCode::NOT_FOUND,
            Self::Input(_) | Self::Host(_) => StatusCode::BAD_REQUEST,
            Self::TooLong(_) => StatusCode::URI_TOO_LONG,
            Self::Body(status, _) => *status,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Table(_) | Self::Environment(_) | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub fn sentence(&self, words: &Words) -> String {
        match self {
            Self::NoGame(name) => fill(words.no_game, &[name]),
            Self::NoPage => words.no_page.into(),
            Self::NoneSuch => words.none_such.into(),
            Self::NoneFound => words.none_found.into(),
            Self::Input(why) => fill(words.no_position, &[&why.in_language(words.spoken)]),
            Self::Host(host) => fill(words.bad_host, &[host]),
            Self::TooLong(bytes) => fill(words.too_long, &[&bytes.to_string()]),
            Self::Body(_, why) => fill(words.bad_body, &[&why.in_language(words.spoken)]),
            Self::Method => words.method.into(),
            Self::Table(why) => words.missing(why),
            Self::Environment(why) => fill(words.no_values, &[&why.in_language(words.spoken)]),
            Self::Busy => words.busy.into(),
            Self::TooMany => words.too_many.into(),
            Self::Failed => words.failed.into(),
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Parse(error) => Self::Input(error),
            Refusal::Condition(why) => Self::bad(CONDITION.with(why)),
            Refusal::Table(why) => Self::Table(why),
            Refusal::Environment(why) => Self::Environment(why),
        }
    }
}
