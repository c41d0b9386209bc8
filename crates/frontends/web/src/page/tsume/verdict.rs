//! Whether a problem that was set up is sound, and if not, why.

use super::{Place, ROOT, day::form, length, solve::printed};
use crate::{
    address::Address,
    fault::Fault,
    mates::{Mates, Soundness},
    page::{edit::edit_link, layout::layout, pieces::piece_styles},
    reader::Reader,
    searches::Abandoned,
    site::Site,
    source::Refusal,
    words::{Words, fill},
};
use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

pub async fn verdict(
    site: Arc<Site>,
    mates: Arc<dyn Mates>,
    place: Place,
    reader: Reader,
) -> Result<Response, Fault> {
    let work = move |abandoned: &Abandoned| {
        let words = reader.words();
        let standing = mates.standing(&place.problem, &[]).map_err(Refusal::Parse)?;
        let picture = reader.shown(standing.picture);
        let told = if standing.is_mated {
            html! { p.verdict.win { (words.mated) } }
        } else {
            told(&mates.check(&place.problem, &|| abandoned.is_set())?, words)
        };
        let path = Address::of_position(ROOT, &place.problem).path();
        let here = [&path, "?check=1"].concat();
        let main = html! {
            h1 { (words.set_up) }
            div.position {
                section aria-label=(words.board) {
                    (PreEscaped(picture.inline()))
                    (piece_styles(Some(&picture), &here, reader))
                }
                div {
                    section { (told) }
                    nav.links aria-label=(words.tsume) { a href=(reader.link(&path)) { (words.solve_it) }
                        a href=(edit_link(&Address::start(ROOT).path(), &place.problem, None, reader)) { (words.set_up_here) }
                    }
                }
            }
            section { h2 { (words.check_problem) } (form(reader)) }
        };
        Ok(layout(reader, &here, words.set_up, &main))
    };
    site.players.run(work).await
}

fn told(found: &Soundness, words: &Words) -> Markup {
    let Some(plies) = found.plies else { return html! { p.verdict.loss { (words.no_mate) } } };
    let leftover: Vec<_> = found.leftover.iter().map(|piece| piece.in_language(words.spoken)).collect();
    html! {
        @if found.is_sound { p.verdict.win { (words.sound) ": " (length(Some(plies), words)) } }
        @else { p.verdict.loss { (words.unsound) ": " (length(Some(plies), words)) } }
        ul {
            @for (ply, mv, plies) in &found.cooks {
                li { (fill(words.cook, &[&ply.to_string(), mv, &plies.to_string()])) }
            }
            @if !found.leftover.is_empty() { li { (fill(words.leftover, &[&leftover.join(" ")])) } }
        }
        details {
            summary { (words.solution) }
            p.line lang="ja" { (printed(&found.line)) }
        }
    }
}
