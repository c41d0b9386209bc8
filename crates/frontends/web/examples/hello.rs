//! The least that axum can do: the yardstick of `cargo xtask bench web`. Prints its address.

use axum::{Router, routing::get};

fn main() -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("http://{}/", listener.local_addr()?);
        axum::serve(listener, Router::new().route("/", get(|| async { "hello" }))).await
    })
}
