//! A page in Chromium, driven through its `WebDriver`: when it is painted first, and what it loads.

use super::server::Server;
use serde_json::{Value, json};
use std::{thread, time::Duration};
use yomikiri_drive::browser::{Browser, Driver};

/// What the page tells of itself: the time of the first paint in milliseconds, and the bytes of all that it
/// loaded, heads of answers included.
const SCRIPT: &str = "const paint = performance.getEntriesByName('first-contentful-paint')[0];\
    const all = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));\
    return [paint ? paint.startTime : null, all.reduce((sum, entry) => sum + entry.transferSize, 0)];";

/// How often the page is loaded, each time without what was kept of the last.
const LOADS: usize = 5;

/// Opens a page some times; the median of its first paints, and its bytes. Null, with a word, where Chromium
/// is not installed.
pub fn first_paint(server: &Server, path: &str) -> Result<Value, String> {
    let Some(driver) = Driver::start()? else {
        println!("SKIPPED: chromium or chromedriver is not installed, so that no page is painted");
        return Ok(Value::Null);
    };
    let (mut paints, mut bytes) = (Vec::new(), 0.0);
    // The first start of the browser is not the page's.
    let page = format!("{}{path}", server.address.trim_end_matches('/'));
    for load in 0..=LOADS {
        let browser = driver.browser(&format!("load-{load}"), &[], &json!({}))?;
        let (paint, loaded) = paint(&browser, &page)?;
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

/// Opens a page in a browser; first paint in milliseconds, and bytes.
fn paint(browser: &Browser, page: &str) -> Result<(f64, f64), String> {
    browser.open(page)?;
    for _ in 0..50 {
        let told = browser.run(SCRIPT)?;
        if let (Some(paint), Some(bytes)) = (told[0].as_f64(), told[1].as_f64()) {
            return Ok((paint, bytes));
        }
        thread::sleep(Duration::from_millis(50));
    }
    Err("Chromium painted nothing".into())
}
