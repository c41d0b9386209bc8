//! Chromium through its `WebDriver` (W3C Recommendation of 2018).

use crate::http;
use base64::{Engine, engine::general_purpose::STANDARD};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What keeps Chromium to itself: no window, no profile, no word to anybody else.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

/// How long the slowest machine may take to show what is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name under which the standard hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running `WebDriver`, which ends with this, and its browsers with it.
pub struct Driver {
    child: Child,
    host: String,
    profiles: tempfile::TempDir,
}

impl Driver {
    /// Starts the driver; none where it or Chromium is not installed.
    ///
    /// # Errors
    ///
    /// A sentence, if it is there and does not answer.
    pub fn start() -> Result<Option<Self>, String> {
        let failed = |error: std::io::Error| format!("chromedriver: {error}");
        for program in ["chromium", "chromedriver"] {
            let mut asked = Command::new(program);
            let asked = asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            if !asked.is_ok_and(|status| status.success()) {
                return Ok(None);
            }
        }
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).map_err(failed)?;
        let profiles = tempfile::tempdir().map_err(failed)?;
        let mut command = Command::new("chromedriver");
        command.arg(format!("--port={}", free.port())).stdout(Stdio::null()).stderr(Stdio::null());
        let mut driver = Self { child: command.spawn().map_err(failed)?, host: free.to_string(), profiles };
        let began = Instant::now();
        while http::ask(&driver.host, "GET", "/status", "").is_err() {
            if began.elapsed() > PATIENCE || driver.child.try_wait().map_err(failed)?.is_some() {
                return Err("chromedriver does not answer".into());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(Some(driver))
    }

    /// A browser with a profile of its own, which is named, with more flags, and preferences by their dotted
    /// names.
    ///
    /// # Errors
    ///
    /// What the driver says, if Chromium does not start.
    pub fn browser(&self, profile: &str, flags: &[&str], preferences: &Value) -> Result<Browser, String> {
        let profile = format!("--user-data-dir={}", self.profiles.path().join(profile).display());
        let flags: Vec<&str> = FLAGS.iter().chain(flags).copied().chain([profile.as_str()]).collect();
        let options = json!({ "args": flags, "prefs": preferences });
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let made = ask(&self.host, "POST", "/session", &wanted)?;
        let id = made["sessionId"].as_str().ok_or_else(|| format!("chromedriver: {made}"))?;
        Ok(Browser { host: self.host.clone(), session: format!("/session/{id}") })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked, and not killed, it ends its browsers as well.
        let _ = kill_process(Pid::from_child(&self.child), Signal::TERM);
        let _ = self.child.wait();
    }
}

/// Asks the driver, and gives the value of its answer.
fn ask(host: &str, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let body = if method == "POST" { body.to_string() } else { String::new() };
    let answer = http::ask(host, method, path, &body)?;
    let mut told: Value =
        serde_json::from_str(&answer.body).map_err(|error| format!("chromedriver: {path}: {error}"))?;
    if answer.status == 200 { Ok(told["value"].take()) } else { Err(format!("chromedriver: {told}")) }
}

/// A browser, which is closed with this. Whatever is asked of it fails with what the driver says.
pub struct Browser {
    host: String,
    session: String,
}

#[expect(clippy::missing_errors_doc, reason = "said above, once for all")]
impl Browser {
    fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        ask(&self.host, "POST", &format!("{}/{path}", self.session), body)
    }

    /// Asks for what has no answer but that it was done.
    fn act(&self, path: &str, body: &Value) -> Result<(), String> {
        self.post(path, body).map(|_| ())
    }

    fn get(&self, path: &str) -> Result<Value, String> {
        ask(&self.host, "GET", &format!("{}/{path}", self.session), &Value::Null)
    }

    /// Opens a page, and waits until it is loaded.
    pub fn open(&self, url: &str) -> Result<(), String> {
        self.act("url", &json!({ "url": url }))
    }

    /// Goes to the page before.
    pub fn back(&self) -> Result<(), String> {
        self.act("back", &json!({}))
    }

    /// The address of the page.
    pub fn url(&self) -> Result<String, String> {
        self.get("url").map(|url| text(&url))
    }

    /// Runs a script; what it returns.
    pub fn run(&self, script: &str) -> Result<Value, String> {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs a script, whose last argument is to be called with the result.
    pub fn run_later(&self, script: &str) -> Result<Value, String> {
        self.post("execute/async", &json!({ "script": script, "args": [] }))
    }

    /// The elements that a selector of CSS finds by now.
    pub fn all(&self, css: &str) -> Result<Vec<Element<'_>>, String> {
        self.located("css selector", css)
    }

    /// The first element that a selector of CSS finds, waited for.
    pub fn find(&self, css: &str) -> Result<Element<'_>, String> {
        self.awaited("css selector", css)
    }

    /// The first link with a text, waited for.
    pub fn link(&self, text: &str) -> Result<Element<'_>, String> {
        self.awaited("link text", text)
    }

    fn located(&self, using: &str, value: &str) -> Result<Vec<Element<'_>>, String> {
        let found = self.post("elements", &json!({ "using": using, "value": value }))?;
        let element = |found: &Value| Element { browser: self, id: text(&found[ELEMENT]) };
        Ok(found.as_array().into_iter().flatten().map(element).collect())
    }

    fn awaited(&self, using: &str, value: &str) -> Result<Element<'_>, String> {
        let began = Instant::now();
        loop {
            if let Some(found) = self.located(using, value)?.into_iter().next() {
                return Ok(found);
            }
            if began.elapsed() > PATIENCE {
                return Err(format!("{value}: not found"));
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses the mouse in the middle of one element and lets it go in that of another.
    pub fn drag(&self, from: &Element<'_>, to: &Element<'_>) -> Result<(), String> {
        let over = |element: &Element<'_>| json!({ "type": "pointerMove", "x": 0, "y": 0, "origin": { ELEMENT: element.id } });
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
        let steps = [over(from), down, over(to), up];
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps });
        self.act("actions", &json!({ "actions": [mouse] }))
    }

    /// Makes the window so wide and high, in pixels.
    pub fn resize(&self, width: u32, height: u32) -> Result<(), String> {
        self.act("window/rect", &json!({ "width": width, "height": height }))
    }

    /// The page as a PDF.
    pub fn print(&self) -> Result<Vec<u8>, String> {
        bytes(&self.post("print", &json!({}))?)
    }

    /// What is seen of the page, as a PNG.
    pub fn screenshot(&self) -> Result<Vec<u8>, String> {
        bytes(&self.get("screenshot")?)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends what is left.
        let _ = ask(&self.host, "DELETE", &self.session, &Value::Null);
    }
}

/// An element of a page, which is gone when another page is opened. Whatever is asked of it fails with what
/// the driver says.
pub struct Element<'a> {
    browser: &'a Browser,
    id: String,
}

#[expect(clippy::missing_errors_doc, reason = "said above, once for all")]
impl Element<'_> {
    fn path(&self, what: &str) -> String {
        format!("element/{}/{what}", self.id)
    }

    /// Clicks in its middle, and waits for the page that this may lead to.
    pub fn click(&self) -> Result<(), String> {
        self.browser.act(&self.path("click"), &json!({}))
    }

    /// Empties a field.
    pub fn clear(&self) -> Result<(), String> {
        self.browser.act(&self.path("clear"), &json!({}))
    }

    /// Types keys, or names a file.
    pub fn send_keys(&self, keys: &str) -> Result<(), String> {
        self.browser.act(&self.path("value"), &json!({ "text": keys }))
    }

    /// Its text as it is seen.
    pub fn text(&self) -> Result<String, String> {
        self.browser.get(&self.path("text")).map(|told| text(&told))
    }

    /// The value of an attribute; none if it has no such attribute.
    pub fn attribute(&self, name: &str) -> Result<Option<String>, String> {
        let told = self.browser.get(&self.path(&format!("attribute/{name}")))?;
        Ok(told.as_str().map(str::to_owned))
    }

    /// What lies in it.
    pub fn html(&self) -> Result<String, String> {
        self.browser.get(&self.path("property/innerHTML")).map(|told| text(&told))
    }
}

fn text(told: &Value) -> String {
    told.as_str().unwrap_or_default().to_owned()
}

fn bytes(told: &Value) -> Result<Vec<u8>, String> {
    STANDARD.decode(told.as_str().unwrap_or_default()).map_err(|error| format!("chromedriver: {error}"))
}
