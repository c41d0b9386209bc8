//! Many games of Calculation.

use crate::{
    failure::{environment, unusable},
    interrupt::Interrupt,
    player::models,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use yomikiri_calculation::{Calculation, Variant};
use yomikiri_calculation_study::{
    Tally,
    game::{Row, Series},
    player::PlayerSpec,
    series,
};

/// Plays many games of Calculation on all cores. Gives `variant`, `player`, `games`, `wins`, `rate` and its
/// 95% interval `low` to `high` (Wilson); with `rows` also every game as a dict, under that name.
#[pyfunction]
#[pyo3(signature = (player, *, variant="calculation", games=1000, seed=1, rows=false))]
pub fn simulate<'py>(
    py: Python<'py>,
    player: &str,
    variant: &str,
    games: u64,
    seed: u64,
    rows: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let variant: Variant = variant.parse().map_err(|error| unusable(format!("variant: {error}")))?;
    let spec: PlayerSpec = player.parse().map_err(|error| unusable(format!("player: {error}")))?;
    let (game, models) = (Calculation::new(variant), models()?);
    let mut played = Vec::new();
    let mut interrupt = Interrupt::new();
    let tally = py.detach(|| {
        let series =
            Series::new(&game, spec, seed, models).map_err(|error| unusable(format!("player: {error}")))?;
        let mut tally = Tally::default();
        let each = |row: &Row| {
            tally.add(row);
            if rows {
                played.push(*row);
            }
            interrupt.goes_on()
        };
        series::play(&series, 0..games, None, each).map_err(environment)?;
        PyResult::Ok(tally)
    })?;
    let tally = interrupt.or(tally)?;
    let (low, high) = tally.interval();
    let report = PyDict::new(py);
    report.set_item("variant", variant.to_string())?;
    report.set_item("player", spec.to_string())?;
    report.set_item("games", tally.games)?;
    report.set_item("wins", tally.wins)?;
    report.set_item("rate", tally.rate())?;
    report.set_item("low", low)?;
    report.set_item("high", high)?;
    if rows {
        let dicts = played.iter().map(|row| dict(py, row)).collect::<PyResult<Vec<_>>>()?;
        report.set_item("rows", PyList::new(py, dicts)?)?;
    }
    Ok(report)
}

/// A game as Python sees it.
fn dict<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("game", row.game)?;
    dict.set_item("won", row.won)?;
    dict.set_item("placed", row.placed)?;
    dict.set_item("plies", row.plies)?;
    dict.set_item("playouts", row.playouts)?;
    dict.set_item("cpu_seconds", row.cpu_seconds)?;
    Ok(dict)
}
