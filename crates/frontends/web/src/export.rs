//! The pages as files that any web host serves: those around the start of each game, those of collections,
//! in each language. Links among them are relative; what is further away is left to a page that looks
//! positions up in the browser, and forms, which need a server, are left out.

use crate::{assets, router::router, site::Site};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use percent_encoding::percent_decode_str;
use std::{
    collections::{HashMap, HashSet, VecDeque},
    io,
};
use tower::ServiceExt;

/// What is exported.
pub struct Export {
    /// Positions up to so many moves from the start of a game have pages.
    pub plies: usize,
    /// The games, each with a page `probe.html` that knows all positions.
    pub games: Vec<String>,
    /// The largest number of a problem of each collection.
    pub collections: Vec<(String, u64)>,
}

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    /// A file of the export, and, if it is a page, the address that it is made from.
    File(String, Option<String>),
    /// A file, and a place in it.
    Place(String),
    /// Nowhere: it needs a server.
    Nowhere,
}

impl Export {
    /// Writes the pages, each by its path; how many there are.
    ///
    /// # Errors
    /// A page cannot be made; `write` fails.
    pub fn run(&self, site: Site, write: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<usize> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let router = router(site);
        for asset in assets::all() {
            write(&asset.name, runtime.block_on(page(&router, &asset.address))?.as_bytes())?;
        }
        let mut open: VecDeque<(String, String)> = VecDeque::new();
        let mut seen = HashSet::new();
        let mut befores: HashMap<String, String> = HashMap::new();
        for seed in ["/", "/?lang=ja"] {
            if let Target::File(file, Some(address)) = self.target(seed) {
                seen.insert(file.clone());
                open.push_back((file, address));
            }
        }
        let mut count = 0;
        while let Some((file, address)) = open.pop_front() {
            let text = for_reading(&runtime.block_on(page(&router, &address))?);
            for link in links(&text) {
                if let Target::File(to, Some(address)) = self.target(&link) {
                    if text.contains(&format!("rel=\"next\" href=\"{}\"", link.replace('&', "&amp;"))) {
                        befores.insert(to.clone(), file.clone());
                    }
                    if seen.insert(to.clone()) {
                        open.push_back((to, address));
                    }
                }
            }
            write(&file, self.rewritten(&text, &file, befores.get(&file)).as_bytes())?;
            count += 1;
        }
        Ok(count)
    }

    /// Where a link of a page leads in the export.
    fn target(&self, link: &str) -> Target {
        let Some(rest) = link.strip_prefix('/') else { return Target::Nowhere };
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        if let Some(asset) = assets::all().into_iter().find(|asset| asset.address == link) {
            return Target::File(asset.name.clone(), None);
        }
        let mut parameters: Vec<&str> = query.split('&').filter(|part| !part.is_empty()).collect();
        let japanese = parameters.contains(&"lang=ja");
        parameters.retain(|part| !part.starts_with("lang="));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        // Names are escaped in addresses, and nowhere else.
        let names: Vec<_> = parts.iter().map(|part| percent_decode_str(part).decode_utf8_lossy()).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let Some(extra) = self.admitted(&names, &parameters) else {
            return self.probed(&parts, &parameters, japanese);
        };
        let language = if japanese { "ja/" } else { "" };
        let mut file = language.to_owned();
        for part in names.iter().copied().chain([extra.as_str()]).filter(|part| !part.is_empty()) {
            file += &file_name(part);
            file.push('/');
        }
        // The solution of a problem is on its page: there is nobody to answer moves.
        let solution = matches!(parts[..], ["tsume", _, _]).then_some("solution=1");
        let language = japanese.then_some("lang=ja");
        let query: Vec<&str> = parameters.iter().copied().chain(solution).chain(language).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        Target::File(format!("{file}index.html"), Some(format!("/{path}{mark}{}", query.join("&"))))
    }

    /// What the name of an address's page has beyond the path, which may be nothing; none for an address
    /// without a page.
    fn admitted(&self, parts: &[&str], parameters: &[&str]) -> Option<String> {
        let is_collection = |name: &str| self.collections.iter().any(|(own, _)| own == name);
        let nothing = Some(String::new());
        match (parts, parameters) {
            ([] | ["tsume"], []) => nothing,
            (["tsume", name], []) if is_collection(name) => nothing,
            (["tsume", name], [parameter]) if is_collection(name) && parameter.starts_with("after=") => {
                Some(parameter.replace('=', "-"))
            }
            (["tsume", name, number], [] | ["solution=1"]) => {
                let last = self.collections.iter().find(|(own, _)| own == name)?.1;
                number.parse().is_ok_and(|number: u64| (1..=last).contains(&number)).then(String::new)
            }
            ([game, "census"], []) => self.games.iter().any(|own| own == game).then(String::new),
            ([game, moves @ ..], []) => {
                let is_near = moves.len() <= self.plies && moves.first() != Some(&"sfen");
                (is_near && self.games.iter().any(|own| own == game)).then(String::new)
            }
            ([_, ..], [parameter]) if parameter.starts_with("from=") => {
                self.admitted(parts, &[])?;
                Some(parameter.replace('=', "-"))
            }
            _ => None,
        }
    }

    /// A position that has no page of its own: the page that looks positions up.
    fn probed(&self, parts: &[&str], parameters: &[&str], japanese: bool) -> Target {
        let language = if japanese { "?lang=ja" } else { "?lang=en" };
        match parts {
            [game, rest @ ..] if parameters.is_empty() && self.games.iter().any(|own| own == game) => {
                Target::Place(format!("{game}/probe.html{language}#{}", rest.join("/")))
            }
            _ => Target::Nowhere,
        }
    }

    /// A page with its links as they are in the export.
    fn rewritten(&self, text: &str, file: &str, before: Option<&String>) -> String {
        let up = "../".repeat(file.matches('/').count());
        let mut parts = text.split("href=\"");
        let mut rewritten = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (link, rest) = part.split_once('"').unwrap_or((part, ""));
            let to = match self.target(&link.replace("&amp;", "&")) {
                Target::File(to, _) | Target::Place(to) => Some(to),
                Target::Nowhere if rewritten.ends_with("rel=\"prev\" ") => before.cloned(),
                Target::Nowhere => None,
            };
            match to {
                Some(to) => rewritten.extend(["href=\"", &up, &to, "\"", rest]),
                None if link.starts_with('/') => rewritten += rest,
                None => rewritten.extend(["href=\"", link, "\"", rest]),
            }
        }
        // The only other address in a page is that of its script.
        rewritten.replace("src=\"/assets/", &format!("src=\"{up}"))
    }
}

/// A name as that of a directory, on any system and in links.
fn file_name(name: &str) -> String {
    name.replace(['*', '/', '\\', ':', '<', '>', '?', '|', '"', '#', '%'], "_")
}

/// The addresses that a page links to.
fn links(text: &str) -> Vec<String> {
    let links = text.split("href=\"").skip(1).filter_map(|part| Some(part.split_once('"')?.0));
    links.map(|link| link.replace("&amp;", "&")).collect()
}

/// A page without what only a server answers: its forms, and the switch between styles of pieces.
fn for_reading(text: &str) -> String {
    without(&without(text, "<form", "</form>"), "<nav class=\"styles\"", "</nav>")
}

/// A text without its parts from one mark to another, which are not nested.
fn without(text: &str, begin: &str, end: &str) -> String {
    let mut parts = text.split(begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(end).map_or("", |(_, rest)| rest))
}

/// The answer to an address, which must be one.
async fn page(router: &Router, address: &str) -> io::Result<String> {
    let failed = |why: &dyn std::fmt::Display| io::Error::other(format!("{address}: {why}"));
    let request = Request::builder().uri(address).header("host", "localhost").body(Body::empty());
    let request = request.map_err(|error| failed(&error))?;
    let response = router.clone().oneshot(request).await.map_err(|error| failed(&error))?;
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.map_err(|error| failed(&error))?;
    let text = String::from_utf8_lossy(&body).into_owned();
    if status == StatusCode::OK { Ok(text) } else { Err(failed(&format!("status {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export() -> Export {
        Export {
            plies: 1,
            games: vec!["lions".into()],
            collections: vec![("some".into(), 60), ("詰 1".into(), 2)],
        }
    }

    #[test]
    fn links_lead_to_files() {
        let page = |file: &str, address: &str| Target::File(file.into(), Some(address.into()));
        for (link, target) in [
            ("/", page("index.html", "/")),
            ("/?lang=ja", page("ja/index.html", "/?lang=ja")),
            ("/lions?lang=en", page("lions/index.html", "/lions")),
            ("/lions/G*2c", page("lions/G_2c/index.html", "/lions/G*2c")),
            ("/lions?from=2d&lang=ja", page("ja/lions/from-2d/index.html", "/lions?from=2d&lang=ja")),
            ("/lions/census", page("lions/census/index.html", "/lions/census")),
            ("/tsume/some?after=24", page("tsume/some/after-24/index.html", "/tsume/some?after=24")),
            ("/tsume/some/7", page("tsume/some/7/index.html", "/tsume/some/7?solution=1")),
            ("/tsume/%E8%A9%B0%201", page("tsume/詰 1/index.html", "/tsume/%E8%A9%B0%201")),
            ("/lions/2d2c/2a1a", Target::Place("lions/probe.html?lang=en#2d2c/2a1a".into())),
            ("/lions/2d2c/2a1a?lang=ja", Target::Place("lions/probe.html?lang=ja#2d2c/2a1a".into())),
            (
                "/lions/sfen/1l1_3_3_1L1_b_-",
                Target::Place("lions/probe.html?lang=en#sfen/1l1_3_3_1L1_b_-".into()),
            ),
            (&assets::STYLE.address, Target::File(assets::STYLE.name.clone(), None)),
        ] {
            assert_eq!(export().target(link), target, "{link}");
        }
        for link in [
            "/blokus",
            "/lions?edit=x",
            "/api/v1/lions",
            "/assets/style.css",
            "/tsume/some/61",
            "/tsume/some/7/x",
            "/tsume/others",
        ] {
            assert_eq!(export().target(link), Target::Nowhere, "{link}");
        }
    }

    #[test]
    fn pages_are_written_with_links_that_lead_to_pages() {
        let mut files: HashMap<String, String> = HashMap::new();
        let mut write = |name: &str, bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            assert!(files.insert(name.into(), text).is_none(), "{name} twice");
            Ok(())
        };
        let count = export().run(crate::tests::lions_and_problems(), &mut write).unwrap();
        assert_eq!(count + assets::all().len(), files.len());
        for name in [
            "index.html",
            "ja/lions/2d2c/index.html",
            "ja/lions/census/index.html",
            "tsume/some/60/index.html",
            &assets::STYLE.name,
            &assets::SCRIPT.name,
        ] {
            assert!(files.contains_key(name), "{name}: {:?}", files.keys());
        }
        for (name, text) in files.iter().filter(|(name, _)| name.contains("index.html")) {
            assert!(!text.contains("<form") && !text.contains("href=\"/"), "{name}: {text}");
            for link in links(text).iter().filter(|link| link.starts_with("..") || !link.contains(':')) {
                let mut at: Vec<&str> = name.split('/').collect();
                at.pop();
                for part in link.split(['#', '?']).next().unwrap().split('/').filter(|part| !part.is_empty())
                {
                    if part == ".." { at.pop().map(drop).unwrap() } else { at.push(part) }
                }
                let to = at.join("/");
                let is_there =
                    link.starts_with('#') || files.contains_key(&to) || to.ends_with("lions/probe.html");
                assert!(is_there, "{name}: {link}");
            }
        }
        assert!(
            files["tsume/some/after-24/index.html"]
                .contains("rel=\"prev\" href=\"../../../tsume/some/index.html\"")
        );
    }
}
