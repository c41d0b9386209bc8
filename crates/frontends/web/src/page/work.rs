//! Long work: what can be asked for, and the page of a piece of work, which follows it.

use super::{fault::fault, judged::judged, layout::layout};
use crate::{
    address::Address,
    fault::{Fault, OTHER_SITE},
    jobs::{Job, Jobs, State},
    reader::Reader,
    site::{Shared, Site},
    source::{Refusal, Source},
    words::{Words, fill},
    works::{Finding, Order, WorkKind},
};
use axum::{
    body::Bytes,
    extract::{Path, State as Extracted},
    http::{HeaderMap, HeaderValue, StatusCode, Uri},
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use futures_util::{StreamExt, stream};
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::{convert::Infallible, sync::Arc};

/// The kinds of work that make the table of a game, and that judge the moves of one.
const SOLVE: &str = "solve";
const ANALYSE: &str = "analyse";

fn jobs(site: &Site) -> Result<&Jobs, Fault> {
    site.jobs.as_ref().ok_or(Fault::NoPage)
}

/// Lists what can be asked for, and what goes on.
pub async fn works(Extracted(site): Shared, uri: Uri, headers: HeaderMap) -> Response {
    let reader = Reader::of(&uri, &headers);
    match jobs(&site) {
        Ok(jobs) => list(jobs, reader),
        Err(why) => fault(&why, reader),
    }
}

fn list(jobs: &Jobs, reader: Reader) -> Response {
    let words = reader.words();
    let main = html! {
        h1 { (words.long_work) }
        p { (words.long_work_lead) }
        @for kind in jobs.works().kinds() { section { h2 { (kind.about.in_language(reader.language)) } (form(kind, reader)) } }
        @let all = jobs.all();
        @if !all.is_empty() {
            section {
                h2 { (words.work_known) }
                ul {
                    @for job in all {
                        li {
                            a href=(reader.link(&format!("/work/{}", job.number))) { (title(jobs, &job, reader)) }
                            ": " (told(&job.state(), words))
                        }
                    }
                }
            }
        }
    };
    layout(reader, "/work", words.long_work, &main)
}

fn form(kind: &WorkKind, reader: Reader) -> Markup {
    let words = reader.words();
    html! {
        form action=(reader.link("/work")) method="post" {
            input type="hidden" name="kind" value=(kind.name);
            @if kind.subjects.is_empty() {
                label { (fill(words.such_as, &[kind.example]))
                    input.text name="subject" value=(kind.example) required spellcheck="false";
                }
            } @else {
                label { (words.game)
                    select name="subject" { @for subject in kind.subjects { option { (subject) } } }
                }
            }
            @if kind.has_text {
                label { (fill(words.record, &["KIF, CSA, USI, Blokus SGF"]))
                    textarea.text name="text" rows="6" required spellcheck="false" {}
                }
            }
            button { (words.begin_work) }
        }
    }
}

/// The form that solves a game, where that is done here.
pub fn solve_here(site: &Site, game: &str, reader: Reader) -> Option<Markup> {
    is_done_here(site, SOLVE, game).then(|| {
        html! {
            form action=(reader.link("/work")) method="post" {
                input type="hidden" name="kind" value=(SOLVE);
                // What was made before is gone.
                input type="hidden" name=(ANEW) value="1";
                input type="hidden" name="subject" value=(game);
                button { (reader.words().solve_here) }
            }
        }
    })
}

/// The form that has the moves of an address judged, where that is done here.
pub fn analyse_here(site: &Site, game: &dyn Source, address: &Address, reader: Reader) -> Option<Markup> {
    if address.moves.is_empty() || !is_done_here(site, ANALYSE, game.name()) {
        return None;
    }
    let path = address.positions(&*game.rules()).ok()?;
    let text = |form: &&str| String::from_utf8(game.record(&path, None, form).ok()?).ok();
    let record = game.forms().iter().find_map(text)?;
    Some(html! {
        form action=(reader.link("/work")) method="post" {
            input type="hidden" name="kind" value=(ANALYSE);
            input type="hidden" name="subject" value=(game.name());
            textarea hidden name="text" { (PreEscaped("\n")) (record) }
            button { (reader.words().analyse_here) }
        }
    })
}

/// The field of a form that asks for work anew which may have been done before.
const ANEW: &str = "anew";

/// Whether work of a kind is done here for a game.
fn is_done_here(site: &Site, kind: &str, game: &str) -> bool {
    let is_it = |known: &WorkKind| known.name == kind && known.subjects.contains(&game);
    site.jobs.as_ref().is_some_and(|jobs| jobs.works().kinds().iter().any(is_it))
}

/// Begins a piece of work that a form asks for.
pub async fn begin(Extracted(site): Shared, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let reader = Reader::of(&uri, &headers);
    begun(&site, &headers, &body, reader).unwrap_or_else(|why| fault(&why, reader))
}

fn begun(site: &Site, headers: &HeaderMap, body: &[u8], reader: Reader) -> Result<Response, Fault> {
    let jobs = jobs(site)?;
    own_page(headers)?;
    let field = |name: &str| {
        let found = form_urlencoded::parse(body).find(|(key, _)| key == name);
        found.map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let order = jobs.works().order(&field("kind"), &field("subject"), &field("text"));
    let order = order.map_err(Fault::bad)?;
    let job = jobs.start(order, !field(ANEW).is_empty()).ok_or(Fault::Busy)?;
    Ok(Redirect::to(&reader.link(&format!("/work/{}", job.number))).into_response())
}

/// Other sites' forms begin and end nothing here: browsers say whose form it is, older ones by its origin
/// alone.
fn own_page(headers: &HeaderMap) -> Result<(), Fault> {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let is_ours = match site {
        Some(site) => matches!(site, b"same-origin" | b"none"),
        None => is_own_origin(headers),
    };
    is_ours.then_some(()).ok_or_else(|| Fault::Body(StatusCode::FORBIDDEN, OTHER_SITE.into()))
}

/// Whether a form's origin, if it is told, is the host that it was sent to. `null` is said where a page keeps
/// its address to itself, as ours do.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    text("origin")
        .filter(|origin| *origin != "null")
        .is_none_or(|origin| origin.split_once("://").is_some_and(|(_, host)| Some(host) == text("host")))
}

/// The page of a piece of work.
pub async fn work(
    Extracted(site): Shared,
    Path(number): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = Reader::of(&uri, &headers);
    match found(&site, &number) {
        Ok(job) => page(&site, &job, reader).unwrap_or_else(|why| fault(&why.into(), reader)),
        Err(why) => fault(&why, reader),
    }
}

fn found(site: &Site, number: &str) -> Result<Arc<Job>, Fault> {
    number.parse().ok().and_then(|number| site.jobs.as_ref()?.job(number)).ok_or(Fault::NoPage)
}

fn page(site: &Site, job: &Job, reader: Reader) -> Result<Response, Refusal> {
    job.look();
    let (words, state) = (reader.words(), job.state());
    let game = site.game(&job.order.subject);
    let title = jobs(site).map_or_else(|_| String::new(), |jobs| title(jobs, job, reader));
    let path = format!("/work/{}", job.number);
    let main = html! {
        h1 { (title) }
        @if state.is_open() {
            section data-events={ (path) "/events" } {
                p.verdict aria-live="polite" { (told(&state, words)) }
                progress aria-label=(title) max="1" {}
            }
            noscript { p { a href=(reader.link(&path)) { (words.look_again) } } }
            form action=(reader.link(&path)) method="post" { button { (words.cancel) } }
        } @else { p.verdict { (told(&state, words)) } }
        @match &state {
            State::Done(finding) => (found_out(finding, game.as_deref(), reader)?),
            State::Failed(why) => { p.fault { (why.in_language(reader.language)) } }
            _ => {}
        }
        @if let Some(game) = game {
            p { a href=(reader.link(&Address::start(game.name()).path())) { (game.name()) } }
        }
        p { a href=(reader.link("/work")) { (words.long_work) } }
    };
    Ok(layout(reader, &path, &title, &main))
}

/// What came of work about a game, or about something else.
fn found_out(finding: &Finding, game: Option<&dyn Source>, reader: Reader) -> Result<Markup, Refusal> {
    match (finding, game) {
        (Finding::Text(text), _) => {
            Ok(html! { pre.scroll tabindex="0" { (text.in_language(reader.language)) } })
        }
        (Finding::Game(moves), Some(game)) => judged(game, moves, reader),
        (Finding::Game(_), None) => Ok(html! {}),
    }
}

/// What a piece of work is, and about what.
fn title(jobs: &Jobs, job: &Job, reader: Reader) -> String {
    let Order { kind, subject, .. } = &job.order;
    let about = jobs.works().kinds().iter().find(|known| known.name == *kind);
    let about = about.map_or(*kind, |known| known.about.in_language(reader.language));
    format!("{about}: {subject}")
}

fn told(state: &State, words: &Words) -> String {
    match state {
        State::Waiting => words.work_waits.into(),
        State::Running { phase, done, of } => {
            let phase = phase.in_language(words.spoken);
            match of {
                0 => fill(words.work_goes_on, &[&phase, &done.to_string()]),
                _ => fill(words.work_of, &[&phase, &done.to_string(), &of.to_string()]),
            }
        }
        State::Done(_) => words.work_done.into(),
        State::Failed(_) => words.work_failed.into(),
        State::Broken => words.work_broken.into(),
        State::Cancelled => words.work_cancelled.into(),
    }
}

/// Ends a piece of work.
pub async fn cancel(
    Extracted(site): Shared,
    Path(number): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = Reader::of(&uri, &headers);
    match own_page(&headers).and_then(|()| found(&site, &number)) {
        Ok(job) => {
            job.cancel();
            Redirect::to(&reader.link("/work")).into_response()
        }
        Err(why) => fault(&why, reader),
    }
}

/// How things stand with a piece of work, as server-sent events until it ends.
pub async fn events(
    Extracted(site): Shared,
    Path(number): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let reader = Reader::of(&uri, &headers);
    let job = match found(&site, &number) {
        Ok(job) => job,
        Err(why) => return fault(&why, reader),
    };
    let words = reader.words();
    let states = stream::unfold(Some(job.follow()), |following| async move {
        let mut following = following?;
        following.changed().await.ok()?;
        let state = following.borrow_and_update().clone();
        // Behind the end nothing comes: the stream ends too.
        let following = state.is_open().then_some(following);
        Some((state, following))
    });
    let events = states.map(move |state| {
        job.look();
        let share = match state {
            State::Running { done, of: of @ 1.., .. } => Some(done as f64 / of as f64),
            _ => None,
        };
        let event = json!({ "text": told(&state, words), "share": share, "open": state.is_open() });
        Ok::<_, Infallible>(Event::default().data(event.to_string()))
    });
    Sse::new(events).into_response()
}
