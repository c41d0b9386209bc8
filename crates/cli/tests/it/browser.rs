//! The pages in Chromium, driven through its `WebDriver`; skipped, with a word, where these are not installed
//! (`cargo xtask test` installs them where it may).
//!
//! With `YOMIKIRI_SHOTS=DIR` the pages are photographed at several widths, in light and dark.

use crate::{
    export_site::{Host, export},
    serve::Server,
};
use serde_json::{Value as Json, json};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};
use yomikiri_drive::browser::{self, Driver, Element};

/// A browser, with what the tests do again and again.
struct Browser(browser::Browser);

impl Browser {
    fn start(driver: &Driver, name: &str, flags: &[&str], preferences: &Json) -> Self {
        Self(driver.browser(name, flags, preferences).unwrap())
    }

    fn open(&self, server: &Server, path: &str) {
        self.0.open(&format!("http://{}{path}", server.address)).unwrap();
    }

    fn find(&self, css: &str) -> Element<'_> {
        self.0.find(css).unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    fn click(&self, css: &str) {
        self.find(css).click().unwrap();
    }

    fn link(&self, text: &str) {
        self.0.link(text).and_then(|link| link.click()).unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    fn text(&self, css: &str) -> String {
        self.find(css).text().unwrap()
    }

    fn has(&self, css: &str) -> bool {
        !self.0.all(css).unwrap().is_empty()
    }

    /// Waits for another page than that of a path.
    fn leave(&self, path: &str) {
        let began = Instant::now();
        while self.path() == path {
            assert!(began.elapsed() < Duration::from_secs(20), "{path}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The path of the page's address, without query and fragment.
    fn path(&self) -> String {
        let url = self.0.url().unwrap();
        let path = url.split(['?', '#']).next().unwrap();
        path.splitn(4, '/').nth(3).map_or_else(|| path.to_owned(), |path| format!("/{path}"))
    }

    /// Presses the mouse in the middle of one thing and lets it go in that of another.
    fn drag(&self, from: &str, to: &str) {
        self.0.drag(&self.find(from), &self.find(to)).unwrap();
    }

    fn run(&self, script: &str) -> Json {
        self.0.run(script).unwrap()
    }
}

#[test]
fn pages_in_a_browser() {
    let Some(driver) = Driver::start().unwrap() else {
        eprintln!(
            "SKIPPED: chromium or chromedriver is not installed, so that no page is tried in a browser"
        );
        return;
    };
    let server = Server::start();
    let directory = tempfile::tempdir().unwrap();
    let browser = Browser::start(&driver, "usual", &["--lang=en"], &json!({ "intl.accept_languages": "en" }));
    a_move_is_clicked_and_its_value_seen(&browser, &server);
    pieces_are_animals_and_letters(&browser, &server);
    a_game_is_won(&browser, &server);
    dobutsu_is_won_as_second_player(&browser, &server);
    a_game_is_judged(&browser, &server);
    a_game_is_read_from_a_file(&browser, &server, directory.path());
    a_flag_falls(&browser, &server);
    a_turned_piece_is_placed(&browser, &server);
    a_problem_is_solved_after_a_refutation(&browser, &server);
    calculation_is_played_on(&browser, &server);
    pieces_and_cards_are_dragged(&browser, &server);
    a_position_is_set_up(&browser, &server);
    a_sheet_is_printed(&browser, &server);
    a_site_is_read(&browser, &server, directory.path());
    work_is_followed(&browser, &server);
    pages_are_accessible(&browser, &server);
    drop(browser);
    let scriptless = json!({ "profile.managed_default_content_settings.javascript": 2 });
    let browser = Browser::start(&driver, "scriptless", &[], &scriptless);
    a_position_is_read_without_a_script(&browser, &server);
    drop(browser);
    if let Some(dir) = env::var_os("YOMIKIRI_SHOTS") {
        shots(&driver, &server, Path::new(&dir));
    }
}

fn a_move_is_clicked_and_its_value_seen(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks");
    let first = browser.text("tbody tr a");
    let value = browser.text("tbody tr td:last-child");
    browser.click("tbody tr a");
    assert_eq!(browser.path(), format!("/dobutsu-chicks/{first}"));
    let verdict = browser.text(".verdict");
    assert!(verdict.contains("wins") == (value != "draw"), "{value}: {verdict}");
    browser.0.back().unwrap();
    assert_eq!(browser.path(), "/dobutsu-chicks");
    // The same by keys, and on the board: the piece, then the square.
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))");
    assert_eq!(browser.text("[aria-current=page]"), first);
    browser.open(server, "/dobutsu-chicks");
    let (from, to) = first.split_at(2);
    browser.click(&format!("a[data-spot=\"{from}\"]"));
    browser.find(".spot.chosen");
    browser.click(&format!("a[data-spot=\"{to}\"]"));
    assert_eq!(browser.text("[aria-current=page]"), first);
    browser.link("日本語");
    assert!(browser.text("main").contains("手番"));
    browser.link("English");
    assert!(browser.text("main").contains("To move"));
}

/// The switch below a board, whose choice goes with the links; letters are legible on a telephone.
fn pieces_are_animals_and_letters(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks");
    browser.link("Animals");
    browser.click("tbody tr a");
    assert!(browser.has("svg .animal") && !browser.has("svg text.face"));
    browser.link("Letters");
    assert!(!browser.has("svg .animal") && browser.has("svg text.face"));
    browser.0.resize(360, 900).unwrap();
    browser.open(server, "/shogi?pieces=letters");
    let height = "return document.querySelector('svg text.face').getBoundingClientRect().height";
    assert!(browser.run(height).as_f64().unwrap() >= 11.0);
    browser.0.resize(1440, 900).unwrap();
}

/// The side that the table says wins plays by the hints, against a low level.
fn a_game_is_won(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks");
    let side = if browser.text(".verdict").starts_with("First") { "first" } else { "second" };
    let query = format!("play={side}&level=1&hint=1");
    browser.open(server, &format!("/dobutsu-chicks?{query}"));
    for _ in 0..100 {
        browser.find("nav.links");
        if !browser.has(".choices a") {
            break;
        }
        browser.click(".choices a");
    }
    let end = browser.text(".verdict").to_lowercase();
    assert!(
        end.starts_with(side) && end.contains("win") || end.contains(&format!("{side} player has won")),
        "{end}"
    );
    assert!(browser.has(".history svg"));
    browser.0.back().unwrap();
    assert!(browser.path().matches('/').count() > 1);
}

/// A whole game without a table, by the advice of a higher level. Nobody has promised that it wins each game.
fn dobutsu_is_won_as_second_player(browser: &Browser, server: &Server) {
    let mut ends = Vec::new();
    for _ in 0..5 {
        browser.open(server, "/dobutsu?play=second&level=1");
        let end = loop {
            // A page that is still coming has neither, and one that goes while it is asked is asked again.
            let found = browser.find(".choices a, .verdict");
            match found.attribute("class") {
                Err(_) => continue,
                Ok(class) if class.as_deref() == Some("verdict") => break browser.text(".verdict"),
                Ok(_) => {}
            }
            let path = browser.path();
            // Not by the browser, which would draw two pages more for each move.
            let (_, page) = server.get(&format!("{path}?play=second&level=6&hint=1"));
            let advice = page.split_once("I would play ").unwrap_or_else(|| panic!("{page}")).1;
            let advice = advice.split_once('<').unwrap().0;
            browser.click(&format!(".choices a[data-move=\"{advice}\"]"));
            // While the answer is thought of, the page before it is still there.
            browser.leave(&path);
        };
        if end.starts_with("Second player") {
            return;
        }
        ends.push(end);
    }
    panic!("{ends:?}");
}

/// What the engine thinks of a game that is over, from its page; the curve comes when the work is done.
fn a_game_is_judged(browser: &Browser, server: &Server) {
    browser.open(server, "/minishogi/5e4d/4a3b/3e3d/3b4c?play=first&level=1&resign=1");
    browser.click("form:has([value=analyse]) button");
    let table = browser.text(".history table");
    assert!(browser.path().starts_with("/work/") && browser.has(".history svg"));
    assert!(table.contains("1. 5e4d") && table.contains("2. 4a3b") && table.contains('%'), "{table}");
    browser.link("2. 4a3b");
    browser.find("tbody [data-move]");
    assert_eq!(browser.path(), "/minishogi/5e4d");
}

/// A record as a Japanese program writes it: in Shift JIS.
fn a_game_is_read_from_a_file(browser: &Browser, server: &Server, directory: &Path) {
    let file = directory.join("game.kif");
    fs::write(&file, server.bytes("/minishogi/5e4d/4a3b?save=kif")).unwrap();
    assert!(str::from_utf8(&fs::read(&file).unwrap()).is_err());
    browser.open(server, "/minishogi");
    browser.click("details summary");
    browser.find("details input[type=file]").send_keys(file.to_str().unwrap()).unwrap();
    let text = "return document.querySelector('details textarea').value";
    for _ in 0..50 {
        if browser.run(text) != "" {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(browser.run(text).as_str().unwrap().contains("手数"));
    browser.click("details form button");
    browser.find("a[rel=prev]");
    assert_eq!(browser.text("[aria-current=page]"), "4a3b");
    assert_eq!(browser.path(), "/minishogi/5e4d/4a3b");
}

/// The clock counts down by itself, and the page says who has won when it has come to its end.
fn a_flag_falls(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks?play=first&level=1&clock=0s%2F3s");
    let (first, mut later) = (browser.text("[data-flag]"), String::new());
    for _ in 0..30 {
        thread::sleep(Duration::from_millis(100));
        later = browser.text(".clocks b");
        if later != first {
            break;
        }
    }
    assert_ne!(first, later);
    let end = browser.text(".verdict");
    assert!(end.contains("Time is up: Second player has won"), "{end}");
    assert!(!browser.has("[data-flag]") && !browser.has(".choices"));
}

fn a_turned_piece_is_placed(browser: &Browser, server: &Server) {
    browser.open(server, "/blokus?play=first&level=1");
    browser.click(".palette button[aria-label=l]");
    let lying = browser.find(".palette button[aria-pressed=true]").html().unwrap();
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))");
    let turned = browser.find(".palette button[aria-pressed=true]").html().unwrap();
    assert_ne!(lying, turned);
    browser.click(".free.legal");
    browser.find(".choices");
    // Ours, and the answer.
    let path = browser.path();
    let placed = path.split('/').nth(2).unwrap();
    assert!(placed.len() == 4 && placed.as_bytes()[2] == b'l' && path.matches('/').count() == 3, "{path}");
    // And the same with keys alone.
    browser.click(".palette button[aria-label=t]");
    let square = browser.find(".free.legal[role=button][tabindex='0']");
    square.send_keys("r").unwrap();
    // The key Enter.
    browser.find(".free.legal[tabindex='0']").send_keys("\u{e007}").unwrap();
    for _ in 0..1000 {
        if browser.path() != path {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let path = browser.path();
    assert!(
        path.matches('/').count() == 5 && path.split('/').nth(4).unwrap().as_bytes()[2] == b't',
        "{path}"
    );
}

fn a_problem_is_solved_after_a_refutation(browser: &Browser, server: &Server) {
    browser.open(server, "/tsume");
    browser.click(".day a");
    let problem = browser.path();
    browser.link("Solution");
    let printed = browser.text("h2 + p.line");
    let solution: Vec<&str> = printed.split_whitespace().collect();
    browser.open(server, &problem);
    let checks = browser.0.all(".choices a").unwrap();
    let mut names = Vec::new();
    for check in &checks {
        names.push(check.text().unwrap());
    }
    let wrong = names.iter().find(|name| *name != solution[0]);
    if let Some(wrong) = wrong {
        browser.link(wrong);
        let verdict = browser.text(".verdict.loss");
        assert!(verdict.contains("does not mate") || verdict.contains("enough"), "{verdict}");
        browser.link("Try again");
    } else {
        eprintln!("the problem of the day has one check only: nothing to refute");
    }
    while !browser.has(".verdict.win") {
        let played = browser.0.all("p.line").unwrap();
        let played = match played.first() {
            Some(line) => line.text().unwrap().split_whitespace().count(),
            None => 0,
        };
        // A move to the square of the move before is printed without the square, which a list cannot know.
        let wanted = solution[played].replacen('同', "", 1);
        let checks = browser.0.all(".choices a").unwrap();
        let mut clicked = false;
        for check in checks {
            let name = check.text().unwrap();
            let end = wanted.trim_start_matches(['☗', '☖', '　']);
            if name == wanted || name.ends_with(end) {
                check.click().unwrap();
                clicked = true;
                break;
            }
        }
        assert!(clicked, "{wanted} of {printed}");
        browser.find("nav.links");
    }
    assert!(browser.text(".verdict.win").contains("solved"));
}

fn calculation_is_played_on(browser: &Browser, server: &Server) {
    browser.open(server, "/calculation?play=first&hint=1");
    assert!(browser.text("main").contains("Probability of winning"));
    browser.link("Play on to the end");
    browser.find("nav.links");
    assert!(browser.path().matches('/').count() > 40 && !browser.has(".choices"));
    assert!(browser.has(".verdict"));
}

/// From one spot to another, and a card that lies on none.
fn pieces_and_cards_are_dragged(browser: &Browser, server: &Server) {
    browser.open(server, "/shogi?play=first&level=1");
    browser.drag("[data-spot=\"7g\"]", "[data-spot=\"7f\"]");
    browser.find(".choices");
    let path = browser.path();
    assert!(path.starts_with("/shogi/7g7f/") && path.matches('/').count() == 3, "{path}");
    // It is asked whether the piece promotes.
    let ready = "/shogi/7g7f/3c3d";
    browser.open(server, &format!("{ready}?play=first&level=1"));
    browser.drag("[data-spot=\"8h\"]", "[data-spot=\"2b\"]");
    browser.find(".choices a[data-move=\"8h2b+\"]");
    assert!(browser.has(".choices a[data-move=\"8h2b\"]") && browser.path() == ready);
    // Also where the piece was picked up by a click before.
    browser.open(server, &format!("{ready}?play=first&level=1"));
    browser.click("a[data-spot=\"8h\"]");
    browser.find(".spot.chosen");
    browser.drag("[data-spot=\"8h\"]", "[data-spot=\"2b\"]");
    let asks = "return location.search.includes('from=8h2b')";
    for _ in 0..100 {
        if browser.run(asks) == true {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(browser.run(asks) == true && browser.path() == ready);
    browser.open(server, "/calculation?play=first");
    // Four bases are laid out; the next card is the one that is turned up.
    browser.drag("svg.diagram :nth-child(5 of .piece)", "[data-spot=p2]");
    browser.find(".choices");
    assert_eq!(browser.path(), "/calculation/p2");
    browser.link("Another deal");
    browser.find(".choices");
    assert!(browser.path().starts_with("/calculation:"), "{}", browser.path());
}

fn a_position_is_set_up(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks");
    browser.link("Edit the board");
    browser.link("Clear the board");
    assert!(browser.text(".missing").contains("lion"));
    for (piece, square) in [("lion (L)", "2d"), ("lion (l)", "2a")] {
        browser.link(piece);
        browser.click(&format!("a[data-spot=\"{square}\"]"));
    }
    browser.click("form button:not([type=button])");
    browser.find(".verdict");
    assert_eq!(browser.path(), "/dobutsu-chicks/sfen/1l1_3_3_1L1_b_-");
}

fn a_sheet_is_printed(browser: &Browser, server: &Server) {
    browser.open(server, "/tsume/small-sets?plies=5&solutions=1");
    let printed = browser.0.print().unwrap();
    assert!(printed.starts_with(b"%PDF-") && printed.len() > 10_000, "{}", printed.len());
}

/// A site that a host of files serves, with parts of files and without: from a page to where there are none.
fn a_site_is_read(browser: &Browser, server: &Server, directory: &Path) {
    let site = directory.join("site");
    export(&site);
    for ranges in [true, false] {
        let host = Host::start(site.clone(), ranges);
        browser.0.open(&format!("http://{}/index.html", host.address)).unwrap();
        browser.link("dobutsu-chicks");
        browser.find("[aria-current=page]");
        browser.click("tbody tr a");
        browser.find("a[rel=prev]");
        browser.click("tbody tr a");
        browser.find("tbody a[href^='#']");
        let place = browser.0.url().unwrap();
        let (page, fragment) = place.split_once('#').unwrap();
        let path = format!("/api/v1/dobutsu-chicks/{fragment}");
        let page = page.split('?').next().unwrap();
        assert!(page.ends_with("/probe.html") && path.matches('/').count() == 5, "{place}");
        let rows = "return [...document.querySelectorAll('tbody tr')].map((row) => row.innerText.split(/\\s+/).join(' ')).sort()";
        let told = |mv: &Json| {
            format!("{} {} {}", mv["move"], mv["value"], mv["plies"]).replace('"', "").replace(" null", "")
        };
        let mut known: Vec<String> =
            server.json(&path)["moves"].as_array().unwrap().iter().map(told).collect();
        known.sort_unstable();
        assert_eq!(browser.run(rows), json!(known), "{path}");
        // A host that sends the whole is asked once.
        let parts = host.parts.load(Ordering::Relaxed);
        assert!(if ranges { parts > 0 } else { parts == 1 }, "{parts}");
        // What is no position is told as the program tells it.
        browser.run("location.hash = '#sfen/1l1_1x1_1C1_1L1_b_-'");
        browser.find("h1:only-of-type + p + a[href='#']");
        let told = browser.text("main");
        assert!(told.contains("no position") && told.contains("found `x` (at character 6)"), "{told}");
    }
    // Scripts of files are not run: the page says why nothing comes.
    let page = site.join("dobutsu-chicks/probe.html");
    browser.0.open(&format!("file://{}", page.display())).unwrap();
    let told = browser.run("return document.querySelector('.late').textContent");
    assert!(told.as_str().is_some_and(|told| told.contains("not as a file")), "{told}");
}

fn work_is_followed(browser: &Browser, server: &Server) {
    browser.open(server, "/work");
    let field = browser.find("form:has([value=enumerate]) [name=subject]");
    field.clear().unwrap();
    field.send_keys("GGP").unwrap();
    browser.click("form:has([value=enumerate]) button");
    // The page loads itself anew when the work is done.
    let result = browser.text("pre");
    assert!(result.contains("634") && browser.text(".verdict") == "Done", "{result}");
}

fn a_position_is_read_without_a_script(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks");
    let page = browser.text("main");
    assert!(page.contains("To move") && page.contains("wins in"), "{page}");
    assert!(browser.has("svg.diagram") && !browser.has("input[readonly] + button"));
    browser.click("tbody tr a");
    assert!(browser.path().matches('/').count() == 2);
}

/// The pages that a checker of accessibility looks at.
const PAGES: [&str; 22] = [
    "/",
    "/dobutsu-chicks",
    "/dobutsu-chicks?pieces=animals",
    "/shogi?pieces=letters",
    "/tsume/small-sets?where=sacrifices%3E%3D1",
    "/dobutsu-chicks?lang=ja",
    "/blokus/66t0",
    "/calculation",
    "/blokus?play=first&level=1",
    "/dobutsu-chicks?edit=1l1%2F3%2F3%2F3+b+-",
    "/tsume",
    "/tsume/small-sets",
    "/tsume/small-sets/9",
    "/tsume?position=4k4/9/4P4/9/9/9/9/9/9+b+2G",
    "/dobutsu-chicks/census",
    "/dobutsu/census",
    "/dobutsu-chicks?play=first&level=1&clock=5m%2B3s",
    "/work",
    // The game that has been judged.
    "/work/1",
    "/shogi/7g7f/3c3d?lang=ja",
    "/calculation:7/p1?play=first",
    "/no-such-page",
];

/// axe-core, from npm, where it can be had.
fn axe(dir: &Path) -> Option<String> {
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4"]).current_dir(dir);
    let installed = npm.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let script = fs::read_to_string(dir.join("node_modules/axe-core/axe.min.js")).ok();
    if !installed.is_ok_and(|status| status.success()) || script.is_none() {
        eprintln!("SKIPPED: npm has no axe-core here, so that no page is checked for accessibility");
        return None;
    }
    script
}

fn pages_are_accessible(browser: &Browser, server: &Server) {
    let dir = tempfile::tempdir().unwrap();
    let Some(axe) = axe(dir.path()) else { return };
    let mut findings = Vec::new();
    for path in PAGES {
        browser.open(server, path);
        browser.run(&axe);
        // What is right needs no list of the elements that it is right of.
        let script = "const done = arguments[0]; const wanted = { resultTypes: ['violations'] }; \
            axe.run(wanted).then(found => done(found.violations.map(violation => \
            [violation.impact, violation.id, violation.nodes.map(node => node.html)])))";
        let found = browser.0.run_later(script).unwrap();
        for violation in found.as_array().unwrap() {
            if matches!(violation[0].as_str(), Some("serious" | "critical")) {
                findings.push(format!("{path}: {violation}"));
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Pages that are photographed, with their names.
const SHOTS: [(&str, &str); 10] = [
    ("position", "/dobutsu-chicks"),
    ("animals", "/dobutsu?pieces=animals"),
    ("letters", "/shogi?pieces=letters"),
    ("census", "/dobutsu-chicks/census"),
    ("blokus", "/blokus/66t0/8Aj2"),
    ("tsume", "/tsume"),
    ("problem", "/tsume/small-sets/5000"),
    ("calculation", "/calculation?play=first&hint=1"),
    ("japanese", "/minishogi/5e4d/4a3b?lang=ja"),
    ("judged", "/work/1"),
];

/// The pages at the widths of a telephone, a tablet and a screen, in light and dark.
fn shots(driver: &Driver, server: &Server, dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    for (theme, flag) in [("light", "1"), ("dark", "0")] {
        let flag = format!("--blink-settings=preferredColorScheme={flag}");
        let browser =
            Browser::start(driver, theme, &[&flag, "--lang=en"], &json!({ "intl.accept_languages": "en" }));
        for width in [360, 768, 1440] {
            browser.0.resize(width, 900).unwrap();
            for (name, path) in SHOTS {
                browser.open(server, path);
                let file: PathBuf = dir.join(format!("{name}-{width}-{theme}.png"));
                fs::write(file, browser.0.screenshot().unwrap()).unwrap();
            }
        }
    }
}
