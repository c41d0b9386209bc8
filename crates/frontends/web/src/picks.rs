//! Moves made on the board: what is picked up is told in the address, so that no script is needed.
//!
//! The names of moves say how: a name begins with that of a spot (`2c2b` with `2c`, `G*2b` with the piece in
//! hand `G*`) and goes on with that of the spot where the piece is put. A name that is a spot's own is a move
//! by one click.

use yomikiri_core::{Diagram, SpotLink, SpotMark, Wdl};

/// A move as the board offers it.
pub struct Pick<'a> {
    /// The name of the move.
    pub name: &'a str,
    /// Where it leads.
    pub href: String,
    /// What it is worth to the mover, where readers are told.
    pub wdl: Option<Wdl>,
}

/// Links on the spots of a board: with nothing picked up, on what can be; else on where it can be put. `page`
/// is the address of the page with so much of a move's name chosen.
pub fn picks(
    picture: &Diagram,
    moves: &[Pick<'_>],
    chosen: &str,
    page: impl Fn(&str) -> String,
) -> Vec<SpotLink> {
    let spots = || picture.spots().iter().map(|spot| spot.name.as_str());
    let link =
        |spot: &str, href, mark| SpotLink { spot: spot.to_owned(), href, label: spot.to_owned(), mark };
    let mut links = Vec::new();
    for spot in spots() {
        let wanted = [chosen, spot].concat();
        let mut here = moves.iter().filter(|mv| mv.name.starts_with(&wanted));
        let Some(first) = here.next() else { continue };
        let best = here.clone().filter_map(|mv| mv.wdl).chain(first.wdl).max();
        let unvalued = if chosen.is_empty() { SpotMark::Plain } else { SpotMark::Target };
        let mark = best.map_or(unvalued, SpotMark::Worth);
        // One move, and nothing left to choose: where a piece is put, or the whole name is the spot's.
        let is_whole = here.next().is_none() && (!chosen.is_empty() || first.name == spot);
        links.push(link(spot, if is_whole { first.href.clone() } else { page(&wanted) }, mark));
    }
    if !chosen.is_empty() {
        // What is picked up is put down again; the spot is behind the others if it was a target as well.
        let held = spots().filter(|spot| chosen.starts_with(spot)).max_by_key(|spot| spot.len());
        links.extend(held.map(|spot| link(spot, page(""), SpotMark::Chosen)));
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Diagram {
        let mut board = Diagram::new((9, 9), "Board");
        for name in ["2c", "2b", "1b", "G*"] {
            board.spot(name, (0, 0), (1, 1));
        }
        board
    }

    fn links(moves: &[(&str, Option<Wdl>)], chosen: &str) -> Vec<(String, String, SpotMark)> {
        let moves: Vec<_> =
            moves.iter().map(|&(name, wdl)| Pick { name, href: format!("/{name}"), wdl }).collect();
        let links = picks(&board(), &moves, chosen, |chosen| format!("?from={chosen}"));
        links.into_iter().map(|link| (link.spot, link.href, link.mark)).collect()
    }

    #[test]
    fn a_piece_is_picked_up_and_put_down() {
        let moves = [("2c2b", None), ("2c1b", None), ("2c1b+", None), ("G*1b", None)];
        let link = |spot: &str, href: &str, mark| (spot.to_owned(), href.to_owned(), mark);
        assert_eq!(
            links(&moves, ""),
            [link("2c", "?from=2c", SpotMark::Plain), link("G*", "?from=G*", SpotMark::Plain)]
        );
        assert_eq!(
            links(&moves, "2c"),
            [
                link("2b", "/2c2b", SpotMark::Target),
                // Promoting or not is asked.
                link("1b", "?from=2c1b", SpotMark::Target),
                link("2c", "?from=", SpotMark::Chosen),
            ]
        );
        assert_eq!(links(&moves, "G*")[0], link("1b", "/G*1b", SpotMark::Target));
        assert_eq!(links(&[("1b", None)], ""), [link("1b", "/1b", SpotMark::Plain)]);
        assert_eq!(links(&moves, "9z"), []);
    }

    #[test]
    fn a_spot_is_worth_its_best_move() {
        let moves = [("2c2b", Some(Wdl::Loss)), ("2c1b", Some(Wdl::Win)), ("G*1b", Some(Wdl::Draw))];
        let marks = |chosen| links(&moves, chosen).into_iter().map(|link| link.2).collect::<Vec<_>>();
        assert_eq!(marks(""), [SpotMark::Worth(Wdl::Win), SpotMark::Worth(Wdl::Draw)]);
        assert_eq!(marks("2c"), [SpotMark::Worth(Wdl::Loss), SpotMark::Worth(Wdl::Win), SpotMark::Chosen]);
    }
}
