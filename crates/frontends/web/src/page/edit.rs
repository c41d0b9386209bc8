//! Setting up a position: what is on the board is in the address (`edit`), and so is what is put down next
//! (`piece`), so that every change is a link.

use super::{
    layout::{hidden, layout},
    pieces::piece_styles,
};
use crate::{
    address::Address,
    fault::Fault,
    reader::{Reader, parameter},
    source::Refusal,
    words::{Words, fill},
};
use axum::{http::Uri, response::Response};
use maud::{Markup, PreEscaped, html};
use yomikiri_core::{Draft, Edit, Editor, EditorPiece, Side, SpotLink, SpotMark};

/// What is set up, and where it goes.
pub struct Workshop<'a> {
    pub editor: &'a dyn Editor,
    /// The path of the editor's pages, those of a game or of mating problems.
    pub path: String,
    pub reader: Reader,
}

/// The draft and the piece that an address tells; none where nothing is set up.
pub struct Work {
    draft: String,
    piece: Option<String>,
}

impl Work {
    pub fn of(uri: &Uri) -> Option<Self> {
        let piece = parameter(uri, "piece").filter(|piece| !piece.is_empty());
        Some(Self { draft: parameter(uri, "edit")?, piece })
    }
}

/// The address of an editor with a draft on the board, as the reader follows it.
pub fn edit_link(path: &str, draft: &str, piece: Option<&str>, reader: Reader) -> String {
    reader.link(&edit_address(path, draft, piece))
}

/// The same without what the reader has chosen.
fn edit_address(path: &str, draft: &str, piece: Option<&str>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("edit", draft);
    if let Some(piece) = piece {
        query.append_pair("piece", piece);
    }
    [path, "?", &query.finish()].concat()
}

impl Workshop<'_> {
    /// The page with a draft on the board.
    pub fn page(&self, work: &Work) -> Result<Response, Fault> {
        let words = self.reader.words();
        let mut draft = self.editor.draft(&work.draft).map_err(Refusal::Parse)?;
        draft.picture = self.reader.shown(draft.picture);
        let here = edit_address(&self.path, &work.draft, work.piece.as_deref());
        let title = fill(words.set_up_of, &[self.path.trim_start_matches('/')]);
        let main = html! {
            h1 { (title) }
            div.position {
                section aria-label=(words.board) {
                    (PreEscaped(draft.picture.linked(&self.squares(&draft, work)?)))
                    (piece_styles(Some(&draft.picture), &here, self.reader))
                }
                div {
                    (self.verdict(&draft, words))
                    (self.pieces(&draft, work))
                    (self.hands(&draft, work)?)
                    (self.changes(&draft, work)?)
                }
            }
        };
        Ok(layout(self.reader, &here, &title, &main))
    }

    fn link(&self, draft: &str, piece: Option<&str>) -> String {
        edit_link(&self.path, draft, piece, self.reader)
    }

    fn changed(&self, draft: &Draft, work: &Work, edit: &Edit<'_>) -> Result<String, Fault> {
        let changed = self.editor.edited(&draft.text, edit).map_err(Refusal::Parse)?;
        Ok(self.link(&changed, work.piece.as_deref()))
    }

    /// Each square leads to the draft with the piece on it.
    fn squares(&self, draft: &Draft, work: &Work) -> Result<Vec<SpotLink>, Fault> {
        // Spots of pieces in hand are named like drops.
        let squares = draft.picture.spots().iter().filter(|spot| !spot.name.ends_with('*'));
        let link = |spot: &str| {
            let edit = Edit::Put { spot, piece: work.piece.as_deref() };
            let (spot, label) = (spot.to_owned(), spot.to_owned());
            Ok(SpotLink { href: self.changed(draft, work, &edit)?, spot, label, mark: SpotMark::Plain })
        };
        squares.map(|spot| link(&spot.name)).collect()
    }

    /// Whether it is a position, and the way to it.
    fn verdict(&self, draft: &Draft, words: &Words) -> Markup {
        html! {
            section {
                p { (fill(words.to_move, &[words.side(draft.side)])) }
                @if let Some(fault) = &draft.fault { p.missing { (fill(words.no_position, &[&fault.in_language(words.spoken)])) } }
                form action=(self.path) method="get" {
                    label { (words.notation)
                        input.text name="position" value=(draft.text) required spellcheck="false";
                    }
                    (hidden(self.reader))
                    button { (words.show) }
                }
            }
        }
    }

    /// The pieces that can be put down, and nothing, which takes away.
    fn pieces(&self, draft: &Draft, work: &Work) -> Markup {
        let words = self.reader.words();
        let pieces = self.editor.pieces();
        let choice = |letter: Option<&str>, text: &str| {
            let is_chosen = work.piece.as_deref() == letter;
            html! {
                a.piece href=(self.link(&draft.text, letter)) aria-current=[is_chosen.then_some("true")] { (text) }
            }
        };
        html! {
            section {
                h2 { (words.put_down) }
                p { (words.put_down_how) }
                @for side in [Side::First, Side::Second] {
                    p.pieces {
                        span { (words.side(side)) }
                        @for piece in pieces.iter().filter(|piece| piece.side == side) {
                            (choice(Some(&piece.letter), &self.named(piece)))
                        }
                    }
                }
                p.pieces { (choice(None, words.nothing)) }
            }
        }
    }

    /// What is in hand, with more and less of it.
    fn hands(&self, draft: &Draft, work: &Work) -> Result<Markup, Fault> {
        let words = self.reader.words();
        let mut rows = Vec::new();
        for (piece, count) in &draft.hands {
            let more = self.changed(draft, work, &Edit::More(&piece.letter))?;
            let fewer = self.changed(draft, work, &Edit::Fewer(&piece.letter))?;
            rows.push((piece, *count, more, fewer));
        }
        Ok(html! {
            section {
                h2 { (words.in_hand) }
                @for side in [Side::First, Side::Second] {
                    p.pieces {
                        span { (words.side(side)) }
                        @for (piece, count, more, fewer) in rows.iter().filter(|row| row.0.side == side) {
                            span.held {
                                (self.named(piece)) " " (count) " "
                                a.piece href=(more) aria-label=(fill(words.more_of, &[&self.named(piece)])) { "+" }
                                @if *count > 0 {
                                    a.piece href=(fewer) aria-label=(fill(words.fewer_of, &[&self.named(piece)])) { "−" }
                                }
                            }
                        }
                    }
                }
            }
        })
    }

    /// A piece as the editor calls it.
    fn named(&self, piece: &EditorPiece) -> String {
        format!("{} ({})", piece.name.in_language(self.reader.language), piece.letter)
    }

    /// Changes of the whole board.
    fn changes(&self, draft: &Draft, work: &Work) -> Result<Markup, Fault> {
        let words = self.reader.words();
        let change = |edit: &Edit<'_>, text: &str| -> Result<Markup, Fault> {
            let href = self.changed(draft, work, edit)?;
            Ok(html! { a href=(href) { (text) } })
        };
        Ok(html! {
            nav.links aria-label=(words.board) {
                (change(&Edit::Pass, words.other_side)?)
                (change(&Edit::Turn, words.turn_board)?)
                (change(&Edit::Mirror, words.mirror_board)?)
                (change(&Edit::Clear, words.clear_board)?)
            }
        })
    }
}

/// The links from a position to the editor, and to its images.
pub fn ways(editor: &dyn Editor, game: &str, position: &str, reader: Reader) -> Markup {
    let words = reader.words();
    let image = |edit: &Edit<'_>| {
        let position = editor.edited(position, edit).ok()?;
        Some(reader.link(&Address::of_position(game, &position).path()))
    };
    html! {
        a href=(edit_link(&Address::start(game).path(), position, None, reader)) { (words.set_up_here) }
        @if let Some(turned) = image(&Edit::Turn) { a href=(turned) { (words.turn_board) } }
        @if let Some(mirrored) = image(&Edit::Mirror) { a href=(mirrored) { (words.mirror_board) } }
    }
}
