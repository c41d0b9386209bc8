//! The mating problem of the day.

use crate::{
    fault::Fault,
    mates::{Collection, Problem},
};
use std::time::{SystemTime, UNIX_EPOCH};
use yomikiri_core::splitmix;

/// Days as the clock of the world counts them.
pub fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400)
}

/// One problem of a collection for each day, the same for everybody who has the collection.
pub fn of_day(collection: &dyn Collection, day: u64) -> Result<Option<Problem>, Fault> {
    let last = collection.last()?;
    let number = splitmix::mix(day.wrapping_mul(splitmix::STEP)) % last.max(1) + 1;
    Ok(collection.problem_from(number)?)
}
