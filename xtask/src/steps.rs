//! Steps of a check, each timed and told at the end.

use crate::{cargo, run};
use std::time::Instant;

/// What came of a step that did not fail.
pub enum Done {
    Passed,
    /// Not done, and why.
    Skipped(String),
}

pub type Outcome = Result<Done, String>;

/// A step: its name, and what it does.
pub type Step = (&'static str, fn() -> Outcome);

/// Runs every step whose name begins with one of the words, or all where there is none; also after one that
/// fails, so that one run tells all.
pub fn run_all(steps: &[Step], words: &[String]) -> Result<(), String> {
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.starts_with(word.as_str()));
    let steps: Vec<&Step> = steps.iter().filter(|(name, _)| wanted(name)).collect();
    if steps.is_empty() {
        return Err(format!("there is no step that begins with {}", words.join(" or ")));
    }
    let mut summary = Vec::new();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let whole = Instant::now();
    for (name, step) in &steps {
        println!("==> {name}");
        let began = Instant::now();
        let word = match step() {
            Ok(Done::Passed) => {
                passed += 1;
                "passed".into()
            }
            Ok(Done::Skipped(why)) => {
                skipped += 1;
                format!("SKIPPED: {why}")
            }
            Err(message) => {
                failed += 1;
                format!("FAILED: {message}")
            }
        };
        summary.push(format!("{name:<28}{:>7.1} s  {word}", began.elapsed().as_secs_f64()));
    }
    summary.push(format!("{:<28}{:>7.1} s", "all", whole.elapsed().as_secs_f64()));
    println!("\n{}\n{passed} passed, {failed} failed, {skipped} skipped", summary.join("\n"));
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", steps.len())) }
}

/// A step that is one cargo command.
pub fn step(args: &[&str]) -> Outcome {
    run(&mut cargo(args)).map(|()| Done::Passed)
}
