//! Long work of the pages: this program once more, in a process of its own, so that it can be ended at any
//! moment and gives its memory back. What it writes is what people read on a terminal, in each language.

use crate::{games::tsume, progress, registry, told, variants_file};
use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Command, ExitStatus, Stdio},
    sync::OnceLock,
    thread,
    time::Duration,
};
use yomikiri_core::{Gap, Mark, Phrase};
use yomikiri_web::{Finding, Judged, Order, WorkKind, WorkWatch, Works};

yomikiri_core::phrases! { words;
    SOLVE: "Solve a game, and keep its table", "ゲームを解析してテーブルを保存する";
    ENUMERATE: "Count the mating problems of a set of pieces", "駒組の詰将棋を数え上げる";
    SIMULATE: "Play a thousand games of Calculation", "カルキュレーションを千回プレイする";
    ANALYSE: "Analyse a game", "棋譜を検討する";
    NOT_KIND: "kind: expected one of {}", "kind: {}のいずれかが必要です";
    NOT_SUBJECT: "subject: expected one of {}", "対象: {}のいずれかが必要です";
    NO_WORD: "subject: expected a word such as {}", "対象: {}のような語が必要です";
    NO_SET: "subject: {}", "対象: {}";
    NO_PROCESS: "the work cannot be begun: {}", "処理を開始できません: {}";
    KILLED: "the work was ended by signal {}; the system may have run out of memory",
        "処理がシグナル{}で終了しました。メモリーが足りなかった可能性があります";
    BROKEN: "the work was broken off by a fault of the program", "プログラムの不具合で処理が中断しました";
    TOO_MUCH: "the result is longer than {} bytes", "結果が{}バイトを超えています";
}

/// The longest result that is kept, in bytes.
const LONGEST: u64 = 1 << 20;

/// How often it is looked whether somebody still waits.
const PAUSE: Duration = Duration::from_millis(100);

/// The kind of work whose result is a game.
const JUDGING: &str = "analyse";

/// The words of a command, but for the subject.
const fn words(kind: &str) -> &'static [&'static str] {
    match kind.as_bytes() {
        b"solve" => &["solve"],
        b"enumerate" => &["tsume", "enumerate"],
        b"simulate" => &["simulate", "calculation", "--player"],
        _ => &["analyse"],
    }
}

/// The work of this program.
pub struct Processes;

impl Works for Processes {
    fn kinds(&self) -> &[WorkKind] {
        static KINDS: OnceLock<Vec<WorkKind>> = OnceLock::new();
        KINDS.get_or_init(|| {
            let names = |command| -> &'static [&'static str] { Vec::leak(registry::names_for(command)) };
            let kind = |name, about: &'static Phrase, subjects, example| {
                let has_text = name == JUDGING;
                WorkKind { name, about, subjects, example, has_text }
            };
            vec![
                kind("solve", SOLVE, names("solve"), ""),
                kind("enumerate", ENUMERATE, &[], "NNNN"),
                kind("simulate", SIMULATE, &[], "heuristic"),
                kind(JUDGING, ANALYSE, names(JUDGING), ""),
            ]
        })
    }

    fn order(&self, kind: &str, subject: &str, text: &str) -> Result<Order, Gap> {
        let kinds = self.kinds();
        let known = kinds.iter().find(|known| known.name == kind);
        let names = || kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let known = known.ok_or_else(|| NOT_KIND.with(names()))?;
        let subject = subject.trim();
        let is_free = known.subjects.is_empty();
        if !is_free && !known.subjects.contains(&subject) {
            return Err(NOT_SUBJECT.with(known.subjects.join(", ")).into());
        }
        // What is typed must not look like an option.
        let is_word = subject.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":,=.".contains(&byte));
        if is_free && (subject.is_empty() || !is_word) {
            return Err(NO_WORD.with(known.example).into());
        }
        let subject = match known.name {
            // The same set in other words is the same work.
            "enumerate" => tsume::set(subject).map_err(|error| NO_SET.with(error.message()))?,
            _ => subject.to_owned(),
        };
        let text = if known.has_text { text.to_owned() } else { String::new() };
        Ok(Order { kind: known.name, subject, text })
    }

    fn run(&self, order: &Order, watch: &dyn WorkWatch) -> Result<Finding, Gap> {
        let failed = |error: std::io::Error| NO_PROCESS.with(&error);
        let mut command = Command::new(env::current_exe().map_err(failed)?);
        // Its games are those of this program.
        command.args(variants_file().into_iter().flat_map(|path| ["--variants".into(), path]));
        command.args(words(order.kind)).arg(&order.subject).args(order_text(order));
        command.env(told::VARIABLE, told::PAGES);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let text = followed(&mut child, order, watch)?;
        let is_game = order.kind == JUDGING;
        Ok(if is_game {
            Finding::Game(text.lines().filter_map(judged).collect())
        } else {
            Finding::Text(told::read_all(&text).ok_or(BROKEN)?)
        })
    }
}

/// A record comes by standard input, and what is thought of it goes in JSON to whoever draws it.
fn order_text(order: &Order) -> &'static [&'static str] {
    if order.kind == JUDGING { &["-", "--json"] } else { &[] }
}

/// A position as a line of `analyse --json` tells it.
fn judged(line: &str) -> Option<Judged> {
    let of: serde_json::Value = serde_json::from_str(line).ok()?;
    let text = |field: &str| of[field].as_str().map(String::from);
    Some(Judged {
        position: text("position")?,
        played: text("move"),
        best: text("best"),
        chance: of["probability"].as_f64()?,
        mark: of["mark"].as_str().and_then(Mark::of_word),
    })
}

/// What the process writes, when it has ended; its progress is told meanwhile.
fn followed(child: &mut Child, order: &Order, watch: &dyn WorkWatch) -> Result<String, Gap> {
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (output, errors) = (output.ok_or(BROKEN)?, errors.ok_or(BROKEN)?);
    thread::scope(|scope| {
        scope.spawn(move || {
            // Whoever does not read the record says why by its own words.
            let _ = input.map(|mut input| input.write_all(order.text.as_bytes()));
        });
        let text = scope.spawn(move || {
            let mut text = Vec::new();
            let mut output = output;
            let _ = output.by_ref().take(LONGEST).read_to_end(&mut text);
            // What is more is read and forgotten, so that nobody waits for a reader.
            let more = std::io::copy(&mut output, &mut std::io::sink());
            more.is_ok_and(|more| more == 0).then(|| String::from_utf8_lossy(&text).into_owned())
        });
        let failure = scope.spawn(move || {
            let mut failure = None;
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                match progress::read(&line) {
                    Some((phase, done, of)) => watch.tell(progress::phase_of(phase), done, of),
                    None => failure = told::read_failure(&line).or(failure),
                }
            }
            failure
        });
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if watch.is_over() => {
                    let _ = child.kill();
                }
                _ => {}
            }
            thread::sleep(PAUSE);
        };
        let (text, failure) =
            (text.join().map_err(|_| Gap::from(BROKEN))?, failure.join().unwrap_or_default());
        if matches!(status.code(), Some(0 | 1)) {
            return text.ok_or_else(|| TOO_MUCH.with(LONGEST).into());
        }
        Err(failure.unwrap_or_else(|| unexplained(status)))
    })
}

/// What is told of a process that has not said why it failed.
fn unexplained(status: ExitStatus) -> Gap {
    status.signal().map_or_else(|| BROKEN.into(), |signal| KILLED.with(signal.to_string()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_analyse_writes_them() {
        let line = r#"{"ply":1,"position":"x","move":"a","score":9,"mate":null,"probability":0.25,"line":["b"],"loss":0.3,"mark":"blunder","best":"b"}"#;
        let told = Judged {
            position: "x".into(),
            played: Some("a".into()),
            best: Some("b".into()),
            chance: 0.25,
            mark: Some(Mark::Blunder),
        };
        assert_eq!(judged(line), Some(told.clone()));
        let last = line.replace(r#""a""#, "null").replace(r#""blunder""#, "null");
        assert_eq!(judged(&last), Some(Judged { played: None, mark: None, ..told }));
        assert_eq!(judged(&line[..90]), None);
    }

    #[test]
    fn orders_are_read_and_nothing_else_is_passed_on() {
        let order = |kind: &str, subject: &str| Processes.order(kind, subject, "text");
        assert_eq!(order("enumerate", " GPG ").unwrap(), order("enumerate", "GGP").unwrap());
        assert_eq!(order("analyse", "minishogi").unwrap().text, "text");
        assert_eq!(order("solve", "dobutsu").unwrap().text, "");
        for kind in Processes.kinds() {
            for subject in kind.subjects {
                assert_eq!(order(kind.name, subject).unwrap().subject, *subject, "{}", kind.name);
            }
        }
        for (kind, subject) in [
            ("solve", "blokus"),
            ("solve", "--help"),
            ("simulate", "--out"),
            ("simulate", "a b"),
            ("enumerate", "../x"),
            ("enumerate", ""),
            ("rm", "x"),
        ] {
            assert!(order(kind, subject).is_err(), "{kind} {subject}");
        }
    }
}
