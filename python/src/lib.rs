//! Yomikiri for Python. What stands here turns Python's objects into those of the crates and back; work of
//! any length is done without the interpreter's lock. What is easier said in Python (environments, iterators
//! over streams, NumPy's arrays) is in `python/yomikiri`.

#![allow(
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "what Python calls borrows its object and owns its arguments"
)]

mod failure;
mod game;
mod games;
mod interrupt;
mod memory;
mod player;
mod rules;
mod simulate;
mod table;
mod threads;
mod tsume;
mod value;

use pyo3::prelude::*;

/// Python puts its objects at multiples of 16 bytes: what asks for more, as tables of searches and registers
/// do, must stand behind a pointer.
macro_rules! fits_an_object {
    ($($class:ty),*) => { $(const _: () = assert!(align_of::<$class>() <= 16);)* };
}

fits_an_object!(
    game::Game,
    game::Position,
    player::Player,
    table::Table,
    tsume::Checker,
    tsume::Enumeration,
    tsume::Problems,
    tsume::Solver,
    value::Value
);

/// The compiled half of the package `yomikiri`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::{
        game::{Game, Position},
        games::games,
        player::Player,
        simulate::simulate,
        table::{Table, solve},
        tsume::{Checker, Enumeration, Problems, Solver},
        value::Value,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
