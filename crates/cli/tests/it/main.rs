//! The program as people and other programs meet it: one test binary, since each costs a minute of linking.

mod browser;
mod cli;
mod examples;
mod export_site;
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
mod tsume;
