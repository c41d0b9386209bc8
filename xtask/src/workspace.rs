//! What Cargo knows of the workspace.

use crate::{cargo, output};
use serde_json::Value;
use std::sync::OnceLock;

/// The packages of the workspace as `cargo metadata` tells them, asked once.
pub fn packages() -> Result<&'static [Value], String> {
    static PACKAGES: OnceLock<Result<Vec<Value>, String>> = OnceLock::new();
    PACKAGES.get_or_init(ask).as_deref().map_err(Clone::clone)
}

fn ask() -> Result<Vec<Value>, String> {
    let text = output(&mut cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]))?;
    let mut metadata: Value =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err("cargo metadata: no packages".into()),
    }
}
