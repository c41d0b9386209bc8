//! Nothing is built here: Cargo looks at dependencies of a build script only where there is one.

fn main() {}
