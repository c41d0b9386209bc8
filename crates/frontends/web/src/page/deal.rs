//! Another deal of a game of one player: a name and a colon before it.

use super::random::seed;
use crate::{address::Address, fault::Fault, game::Game, reader::Reader, site::Site};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

/// What an address asks for whose reader does not mind which deal comes.
const ANY: &str = "new";

/// The deals that such a reader gets: those of so many seeds.
const SEEDS: u64 = 1_000_000;

/// Goes to the start of a deal, which may be any, and of the game that goes on there, if one does.
pub fn dealt(
    site: &Site,
    address: &Address,
    deal: &str,
    game: Option<Game>,
    reader: Reader,
) -> Result<Response, Fault> {
    let deal = if deal == ANY { &(seed() % SEEDS).to_string() } else { deal };
    let name = [base(&address.game), ":", deal].concat();
    let path = site.game(&name).map(|game| Address::start(game.name()).path()).ok_or(Fault::NoGame(name))?;
    let to = game.map_or_else(|| reader.link(&path), |game| reader.link_with(&path, &game.query()));
    Ok(Redirect::to(&to).into_response())
}

/// The link to any deal.
pub fn other(address: &Address, game: Option<Game>, reader: Reader) -> Markup {
    let path = Address::start(base(&address.game)).path();
    let query = game.map_or_else(String::new, |game| ["&", &game.query()].concat());
    html! {
        a href=(reader.link_with(&path, &format!("deal={ANY}{query}"))) rel="nofollow" { (reader.words().other_deal) }
    }
}

/// The name of a game without its deal.
fn base(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}
