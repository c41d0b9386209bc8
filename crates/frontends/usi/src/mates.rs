//! `go mate`: the question is put to a search for mates, not to the player.

use crate::reply;
use std::{
    io,
    time::{Duration, Instant},
};
use yomikiri_core::{Notation, play::Stop};
use yomikiri_search::{DfPnInfo, Mate, MateSearch};

/// How often one is told how things stand.
const TOLD_EVERY: Duration = Duration::from_secs(1);

/// The answer to `go mate`; `say` says a line meanwhile.
pub fn answer<G: Notation>(
    game: &G,
    mates: Option<&mut (dyn MateSearch<G> + '_)>,
    pos: &G::Pos,
    stop: &Stop,
    say: &dyn Fn(&str) -> io::Result<()>,
) -> io::Result<String> {
    let Some(mates) = mates else { return Ok("checkmate notimplemented".into()) };
    let began = Instant::now();
    let (mut told, mut before, mut silent) = (began, None, Ok(()));
    let found = mates.mate(pos, &mut |report: &DfPnInfo| {
        let from = *before.get_or_insert(report.nodes);
        if told.elapsed() > TOLD_EVERY {
            told = Instant::now();
            silent = say(&info(report, report.nodes - from, began.elapsed()));
        }
        silent.is_ok() && !stop.is_over()
    });
    silent?;
    Ok(match found {
        Ok(Mate::Forced(line)) => format!("checkmate{}", reply::moves(game, pos, &line)),
        Ok(Mate::None) => "checkmate nomate".into(),
        Ok(Mate::Unknown) => "checkmate timeout".into(),
        Ok(Mate::GivenUp { mebibytes }) => {
            let more = mebibytes.saturating_mul(2);
            say(&format!(
                "info string go mate: given up: the search forgets what it needs in {mebibytes} MiB; set \
                 USI_Hash to {more} or more"
            ))?;
            "checkmate timeout".into()
        }
        Err(error) => {
            say(&format!("info string go mate: {error}"))?;
            "checkmate timeout".into()
        }
    })
}

fn info(report: &DfPnInfo, nodes: u64, time: Duration) -> String {
    let speed = nodes as f64 / time.as_secs_f64();
    format!("info depth {} nodes {nodes} nps {speed:.0} time {}", report.depth, time.as_millis())
}
