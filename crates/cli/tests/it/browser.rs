//! The pages in Chromium, driven through its `WebDriver`; skipped, with a word, where these are not installed
//! (`cargo xtask test` installs them where it may).
//!
//! With `YOMIKIRI_SHOTS=DIR` the pages are photographed at several widths, in light and dark.

use crate::{
    export_site::{Host, export},
    serve::Server,
};
use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction},
    elements::Element,
    wd::PrintConfigurationBuilder,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value as Json, json};
use std::{
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::Ordering,
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

/// A running `WebDriver`.
struct Driver {
    child: Child,
    port: u16,
    profiles: tempfile::TempDir,
}

impl Driver {
    fn start() -> Option<Self> {
        for program in ["chromium", "chromedriver"] {
            let found =
                Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            if !found.is_ok_and(|status| status.success()) {
                eprintln!("SKIPPED: {program} is not installed, so that no page is tried in a browser");
                return None;
            }
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("chromedriver");
        let command = command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        Some(Self { child: command.spawn().unwrap(), port, profiles: tempfile::tempdir().unwrap() })
    }

    /// A browser with a profile of its own, with more flags and preferences.
    async fn browser(&self, name: &str, flags: &[&str], preferences: Json) -> Browser {
        let profile = format!("--user-data-dir={}", self.profiles.path().join(name).display());
        let flags: Vec<&str> = FLAGS.iter().chain(flags).copied().chain([profile.as_str()]).collect();
        let options = json!({ "args": flags, "prefs": preferences });
        let capabilities = Map::from_iter([("goog:chromeOptions".to_owned(), options)]);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let mut tries = 0;
        loop {
            match builder.connect(&format!("http://127.0.0.1:{}", self.port)).await {
                Ok(client) => return Browser(client),
                Err(error) if tries == 50 => panic!("{error}"),
                // The driver takes its time to begin.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
            tries += 1;
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Asked, and not killed, it ends its browsers as well.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// A browser, with what the tests do again and again.
struct Browser(Client);

impl Browser {
    async fn open(&self, server: &Server, path: &str) {
        self.0.goto(&format!("http://{}{path}", server.address)).await.unwrap();
    }

    async fn find(&self, css: &str) -> Element {
        let found = self.0.wait().at_most(Duration::from_secs(20)).for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    async fn click(&self, css: &str) {
        self.find(css).await.click().await.unwrap();
    }

    async fn link(&self, text: &str) {
        let found = self.0.wait().at_most(Duration::from_secs(20)).for_element(Locator::LinkText(text)).await;
        found.unwrap_or_else(|error| panic!("{text}: {error}")).click().await.unwrap();
    }

    async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.unwrap()
    }

    async fn has(&self, css: &str) -> bool {
        !self.0.find_all(Locator::Css(css)).await.unwrap().is_empty()
    }

    /// Waits for another page than that of a path.
    async fn leave(&self, path: &str) {
        let began = Instant::now();
        while self.path().await == path {
            assert!(began.elapsed() < Duration::from_secs(20), "{path}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn path(&self) -> String {
        self.0.current_url().await.unwrap().path().to_owned()
    }

    /// Presses the mouse in the middle of one thing and lets it go in that of another.
    async fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.find(from).await, self.find(to).await);
        let over = |element| PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(over(from))
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(over(to))
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.0.perform_actions(mouse).await.unwrap();
    }

    async fn run(&self, script: &str) -> Json {
        self.0.execute(script, Vec::new()).await.unwrap()
    }
}

#[test]
fn pages_in_a_browser() {
    let Some(driver) = Driver::start() else { return };
    let server = Server::start();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let browser = driver.browser("usual", &["--lang=en"], json!({ "intl.accept_languages": "en" })).await;
        a_move_is_clicked_and_its_value_seen(&browser, &server).await;
        pieces_are_animals_and_letters(&browser, &server).await;
        a_game_is_won(&browser, &server).await;
        dobutsu_is_won_as_second_player(&browser, &server).await;
        a_game_is_judged(&browser, &server).await;
        a_game_is_read_from_a_file(&browser, &server, driver.profiles.path()).await;
        a_flag_falls(&browser, &server).await;
        a_turned_piece_is_placed(&browser, &server).await;
        a_problem_is_solved_after_a_refutation(&browser, &server).await;
        calculation_is_played_on(&browser, &server).await;
        pieces_and_cards_are_dragged(&browser, &server).await;
        a_position_is_set_up(&browser, &server).await;
        a_sheet_is_printed(&browser, &server).await;
        a_site_is_read(&browser, &server, driver.profiles.path()).await;
        work_is_followed(&browser, &server).await;
        pages_are_accessible(&browser, &server).await;
        browser.0.close().await.unwrap();
        let scriptless = json!({ "profile.managed_default_content_settings.javascript": 2 });
        let browser = driver.browser("scriptless", &[], scriptless).await;
        a_position_is_read_without_a_script(&browser, &server).await;
        browser.0.close().await.unwrap();
        if let Some(dir) = env::var_os("YOMIKIRI_SHOTS") {
            shots(&driver, &server, Path::new(&dir)).await;
        }
    });
}

async fn a_move_is_clicked_and_its_value_seen(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks").await;
    let first = browser.text("tbody tr a").await;
    let value = browser.text("tbody tr td:last-child").await;
    browser.click("tbody tr a").await;
    assert_eq!(browser.path().await, format!("/dobutsu-chicks/{first}"));
    let verdict = browser.text(".verdict").await;
    assert!(verdict.contains("wins") == (value != "draw"), "{value}: {verdict}");
    browser.0.back().await.unwrap();
    assert_eq!(browser.path().await, "/dobutsu-chicks");
    // The same by keys, and on the board: the piece, then the square.
    browser
        .run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))")
        .await;
    assert_eq!(browser.text("[aria-current=page]").await, first);
    browser.open(server, "/dobutsu-chicks").await;
    let (from, to) = first.split_at(2);
    browser.click(&format!("a[data-spot=\"{from}\"]")).await;
    browser.find(".spot.chosen").await;
    browser.click(&format!("a[data-spot=\"{to}\"]")).await;
    assert_eq!(browser.text("[aria-current=page]").await, first);
    browser.link("日本語").await;
    assert!(browser.text("main").await.contains("手番"));
    browser.link("English").await;
    assert!(browser.text("main").await.contains("To move"));
}

/// The switch below a board, whose choice goes with the links; letters are legible on a telephone.
async fn pieces_are_animals_and_letters(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks").await;
    browser.link("Animals").await;
    browser.click("tbody tr a").await;
    assert!(browser.has("svg .animal").await && !browser.has("svg text.face").await);
    browser.link("Letters").await;
    assert!(!browser.has("svg .animal").await && browser.has("svg text.face").await);
    browser.0.set_window_size(360, 900).await.unwrap();
    browser.open(server, "/shogi?pieces=letters").await;
    let height = "return document.querySelector('svg text.face').getBoundingClientRect().height";
    assert!(browser.run(height).await.as_f64().unwrap() >= 11.0);
    browser.0.set_window_size(1440, 900).await.unwrap();
}

/// The side that the table says wins plays by the hints, against a low level.
async fn a_game_is_won(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks").await;
    let side = if browser.text(".verdict").await.starts_with("First") { "first" } else { "second" };
    let query = format!("play={side}&level=1&hint=1");
    browser.open(server, &format!("/dobutsu-chicks?{query}")).await;
    for _ in 0..100 {
        browser.find("nav.links").await;
        if !browser.has(".choices a").await {
            break;
        }
        browser.click(".choices a").await;
    }
    let end = browser.text(".verdict").await.to_lowercase();
    assert!(
        end.starts_with(side) && end.contains("win") || end.contains(&format!("{side} player has won")),
        "{end}"
    );
    assert!(browser.has(".history svg").await);
    browser.0.back().await.unwrap();
    assert!(browser.path().await.matches('/').count() > 1);
}

/// A whole game without a table, by the advice of a higher level. Nobody has promised that it wins each game.
async fn dobutsu_is_won_as_second_player(browser: &Browser, server: &Server) {
    let mut ends = Vec::new();
    for _ in 0..5 {
        browser.open(server, "/dobutsu?play=second&level=1").await;
        let end = loop {
            // A page that is still coming has neither, and one that goes while it is asked is asked again.
            let found = browser.find(".choices a, .verdict").await;
            match found.attr("class").await {
                Err(_) => continue,
                Ok(class) if class.as_deref() == Some("verdict") => break browser.text(".verdict").await,
                Ok(_) => {}
            }
            let path = browser.path().await;
            // Not by the browser, which would draw two pages more for each move.
            let (_, page) = server.get(&format!("{path}?play=second&level=6&hint=1"));
            let advice = page.split_once("I would play ").unwrap_or_else(|| panic!("{page}")).1;
            let advice = advice.split_once('<').unwrap().0;
            browser.click(&format!(".choices a[data-move=\"{advice}\"]")).await;
            // While the answer is thought of, the page before it is still there.
            browser.leave(&path).await;
        };
        if end.starts_with("Second player") {
            return;
        }
        ends.push(end);
    }
    panic!("{ends:?}");
}

/// What the engine thinks of a game that is over, from its page; the curve comes when the work is done.
async fn a_game_is_judged(browser: &Browser, server: &Server) {
    browser.open(server, "/minishogi/5e4d/4a3b/3e3d/3b4c?play=first&level=1&resign=1").await;
    browser.click("form:has([value=analyse]) button").await;
    let table = browser.text(".history table").await;
    assert!(browser.path().await.starts_with("/work/") && browser.has(".history svg").await);
    assert!(table.contains("1. 5e4d") && table.contains("2. 4a3b") && table.contains('%'), "{table}");
    browser.link("2. 4a3b").await;
    browser.find("tbody [data-move]").await;
    assert_eq!(browser.path().await, "/minishogi/5e4d");
}

/// A record as a Japanese program writes it: in Shift JIS.
async fn a_game_is_read_from_a_file(browser: &Browser, server: &Server, directory: &Path) {
    let file = directory.join("game.kif");
    fs::write(&file, server.bytes("/minishogi/5e4d/4a3b?save=kif")).unwrap();
    assert!(str::from_utf8(&fs::read(&file).unwrap()).is_err());
    browser.open(server, "/minishogi").await;
    browser.click("details summary").await;
    browser.find("details input[type=file]").await.send_keys(file.to_str().unwrap()).await.unwrap();
    let text = "return document.querySelector('details textarea').value";
    for _ in 0..50 {
        if browser.run(text).await != "" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(browser.run(text).await.as_str().unwrap().contains("手数"));
    browser.click("details form button").await;
    browser.find("a[rel=prev]").await;
    assert_eq!(browser.text("[aria-current=page]").await, "4a3b");
    assert_eq!(browser.path().await, "/minishogi/5e4d/4a3b");
}

/// The clock counts down by itself, and the page says who has won when it has come to its end.
async fn a_flag_falls(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks?play=first&level=1&clock=0s%2F3s").await;
    let (first, mut later) = (browser.text("[data-flag]").await, String::new());
    for _ in 0..30 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        later = browser.text(".clocks b").await;
        if later != first {
            break;
        }
    }
    assert_ne!(first, later);
    let end = browser.text(".verdict").await;
    assert!(end.contains("Time is up: Second player has won"), "{end}");
    assert!(!browser.has("[data-flag]").await && !browser.has(".choices").await);
}

async fn a_turned_piece_is_placed(browser: &Browser, server: &Server) {
    browser.open(server, "/blokus?play=first&level=1").await;
    browser.click(".palette button[aria-label=l]").await;
    let lying = browser.find(".palette button[aria-pressed=true]").await.html(true).await.unwrap();
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }))").await;
    let turned = browser.find(".palette button[aria-pressed=true]").await.html(true).await.unwrap();
    assert_ne!(lying, turned);
    browser.click(".free.legal").await;
    browser.find(".choices").await;
    // Ours, and the answer.
    let path = browser.path().await;
    let placed = path.split('/').nth(2).unwrap();
    assert!(placed.len() == 4 && placed.as_bytes()[2] == b'l' && path.matches('/').count() == 3, "{path}");
    // And the same with keys alone.
    browser.click(".palette button[aria-label=t]").await;
    let square = browser.find(".free.legal[role=button][tabindex='0']").await;
    square.send_keys("r").await.unwrap();
    // The key Enter.
    browser.find(".free.legal[tabindex='0']").await.send_keys("\u{e007}").await.unwrap();
    for _ in 0..1000 {
        if browser.path().await != path {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let path = browser.path().await;
    assert!(
        path.matches('/').count() == 5 && path.split('/').nth(4).unwrap().as_bytes()[2] == b't',
        "{path}"
    );
}

async fn a_problem_is_solved_after_a_refutation(browser: &Browser, server: &Server) {
    browser.open(server, "/tsume").await;
    browser.click(".day a").await;
    let problem = browser.path().await;
    browser.link("Solution").await;
    let printed = browser.text("h2 + p.line").await;
    let solution: Vec<&str> = printed.split_whitespace().collect();
    browser.open(server, &problem).await;
    let checks = browser.0.find_all(Locator::Css(".choices a")).await.unwrap();
    let mut names = Vec::new();
    for check in &checks {
        names.push(check.text().await.unwrap());
    }
    let wrong = names.iter().find(|name| *name != solution[0]);
    if let Some(wrong) = wrong {
        browser.link(wrong).await;
        let verdict = browser.text(".verdict.loss").await;
        assert!(verdict.contains("does not mate") || verdict.contains("enough"), "{verdict}");
        browser.link("Try again").await;
    } else {
        eprintln!("the problem of the day has one check only: nothing to refute");
    }
    while !browser.has(".verdict.win").await {
        let played = browser.0.find_all(Locator::Css("p.line")).await.unwrap();
        let played = match played.first() {
            Some(line) => line.text().await.unwrap().split_whitespace().count(),
            None => 0,
        };
        // A move to the square of the move before is printed without the square, which a list cannot know.
        let wanted = solution[played].replacen('同', "", 1);
        let checks = browser.0.find_all(Locator::Css(".choices a")).await.unwrap();
        let mut clicked = false;
        for check in checks {
            let name = check.text().await.unwrap();
            let end = wanted.trim_start_matches(['☗', '☖', '　']);
            if name == wanted || name.ends_with(end) {
                check.click().await.unwrap();
                clicked = true;
                break;
            }
        }
        assert!(clicked, "{wanted} of {printed}");
        browser.find("nav.links").await;
    }
    assert!(browser.text(".verdict.win").await.contains("solved"));
}

async fn calculation_is_played_on(browser: &Browser, server: &Server) {
    browser.open(server, "/calculation?play=first&hint=1").await;
    assert!(browser.text("main").await.contains("Probability of winning"));
    browser.link("Play on to the end").await;
    browser.find("nav.links").await;
    assert!(browser.path().await.matches('/').count() > 40 && !browser.has(".choices").await);
    assert!(browser.has(".verdict").await);
}

/// From one spot to another, and a card that lies on none.
async fn pieces_and_cards_are_dragged(browser: &Browser, server: &Server) {
    browser.open(server, "/shogi?play=first&level=1").await;
    browser.drag("[data-spot=\"7g\"]", "[data-spot=\"7f\"]").await;
    browser.find(".choices").await;
    let path = browser.path().await;
    assert!(path.starts_with("/shogi/7g7f/") && path.matches('/').count() == 3, "{path}");
    // It is asked whether the piece promotes.
    let ready = "/shogi/7g7f/3c3d";
    browser.open(server, &format!("{ready}?play=first&level=1")).await;
    browser.drag("[data-spot=\"8h\"]", "[data-spot=\"2b\"]").await;
    browser.find(".choices a[data-move=\"8h2b+\"]").await;
    assert!(browser.has(".choices a[data-move=\"8h2b\"]").await && browser.path().await == ready);
    // Also where the piece was picked up by a click before.
    browser.open(server, &format!("{ready}?play=first&level=1")).await;
    browser.click("a[data-spot=\"8h\"]").await;
    browser.find(".spot.chosen").await;
    browser.drag("[data-spot=\"8h\"]", "[data-spot=\"2b\"]").await;
    let asks = "return location.search.includes('from=8h2b')";
    for _ in 0..100 {
        if browser.run(asks).await == true {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(browser.run(asks).await == true && browser.path().await == ready);
    browser.open(server, "/calculation?play=first").await;
    // Four bases are laid out; the next card is the one that is turned up.
    browser.drag("svg.diagram :nth-child(5 of .piece)", "[data-spot=p2]").await;
    browser.find(".choices").await;
    assert_eq!(browser.path().await, "/calculation/p2");
    browser.link("Another deal").await;
    browser.find(".choices").await;
    assert!(browser.path().await.starts_with("/calculation:"), "{}", browser.path().await);
}

async fn a_position_is_set_up(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks").await;
    browser.link("Edit the board").await;
    browser.link("Clear the board").await;
    assert!(browser.text(".missing").await.contains("lion"));
    for (piece, square) in [("lion (L)", "2d"), ("lion (l)", "2a")] {
        browser.link(piece).await;
        browser.click(&format!("a[data-spot=\"{square}\"]")).await;
    }
    browser.click("form button:not([type=button])").await;
    browser.find(".verdict").await;
    assert_eq!(browser.path().await, "/dobutsu-chicks/sfen/1l1_3_3_1L1_b_-");
}

async fn a_sheet_is_printed(browser: &Browser, server: &Server) {
    browser.open(server, "/tsume/small-sets?plies=5&solutions=1").await;
    let printed = browser.0.print(PrintConfigurationBuilder::default().build().unwrap()).await.unwrap();
    assert!(printed.starts_with(b"%PDF-") && printed.len() > 10_000, "{}", printed.len());
}

/// A site that a host of files serves, with parts of files and without: from a page to where there are none.
async fn a_site_is_read(browser: &Browser, server: &Server, directory: &Path) {
    let site = directory.join("site");
    export(&site);
    for ranges in [true, false] {
        let host = Host::start(site.clone(), ranges);
        browser.0.goto(&format!("http://{}/index.html", host.address)).await.unwrap();
        browser.link("dobutsu-chicks").await;
        browser.find("[aria-current=page]").await;
        browser.click("tbody tr a").await;
        browser.find("a[rel=prev]").await;
        browser.click("tbody tr a").await;
        browser.find("tbody a[href^='#']").await;
        let place = browser.0.current_url().await.unwrap();
        let path = format!("/api/v1/dobutsu-chicks/{}", place.fragment().unwrap_or_default());
        assert!(place.path().ends_with("/probe.html") && path.matches('/').count() == 5, "{place}");
        let rows = "return [...document.querySelectorAll('tbody tr')].map((row) => row.innerText.split(/\\s+/).join(' ')).sort()";
        let told = |mv: &Json| {
            format!("{} {} {}", mv["move"], mv["value"], mv["plies"]).replace('"', "").replace(" null", "")
        };
        let mut known: Vec<String> =
            server.json(&path)["moves"].as_array().unwrap().iter().map(told).collect();
        known.sort_unstable();
        assert_eq!(browser.run(rows).await, json!(known), "{path}");
        // A host that sends the whole is asked once.
        let parts = host.parts.load(Ordering::Relaxed);
        assert!(if ranges { parts > 0 } else { parts == 1 }, "{parts}");
        // What is no position is told as the program tells it.
        browser.run("location.hash = '#sfen/1l1_1x1_1C1_1L1_b_-'").await;
        browser.find("h1:only-of-type + p + a[href='#']").await;
        let told = browser.text("main").await;
        assert!(told.contains("no position") && told.contains("found `x` (at character 6)"), "{told}");
    }
    // Scripts of files are not run: the page says why nothing comes.
    let page = site.join("dobutsu-chicks/probe.html");
    browser.0.goto(&format!("file://{}", page.display())).await.unwrap();
    let told = browser.run("return document.querySelector('.late').textContent").await;
    assert!(told.as_str().is_some_and(|told| told.contains("not as a file")), "{told}");
}

async fn work_is_followed(browser: &Browser, server: &Server) {
    browser.open(server, "/work").await;
    let field = browser.find("form:has([value=enumerate]) [name=subject]").await;
    field.clear().await.unwrap();
    field.send_keys("GGP").await.unwrap();
    browser.click("form:has([value=enumerate]) button").await;
    // The page loads itself anew when the work is done.
    let result = browser.text("pre").await;
    assert!(result.contains("634") && browser.text(".verdict").await == "Done", "{result}");
}

async fn a_position_is_read_without_a_script(browser: &Browser, server: &Server) {
    browser.open(server, "/dobutsu-chicks").await;
    let page = browser.text("main").await;
    assert!(page.contains("To move") && page.contains("wins in"), "{page}");
    assert!(browser.has("svg.diagram").await && !browser.has("input[readonly] + button").await);
    browser.click("tbody tr a").await;
    assert!(browser.path().await.matches('/').count() == 2);
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

async fn pages_are_accessible(browser: &Browser, server: &Server) {
    let dir = tempfile::tempdir().unwrap();
    let Some(axe) = axe(dir.path()) else { return };
    let mut findings = Vec::new();
    for path in PAGES {
        browser.open(server, path).await;
        browser.run(&axe).await;
        // What is right needs no list of the elements that it is right of.
        let script = "const done = arguments[0]; const wanted = { resultTypes: ['violations'] }; \
            axe.run(wanted).then(found => done(found.violations.map(violation => \
            [violation.impact, violation.id, violation.nodes.map(node => node.html)])))";
        let found = browser.0.execute_async(script, Vec::new()).await.unwrap();
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
async fn shots(driver: &Driver, server: &Server, dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    for (theme, flag) in [("light", "1"), ("dark", "0")] {
        let flag = format!("--blink-settings=preferredColorScheme={flag}");
        let browser =
            driver.browser(theme, &[&flag, "--lang=en"], json!({ "intl.accept_languages": "en" })).await;
        for width in [360, 768, 1440] {
            browser.0.set_window_size(width, 900).await.unwrap();
            for (name, path) in SHOTS {
                browser.open(server, path).await;
                let file: PathBuf = dir.join(format!("{name}-{width}-{theme}.png"));
                fs::write(file, browser.0.screenshot().await.unwrap()).unwrap();
            }
        }
        browser.0.close().await.unwrap();
    }
}
