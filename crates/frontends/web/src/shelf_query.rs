//! Which problems of a collection an address asks for.

use crate::{
    fault::{Fault, ONE_OF, WHOLE_NUMBER},
    reader::{parameter, parameters},
};
use axum::http::Uri;
use yomikiri_core::{PageStart, Shelf, ShelfFilter};

/// The pieces that problems are chosen by.
pub const PIECES: [char; 7] = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];

/// What asks for the problems of no set: an empty parameter is one that a form was not filled in with. Sets
/// are letters, so that none is named so.
const NO_SET: &str = "-";

/// A set as an address asks for it.
pub fn set_value(set: &str) -> &str {
    if set.is_empty() { NO_SET } else { set }
}

/// Which problems an address asks for, and where its page begins.
pub fn asked(uri: &Uri) -> Result<(ShelfFilter, PageStart), Fault> {
    let plies = number(uri, "plies")?.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX));
    let set = parameter(uri, "set").filter(|set| !set.is_empty());
    let set = set.map(|set| if set == NO_SET { String::new() } else { set });
    let pieces = parameters(uri, "piece").concat();
    if !pieces.chars().all(|piece| PIECES.contains(&piece)) {
        return Err(Fault::bad(ONE_OF.with("piece").and(PIECES.map(String::from).join(", "))));
    }
    let symmetric = parameter(uri, "symmetric").is_some_and(|text| !text.is_empty());
    let start = match (number(uri, "after")?, number(uri, "before")?) {
        (Some(number), _) => PageStart::After(number),
        (None, Some(number)) => PageStart::Before(number),
        (None, None) => PageStart::First,
    };
    Ok((ShelfFilter { plies, set, pieces, symmetric }, start))
}

/// A parameter that is a number, if it is there.
pub fn number(uri: &Uri, name: &str) -> Result<Option<u64>, Fault> {
    let text = parameter(uri, name).filter(|text| !text.is_empty());
    let bad = || Fault::bad(WHOLE_NUMBER.with(name));
    text.map(|text| text.parse::<u64>().map_err(|_| bad())).transpose()
}

/// A filter as parameters of an address.
pub fn query(filter: &ShelfFilter) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if let Some(set) = &filter.set {
        query.append_pair("set", set_value(set));
    }
    if let Some(plies) = filter.plies {
        query.append_pair("plies", &plies.to_string());
    }
    for piece in filter.pieces.chars() {
        query.append_pair("piece", piece.encode_utf8(&mut [0; 4]));
    }
    if filter.symmetric {
        query.append_pair("symmetric", "1");
    }
    query.finish()
}

/// How many problems of some shelves pass.
pub fn count<'a>(shelves: impl IntoIterator<Item = &'a Shelf>, filter: &ShelfFilter) -> u64 {
    shelves.into_iter().map(|shelf| filter.count(shelf)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An address asks for what it was made of; a form that was not filled in asks for all.
    #[test]
    fn a_filter_is_read_as_it_is_written() {
        let read = |query: &str| asked(&format!("/?{query}").parse().unwrap()).ok().unwrap().0;
        for set in [None, Some(""), Some("GGP")] {
            let set = set.map(str::to_owned);
            for plies in [None, Some(7)] {
                for (pieces, symmetric) in [("", false), ("GP", true)] {
                    let pieces = pieces.to_owned();
                    let filter = ShelfFilter { plies, set: set.clone(), pieces, symmetric };
                    assert_eq!(read(&query(&filter)), filter);
                }
            }
        }
        assert_eq!(read("set=&plies=&symmetric="), ShelfFilter::default());
    }
}
