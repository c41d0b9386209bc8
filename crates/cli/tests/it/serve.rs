//! `yomikiri serve` as a process: what browsers and programs get from it, and how it begins and ends.

use serde_json::Value as Json;
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

/// A position that can be reached from the start of `dobutsu-chicks`.
const CHICKS: &str = "1l1/1c1/1C1/1L1 b -";

fn yomikiri(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", data).stdin(Stdio::null());
    command
}

fn output(data: &Path, args: &[&str]) -> Output {
    yomikiri(data, args).output().unwrap()
}

/// A server, with tables in a directory of its own.
pub struct Server {
    child: Child,
    pub address: String,
    data: tempfile::TempDir,
}

impl Server {
    /// Starts on a free port, with the table of `dobutsu-chicks` and no other.
    pub fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        assert!(output(data.path(), &["solve", "dobutsu-chicks"]).status.success());
        Self::over(data, &[])
    }

    /// Starts with more arguments over a directory of tables.
    fn over(data: tempfile::TempDir, args: &[&str]) -> Self {
        let mut command = yomikiri(data.path(), &["serve", "--listen", "127.0.0.1:0"]);
        command.args(args);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("The pages are at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, address, data }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        stream
    }

    /// Head and body of an answer.
    fn answer(&self, method: &str, path: &str, body: &str) -> (String, String) {
        let mut stream = self.connect();
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// The body of an answer, which may be no text.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let mut stream = self.connect();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let head = answer.windows(4).position(|end| end == b"\r\n\r\n").unwrap();
        answer.split_off(head + 4)
    }

    /// Status and body of an answer.
    fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (head, body) = self.answer(method, path, body);
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body)
    }

    /// Where a request leads.
    fn location(&self, method: &str, path: &str, body: &str) -> String {
        let (head, body) = self.answer(method, path, body);
        let line = head.lines().find_map(|line| line.strip_prefix("location: "));
        line.unwrap_or_else(|| panic!("{path}: {head} {body}")).to_owned()
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "")
    }

    pub fn json(&self, path: &str) -> Json {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    fn signal(&self, name: &str) {
        let kill = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What those are told of a page's board who do not see it: title and description.
fn described(page: &str) -> String {
    let part = |name: &str| {
        let (_, picture) = page.split_once("<svg ").unwrap_or_else(|| panic!("{page}"));
        let (_, text) = picture.split_once(&format!("<{name}>")).unwrap_or_else(|| panic!("{page}"));
        text.split('<').next().unwrap().to_owned()
    };
    [part("title"), part("desc")].join(" ")
}

#[test]
fn every_game_has_pages_and_the_api_says_what_probe_says() {
    let server = Server::start();
    let games = output(server.data.path(), &["games", "--json"]);
    let listed = server.json("/api/v1/games");
    let games: Json = serde_json::from_slice(&games.stdout).unwrap();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let (status, page) = server.get(&format!("/{name}"));
        assert_eq!(status, 200, "{name}: {page}");
        assert!(page.contains(&format!("href=\"/{name}/")), "{name}: {page}");
        assert!(page.contains("<svg xmlns") && page.contains("<desc>"), "{name}: {page}");
        let told = described(&server.get(&format!("/{name}?lang=ja")).1);
        assert!(told.contains("手番") || told.contains("めくった札"), "{name}: {told}");
        // Letters stand alone, in names of squares and for cards.
        let is_word = |two: &[u8]| two.iter().all(u8::is_ascii_alphabetic);
        assert!(!told.as_bytes().windows(2).any(is_word), "{name}: {told}");
        assert!(listed["games"].as_array().unwrap().iter().any(|game| game["name"] == name), "{name}");
    }
    let probe = output(server.data.path(), &["probe", "dobutsu-chicks", CHICKS, "--json"]);
    let told = server.get("/api/v1/dobutsu-chicks/sfen/1l1_1c1_1C1_1L1_b_-");
    assert_eq!(told, (200, String::from_utf8(probe.stdout).unwrap().trim_end().to_owned()));
    // Not in the table: no game leads there.
    let alone = "/api/v1/dobutsu-chicks/sfen/1l1_3_3_1L1_b_-";
    assert_eq!(server.json(alone)["value"], "win");
    missing_and_damaged_tables_are_told_of(&server);
    let file = server.data.path().join("board.svg");
    let drawn = ["probe", "dobutsu-chicks", CHICKS, "--svg", file.to_str().unwrap()];
    assert!(output(server.data.path(), &[&drawn[..], &["--lang", "ja"]].concat()).status.success());
    let japanese = "盤面 先手(手番): 2cひよこ、2dライオン。 後手: 2aライオン、2bひよこ。";
    assert_eq!(described(&fs::read_to_string(&file).unwrap()), japanese);
    assert!(output(server.data.path(), &drawn).status.success());
    let (drawn, (_, page)) = (fs::read_to_string(file).unwrap(), server.get("/dobutsu-chicks"));
    let (head, body) = drawn.split_once("</style>\n").unwrap();
    let body = body.trim_end().strip_suffix("</svg>").unwrap();
    assert!(head.contains("<style>") && page.contains(body), "{page}");
    let stream = output(server.data.path(), &["probe", "dobutsu-chicks", "-", "--svg", "board.svg"]);
    assert_eq!(stream.status.code(), Some(2));
}

fn missing_and_damaged_tables_are_told_of(server: &Server) {
    let (status, page) = server.get("/dobutsu/2c2b");
    assert_eq!(status, 200);
    assert!(page.contains("there is no table of dobutsu; make it with `yomikiri solve dobutsu`"), "{page}");
    assert_eq!(server.get("/api/v1/dobutsu").0, 503);
    let table = server.data.path().join("yomikiri/dobutsu-chicks-capture.yomi");
    let whole = fs::read(&table).unwrap();
    fs::write(&table, &whole[..whole.len() / 2]).unwrap();
    let (status, page) = server.get("/dobutsu-chicks");
    assert_eq!(status, 200);
    assert!(page.contains("No values are shown") && page.contains("solve dobutsu-chicks"), "{page}");
    // One whose checksums are right, but whose first page begins with no width.
    fs::write(&table, with_a_page_that_is_none(&whole)).unwrap();
    let (status, page) = server.get("/dobutsu-chicks?lang=ja");
    assert_eq!(status, 503, "{page}");
    assert!(page.contains("は壊れています(ページ0の形式が違います)。もう一度解析してください: `"), "{page}");
    // Whoever makes it anew need not start the server again.
    fs::write(&table, &whole).unwrap();
    assert_eq!(server.get("/api/v1/dobutsu-chicks").0, 200);
}

fn with_a_page_that_is_none(table: &[u8]) -> Vec<u8> {
    let mut table = table.to_vec();
    let number = |table: &[u8], at: usize| u32::from_le_bytes(table[at..at + 4].try_into().unwrap()) as usize;
    let front = 20 + number(&table, 12);
    let header: Json = serde_json::from_slice(&table[16..front - 4]).unwrap();
    let field = |name: &str| header[name].as_u64().unwrap() as usize;
    let directory = front + field("model_bytes");
    let end = directory + 8 * field("pages");
    let (page, length) = (end + 4, number(&table, directory));
    table[page] = 0;
    for (sum, of) in [(directory + 4, page..page + length), (end, front..end)] {
        let crc = crc32fast::hash(&table[of]).to_le_bytes();
        table[sum..sum + 4].copy_from_slice(&crc);
    }
    table
}

/// Whether an answer is what a schema says, as far as the words of JSON Schema that the description uses.
fn fits(answer: &Json, schema: &Json, description: &Json) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let schema = description.pointer(name.strip_prefix('#').unwrap()).unwrap();
        return fits(answer, schema, description);
    }
    if let Some(schemas) = schema["anyOf"].as_array() {
        return schemas.iter().any(|schema| fits(answer, schema, description));
    }
    let types = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    let is_typed = types.iter().any(|name| match name.as_str().unwrap() {
        "object" => answer.is_object(),
        "array" => answer.is_array(),
        "string" => answer.is_string(),
        "integer" => answer.is_i64(),
        "number" => answer.is_number(),
        "boolean" => answer.is_boolean(),
        "null" => answer.is_null(),
        other => panic!("{other}"),
    });
    if !is_typed {
        return false;
    }
    let is_listed = schema["enum"].as_array().is_none_or(|values| values.contains(answer));
    let items = answer.as_array().into_iter().flatten();
    let has_items = items.into_iter().all(|item| fits(item, &schema["items"], description));
    let required = schema["required"].as_array().into_iter().flatten();
    let has_required = required.into_iter().all(|name| answer.get(name.as_str().unwrap()).is_some());
    let fields = answer.as_object().into_iter().flatten();
    let has_known = fields.into_iter().all(|(name, field)| {
        schema["properties"].get(name).is_some_and(|schema| fits(field, schema, description))
    });
    is_listed && has_items && has_required && has_known
}

/// A problem to be checked, and to be solved.
const MATE_IN_THREE_CHECKED: &str = "/api/v1/tsume/check?position=4k4/9/4P4/9/9/9/9/9/9%20b%202G%201";
const MATE_IN_THREE_SOLVED: &str = "/api/v1/tsume/solve?position=4k4/9/4P4/9/9/9/9/9/9%20b%202G%201";

/// A sound collection, and a copy in whose file name, and in what the database says of sets, there is markup.
fn with_markup(data: &Path) -> [PathBuf; 2] {
    let paths = ["plain.sqlite", "<script>alert(2)<&\"'.sqlite"].map(|name| data.join(name));
    let made = output(data, &["tsume", "enumerate", "SNP", "--out", paths[0].to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    fs::copy(&paths[0], &paths[1]).unwrap();
    let database = rusqlite::Connection::open(&paths[1]).unwrap();
    let set = "<script>alert(1)</script>\"'&";
    let changed = database.execute("UPDATE problem SET piece_set = ?1 WHERE id % 2 = 0", [set]).unwrap();
    assert!(changed > 5);
    paths
}

#[test]
fn a_problem_that_is_mate_already_has_a_page() {
    let data = tempfile::tempdir().unwrap();
    let [text, made] = ["m.sfen", "m.sqlite"].map(|name| data.path().join(name).to_str().unwrap().to_owned());
    fs::write(&text, "4k4/4G4/4P4/9/9/9/9/9/9 w - 1\n4k4/9/4P4/9/9/9/9/9/9 b G 1\n").unwrap();
    assert!(output(data.path(), &["tsume", "show", &text, "--out", &made]).status.success());
    let server = Server::over(data, &["--collection", &made]);
    for path in ["/tsume/m/1", "/tsume/m/1?solution=1"] {
        let (status, page) = server.get(path);
        assert!(status == 200 && page.contains("Mate already") && !page.contains("Black to move"), "{page}");
    }
    assert!(server.get("/tsume/m/2").1.contains("Black to move"));
    // Set up, it leads to a page that says so, and no page leads further.
    let set_up = server.location("GET", "/tsume?position=4k4/4G4/4P4/9/9/9/9/9/9%20w%20-", "");
    assert!(server.get(&set_up).1.contains("Mate already"), "{set_up}");
    assert!(!server.get("/tsume/m/1").1.contains("check=1"));
    // There is nothing to check and to solve.
    for command in ["check", "solve"] {
        let path = format!("/api/v1/tsume/{command}?position=4k4/4G4/4P4/9/9/9/9/9/9%20w%20-");
        assert_eq!(server.get(&path).0, 400, "{path}");
    }
}

#[test]
fn markup_in_a_collection_is_text() {
    let data = tempfile::tempdir().unwrap();
    let [plain, marked] = with_markup(data.path()).map(|path| path.to_str().unwrap().to_owned());
    // The problem of the day is of the first.
    let server = Server::over(data, &["--collection", &plain, "--collection", &marked]);
    let (_, first) = server.get("/tsume");
    assert!(first.contains("&lt;script&gt;alert(1)") && first.contains("&lt;script&gt;alert(2)"), "{first}");
    // Whatever these lead to has the script of the pages alone.
    let links = first.split("href=\"").skip(1).filter_map(|link| link.split('"').next());
    let links: BTreeSet<String> =
        links.filter(|link| link.starts_with("/tsume/")).map(|link| link.replace("&amp;", "&")).collect();
    assert!(links.len() > 3, "{links:?}");
    let collection = links.iter().find(|link| link.starts_with("/tsume/%3C") && !link.contains('?')).unwrap();
    let more =
        ["/1", "/2", "?after=1&where=plies%3E%3D3", "?where=%3Cscript%3E", "?set=%3Cscript%3E&solutions=1"];
    let more = more.iter().map(|more| collection.clone() + more);
    for address in links.iter().cloned().chain(more).chain(["/tsume".to_owned()]) {
        for address in
            [address.clone(), address.clone() + if address.contains('?') { "&" } else { "?" } + "lang=ja"]
        {
            let (status, page) = server.get(&address);
            assert!(status < 500 || status == 503, "{address}: {status}");
            assert_eq!(page.matches("<script").count(), 1, "{address}: {page}");
            assert!(page.contains("<script type=\"module\""), "{address}: {page}");
        }
    }
}

#[test]
fn problems_are_told_as_the_commands_tell_them() {
    let server = Server::start();
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b 2G 1";
    let of = |command: &str, more: &[&str]| -> Json {
        let output = output(server.data.path(), &[&["tsume", command, problem, "--json"], more].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(server.json(MATE_IN_THREE_CHECKED), of("check", &[]));
    let (told, solved) = (server.json(MATE_IN_THREE_SOLVED), of("solve", &["--shortest"]));
    for field in ["sfen", "mate", "plies", "exact", "line"] {
        assert_eq!(told[field], solved[field], "{field}");
    }
    // The next page of a filter, and again, until there is none.
    let mut at = "/api/v1/tsume/collections/small-sets?plies=7&piece=N&piece=S&limit=100".to_owned();
    let (mut seen, mut count) = (0, 0);
    loop {
        let page = server.json(&at);
        count = page["count"].as_u64().unwrap().max(count);
        for problem in page["problems"].as_array().unwrap() {
            let pieces = problem["pieces"].as_str().unwrap().to_uppercase();
            assert!(problem["plies"] == 7 && pieces.contains('N') && pieces.contains('S'), "{problem}");
            seen += 1;
        }
        let Some(next) = page["next"].as_str() else { break };
        at = next.to_owned();
    }
    assert!(seen == count && seen > 0, "{seen} of {count}");
}

/// Connections that send a byte of a request's head a second, and such as ask and do not read.
fn slow_clients(server: &Server) -> (Vec<TcpStream>, Vec<TcpStream>) {
    let head = (0..64).map(|_| server.connect()).collect();
    let ask = format!("GET /blokus HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).repeat(64);
    let deaf = |_| {
        let mut stream = server.connect();
        stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
        // As much as the server takes.
        let _ = stream.write_all(ask.as_bytes());
        stream
    };
    (head, (0..32).map(deaf).collect())
}

#[test]
fn slow_clients_hold_nobody_up() {
    let server = Server::start();
    let usual = median_time(&server);
    let (mut heads, deaf) = slow_clients(&server);
    let line = format!("GET / HTTP/1.1\r\nHost: {}\r\nX: ", server.address);
    let (began, mut bytes, mut worst) =
        (Instant::now(), line.bytes().chain(std::iter::repeat(b'x')), Duration::ZERO);
    // The head of a request may take 15 seconds, at any pace.
    let mut open = heads.len();
    while open > 0 {
        assert!(began.elapsed() < Duration::from_secs(40), "{open} heads go on");
        let byte = bytes.next().unwrap();
        heads.retain_mut(|stream| stream.write_all(&[byte]).is_ok());
        open = heads.len();
        worst = worst.max(median_time(&server));
        std::thread::sleep(Duration::from_secs(1));
    }
    assert!(began.elapsed() > Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(worst < 20 * usual + Duration::from_millis(200), "{worst:?}, usually {usual:?}");
    drop(deaf);
}

/// The median time of some pages, one after the other.
fn median_time(server: &Server) -> Duration {
    let mut times: Vec<_> = (0..9)
        .map(|_| {
            let began = Instant::now();
            assert_eq!(server.get("/dobutsu-chicks").0, 200);
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn answers_are_as_the_openapi_file_describes_them() {
    let server = Server::start();
    let description = server.json("/api/v1/openapi.json");
    let schema = |path: &str, method: &str, status: u16| {
        let operation = &description["paths"][path][method];
        operation["responses"][status.to_string()]["content"]["application/json"]["schema"].clone()
    };
    let gone = format!("[\"{CHICKS}\", \"lion\"]");
    let long = "x".repeat((1 << 20) + 1);
    let asked = [
        ("/games", "get", "/api/v1/games", "", 200),
        ("/{game}", "get", "/api/v1/dobutsu-chicks", "", 200),
        ("/{game}", "get", "/api/v1/blokus?line=false", "", 200),
        ("/{game}", "get", "/api/v1/calculation", "", 200),
        ("/{game}", "get", "/api/v1/dobutsu-chicks?position=1l1/3/3/1L1%20b%20-", "", 200),
        ("/{game}", "get", "/api/v1/chess", "", 404),
        ("/{game}", "get", "/api/v1/dobutsu", "", 503),
        ("/{game}/{path}", "get", "/api/v1/blokus/66t0/8Aj2", "", 200),
        ("/{game}/{path}", "get", "/api/v1/blokus/66t9", "", 400),
        ("/{game}/census", "get", "/api/v1/dobutsu-chicks/census", "", 200),
        ("/{game}/census", "get", "/api/v1/dobutsu/census", "", 503),
        ("/{game}/census", "get", "/api/v1/blokus/census", "", 404),
        ("/tsume", "get", "/api/v1/tsume", "", 200),
        ("/tsume/day", "get", "/api/v1/tsume/day", "", 200),
        (
            "/tsume/collections/{name}",
            "get",
            "/api/v1/tsume/collections/small-sets?plies=5&piece=G&limit=3",
            "",
            200,
        ),
        ("/tsume/collections/{name}", "get", "/api/v1/tsume/collections/small-sets?piece=X", "", 400),
        ("/tsume/collections/{name}", "get", "/api/v1/tsume/collections/others", "", 404),
        ("/tsume/collections/{name}/{number}", "get", "/api/v1/tsume/collections/small-sets/9", "", 200),
        ("/tsume/collections/{name}/{number}", "get", "/api/v1/tsume/collections/small-sets/0", "", 404),
        ("/tsume/check", "get", MATE_IN_THREE_CHECKED, "", 200),
        ("/tsume/check", "get", "/api/v1/tsume/check?position=8k/9/7GG/9/9/9/9/9/9%20b%20GR%201", "", 200),
        ("/tsume/check", "get", "/api/v1/tsume/check?position=x", "", 400),
        ("/tsume/solve", "get", MATE_IN_THREE_SOLVED, "", 200),
        ("/tsume/solve", "get", "/api/v1/tsume/solve", "", 400),
        ("/{game}/batch", "post", "/api/v1/dobutsu-chicks/batch", gone.as_str(), 200),
        ("/{game}/batch", "post", "/api/v1/dobutsu-chicks/batch", "{}", 400),
        ("/{game}/batch", "post", "/api/v1/dobutsu-chicks/batch", long.as_str(), 413),
    ];
    let fault = schema("/games", "get", 200);
    for (path, method, address, body, status) in asked {
        let (found, answer) = server.request(&method.to_uppercase(), address, body);
        assert_eq!(found, status, "{address}: {answer}");
        let answer: Json = serde_json::from_str(&answer).unwrap();
        assert!(fits(&answer, &schema(path, method, status), &description), "{address}: {answer}");
        // A test that takes anything would be none.
        assert!(address.ends_with("/games") || !fits(&answer, &fault, &description), "{address}");
    }
}

/// The first link on a page to an address that begins so.
fn link(page: &str, begins: &str) -> Option<String> {
    let href = format!("href=\"{begins}");
    let at = page.find(&href)? + "href=\"".len();
    Some(page[at..].split('"').next().unwrap_or_default().replace("&amp;", "&"))
}

#[test]
fn a_whole_game_is_played_and_kept() {
    let server = Server::start();
    // The first player wins by perfect play: by the best of the hints all the way.
    let mut at = "/dobutsu-chicks?play=first&level=perfect&hint=1".to_owned();
    let last = loop {
        let (status, page) = server.get(&at);
        assert_eq!(status, 200, "{at}: {page}");
        let path = at.split('?').next().unwrap();
        let Some((_, moves)) = page.split_once("<ul class=\"choices") else { break page };
        let next = link(moves, &format!("{path}/")).unwrap();
        let (status, page) = server.get(&next);
        if status == 200 {
            break page;
        }
        at = server.location("GET", &next, "");
        assert!(at.len() < 2000, "{at}");
    };
    assert!(last.contains("<p class=\"verdict\">First player"), "{last}");
    assert!(last.contains("Values along the moves"), "{last}");
    assert!(!last.contains("First player gave away"), "{last}");
    let kif = link(&last, "/dobutsu-chicks").filter(|_| last.contains("?save=kif"));
    assert!(kif.is_some(), "{last}");
    // Every game has somebody who plays it, and answers at once.
    for game in ["dobutsu", "minishogi", "goro-goro", "shogi", "blokus"] {
        let answer = server.location("GET", &format!("/{game}?play=second&level=2"), "");
        assert!(
            answer.starts_with(&format!("/{game}/")) && answer.ends_with("?play=second&level=2"),
            "{answer}"
        );
    }
    assert_eq!(server.get("/calculation?play=first").0, 200);
    assert_eq!(server.get("/dobutsu?play=second&level=perfect").0, 503);
}

#[test]
fn japanese_readers_get_moves_as_their_books_print_them() {
    let server = Server::start();
    for (path, expected) in [
        ("/shogi/7g7f/3c3d?lang=ja", ">▲７六歩</a>"),
        ("/shogi/7g7f/3c3d?lang=ja", "aria-current=\"page\">△３四歩</span>"),
        (
            "/shogi/7g7f/3c3d?lang=ja",
            "data-move=\"8h2b+\" href=\"/shogi/7g7f/3c3d/8h2b+?lang=ja\">▲２二角成</a>",
        ),
        ("/shogi/7g7f/3c3d/8h2b+/3a2b?lang=ja", "aria-current=\"page\">△同銀</span>"),
        ("/shogi/7g7f?play=first&level=1&resign=1&lang=ja", "直前の手: ▲７六歩"),
        ("/shogi/7g7f", "aria-current=\"page\">7g7f</span>"),
        // And all else in their language, down to what is missing.
        ("/?lang=ja", "将棋: 9×9マス"),
        ("/dobutsu?lang=ja", "dobutsuのテーブルがありません。`yomikiri solve dobutsu`で作成できます"),
        ("/work?lang=ja", "棋譜を検討する"),
        ("/minishogi?edit=4k/5/5/5/K4+b+-&lang=ja", ">飛 (R)</a>"),
        ("/minishogi?edit=4k/5/5/5/K4+b+-", ">rook (R)</a>"),
        (
            "/tsume/sfen/4k4_9_4P4_9_9_9_9_9_9_b_2G?lang=ja",
            "<desc>先手(手番): ５三歩、持ち駒 金2。 後手: ５一玉。",
        ),
        ("/tsume?edit=4k4/9/4P4/9/9/9/9/9/9+b+-&lang=ja", "5c歩"),
        ("/calculation?lang=ja", "<h3>台札ごとの残りの札(最後の札から)</h3><pre>台札 1  K Q J T"),
        ("/calculation", "<h3>What bases still need, the last card first</h3><pre>base 1  K Q J T"),
        ("/blokus?lang=ja", "<h3>残りのピース</h3><pre>a b c d"),
        ("/tsume/sfen/4k4_9_4P4_9_9_9_9_9_9_b_2G?check=1&lang=ja", "駒余り: 金<"),
        ("/tsume/sfen/4k4_9_4P4_9_9_9_9_9_9_b_2G?check=1", "hand: gold<"),
        ("/tsume/sfen/4k4_9_4P4_9_9_9_9_9_9_b_GR?check=1&lang=ja", "余詰: 1手目☗"),
        // Not on the main line, where nothing could be moved so.
        ("/tsume/sfen/5S+N1k_9_5G3_8S_9_9_9_9_9_b_S?check=1&lang=ja", "余詰: "),
    ] {
        let (status, page) = server.get(path);
        assert!(status == 200 && page.contains(expected), "{path}: {expected}: {page}");
    }
}

#[test]
fn japanese_readers_are_told_in_japanese_what_cannot_be_done() {
    let server = Server::start();
    for (path, expected) in [
        (
            "/dobutsu?play=first&clock=5&lang=ja",
            "持ち時間(clock): 5m、5m+3s、5m/10sのような24時間以内の時間が",
        ),
        ("/dobutsu?play=first&clock=5m&left=1&since=2&lang=ja", "left, since: ここで始めた対局の時間が"),
        ("/tsume/small-sets?where=beauty&lang=ja", "条件(where): `beauty`は条件ではありません。"),
        ("/tsume/small-sets?where=beauty", "where: `beauty` is no condition; expected pieces, "),
    ] {
        let (status, page) = server.get(path);
        assert!(status == 400 && page.contains(expected), "{path}: {expected}: {page}");
    }
}

#[test]
fn each_deal_of_calculation_has_its_pages() {
    let server = Server::start();
    let other = server.location("GET", "/calculation?deal=new&play=first", "");
    assert!(other.starts_with("/calculation:") && other.ends_with("?play=first&level=3"), "{other}");
    let card =
        |path: &str| server.json(path)["position"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
    let first: BTreeSet<String> = (1..9).map(|seed| card(&format!("/api/v1/calculation:{seed}"))).collect();
    assert!(first.len() > 2, "{first:?}");
    assert_eq!(card("/api/v1/calculation:1"), card("/api/v1/calculation"));
    // The commands know the same deal by its seed.
    let (_, record) = server.get("/calculation:7/p1?save=txt");
    let deal = record.lines().find_map(|line| line.strip_prefix("deal ")).unwrap();
    assert_eq!(card(&format!("/api/v1/calculation:{deal}/p1")), card("/api/v1/calculation:7/p1"));
    // A game is taken up on the page of any deal.
    let form = format!("record={}", record.replace('\n', "%0A").replace(' ', "+"));
    assert_eq!(server.location("POST", "/calculation:7", &form), "/calculation:7/p1");
    assert_eq!(server.location("POST", "/calculation", &form), format!("/calculation:{deal}/p1"));
    for name in ["calculation:", "calculation:lion", "shogi:7", "calculation:7:7"] {
        assert_eq!(server.get(&format!("/{name}")).0, 404, "{name}");
    }
}

#[test]
fn every_value_of_the_census_has_a_random_position() {
    let server = Server::start();
    let census = server.json("/api/v1/dobutsu-chicks/census");
    let by_plies = census["by_plies"].as_array().unwrap();
    for (plies, count) in by_plies.iter().enumerate() {
        for (parity, wdl) in [(0, "loss"), (1, "win")] {
            let path = format!("/dobutsu-chicks?random={wdl}&plies={plies}");
            if plies % 2 != parity || count == 0 {
                assert_eq!(server.get(&path).0, 404, "{path}");
                continue;
            }
            let to = server.location("GET", &path, "");
            let told = server.json(&format!("/api/v1{to}?line=false"));
            assert_eq!((&told["value"], &told["plies"]), (&wdl.into(), &plies.into()), "{to}");
        }
    }
    assert!(by_plies.len() > 10, "{census}");
}

/// The page of work when it is done.
fn done(server: &Server, work: &str) -> String {
    let began = Instant::now();
    loop {
        let (status, page) = server.get(work);
        assert!(status == 200 && began.elapsed() < Duration::from_mins(2), "{page}");
        if !page.contains("data-events") {
            return page;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// The phase of work that goes on, when it has one.
fn phase(server: &Server, work: &str) -> String {
    let began = Instant::now();
    loop {
        let (status, page) = server.get(work);
        assert!(status == 200 && began.elapsed() < Duration::from_mins(2), "{page}");
        let told = page.split("aria-live=\"polite\">").nth(1).and_then(|told| told.split(": ").next());
        match told {
            Some(phase) if !phase.is_empty() && !phase.contains('<') => return phase.to_owned(),
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

#[test]
fn a_game_is_solved_from_its_page() {
    let server = Server::start();
    let (_, page) = server.get("/shogi-3x3");
    assert!(page.contains("there is no table of shogi-3x3"), "{page}");
    assert!(page.contains("name=\"subject\" value=\"shogi-3x3\""), "{page}");
    let work = server.location("POST", "/work", "kind=solve&subject=shogi-3x3");
    let told = done(&server, &work);
    assert!(told.contains(">Done<") && told.contains("With best play"), "{told}");
    let (_, page) = server.get("/shogi-3x3");
    assert!(!page.contains("there is no table") && page.contains("best first"), "{page}");
    // What is long is ended by its button.
    let long = server.location("POST", "/work", "kind=enumerate&subject=NNNNP");
    let phase = phase(&server, &format!("{long}?lang=ja"));
    assert!(!phase.is_ascii() && !phase.contains(|letter: char| letter.is_ascii_alphabetic()), "{phase}");
    server.location("POST", &long, "");
    assert!(done(&server, &long).contains(">Cancelled<"));
}

/// The text of a page without the names of things that are the same in each language.
fn fault(page: &str) -> &str {
    let (_, rest) = page.split_once("<p class=\"fault\">").unwrap_or_else(|| panic!("{page}"));
    rest.split("</p>").next().unwrap()
}

/// Each reader is told in his language what came of work, that which is done and that which fails, though it
/// is done once.
#[test]
fn what_came_of_work_is_told_in_each_language() {
    let server = Server::start();
    let both = |form: &str| {
        let work = server.location("POST", "/work", form);
        let (told, in_japanese) = (done(&server, &work), done(&server, &format!("{work}?lang=ja")));
        (work, told, in_japanese)
    };
    for (form, english, japanese) in [
        ("kind=solve&subject=shogi-3x3", "With best play", "最善を尽くすと: "),
        ("kind=enumerate&subject=G", "positions held", "局面(左右対称は1つ)"),
        ("kind=simulate&subject=random", "cards on the bases a game", "台札の枚数は1回平均"),
    ] {
        let (work, told, in_japanese) = both(form);
        assert!(told.contains(english) && !told.contains(japanese), "{told}");
        assert!(in_japanese.contains(japanese) && !in_japanese.contains(english), "{in_japanese}");
        assert_eq!(server.location("POST", "/work", form), work);
    }
    // The table of this game is to be written where there is a directory.
    fs::create_dir_all(server.data.path().join("yomikiri/dobutsu-capture.yomi/x")).unwrap();
    for (form, english, japanese) in [
        ("kind=simulate&subject=mcts", "mcts: how many a move?", "mcts: 1手あたりの回数が必要です"),
        ("kind=analyse&subject=minishogi&text=nonsense", "expected", "必要"),
        ("kind=solve&subject=dobutsu", "s a directory", "ディレクトリ"),
    ] {
        let (_, told, in_japanese) = both(form);
        assert!(fault(&told).contains(english), "{told}");
        assert!(fault(&in_japanese).contains(japanese), "{in_japanese}");
    }
    // What cannot be begun is told so too.
    let wrong = |form: &str| server.request("POST", "/work?lang=ja", form);
    for (form, japanese) in [
        ("kind=enumerate&subject=XYZ", "駒組の`X`(1文字目)は駒ではありません"),
        ("kind=solve&subject=blokus", "対象: "),
        ("kind=sleep&subject=x", "kind: solve"),
    ] {
        let (status, page) = wrong(form);
        assert!(status == 400 && fault(&page).contains(japanese), "{page}");
    }
}

#[test]
fn a_game_is_judged_by_the_engine() {
    let server = Server::start();
    let record = "position startpos moves 5e4d 4a3b 3e3d 3b4c";
    let form = format!("kind=analyse&subject=minishogi&text={}", record.replace(' ', "+"));
    let work = server.location("POST", "/work", &form);
    assert_eq!(server.location("POST", "/work", &form), work);
    let page = done(&server, &work);
    assert!(page.contains("class=\"history\"") && page.contains(">4. 3b4c</a>"), "{page}");
}

#[test]
fn signals_end_it_with_status_0() {
    for name in ["INT", "TERM", "HUP"] {
        let mut server = Server::start();
        // Neither a silent connection nor half a request keeps it.
        let (_silent, mut half) = (server.connect(), server.connect());
        half.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").unwrap();
        assert_eq!(server.get("/").0, 200);
        let began = Instant::now();
        server.signal(name);
        assert_eq!(server.child.wait().unwrap().code(), Some(0), "{name}");
        assert!(began.elapsed() < Duration::from_secs(10), "{name}: {:?}", began.elapsed());
    }
}

#[test]
fn an_address_that_cannot_be_had_is_told() {
    let server = Server::start();
    let taken = output(server.data.path(), &["serve", "--listen", &server.address]);
    let said = String::from_utf8(taken.stderr).unwrap();
    assert!(taken.status.code() == Some(3) && said.contains("--listen"), "{said}");
    let wrong = output(server.data.path(), &["serve", "--listen", "7373"]);
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(wrong.status.code() == Some(2) && said.contains("such as 127.0.0.1:7373"), "{said}");
}

/// What is told on standard error where such a script opens pages.
fn opened_by(opener: Option<&str>) -> (tempfile::TempDir, String) {
    let data = tempfile::tempdir().unwrap();
    let opener_name = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if let Some(script) = opener {
        let file = data.path().join(opener_name);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = yomikiri(data.path(), &["serve", "--listen", "127.0.0.1:0", "--open"]);
    let mut child = command
        .env("PATH", data.path())
        .env("OPENED", data.path().join("opened"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let told = BufReader::new(child.stderr.take().unwrap());
    let waits = opener.is_some_and(|script| script.starts_with("echo"));
    let began = Instant::now();
    while waits && !data.path().join("opened").exists() && began.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(20));
    }
    if !waits {
        { told }.read_line(&mut line).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    (data, line)
}

#[test]
fn the_first_page_is_opened_or_it_is_told_why_not() {
    let (data, _) = opened_by(Some("echo \"$1\" > \"$OPENED.part\" && /bin/mv \"$OPENED.part\" \"$OPENED\""));
    let opened = fs::read_to_string(data.path().join("opened")).unwrap();
    assert!(opened.starts_with("http://127.0.0.1:") && opened.ends_with("/\n"), "{opened}");
    for (opener, why) in [(None, "No such file"), (Some("exit 3"), "exit status: 3")] {
        let (_, told) = opened_by(opener);
        assert!(told.contains("--open: ") && told.contains(why), "{told}");
        assert!(told.contains("open http://127.0.0.1:") && told.trim_end().ends_with("yourself"), "{told}");
    }
}
