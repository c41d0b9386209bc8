//! A look at the moves of a game: what each position was worth, by the table or the player that played, what
//! was better, and what gave something away.

use super::standing::{Standing, unanswered};
use crate::{
    failure::Failure,
    game::Judged,
    judged::{line, plies_of, plot},
    words::Words,
};
use yomikiri_core::{
    Mistake, ParseError, View, fill, mistakes,
    play::{Opponent, Progress, Reply},
};

/// The review on several lines: one a move, then what was given away, and a plot of who was winning.
pub fn text(standing: &mut Standing<'_>, words: &Words, progress: &dyn Progress) -> Result<String, Failure> {
    if standing.moves().is_empty() {
        return Ok(words.nothing_to_review.to_owned() + "\n");
    }
    progress.phase(words.reviewing, standing.moves().len() as u64 + 1);
    let views = views(standing)?;
    let (path, plies) = (standing.path().to_vec(), doubtful(&views));
    let opinions = match standing.opponent.as_deref_mut() {
        Some(player) => opinions(player, &path, &plies, progress).map_err(|error| unanswered(&error))?,
        None => Vec::new(),
    };
    told(standing, words, &views, &opinions)
}

/// Every position of the game.
pub fn views(standing: &Standing<'_>) -> Result<Vec<View>, Failure> {
    (0..=standing.moves().len()).map(|ply| Ok(standing.at(ply, |node| node.view())??)).collect()
}

/// The plies of positions that a player is asked for: none where all values are exact.
pub fn doubtful(views: &[View]) -> Vec<usize> {
    let is_exact = views.iter().all(|view| view.value.is_some());
    let open = views.iter().enumerate().filter(|(_, view)| !is_exact && !view.over);
    open.map(|(ply, _)| ply).collect()
}

/// What a player makes of positions of a path.
pub fn opinions(
    player: &mut dyn Opponent,
    path: &[String],
    plies: &[usize],
    progress: &dyn Progress,
) -> Result<Vec<(usize, Reply)>, ParseError> {
    let opinion = |&ply: &usize| {
        progress.advance(1);
        // Not its answers, which err as its level does.
        let best = player.candidates(&path[..=ply], 1, progress)?.into_iter().next();
        Ok(best.map(|reply| (ply, reply)))
    };
    plies.iter().map(opinion).filter_map(Result::transpose).collect()
}

/// The review by the positions and by what a player made of them.
pub fn told(
    standing: &Standing<'_>,
    words: &Words,
    views: &[View],
    opinions: &[(usize, Reply)],
) -> Result<String, Failure> {
    let Review { judged, given_away, is_blind } = judge(standing, views, opinions)?;
    let mut text = String::new();
    for one in &judged {
        text += &(line(one, words) + "\n");
    }
    let marked = judged.iter().filter(|one| one.mark.is_some()).count();
    if !standing.alone {
        text.push('\n');
        text += &plot::terminal(&judged, words);
    }
    for mistake in &given_away {
        let told = fill(words.mistake, &[words.wdl(mistake.before), words.wdl(mistake.after)]);
        let shown = standing.shown(mistake.at)?;
        text += &[&(mistake.at + 1).to_string(), " ", &shown, ": ", &told, "\n"].concat();
    }
    text += &match marked {
        _ if is_blind => words.no_chances.to_owned(),
        0 => words.no_mistakes.to_owned(),
        _ => fill(words.mistakes, &[&marked.to_string()]),
    };
    Ok(text + "\n")
}

/// What there is to be told of a game.
struct Review {
    /// Every position.
    judged: Vec<Judged>,
    /// The moves that gave a result away where values are exact.
    given_away: Vec<Mistake>,
    /// Whether nobody knows of any move what it gave away.
    is_blind: bool,
}

/// Every position as it is judged, and the moves that gave a result away where values are exact.
fn judge(standing: &Standing<'_>, views: &[View], opinions: &[(usize, Reply)]) -> Result<Review, Failure> {
    let plies = standing.moves().len();
    let values: Vec<_> = views.iter().map(|view| (view.side, view.value)).collect();
    let is_exact = values.iter().all(|(_, value)| value.is_some());
    let mut judged = Vec::new();
    let mut is_known = Vec::new();
    for (ply, view) in views.iter().enumerate() {
        let opinion = opinions.iter().find(|(of, _)| *of == ply).map(|(_, reply)| reply.clone());
        let (one, known) = of(standing, ply, view, opinion)?;
        judged.push(one);
        is_known.push(known);
    }
    let is_blind = !standing.alone && !is_known[..plies].contains(&true);
    // Nobody thinks about a forced move: what comes after it tells what it is worth.
    for ply in (0..plies).rev().filter(|&ply| views[ply].moves.len() == 1) {
        if !is_known[ply] {
            (judged[ply].probability, is_known[ply]) = (judged[ply + 1].probability, is_known[ply + 1]);
        }
    }
    for ply in 0..plies {
        let (before, after) = judged.split_at_mut(ply + 1);
        if !standing.alone {
            if is_known[ply] && is_known[ply + 1] {
                before[ply].followed_by(&after[0]);
            }
        } else if let Some(lost) = lost_alone(&views[ply], &standing.moves()[ply]) {
            before[ply].lose(lost);
        }
    }
    let given_away = if is_exact && !standing.alone { mistakes(&values) } else { Vec::new() };
    Ok(Review { judged, given_away, is_blind })
}

/// A position as the player or else the table judges it, and whether that is a judgement: a chance that is
/// not known counts as a half.
fn of(
    standing: &Standing<'_>,
    ply: usize,
    view: &View,
    reply: Option<Reply>,
) -> Result<(Judged, bool), Failure> {
    let sign = Judged::sign(view.side);
    let played = standing.moves().get(ply).map(|_| standing.shown(ply)).transpose()?;
    let (score, mate, chance, best) = if let Some(reply) = reply {
        let (thinking, chance) = (reply.thinking, reply.probability.map(f64::from));
        (thinking.score, thinking.mate, chance, Some(reply.mv))
    } else {
        let best = view.moves.first().map(|choice| choice.name.clone());
        let chance = view.value.map_or_else(|| estimated(view), |value| Some(value.wdl().points()));
        (None, view.value.and_then(plies_of), chance, best)
    };
    let shown = best.map(|best| standing.at(ply, |node| node.print(&best))).transpose()?;
    let (is_known, chance) = (chance.is_some(), chance.unwrap_or(0.5));
    let judged = Judged {
        score: score.map(|points| sign * points),
        mate: mate.map(|plies| sign * plies),
        probability: Judged::of_first(view.side, chance),
        line: shown.into_iter().collect(),
        ..Judged::new(ply, view.side, view.position.clone(), played)
    };
    Ok((judged, is_known))
}

/// The chance that the best move has by the estimates of a solitaire, which are in percent.
fn estimated(view: &View) -> Option<f64> {
    let best = view.moves.first().and_then(|choice| choice.estimate);
    best.map(|percent| f64::from(percent) / 100.0)
}

/// What a move of a solitaire gave away by its estimate: what chance did afterwards is not its fault.
fn lost_alone(view: &View, played: &str) -> Option<f64> {
    let made = view.moves.iter().find(|choice| choice.name == played)?.estimate?;
    Some(estimated(view)? - f64::from(made) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::play::{Clock, NoProgress, Thinking};

    /// Answers as a low level does, and knows better.
    struct Erring;

    impl Opponent for Erring {
        fn answer(
            &mut self,
            _path: &[String],
            _clock: Option<Clock>,
            _progress: &dyn Progress,
        ) -> Result<Reply, ParseError> {
            Ok(Reply { mv: "blunder".into(), probability: Some(0.1), thinking: Thinking::default() })
        }

        fn candidates(
            &mut self,
            path: &[String],
            count: usize,
            progress: &dyn Progress,
        ) -> Result<Vec<Reply>, ParseError> {
            let good =
                Reply { mv: "good".into(), probability: Some(0.9), ..self.answer(path, None, progress)? };
            Ok(vec![good; count])
        }
    }

    #[test]
    fn a_game_is_judged_by_what_a_player_knows_and_not_by_how_its_level_errs() {
        let path = ["a".to_owned(), "b".to_owned()];
        let opinions = opinions(&mut Erring, &path, &[0, 1], &NoProgress).unwrap();
        let told: Vec<_> = opinions.iter().map(|(ply, reply)| (*ply, reply.mv.as_str())).collect();
        assert_eq!(told, [(0, "good"), (1, "good")]);
    }
}
