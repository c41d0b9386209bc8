//! A game against a player: the moves are the address, so that a game is a link and going back takes a move
//! back.

use super::{
    board::{Covers, board, chosen, only_chosen},
    deal,
    history::history,
    layout::{hidden, layout},
    work::analyse_here,
};
use crate::{
    address::Address,
    fault::Fault,
    game::{Game, Timing, forfeit_query},
    history::History,
    picks::{Pick, picks},
    printed::{Printed, drawn},
    reader::Reader,
    searches::Abandoned,
    site::Site,
    source::{Refusal, Seen, Source},
    words::{Words, fill},
};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};
use yomikiri_core::{
    Choice, Diagram, Side, SpotLink, Value,
    play::{Forfeit, shown_time},
};

/// The clocks that a game is begun with; an address may have others.
const CLOCKS: [&str; 6] = ["1m+1s", "3m+2s", "5m+3s", "10m", "15m+10s", "5m/30s"];

/// A game as it stands.
struct Standing {
    address: Address,
    game: Game,
    path: Vec<String>,
    seen: Arc<Seen>,
    picture: Option<Diagram>,
    covers: Covers,
    printed: Printed,
    /// How it has ended, if it has.
    end: Option<String>,
    /// Why whoever is to move has lost, where the rules would let the game go on.
    forfeit: Option<Forfeit>,
    /// What the reader has picked up.
    chosen: String,
}

/// Shows a game to the reader who is to move, or goes to the address after the player's move.
pub async fn play(
    site: Arc<Site>,
    address: Address,
    (game, chosen): (Game, String),
    reader: Reader,
) -> Result<Response, Fault> {
    let source = site.game(&address.game).ok_or_else(|| Fault::NoGame(address.game.clone()))?;
    let (shared, from) = (site.clone(), source.clone());
    let of = move |_: &_| Standing::of(&shared, &*from, address, (game, chosen), reader);
    let (standing, shared) = (site.searches.run(of).await?, site.clone());
    let is_alone = !source.has_player();
    let is_yours = standing.end.is_some() || is_alone || standing.seen.view.side == game.yours;
    if let Some(timing) = standing.game.timing.filter(|timing| is_yours && !timing.is_running()) {
        let begun = Game { timing: Some(timing.started(SystemTime::now())), ..standing.game };
        return Ok(Redirect::to(&link(&standing.address, begun, reader)).into_response());
    }
    // Where moves have values these are the hint; no player need be asked.
    if is_yours && (!game.hint || standing.end.is_some() || is_alone || standing.is_rated()) {
        return site.searches.run(move |_: &_| Ok(standing.page(&shared, &*source, None, reader))).await;
    }
    site.players
        .run(move |_: &_| {
            if is_yours {
                let reply = source.answer(&standing.path, game.strength, None)?;
                return Ok(standing.page(&shared, &*source, Some(&reply.mv), reader));
            }
            standing.answered(&shared, &*source, reader)
        })
        .await
}

/// The most moves that a game is played on by.
const MOVES: usize = 300;

/// Plays a game of one player on to its end by what moves are estimated to be worth, and goes to its address.
pub async fn play_on(
    site: Arc<Site>,
    mut address: Address,
    game: Game,
    reader: Reader,
) -> Result<Response, Fault> {
    let source = site.game(&address.game).ok_or_else(|| Fault::NoGame(address.game.clone()))?;
    if source.has_player() {
        return Err(Fault::NoPage);
    }
    site.players
        .run(move |abandoned: &Abandoned| {
            let path = address.positions(&*source.rules()).map_err(Refusal::Parse)?;
            let mut position = path.last().cloned().unwrap_or_default();
            for _ in 0..MOVES {
                let seen = source.see(&position, false, false)?;
                let Some(best) = seen.view.moves.into_iter().next().filter(|_| !abandoned.is_set()) else {
                    break;
                };
                address = address.after(&best.name);
                position = best.position;
            }
            Ok(Redirect::to(&link(&address, game, reader)).into_response())
        })
        .await
}

impl Standing {
    fn of(
        site: &Site,
        source: &dyn Source,
        address: Address,
        (game, chosen): (Game, String),
        reader: Reader,
    ) -> Result<Self, Fault> {
        let (rules, words) = (source.rules(), reader.words());
        let path = address.positions(&*rules).map_err(Refusal::Parse)?;
        let (picture, covers) = address
            .reach(&*drawn(source, reader), |node| (node.diagram(), Covers::of(node)))
            .map_err(Refusal::Parse)?;
        let picture = picture.map(|picture| reader.shown(picture));
        let printed = Printed::of(source, &address, &[], reader).map_err(Refusal::Parse)?;
        let seen = site.answers.see(source, path.last().map_or("", String::as_str), false, true)?;
        let view = &seen.view;
        let timing = game.timing.filter(|_| source.has_player());
        let mut game = Game { timing, ..game };
        let forfeit = if view.over { None } else { game.forfeit(view.side, SystemTime::now()) };
        let winner = [words.side(game.yours.other())];
        let end = match forfeit {
            None if view.over && source.has_player() => Some(words.verdict(view.side, view.value, true)),
            None if view.over => Some(words.outcome_alone(view.value).into()),
            None => source.repetition(&path).map(|end| words.repetition(end)),
            Some(Forfeit::Resigned) => Some(fill(words.resigned, &winner)),
            Some(Forfeit::TimeUp) => Some(fill(words.lost_on_time, &winner)),
        };
        // Where the reader has moved too late, records have no word for it.
        let forfeit = forfeit.filter(|_| view.side == game.yours);
        Ok(Self { address, game, path, seen, picture, covers, printed, end, forfeit, chosen })
    }

    /// Goes to the address after the player's move; the player's time runs meanwhile.
    fn answered(mut self, site: &Site, source: &dyn Source, reader: Reader) -> Result<Response, Fault> {
        let (side, began) = (self.seen.view.side, Instant::now());
        let timing = self.game.timing.map(|timing| timing.started(SystemTime::now()));
        let reply = source.answer(&self.path, self.game.strength, timing.map(|timing| timing.clock(side)))?;
        if let Some(timing) = timing {
            let Some(after) = timing.after(side, began.elapsed()) else {
                let words = reader.words();
                self.end = Some(fill(words.lost_on_time, &[words.side(side.other())]));
                self.forfeit = Some(Forfeit::TimeUp);
                return Ok(self.page(site, source, None, reader));
            };
            self.game.timing = Some(after.started(SystemTime::now()));
        }
        Ok(Redirect::to(&link(&self.address.after(&reply.mv), self.game, reader)).into_response())
    }

    /// Whether it is told what each move is worth; the rules alone know of some that end the game.
    fn is_rated(&self) -> bool {
        self.seen.view.moves.iter().all(|choice| choice.value.is_some() || choice.estimate.is_some())
    }

    fn page(&self, site: &Site, source: &dyn Source, advice: Option<&str>, reader: Reader) -> Response {
        let words = reader.words();
        let title = fill(words.game_of, &[source.name()]);
        let here = [&self.address.path(), "?", &self.game.query()].concat();
        let is_over = self.end.is_some();
        let values = is_over.then(|| source.values(&self.path).ok()).flatten().and_then(History::new);
        let unvalued = is_over && values.is_none();
        let judge = unvalued.then(|| analyse_here(site, source, &self.address, reader)).flatten();
        let main = html! {
            h1 { (title) }
            div.position {
                (board(&self.seen, (self.picture.as_ref(), &self.links(reader)), &here, reader))
                div {
                    (self.status(source, advice, reader))
                    @if self.end.is_none() { (self.moves(source, reader)) }
                    @if let Some(form) = judge { (form) }
                    @if let Some(values) = values { (history(&values, (&self.address, &self.printed), reader)) }
                }
            }
            (self.ways(source, reader))
        };
        layout(reader, &here, &title, &main)
    }

    /// The moves as links on the board.
    fn links(&self, reader: Reader) -> Vec<SpotLink> {
        let Some(picture) = self.picture.as_ref().filter(|_| self.end.is_none()) else { return Vec::new() };
        let moves = self.seen.view.moves.iter().map(|choice| Pick {
            name: &choice.name,
            href: link(&self.address.after(&choice.name), self.game, reader),
            wdl: choice.value.filter(|_| self.game.hint).map(Value::wdl),
        });
        let moves: Vec<_> = moves.collect();
        let here = link(&self.address, self.game, reader);
        picks(picture, &moves, &self.chosen, |part| chosen(&here, part))
    }

    /// What has happened, and what the reader is to do.
    fn status(&self, source: &dyn Source, advice: Option<&str>, reader: Reader) -> Markup {
        let words = reader.words();
        html! {
            section {
                @if let Some(end) = &self.end { p.verdict { (end) } }
                @else if source.has_player() { p { (fill(words.your_move, &[words.side(self.game.yours)])) } }
                @if let Some(timing) = self.game.timing { (self.clock(timing, words)) }
                @if let Some(last) = self.printed.path().last() { p { (fill(words.last_move, &[last])) } }
                @if let Some(chance) = self.chance(source) { p { (fill(words.chance, &[&chance.to_string()])) } }
                @if let Some(advice) = advice.or_else(|| self.best(source)) { p.verdict { (fill(words.would_play, &[self.printed.mv(advice)])) } }
            }
        }
    }

    /// What both sides have left; a script counts on where the reader's time runs.
    fn clock(&self, timing: Timing, words: &Words) -> Markup {
        let (yours, runs) = (self.game.yours, self.end.is_none());
        let spent =
            |side| if runs && side == yours { timing.spent(SystemTime::now()) } else { Duration::ZERO };
        html! {
            p.clocks role="timer" {
                @for side in [Side::First, Side::Second] {
                    @let (spent, is_running) = (spent(side), runs && side == yours);
                    span { (words.side(side)) ": "
                        b data-flag=[is_running.then(|| timing.whole(side, spent).as_millis())]
                            data-byoyomi=[is_running.then(|| timing.byoyomi().as_millis())] {
                            (shown_time(timing.shown(side, spent)))
                        }
                    }
                }
            }
        }
    }

    /// The probability of winning in percent, in a game of one player whose reader asks for it.
    fn chance(&self, source: &dyn Source) -> Option<i32> {
        self.seen.view.estimate.filter(|_| self.game.hint && self.end.is_none() && !source.has_player())
    }

    /// The move that is estimated best, in such a game.
    fn best(&self, source: &dyn Source) -> Option<&str> {
        self.chance(source)?;
        self.seen.view.moves.first().map(|choice| choice.name.as_str())
    }

    /// The moves: in alphabetical order, which gives nothing away, or with what they are worth.
    fn moves(&self, source: &dyn Source, reader: Reader) -> Markup {
        let (words, is_alone) = (reader.words(), !source.has_player());
        let is_told = self.game.hint && self.is_rated();
        let mut moves: Vec<&Choice> =
            self.seen.view.moves.iter().filter(|choice| choice.name.starts_with(&self.chosen)).collect();
        if !is_told {
            moves.sort_unstable_by_key(|choice| &choice.name);
        }
        html! {
            section {
                h2 { (words.moves) }
                (only_chosen(&self.chosen, &link(&self.address, self.game, reader), words))
                div.scroll tabindex="0" role="region" aria-label=(words.moves) {
                    ul.choices.told[is_told] {
                        @for choice in moves {
                            li {
                                a data-move=(choice.name) data-covers=[self.covers.of_move(&choice.name)]
                                    href=(link(&self.address.after(&choice.name), self.game, reader)) {
                                    (self.printed.mv(&choice.name))
                                }
                                @if is_told { " " (words.worth(choice)) @if is_alone && choice.is_estimated() { " %" } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What else can be done.
    fn ways(&self, source: &dyn Source, reader: Reader) -> Markup {
        let (words, game, address) = (reader.words(), self.game, &self.address);
        let (is_timed, anew) = (game.timing.is_some(), game.timing.map(Timing::anew));
        // A move made is made where time runs.
        let back = address.moves.len().checked_sub(if source.has_player() { 2 } else { 1 });
        let back = back.filter(|_| !is_timed);
        let (going, path) = (self.end.is_none(), address.path());
        let hint = Game { hint: !game.hint, ..game };
        let end = forfeit_query(self.forfeit);
        html! {
            nav.links aria-label=(words.game) {
                @if let Some(back) = back {
                    a rel="prev" href=(link(&address.cut(back), Game { resigned: false, ..game }, reader)) {
                        (words.take_back)
                    }
                }
                @if going {
                    a href=(link(address, hint, reader)) {
                        @if game.hint { (words.no_hint) } @else { (words.hint) }
                    }
                }
                @if going && source.has_player() {
                    @if !is_timed {
                        a href=(link(address, Game { yours: game.yours.other(), ..game }, reader)) { (words.swap) }
                    }
                    a href=(link(address, Game { resigned: true, ..game }, reader)) { (words.resign) }
                }
                @if going && !source.has_player() {
                    a href=(format!("{}&on=1", link(address, game, reader))) { (words.play_on) }
                }
                @if !source.has_player() { (deal::other(address, Some(game), reader)) }
                @let anew = Game { resigned: false, timing: anew, ..game };
                a href=(link(&address.cut(0), anew, reader)) { (words.new_game) }
                a href=(reader.link(&path)) { (words.explore) }
                @for form in source.forms() {
                    a download=(fill("game.{}", &[form])) href=(format!("{path}?save={form}{end}")) {
                        (fill(words.save, &[&form.to_uppercase()]))
                    }
                }
            }
        }
    }
}

/// The address of a game as the reader follows it.
fn link(address: &Address, game: Game, reader: Reader) -> String {
    reader.link_with(&address.path(), &game.query())
}

/// The form that begins a game at an address.
pub fn begin(source: &dyn Source, address: &Address, reader: Reader) -> Markup {
    let words = reader.words();
    html! {
        form.play action=(address.path()) method="get" {
            @if source.has_player() {
                label { (words.your_side)
                    select name="play" {
                        option value="first" { (words.first) }
                        option value="second" { (words.second) }
                    }
                }
                label { (words.level)
                    select name="level" {
                        @for level in 1..=crate::Strength::LEVELS {
                            option value=(level) selected[level == 3] { (level) }
                        }
                        @if source.edition().is_some() { option value="perfect" { (words.perfect) } }
                    }
                }
                label { (words.clock)
                    select name="clock" {
                        option value="" { (words.no_clock) }
                        @for control in CLOCKS { option value=(control) { (control) } }
                    }
                }
            } @else { input type="hidden" name="play" value="first"; }
            (hidden(reader))
            button { (words.play) }
        }
    }
}
