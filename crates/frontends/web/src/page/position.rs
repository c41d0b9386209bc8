//! The page of a position.

use super::{
    board::{Covers, board, chosen, only_chosen},
    census, deal,
    edit::{Work, Workshop, ways},
    fault::fault,
    history::history,
    layout::{hidden, respond, written},
    play::{begin, play, play_on},
    random,
    record::saved,
    work::{analyse_here, solve_here},
};
use crate::{
    address::Address,
    fault::Fault,
    game::{Game, forfeit_of},
    history::History,
    picks::{Pick, picks},
    printed::{Printed, drawn},
    reader::{Reader, parameter},
    responses::Edition,
    site::{Shared, Site},
    source::{Refusal, Seen, Source},
    words::{Words, fill},
};
use axum::{
    extract::State,
    http::{HeaderMap, Uri},
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, html};
use std::sync::Arc;
use yomikiri_core::{Choice, Diagram, SpotLink, Value, Wdl};

/// Shows the position at an address; with `?position=` goes to that of a text.
pub async fn position(State(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    answered(site, &uri, reader).await.unwrap_or_else(|why| fault(&why, reader))
}

/// What the parameters of the address ask for.
async fn answered(site: Arc<Site>, uri: &Uri, reader: Reader) -> Result<Response, Fault> {
    if let Some(text) = parameter(uri, "position") {
        return found(&site, uri, text.trim(), reader);
    }
    let address = Address::read(uri.path()).ok_or(Fault::NoPage)?;
    if let Some(work) = Work::of(uri) {
        let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
        let (editor, path) = (game.editor().ok_or(Fault::NoPage)?, Address::start(game.name()).path());
        return Workshop { editor, path, reader }.page(&work);
    }
    if let Some(wanted) = random::wanted(uri)? {
        let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
        return random::random(site, game, wanted, reader).await;
    }
    if let Some(deal) = parameter(uri, "deal") {
        return deal::dealt(&site, &address, &deal, Game::of(uri)?, reader);
    }
    if let Some(form) = parameter(uri, "save") {
        return saved(site, address, forfeit_of(uri), form).await;
    }
    let chosen = parameter(uri, "from").unwrap_or_default();
    match Game::of(uri)? {
        Some(game) if parameter(uri, "on").is_some() => play_on(site, address, game, reader).await,
        Some(game) => play(site, address, (game, chosen), reader).await,
        None => shown(site, address, chosen, reader).await,
    }
}

/// The way to the position of a text.
fn found(site: &Site, uri: &Uri, text: &str, reader: Reader) -> Result<Response, Fault> {
    let address = Address::read(uri.path()).ok_or(Fault::NoPage)?;
    let game = site.game(&address.game).ok_or(Fault::NoGame(address.game))?;
    let rules = game.rules();
    let node = rules.open(text).map_err(Fault::Input)?;
    let to = Address::of_position(game.name(), &node.position());
    Ok(Redirect::to(&reader.link(&to.path())).into_response())
}

async fn shown(site: Arc<Site>, address: Address, chosen: String, reader: Reader) -> Result<Response, Fault> {
    let game = site.game(&address.game).ok_or_else(|| Fault::NoGame(address.game.clone()))?;
    let (shared, edition, key) = (site.clone(), Edition::now(&game), address.path());
    let page = move |_: &_| {
        let (position, picture, covers) = address
            .reach(&*drawn(&*game, reader), |node| (node.position(), node.diagram(), Covers::of(node)))
            .map_err(Fault::Input)?;
        let picture = picture.map(|picture| reader.shown(picture));
        let seen = shared.answers.see(&*game, &position, true, true)?;
        let along = along(&*game, &address, &seen)?;
        let printed = Printed::of(&*game, &address, &seen.line, reader).map_err(Fault::Input)?;
        let place = (&address, &printed);
        let behind = along.map_or_else(
            || analyse_here(&shared, &*game, &address, reader),
            |along| Some(history(&along, place, reader)),
        );
        let main = main(&shared, &*game, place, (&seen, picture, &covers, &chosen), behind, reader);
        Ok(edition.lasting(written(reader, &address.path(), &title(place), &main), respond))
    };
    site.searches.run_in_turn(key, page).await
}

/// The values along the moves of the address, where they are known.
fn along(game: &dyn Source, address: &Address, seen: &Seen) -> Result<Option<History>, Fault> {
    if seen.view.value.is_none() || address.moves.is_empty() {
        return Ok(None);
    }
    let path = address.positions(&*game.rules()).map_err(Refusal::Parse)?;
    Ok(History::new(game.values(&path)?))
}

fn title((address, printed): (&Address, &Printed)) -> String {
    let last = printed.path().last();
    last.map_or_else(|| address.game.clone(), |last| format!("{last} - {}", address.game))
}

fn main(
    site: &Site,
    game: &dyn Source,
    place: (&Address, &Printed),
    (seen, picture, covers, part): (&Seen, Option<Diagram>, &Covers, &str),
    behind: Option<Markup>,
    reader: Reader,
) -> Markup {
    let (words, (address, printed)) = (reader.words(), place);
    let on_board = picture.as_ref().map(|picture| on_board(address, picture, seen, part, reader));
    let pictured = (picture.as_ref(), &on_board.unwrap_or_default()[..]);
    html! {
        (trail(place, reader))
        h1 { (title(place)) }
        div.position {
            (board(seen, pictured, &chosen(&address.path(), part), reader))
            div {
                (verdict(seen, game.has_player(), words))
                @if seen.missing.is_some() && let Some(form) = solve_here(site, game.name(), reader) { (form) }
                (moves(place, (&seen.view.moves, covers), part, reader))
                @if !seen.line.is_empty() {
                    section { h2 { (words.line) } p.line { (printed.line().join(" ")) } }
                }
                @if !seen.view.over {
                    section { h2 { (words.play_here) } (begin(game, address, reader)) }
                }
                @if let Some(behind) = behind { (behind) }
            }
        }
        (links(game, address, seen, reader))
    }
}

/// Where the position is in the tree: each position on the way to it.
fn trail((address, printed): (&Address, &Printed), reader: Reader) -> Markup {
    let words = reader.words();
    let depth = address.moves.len();
    let name = |moves: usize| match moves.checked_sub(1) {
        Some(last) => printed.path()[last].as_str(),
        None if address.position.is_some() => words.position,
        None => words.start,
    };
    html! {
        nav aria-label=(words.path) {
            ol.trail {
                li { a href=(reader.link(&Address::start(&address.game).path())) { (address.game) } }
                @for moves in 0..=depth {
                    li {
                        @if moves == depth { span aria-current="page" { (name(moves)) } }
                        @else { a href=(reader.link(&address.cut(moves).path())) { (name(moves)) } }
                    }
                }
            }
            @if let Some(before) = depth.checked_sub(1) {
                a rel="prev" href=(reader.link(&address.cut(before).path())) { (words.back) }
            }
        }
    }
}

/// Who is to move and who wins.
fn verdict(seen: &Seen, has_sides: bool, words: &Words) -> Markup {
    let view = &seen.view;
    let verdict = if view.over && !has_sides {
        words.outcome_alone(view.value).into()
    } else {
        words.verdict(view.side, view.value, view.over)
    };
    html! {
        section {
            h2 { (words.value) }
            p {
                @if view.over { (words.is_over) }
                @else if has_sides { (fill(words.to_move, &[words.side(view.side)])) }
            }
            p.verdict.(class(view.value)) { (verdict) }
            @if let Some(estimate) = view.estimate.filter(|_| view.value.is_none()) {
                p { (fill(words.estimate, &[&estimate.to_string()])) }
            }
            @if let Some(missing) = &seen.missing { p.missing { (words.missing(missing)) } }
        }
    }
}

/// The class of a value, for its colour.
fn class(value: Option<Value>) -> &'static str {
    value.map_or("unknown", |value| match value.wdl() {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    })
}

/// The moves as links on the board, in the colours of their values.
fn on_board(address: &Address, picture: &Diagram, seen: &Seen, part: &str, reader: Reader) -> Vec<SpotLink> {
    let moves = seen.view.moves.iter().map(|choice| Pick {
        name: &choice.name,
        href: reader.link(&address.after(&choice.name).path()),
        wdl: choice.value.map(Value::wdl),
    });
    let here = reader.link(&address.path());
    picks(picture, &moves.collect::<Vec<_>>(), part, |part| chosen(&here, part))
}

/// The moves whose names begin with what is chosen, best first, with the positions they lead to.
fn moves(
    (address, printed): (&Address, &Printed),
    (moves, covers): (&[Choice], &Covers),
    part: &str,
    reader: Reader,
) -> Markup {
    let words = reader.words();
    let moves: Vec<_> = moves.iter().filter(|choice| choice.name.starts_with(part)).collect();
    let is_ordered = moves.iter().any(|choice| choice.value.is_some() || choice.estimate.is_some());
    let caption = if is_ordered { words.moves_order } else { words.moves_count };
    html! {
        @if !moves.is_empty() {
            section {
                h2 { (words.moves) }
                (only_chosen(part, &reader.link(&address.path()), words))
                div.scroll tabindex="0" role="region" aria-label=(words.moves) {
                    table {
                        caption { (fill(caption, &[&moves.len().to_string()])) }
                        thead { tr { th scope="col" { (words.mv) } th scope="col" { (words.worth) } } }
                        tbody {
                            @for choice in &moves {
                                tr.(class(choice.value)) {
                                    td { a data-move=(choice.name) data-covers=[covers.of_move(&choice.name)] href=(reader.link(&address.after(&choice.name).path())) { (printed.mv(&choice.name)) } }
                                    td { (words.worth(choice)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// How the position is written and found again, and the way to another.
fn links(game: &dyn Source, address: &Address, seen: &Seen, reader: Reader) -> Markup {
    let words = reader.words();
    let position = &seen.view.position;
    let permanent = Address::permanent(game.name(), position).unwrap_or_else(|| address.clone()).path();
    html! {
        section {
            h2 { (words.position) }
            p { label { (words.notation) input.text readonly value=(position) spellcheck="false"; } }
            p.links {
                a rel="canonical" href=(permanent) { (words.permanent) }
                @if !game.has_player() { (deal::other(address, None, reader)) }
                @if let Some(editor) = game.editor() { (ways(editor, game.name(), position, reader)) }
                @for form in game.forms() {
                    a href=(format!("{}?save={form}", address.path())) {
                        (fill(words.save, &[&form.to_uppercase()]))
                    }
                }
                @if game.has_table() { a href=(reader.link(&census::path(game.name()))) { (words.census) } }
                a rel="alternate" type="application/json" href={ "/api/v1" (address.path()) } { (words.as_json) }
            }
            @if game.has_table() { (random::form(game, reader)) }
            form action=(Address::start(game.name()).path()) method="get" {
                label { (words.other_position) input.text name="position" required spellcheck="false"; }
                (hidden(reader))
                button { (words.show) }
            }
            @if !game.forms().is_empty() {
                details {
                    summary { (words.take_up) }
                    form action=(reader.link(&Address::start(game.name()).path())) method="post" {
                        label { (fill(words.record, &[&game.forms().join(", ").to_uppercase()]))
                            textarea.text name="record" rows="8" required spellcheck="false" {}
                        }
                        button { (words.show) }
                    }
                }
            }
        }
    }
}
