//! The crates as they would be published: packed, unpacked where nothing else is, and checked there, so that
//! a file or a version that a package lacks is missed here and not by whoever installs it.

use crate::{
    cargo, root, run,
    steps::{Done, Outcome},
    workspace,
};
use std::{fs, path::Path, process::Command};

/// Packs all crates that are published, and checks the program as built from the packages alone.
pub fn check() -> Outcome {
    let published = workspace::packages()?.iter().filter(|package| package["publish"].is_null());
    let text =
        |package: &serde_json::Value, field: &str| package[field].as_str().unwrap_or_default().to_owned();
    let names: Vec<_> = published.map(|package| (text(package, "name"), text(package, "version"))).collect();
    let mut pack = cargo(&["package", "--quiet", "--no-verify", "--allow-dirty", "--offline"]);
    run(pack.args(names.iter().flat_map(|(name, _)| ["--package", name])))?;
    let bare = root().join("target/package/unpacked");
    let told = |error: std::io::Error| format!("{}: {error}", bare.display());
    if bare.exists() {
        fs::remove_dir_all(&bare).map_err(told)?;
    }
    fs::create_dir_all(&bare).map_err(told)?;
    let mut manifest =
        "[workspace]\nresolver = \"3\"\nmembers = [\"yomikiri*\"]\n\n[patch.crates-io]\n".to_owned();
    for (name, version) in &names {
        let package = format!("{name}-{version}");
        let file = root().join("target/package").join(format!("{package}.crate"));
        // Packed files are all of one time, by which a crate that has changed would look as it was.
        let mut unpack = Command::new("tar");
        unpack.args(["--extract", "--touch", "--file"]).arg(file).arg("--directory").arg(&bare);
        run(&mut unpack)?;
        manifest.extend([name, " = { path = \"", &package, "\" }\n"]);
    }
    // With other profiles all crates from elsewhere, and the C among them, would be built anew.
    let own =
        fs::read_to_string(root().join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let profiles = own.find("[profile.").ok_or("Cargo.toml has no profiles")?;
    manifest.extend(["\n", &own[profiles..]]);
    fs::write(bare.join("Cargo.toml"), manifest).map_err(told)?;
    // The versions of everything else are those of the workspace.
    fs::copy(root().join("Cargo.lock"), bare.join("Cargo.lock")).map_err(told)?;
    run(&mut checked(&bare)).map(|()| Done::Passed)
}

/// A check of the program in another workspace, with what is built for this one (as all that [`cargo`] runs).
fn checked(workspace: &Path) -> Command {
    let mut command = cargo(&["check", "--quiet", "--offline", "--package", "yomikiri"]);
    command.current_dir(workspace);
    command
}
