//! Steps of a check, each timed and told at the end.

use crate::{cargo, run};
use std::{thread, time::Instant};

/// What came of a step that did not fail.
pub enum Done {
    Passed,
    /// Not done, and why.
    Skipped(String),
}

pub type Outcome = Result<Done, String>;

/// A step: its name, and what it does.
pub type Step = (&'static str, fn() -> Outcome);

/// Steps one after the other.
pub type Sequence<'a> = &'a [Step];

/// Sequences beside each other: what one of them waits for leaves a core to the others.
pub type Stage<'a> = &'a [Sequence<'a>];

/// Runs every step whose name begins with one of the words, or all where there is none; also after one that
/// fails, so that one run tells all. A stage begins when the one before has ended.
pub fn run_all(stages: &[Stage], words: &[String]) -> Result<(), String> {
    let wanted =
        |step: &&Step| words.is_empty() || words.iter().any(|word| step.0.starts_with(word.as_str()));
    let names = || stages.iter().copied().flatten().copied().flatten().map(|(name, _)| *name);
    if let Some(word) = words.iter().find(|word| !names().any(|name| name.starts_with(word.as_str()))) {
        let names = names().collect::<Vec<_>>().join(", ");
        return Err(format!("{word}: no step begins so; expected one of {names}"));
    }
    let began = Instant::now();
    let mut all = Vec::new();
    for sequences in stages {
        let run_sequence =
            |sequence: Sequence| sequence.iter().filter(wanted).map(run_one).collect::<Vec<_>>();
        thread::scope(|scope| {
            let running: Vec<_> =
                sequences.iter().map(|&sequence| scope.spawn(move || run_sequence(sequence))).collect();
            all.extend(running.into_iter().flat_map(|sequence| sequence.join().expect("no step panics")));
        });
    }
    for (told, _) in &all {
        println!("{told}");
    }
    println!("{:<28}{:>7.1} s", "all", began.elapsed().as_secs_f64());
    let how_many = |wanted: Ended| all.iter().filter(|(_, ended)| *ended == wanted).count();
    let failed = how_many(Ended::Failed);
    println!("{} passed, {failed} failed, {} skipped", how_many(Ended::Passed), how_many(Ended::Skipped));
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", all.len())) }
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq)]
enum Ended {
    Passed,
    Skipped,
    Failed,
}

/// Runs a step: its line of the summary, and how it ended.
fn run_one((name, step): &Step) -> (String, Ended) {
    println!("==> {name}");
    let began = Instant::now();
    let (word, ended) = match step() {
        Ok(Done::Passed) => ("passed".into(), Ended::Passed),
        Ok(Done::Skipped(why)) => (format!("SKIPPED: {why}"), Ended::Skipped),
        Err(message) => (format!("FAILED: {message}"), Ended::Failed),
    };
    (format!("{name:<28}{:>7.1} s  {word}", began.elapsed().as_secs_f64()), ended)
}

/// A step that is one cargo command.
pub fn step(args: &[&str]) -> Outcome {
    run(&mut cargo(args)).map(|()| Done::Passed)
}
