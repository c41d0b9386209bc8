//! A problem solved by playing: the moves are the address, the defence answers by leading to the address with
//! its move added, and a move that does not mate is shown refuted.

use super::{Place, ROOT, length, problem_path, shelf_path};
use crate::{
    address::Address,
    fault::Fault,
    mates::{MateResponse, Mates, MoveName, Standing},
    page::{
        board::{chosen, only_chosen},
        layout::layout,
        pieces::piece_styles,
    },
    picks::{Pick, picks},
    reader::{Reader, parameter},
    searches::Abandoned,
    site::Site,
    source::Refusal,
    words::{Words, fill},
};
use axum::{
    http::Uri,
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// A page of a problem.
struct Page {
    address: Address,
    place: Place,
    /// What the reader has picked up.
    chosen: String,
    /// Whether the solution is asked for.
    solution: bool,
    reader: Reader,
}

pub async fn solve(
    site: Arc<Site>,
    mates: Arc<dyn Mates>,
    (address, place): (Address, Place),
    uri: &Uri,
    reader: Reader,
) -> Result<Response, Fault> {
    let chosen = parameter(uri, "from").unwrap_or_default();
    let solution = parameter(uri, "solution").is_some();
    let page = Page { address, place, chosen, solution, reader };
    if page.moves().len().is_multiple_of(2) {
        return site.searches.run(move |_: &_| page.asking(&*mates)).await;
    }
    site.players.run(move |abandoned: &Abandoned| page.answering(&*mates, abandoned)).await
}

impl Page {
    fn moves(&self) -> &[String] {
        self.address.moves.get(self.place.before..).unwrap_or_default()
    }

    /// The address as the reader follows it.
    fn link(&self, address: &Address) -> String {
        self.reader.link(&address.path())
    }

    /// The attacker is to move, or it is mate already.
    fn asking(&self, mates: &dyn Mates) -> Result<Response, Fault> {
        let standing = self.standing(mates, self.moves())?;
        let words = self.reader.words();
        if standing.is_mated {
            let told = html! { p.verdict.win { (words.mated) } };
            return Ok(self.page(&standing.picture.inline(), &standing, &told));
        }
        let here = self.link(&self.address);
        let moves: Vec<_> = standing.checks.iter().map(|check| self.pick(check)).collect();
        let links = picks(&standing.picture, &moves, &self.chosen, |part| chosen(&here, part));
        let told = html! {
            p.verdict { (words.mate_him) }
            @if let Some(left) = self.plies_left() { p { (fill(words.plies_left, &[&left.to_string()])) } }
            @if standing.checks.is_empty() { p.missing { (words.no_checks) } }
            (self.checks(&standing, &here))
        };
        let picture =
            if links.is_empty() { standing.picture.inline() } else { standing.picture.linked(&links) };
        Ok(self.page(&picture, &standing, &told))
    }

    /// What becomes of the attacker's move.
    fn answering(&self, mates: &dyn Mates, abandoned: &Abandoned) -> Result<Response, Fault> {
        let words = self.reader.words();
        let response = mates.respond(&self.place.problem, self.moves(), &|| abandoned.is_set())?;
        let mut shown = self.moves().to_vec();
        let told = match &response {
            MateResponse::Defence(answer) => {
                return Ok(Redirect::to(&self.link(&self.address.after(answer))).into_response());
            }
            MateResponse::Refuted(answer) => {
                shown.push(answer.name.clone());
                self.wrong(&fill(words.refuted, &[&answer.printed]))
            }
            MateResponse::TooLong(plies, enough) => {
                self.wrong(&fill(words.mates_later, &[&plies.to_string(), &enough.to_string()]))
            }
            MateResponse::NoMate => self.wrong(words.no_mate_here),
            MateResponse::Mate => html! { p.verdict.win { (words.solved) } },
        };
        let standing = self.standing(mates, &shown)?;
        Ok(self.page(&standing.picture.inline(), &standing, &told))
    }

    /// The problem after some moves, in the reader's style.
    fn standing(&self, mates: &dyn Mates, moves: &[String]) -> Result<Standing, Fault> {
        let standing = mates.standing(&self.place.problem, moves).map_err(Refusal::Parse)?;
        Ok(Standing { picture: self.reader.shown(standing.picture), ..standing })
    }

    /// The address without what the reader has chosen.
    fn here(&self) -> String {
        let path = self.address.path();
        if self.solution { path + "?solution=1" } else { path }
    }

    /// A move that was no solution, and the way back before it.
    fn wrong(&self, sentence: &str) -> Markup {
        let before = self.address.cut(self.address.moves.len() - 1);
        html! {
            p.verdict.loss { (sentence) }
            p { a rel="prev" href=(self.link(&before)) { (self.reader.words().try_again) } }
        }
    }

    /// The plies that are left of the solution, where its length is known.
    fn plies_left(&self) -> Option<usize> {
        let plies = self.place.number.as_ref()?.plies? as usize;
        plies.checked_sub(self.moves().len()).filter(|left| *left > 0)
    }

    fn pick<'a>(&self, check: &'a MoveName) -> Pick<'a> {
        Pick { name: &check.name, href: self.link(&self.address.after(&check.name)), wdl: None }
    }

    /// The checks, to be played.
    fn checks(&self, standing: &Standing, here: &str) -> Markup {
        let words = self.reader.words();
        let checks = standing.checks.iter().filter(|check| check.name.starts_with(&self.chosen));
        html! {
            h2 { (words.checks) }
            (only_chosen(&self.chosen, here, words))
            ul.choices {
                @for check in checks {
                    li {
                        a data-move=(check.name) href=(self.link(&self.address.after(&check.name))) lang="ja" {
                            (check.printed)
                        }
                    }
                }
            }
        }
    }

    fn page(&self, picture: &str, standing: &Standing, told: &Markup) -> Response {
        let words = self.reader.words();
        let title = self.title(words);
        let main = html! {
            nav aria-label=(words.path) {
                ol.trail {
                    li { a href=(self.reader.link(&Address::start(ROOT).path())) { (words.tsume) } }
                    @if self.place.number.is_some() {
                        @let name = &self.address.moves[0];
                        li { a href=(self.reader.link(&shelf_path(name))) { (name) } }
                    }
                    li { span aria-current="page" { (title) } }
                }
            }
            h1 { (title) }
            div.position {
                section aria-label=(words.board) {
                    (PreEscaped(picture))
                    (piece_styles(Some(&standing.picture), &self.here(), self.reader))
                }
                div {
                    section { (told) }
                    @if !standing.played.is_empty() {
                        section { h2 { (words.moves) } p.line lang="ja" { (printed(&standing.played)) } }
                    }
                    @if self.solution && !standing.is_mated { (self.solved()) }
                }
            }
            (self.ways(standing.is_mated))
        };
        layout(self.reader, &self.here(), &title, &main)
    }

    fn title(&self, words: &Words) -> String {
        match &self.place.number {
            Some(problem) => {
                let number = fill(words.numbered, &[&problem.number.to_string()]);
                format!("{number}, {}", length(problem.plies, words))
            }
            None => words.set_up.to_owned(),
        }
    }

    /// The solution, where it is known.
    fn solved(&self) -> Markup {
        let words = self.reader.words();
        let line = self.place.number.as_ref().map(|problem| printed(&problem.solution));
        html! {
            section {
                h2 { (words.solution) }
                p.line lang="ja" { (line.filter(|line| !line.is_empty()).unwrap_or_else(|| words.plies_unknown.into())) }
            }
        }
    }

    /// What else can be done with the problem: nothing to solve where it is mate already.
    fn ways(&self, is_mated: bool) -> Markup {
        let (words, reader) = (self.reader.words(), self.reader);
        let start = self.address.cut(self.place.before);
        let [before, after] = self.place.beside;
        let set_up = Address::of_position(ROOT, &self.place.problem).path();
        html! {
            nav.links aria-label=(words.tsume) {
                @if !self.moves().is_empty() { a href=(self.link(&start)) { (words.from_start) } }
                @if self.place.number.is_some() && !self.solution && !is_mated {
                    a href=(reader.link_with(&start.path(), "solution=1")) { (words.solution) }
                }
                @for (rel, word, number) in [("prev", words.problem_before, before), ("next", words.problem_after, after)] {
                    @if let Some(number) = number {
                        a rel=(rel) href=(reader.link(&problem_path(&self.address.moves[0], number))) { (word) }
                    }
                }
                @if !is_mated { a href=(reader.link_with(&set_up, "check=1")) { (words.check) } }
            }
            p { label { (words.notation) input.text readonly value=(self.place.problem) spellcheck="false"; } }
        }
    }
}

/// Moves as they are printed.
pub fn printed(moves: &[MoveName]) -> String {
    moves.iter().map(|mv| mv.printed.as_str()).collect::<Vec<_>>().join(" ")
}
