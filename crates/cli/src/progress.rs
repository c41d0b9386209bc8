//! Progress on standard error, for a person who waits longer than a second.

use crate::{
    told,
    words::{language, words},
};
use indicatif::{
    FormattedDuration, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::{
    borrow::Cow,
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};
use yomikiri_core::{Gap, Language, Phrase};

/// The phases of all work by the names that progress has for them.
static PHASES: &[Phrase] = &[
    phase("analysing", "棋譜の検討"),
    phase("assessing", "評価の検証"),
    phase("checking", "検証"),
    phase("compose", "創作"),
    phase("continuous check", "連続王手"),
    phase("count", "集計"),
    phase("counting", "集計"),
    phase("expand", "展開"),
    phase("fitting", "当てはめ"),
    phase("fitting {}", "当てはめ {}"),
    phase("getting ready", "準備"),
    phase("last-rank drops", "最終段への駒打ち"),
    phase("learning", "学習"),
    phase("lone kings", "裸玉"),
    phase("lost in {}", "{}手で詰まされる局面"),
    phase("mate in {}", "{}手詰の局面"),
    phase("mates in 1 and 3 with a needless piece", "1手詰と、余剰駒のある3手詰"),
    phase("mates in 3 without", "余剰駒のない3手詰"),
    phase("measuring", "難易度の測定"),
    phase("pages", "ページ"),
    phase("playing", "プレイ"),
    phase("playing {}", "プレイ 第{}世代"),
    phase("preparing", "準備"),
    phase("reach", "到達できる局面の列挙"),
    phase("second solutions", "余詰の検査"),
    phase("solve", "後退解析"),
    phase("solving", "求解"),
    phase("thinking", "読み"),
    phase("trying laws", "規則の検査"),
    phase("verify", "検証"),
    phase("worth of pieces", "駒の価値"),
    phase("write", "テーブルの書き出し"),
    phase("write {}", "{}の書き出し"),
];

const fn phase(english: &'static str, japanese: &'static str) -> Phrase {
    Phrase { english, japanese }
}

/// A phase in the words of whoever reads of it; by its name where it is none of these.
pub fn phase_of(name: &str) -> Gap {
    let of_phase = |phase: &'static Phrase| match phase.english.split_once("{}") {
        None => (phase.english == name).then(|| phase.into()),
        Some((before, behind)) => {
            let gap = name.strip_prefix(before)?.strip_suffix(behind)?;
            Some(phase.with(gap).into())
        }
    };
    PHASES.iter().find_map(of_phase).unwrap_or_else(|| name.into())
}

/// A bar that appears only on a terminal, and only when the work takes its time. Threads may share it.
pub struct Progress {
    bar: ProgressBar,
    /// What is dropped with it ends the thread that would show it.
    _alive: Sender<()>,
}

/// How long one waits without wondering.
const UNSEEN: Duration = Duration::from_secs(1);

/// The mark of a line that tells pages of progress every now and then: behind it are the steps done, those of
/// the phase, and its name.
const MARK: &str = "progress";

/// A line of progress taken apart: the name of the phase, the steps done, and how many there are.
pub fn read(line: &str) -> Option<(&str, u64, u64)> {
    let mut parts = line.strip_prefix(MARK)?.strip_prefix(' ')?.splitn(3, ' ');
    let (done, of) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((parts.next()?, done, of))
}

/// How often the bar is drawn though no step is done: a clock that runs tells that the program lives.
const TICK: Duration = Duration::from_millis(250);

impl Progress {
    /// A bar that is not yet to be seen.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let (alive, is_over) = mpsc::channel();
        if told::by_pages() {
            let told = bar.downgrade();
            let _ = thread::Builder::new().spawn(move || {
                while let Some(bar) = told.upgrade().filter(|bar| !bar.is_finished()) {
                    let (done, of) = (bar.position(), bar.length().unwrap_or(0));
                    eprintln!("{MARK} {done} {of} {}", bar.message());
                    drop(bar);
                    thread::sleep(TICK);
                }
            });
        } else if io::stderr().is_terminal() {
            let unseen = bar.downgrade();
            // Who cannot have a thread goes without a bar.
            let _ = thread::Builder::new().spawn(move || {
                if is_over.recv_timeout(UNSEEN) == Err(RecvTimeoutError::Timeout)
                    && let Some(bar) = unseen.upgrade().filter(|bar| !bar.is_finished())
                {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        }
        Self { bar, _alive: alive }
    }

    /// Begins a phase of so many steps; 0 where nobody knows how many.
    pub fn phase(&self, name: impl Into<Cow<'static, str>>, steps: u64) {
        let template = match steps {
            0 if language() == Language::Japanese => "{msg:<12} 現在{human_pos}  {elapsed}",
            0 => "{msg:<12} {human_pos} so far  {elapsed}",
            _ => "{msg:<12} {wide_bar} {percent:>3}%  {elapsed} ({left})",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.set_style(style.with_key("left", left));
        self.bar.reset();
        self.bar.set_length(steps);
        let name = name.into();
        // Pages are told the name, and have words for it of their own.
        self.bar.set_message(if told::by_pages() {
            name
        } else {
            phase_of(&name).in_language(language()).into()
        });
    }

    /// Some steps of the phase are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

/// The estimate, which needs a step to be made of.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = match (state.pos(), words().spoken) {
        (0, _) => out.write_str(words().no_estimate),
        (_, Language::English) => write!(out, "about {} left", HumanDuration(state.eta())),
        (_, Language::Japanese) => write!(out, "残り約{}", FormattedDuration(state.eta())),
    };
}

impl yomikiri_core::play::Progress for Progress {
    fn phase(&self, name: &str, steps: u64) {
        self.phase(name.to_owned(), steps);
    }

    fn advance(&self, steps: u64) {
        self.advance(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        collections::BTreeSet,
        fs,
        path::{Path, PathBuf},
    };

    /// All sources of the program's crates.
    fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    /// The names of phases in a source; what is filled in stands as a gap.
    fn names(text: &str) -> Vec<String> {
        let calls = text.split(".phase(").skip(1).chain(text.split(".begin(").skip(1));
        let quoted = calls.filter_map(|call| {
            let call = call.split(',').next()?;
            call.contains('"').then(|| call.split('"').nth(1).unwrap().to_owned())
        });
        let gap = |name: String| match (name.find('{'), name.find('}')) {
            (Some(from), Some(to)) => format!("{}{{}}{}", &name[..from], &name[to + 1..]),
            _ => name,
        };
        quoted.map(gap).collect()
    }

    /// The sources name no phase that has no words here, and each that has.
    #[test]
    fn each_phase_has_words_in_each_language() {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
        files.retain(|path| !path.ends_with("cli/src/progress.rs"));
        let named: BTreeSet<String> =
            files.iter().flat_map(|path| names(&fs::read_to_string(path).unwrap())).collect();
        assert!(named.len() > 20);
        for name in &named {
            let told = Language::ALL.map(|language| phase_of(&name.replace("{}", "1")).in_language(language));
            assert_eq!(told[0], name.replace("{}", "1"));
            assert!(!told[1].contains(|letter: char| letter.is_ascii_alphabetic()), "{name}");
            assert!(!told[1].is_empty(), "{name}");
        }
        let own: BTreeSet<String> = PHASES.iter().map(|phase| phase.english.to_owned()).collect();
        let unused: Vec<_> = own.difference(&named).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }
}
