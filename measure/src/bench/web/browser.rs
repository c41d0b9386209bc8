//! A page in Chromium, driven through its `WebDriver`: when it is painted first, and what it loads.

use super::server::{Server, ask};
use serde_json::{Value, json};
use std::{
    fs,
    net::TcpListener,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// What the page tells of itself: the time of the first paint in milliseconds, and the bytes of all that it
/// loaded, heads of answers included.
const SCRIPT: &str = "const paint = performance.getEntriesByName('first-contentful-paint')[0];\
    const all = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));\
    return [paint ? paint.startTime : null, all.reduce((sum, entry) => sum + entry.transferSize, 0)];";

/// What keeps Chromium to itself.
const FLAGS: [&str; 7] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// How often the page is loaded, each time without what was kept of the last.
const LOADS: usize = 5;

/// Opens a page some times; the median of its first paints, and its bytes. Null, with a word, where Chromium
/// is not installed.
pub fn first_paint(server: &Server, path: &str) -> Result<Value, String> {
    let Some(driver) = Driver::start()? else {
        println!("SKIPPED: chromedriver is not installed, so that no page is painted");
        return Ok(Value::Null);
    };
    let (mut paints, mut bytes) = (Vec::new(), 0.0);
    // The first start of the browser is not the page's.
    for load in 0..=LOADS {
        let (paint, loaded) = driver.paint(&format!("{}{}", server.address.trim_end_matches('/'), path))?;
        if load > 0 {
            paints.push(paint);
        }
        bytes = loaded;
    }
    paints.sort_unstable_by(f64::total_cmp);
    let median = paints[paints.len() / 2];
    println!("a page in Chromium: first paint {median:.0} ms, {bytes:.0} bytes in all");
    Ok(json!({ "first_paint_seconds": median / 1e3, "bytes": bytes }))
}

/// A running `WebDriver`, which ends with this.
struct Driver {
    child: Child,
    host: String,
}

impl Driver {
    fn start() -> Result<Option<Self>, String> {
        let failed = |error: std::io::Error| format!("chromedriver: {error}");
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).map_err(failed)?;
        let mut command = Command::new("chromedriver");
        command.arg(format!("--port={}", free.port())).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(child) = command.spawn() else { return Ok(None) };
        let driver = Self { child, host: free.to_string() };
        for _ in 0..100 {
            if ask(&driver.host, "GET", "/status", "").is_ok() {
                return Ok(Some(driver));
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err("chromedriver does not answer".into())
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let answer = ask(&self.host, method, path, &body.to_string())?;
        let told: Value =
            serde_json::from_str(&answer.body).map_err(|error| format!("chromedriver: {path}: {error}"))?;
        if answer.status == 200 { Ok(told["value"].clone()) } else { Err(format!("chromedriver: {told}")) }
    }

    /// Opens a page in a browser of its own; first paint in milliseconds, and bytes.
    fn paint(&self, page: &str) -> Result<(f64, f64), String> {
        let profile = std::env::temp_dir().join(format!("yomikiri-bench-{}-profile", std::process::id()));
        let data = format!("--user-data-dir={}", profile.display());
        let flags: Vec<&str> = FLAGS.iter().copied().chain([data.as_str()]).collect();
        let options =
            json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": { "args": flags } } } });
        let session = self.ask("POST", "/session", &options)?;
        let session = format!("/session/{}", session["sessionId"].as_str().unwrap_or_default());
        let shown = self.shown(&session, page);
        self.ask("DELETE", &session, &json!({}))?;
        // Nothing is lost if it stays: it is in the system's temporary directory.
        let _ = fs::remove_dir_all(profile);
        shown
    }

    fn shown(&self, session: &str, page: &str) -> Result<(f64, f64), String> {
        self.ask("POST", &format!("{session}/url"), &json!({ "url": page }))?;
        for _ in 0..50 {
            let script = json!({ "script": SCRIPT, "args": [] });
            let told = self.ask("POST", &format!("{session}/execute/sync"), &script)?;
            if let (Some(paint), Some(bytes)) = (told[0].as_f64(), told[1].as_f64()) {
                return Ok((paint, bytes));
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err("Chromium painted nothing".into())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked, and not killed, it ends its browsers as well.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}
