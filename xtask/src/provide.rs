//! Installs what a fresh machine lacks, where that is allowed.

use crate::{cargo, run, works};
use std::{fs, path::Path, process::Command};

/// What tests need that skip themselves without it: installed, or a sentence says why it is not.
pub fn for_tests() {
    let mut lacking: Vec<(&[&str], &str)> = Vec::new();
    if Path::new("/dev/fuse").exists() && !works("fusermount3", &["-V"]) {
        lacking.push((&["fuse3"], "fusermount3 (for tests of mounts)"));
    }
    if !works("chromium", &["--version"]) || !works("chromedriver", &["--version"]) {
        let packages = &["chromium", "chromium-driver", "fonts-noto-cjk"];
        lacking.push((packages, "chromium (for tests of pages)"));
    }
    for (packages, what) in lacking {
        apt(packages, what).unwrap_or_else(|message| println!("{message}"));
    }
}

/// All that `lint` needs.
pub fn for_lints() -> Result<(), String> {
    for (name, component) in [("cargo-fmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if !works(name, &["--version"]) {
            rustup(component)?;
        }
    }
    if !works("cargo-deny", &["--version"]) {
        // Unoptimised and with git for its downloads: a minute instead of five, once a machine.
        let options = ["install", "--locked", "--quiet", "--debug", "--no-default-features", "cargo-deny"];
        run(cargo(&options).env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    }
    Ok(())
}

/// mdBook, which makes pages of the book.
pub fn mdbook() -> Result<(), String> {
    if works("mdbook", &["--version"]) {
        return Ok(());
    }
    // As above: a minute or two, once a machine.
    let options =
        ["install", "--locked", "--quiet", "--debug", "--no-default-features", "--features", "search"];
    let installed = run(cargo(&options).arg("mdbook").env("CARGO_PROFILE_DEV_DEBUG", "0"));
    installed.map_err(|error| format!("mdBook is missing and cannot be installed here ({error})"))
}

/// Whether the standard library of a target is there, or has been fetched.
pub fn target(triple: &str) -> bool {
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let installed =
        listed.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).lines().any(|line| line == triple));
    installed || works("rustup", &["target", "add", triple])
}

fn rustup(component: &str) -> Result<(), String> {
    if !works("rustup", &["--version"]) {
        return Err(format!("{component} is missing, and there is no rustup to install it with"));
    }
    run(Command::new("rustup").args(["component", "add", component]))
}

fn apt(packages: &[&str], what: &str) -> Result<(), String> {
    if !Path::new("/etc/debian_version").exists() || !is_root() {
        return Err(format!("{what} is missing; it can be installed here only by root on Debian"));
    }
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends"]).args(packages))
}

/// Whether the effective user is root, as the kernel tells.
fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let uids = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap_or_default();
    uids.split_whitespace().nth(1) == Some("0")
}
