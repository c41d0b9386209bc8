//! The package for Python: built as `pip` builds it, into an environment of its own, and tested.

use crate::{
    root, run,
    steps::{Done, Outcome},
    works,
};
use std::process::Command;

/// What the build and the tests need of Python's registry.
const PACKAGES: [&str; 3] = ["maturin>=1.8,<2", "numpy", "pytest"];

/// Builds and tests the package, if there is a Python that can.
pub fn test() -> Outcome {
    if !works("python3", &["-c", "import venv, ensurepip"]) {
        return Ok(Done::Skipped("there is no python3 with venv here; python/tests did not run".into()));
    }
    let environment = root().join("target/python");
    let python = environment.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let pip = || {
        let mut command = Command::new(&python);
        command.args(["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]);
        command
    };
    if let Err(message) = run(pip().args(PACKAGES)) {
        return Ok(Done::Skipped(format!("{message}: what python/tests need cannot be installed here")));
    }
    // The crates below are those of the tests, built already.
    let mut install = pip();
    install.args(["--no-build-isolation", "--no-deps", "--force-reinstall"]);
    install.args(["--config-settings", "build-args=--profile dev", "./python"]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(environment.join("bin")).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).map_err(|error| format!("PATH: {error}"))?;
    install.env("PATH", path).env("CARGO_TARGET_DIR", root().join("target")).current_dir(root());
    run(&mut install)?;
    // Not from python/, where the sources would be found in the place of what was installed.
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "python/tests"]).current_dir(root());
    run(&mut tests).map(|()| Done::Passed)
}
