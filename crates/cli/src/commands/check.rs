//! `yomikiri check`: the laws of a game, tried.

use crate::{
    args::GameArgs,
    failure::{Answer, Outcome},
    lines::json,
    progress::Progress,
    registry,
    text::{grouped, note},
};
use serde::Serialize;
use std::io::Write;
use yomikiri_core::laws::Law;

/// Tries the laws that a game's rules must keep; exit status 1 if one is broken
#[derive(clap::Args)]
#[command(after_help = "Example:\n  yomikiri check dobutsu")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// One JSON object: laws[{name,cases,ok}]
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CheckReport {
    laws: Vec<LawReport>,
}

#[derive(Serialize)]
struct LawReport {
    name: &'static str,
    cases: u64,
    ok: bool,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open(&args.game)?;
    let laws = game.check(&Progress::new());
    tell(&laws, args.json, out)
}

fn tell(laws: &[Law], as_json: bool, out: &mut impl Write) -> Outcome {
    if as_json {
        let laws =
            laws.iter().map(|law| LawReport { name: law.name, cases: law.cases, ok: law.ok }).collect();
        json(out, &CheckReport { laws })?;
    } else {
        for law in laws {
            let word = if law.ok { "ok" } else { "BROKEN" };
            writeln!(out, "{word:<7} {:>11} cases  {}", grouped(law.cases), law.name)?;
        }
    }
    for law in laws {
        if let Some(failure) = &law.failure {
            note(format!("broken: {}: {failure}", law.name));
        }
    }
    Ok(if laws.iter().all(|law| law.ok) { Answer::Yes } else { Answer::No })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_law_makes_the_answer_negative() {
        let law = |ok: bool| Law { name: "law", cases: 1, ok, failure: (!ok).then(|| "here".into()) };
        let mut out = Vec::new();
        assert_eq!(tell(&[law(true)], false, &mut out).unwrap(), Answer::Yes);
        out.clear();
        assert_eq!(tell(&[law(true), law(false)], true, &mut out).unwrap(), Answer::No);
        let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(report["laws"][1], serde_json::json!({"name": "law", "cases": 1, "ok": false}));
    }
}
