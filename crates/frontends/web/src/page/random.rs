//! A random position with a value that is asked for.

use super::layout::hidden;
use crate::{
    address::Address,
    fault::{ANY_VALUE, Fault, WHOLE_NUMBER},
    reader::{Reader, parameter},
    searches::Abandoned,
    site::Site,
    source::Source,
    words::fill,
};
use axum::{
    http::Uri,
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, html};
use std::{sync::Arc, time::SystemTime};
use yomikiri_core::{ValueFilter, Wdl, splitmix};

/// What an address asks for, in its parameters `random` and `plies`.
pub fn wanted(uri: &Uri) -> Result<Option<ValueFilter>, Fault> {
    let wdl = match parameter(uri, "random").as_deref() {
        None => return Ok(None),
        Some("any") => None,
        Some(word) => Some(Wdl::from_word(word).ok_or_else(|| Fault::bad(ANY_VALUE))?),
    };
    let plies = parameter(uri, "plies").filter(|plies| !plies.is_empty());
    let plies = plies.map(|plies| plies.parse().map_err(|_| Fault::bad(WHOLE_NUMBER.with("plies"))));
    Ok(Some(ValueFilter { wdl, plies: plies.transpose()? }))
}

/// Goes to a position that is found.
pub async fn random(
    site: Arc<Site>,
    game: Arc<dyn Source>,
    wanted: ValueFilter,
    reader: Reader,
) -> Result<Response, Fault> {
    let key = format!("random {}", game.name());
    let work = move |abandoned: &Abandoned| {
        if game.census()?.is_some_and(|census| !census.has(wanted)) {
            return Err(Fault::NoneSuch);
        }
        let found = game.random(wanted, seed(), &|| abandoned.is_set())?.ok_or(Fault::NoneFound)?;
        let to = Address::of_position(game.name(), &found);
        Ok(Redirect::to(&reader.link(&to.path())).into_response())
    };
    // Where few positions have the value, a table is read whole, by all processors: once at a time.
    site.searches.run_in_turn(key, work).await
}

/// Another number for each request.
pub fn seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    splitmix::mix(now.map_or(0, |since| since.as_nanos() as u64))
}

/// The form that asks.
pub fn form(game: &dyn Source, reader: Reader) -> Markup {
    let words = reader.words();
    html! {
        form.play action=(Address::start(game.name()).path()) method="get" {
            label { (words.random)
                select name="random" {
                    option value="any" { (words.any) }
                    option value="win" { (words.win) }
                    option value="draw" { (words.draw) }
                    option value="loss" { (words.loss) }
                }
            }
            label { (fill(words.in_plies, &["100"]))
                input.text type="number" name="plies" min="0" max="999";
            }
            (hidden(reader))
            button { (words.show) }
        }
    }
}
