//! The program as people and other programs meet it: one test binary, since each costs a minute of linking.

mod analyse;
mod book;
mod browser;
mod cli;
mod cluster;
#[cfg(target_os = "linux")]
#[path = "../../src/tests/documents.rs"]
mod documents;
mod estimate;
mod examples;
mod export_site;
mod formats;
mod fuse;
mod gtp;
mod inputs;
mod json;
mod learn;
mod mount;
mod outputs;
mod robust;
mod said;
mod serve;
mod shards;
mod terminal;
mod tsume;
mod variants;
