//! Any address, with what is behind its question mark, is answered: by a page, a refusal or the way to
//! another page, never by a fault of the program; and no text of it becomes markup.
#![no_main]

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode, header::HOST},
};
use libfuzzer_sys::fuzz_target;
use std::{
    sync::{Arc, LazyLock},
    time::SystemTime,
};
use tokio::runtime::Runtime;
use tower::ServiceExt;
use yomikiri_core::{
    Editor, Explore, Explorer, Language, ParseError, Side, Unknown, Value, ValueFilter, phrases,
    play::{Clock, Forfeit, RepetitionEnd, Reply, Thinking, repeated_thrice},
};
use yomikiri_shogi::{Ending, Shogi, SmallShogi};
use yomikiri_web::{Census, Refusal, Seen, Site, Source, Strength, router};

/// Dobutsu Shogi by its rules alone.
struct Rules {
    tree: Arc<dyn Explore>,
    books: Option<Arc<dyn Explore>>,
    editor: SmallShogi,
}

impl Source for Rules {
    fn name(&self) -> &str {
        "dobutsu"
    }

    fn about(&self, _language: Language) -> &str {
        "Dobutsu Shogi"
    }

    fn rules(&self) -> Arc<dyn Explore> {
        self.tree.clone()
    }

    fn books(&self) -> Option<Arc<dyn Explore>> {
        self.books.clone()
    }

    fn edition(&self) -> Option<SystemTime> {
        None
    }

    fn see(&self, pos: &str, _line: bool, _patient: bool) -> Result<Seen, Refusal> {
        let node = self.tree.open(pos).map_err(Refusal::Parse)?;
        let view = node.view().map_err(|error| Refusal::Environment(error.told().clone()))?;
        Ok(Seen { view, line: Vec::new(), board: node.draw(false), missing: None })
    }

    fn json(&self, pos: &str, _line: bool, _patient: bool) -> Result<String, Refusal> {
        let node = self.tree.open(pos).map_err(Refusal::Parse)?;
        Ok(format!("{:?}", node.position()))
    }

    fn json_all(&self, positions: &[&str]) -> Result<Vec<Result<String, ParseError>>, Refusal> {
        let json = |pos: &&str| Ok(format!("{:?}", self.tree.open(pos)?.position()));
        Ok(positions.iter().map(json).collect())
    }

    fn has_player(&self) -> bool {
        true
    }

    fn answer(&self, path: &[String], _: Strength, _: Option<Clock>) -> Result<Reply, Refusal> {
        let node = self.tree.open(&path[path.len() - 1]).map_err(Refusal::Parse)?;
        let over = || Refusal::Parse(ParseError::new(phrases::NO_PLAYER));
        let mv = node.names().into_iter().next().ok_or_else(over)?;
        Ok(Reply { mv, probability: None, thinking: Thinking::default() })
    }

    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        repeated_thrice(path)
    }

    fn values(&self, path: &[String]) -> Result<Vec<(Side, Option<Value>)>, Refusal> {
        path.iter().map(|pos| Ok((self.tree.open(pos).map_err(Refusal::Parse)?.side(), None))).collect()
    }

    fn editor(&self) -> Option<&dyn Editor> {
        Some(&self.editor)
    }

    fn census(&self) -> Result<Option<Census>, Refusal> {
        Ok(None)
    }

    fn has_table(&self) -> bool {
        false
    }

    fn random(
        &self,
        _: ValueFilter,
        _: u64,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    fn dealt(&self, _deal: &str) -> Option<Arc<dyn Source>> {
        None
    }

    fn deal_of(&self, _record: &[u8]) -> Option<String> {
        None
    }

    fn forms(&self) -> &'static [&'static str] {
        &["usi"]
    }

    fn record(&self, path: &[String], _forfeit: Option<Forfeit>, _form: &str) -> Result<Vec<u8>, ParseError> {
        Ok(path.join("\n").into_bytes())
    }

    fn recorded(&self, _record: &[u8]) -> Result<Vec<String>, ParseError> {
        Err(ParseError::new(phrases::NO_POSITION))
    }
}

static SITE: LazyLock<(Runtime, Router)> = LazyLock::new(|| {
    let game = Shogi::dobutsu(Ending::Capture);
    let tree = Arc::new(Explorer { game: game.clone(), probe: Unknown });
    let books =
        game.clone().in_kanji().map(|game| Arc::new(Explorer { game, probe: Unknown }) as Arc<dyn Explore>);
    let rules: Arc<dyn Source> = Arc::new(Rules { tree, books, editor: game });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().expect("threads");
    (runtime, router(Site::new(vec![rules], true)))
});

fuzz_target!(|address: &str| {
    let Ok(request) = Request::get(format!("/{address}")).header(HOST, "localhost").body(Body::empty())
    else {
        return;
    };
    let (runtime, router) = &*SITE;
    let (status, body) = runtime.block_on(async {
        let response = router.clone().oneshot(request).await.expect("a router always answers");
        let status = response.status();
        (status, to_bytes(response.into_body(), 1 << 24).await.expect("a page"))
    });
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "/{address}");
    let scripts = String::from_utf8_lossy(&body).matches("<script").count();
    assert!(scripts <= 1, "/{address}: markup of a reader");
});
