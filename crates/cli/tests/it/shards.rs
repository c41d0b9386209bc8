//! Work in shares: the files of all shares, put together, are what one run would have kept, and what does not
//! belong together is refused with a sentence.

use crate::said::{refusal, text};
use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

/// A directory to work in, and the program in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn output(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
        command.args(args).current_dir(&self.0).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
    }

    /// What it says where all goes well.
    fn said(&self, args: &[&str]) -> String {
        let output = self.output(args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    }

    fn refused(&self, args: &[&str], sentence: &str) {
        self.ends(2, args, sentence);
    }

    /// The command ends with a status and says why.
    fn ends(&self, status: i32, args: &[&str], sentence: &str) {
        let (found, said) = refusal(&self.output(args));
        assert_eq!(found, Some(status), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn shares_of_all_sets_are_put_together() {
    let place = Place::new();
    let count = |more: &[&str]| place.said(&[&["tsume", "enumerate", "GNP", "--all", "2"], more].concat());
    let whole = count(&["--counts", "one", "--json"]);
    let one = place.read("one");
    assert_eq!(text(&one).lines().count(), 10, "a heading and 9 sets: {}", text(&one));
    // What is kept of a set is what is told of it, but for what it has cost.
    for (told, kept) in whole.lines().zip(text(&one).lines().skip(1)) {
        let (kept, _) = kept.split_once(' ').unwrap().1.rsplit_once(' ').unwrap();
        let (told, kept): (Value, Value) =
            (serde_json::from_str(told).unwrap(), serde_json::from_str(kept).unwrap());
        for (field, value) in kept.as_object().unwrap() {
            assert_eq!(told[field], *value, "{field}");
        }
    }
    for of in [1, 2, 4, 12] {
        let names: Vec<String> = (1..=of).map(|at| format!("{at}of{of}")).collect();
        for (at, name) in (1..).zip(&names) {
            count(&["--shard", &format!("{at}/{of}"), "--counts", name]);
        }
        let mut merge: Vec<&str> = vec!["merge", "--out", "merged"];
        merge.extend(names.iter().map(String::as_str));
        place.said(&merge);
        assert_eq!(text(&place.read("merged")), text(&one), "{of} shares");
    }
    // All sets are there, and told as they were but for what they have cost.
    let table =
        |text: String| text.lines().filter(|line| !line.contains("MiB")).collect::<Vec<_>>().join("\n");
    assert_eq!(table(count(&["--counts", "merged"])), table(count(&[])));
    // An interrupted share goes on.
    let share = place.read("2of2");
    fs::write(place.path("2of2"), &share[..share.len() / 2]).unwrap();
    place.ends(
        3,
        &["merge", "1of2", "2of2", "--out", "half"],
        "2of2: line 3 is damaged; the command that wrote it",
    );
    count(&["--shard", "2/2", "--counts", "2of2"]);
    assert_eq!(place.read("2of2"), share);

    count(&["--shard", "2/2", "--counts", "other", "--mirror", "one"]);
    place.refused(&["merge", "1of2", "other", "--out", "half"], "mirror=one shard=2/2 pieces=0..9, 1of2 of ");
    let of_others = ["tsume", "enumerate", "GN", "--all", "2", "--shard", "2/2", "--counts", "2of2"];
    place.refused(&of_others, "this is of other work: kinds=GNP, not kinds=GN");
    place.refused(&["merge", "1of2", "2of4", "--out", "half"], "this is of ");
    place.refused(&["merge", "1of2", "2of2", "--out", "2of2"], "this is a share, and the shares stay");
    place.refused(&["merge", "1of2", "1of2", "--out", "half"], "this is of share 1/2, as 1of2 is");
    place.refused(&["merge", "1of4", "2of4", "4of4", "--out", "half"], "share 3/4 is not among the files");
    place.refused(&["tsume", "enumerate", "GN", "--shard", "1/2", "--counts", "x"], "--all");
    assert!(!place.path("half").exists());
}

#[test]
fn shares_of_lone_kings_are_put_together() {
    let place = Place::new();
    let always = ["tsume", "lone-king", "--nodes", "2000", "--memory", "4", "--pieces"];
    let said = |more: &[&str]| place.said(&[&always[..], &["1"], more].concat());
    let told = said(&["--out", "one", "--json"]);
    let one = place.read("one");
    // What is kept of a square is what is told of it.
    for (told, kept) in told.lines().zip(text(&one).lines().skip(1)) {
        assert!(kept.split_once(' ').unwrap().1.starts_with(told), "{kept}: {told}");
    }
    assert_eq!((told.lines().count(), text(&one).lines().count()), (45, 46));
    said(&["--out", "1of2", "--shard", "1/2", "--threads", "1"]);
    said(&["--out", "2of2", "--shard", "2/2", "--threads", "2"]);
    // An interrupted share goes on.
    let share = place.read("2of2");
    fs::write(place.path("2of2"), &share[..share.len() / 2]).unwrap();
    said(&["--out", "2of2", "--shard", "2/2"]);
    assert_eq!(place.read("2of2"), share);
    place.said(&["merge", "2of2", "1of2", "--out", "merged"]);
    assert_eq!(text(&place.read("merged")), text(&one));
    assert_eq!(said(&["--out", "merged", "--json"]), told, "nothing is left to do");

    let refused = |pieces: &str, more: &[&str], sentence: &str| {
        place.refused(&[&always[..], &[pieces], more].concat(), sentence);
    };
    refused("2", &["--out", "one"], "this is of other work: pieces=1, not pieces=2");
    refused("1", &["--king", "5j"], "expected a square such as 5a");
    refused("9", &[], "9 is not in 1..=8");
    refused("1", &["--shard", "1/2"], "--out");
}

/// The games of a training by shares, a generation at a time, then what is learnt from them: the same bytes
/// as by one run.
fn trained_in_shares(game: &str, settings: &[&str], numbers_of_shares: &[u32]) {
    let place = Place::new();
    let train = |more: &[&str]| {
        let args = [&["train", game, "--epochs", "2", "--threads", "1"], settings, more].concat();
        place.said(&args)
    };
    train(&["--out", "one"]);
    let lines = |name: &str| text(&place.read(name)).lines().count();
    for &of in numbers_of_shares {
        let out = format!("in{of}");
        let merged = format!("{out}.games");
        for generation in 1..=2 {
            for at in 1..=of {
                let said = train(&["--shard", &format!("{at}/{of}"), "--out", &out]);
                assert!(said.starts_with(&format!("generation {generation}, share {at}/{of}: ")), "{said}");
            }
            let mut files: Vec<String> = (1..=of).map(|at| format!("{merged}.{at}of{of}")).collect();
            files.extend((generation == 2).then(|| merged.clone()));
            let mut merge = vec!["merge", "--out", &merged];
            merge.extend(files.iter().map(String::as_str));
            place.said(&merge);
            (1..=of).for_each(|at| fs::remove_file(place.path(&format!("{merged}.{at}of{of}"))).unwrap());
            let (all, so_far) = (place.read("one.games"), place.read(&merged));
            assert!(all.starts_with(&so_far), "{of} shares, generation {generation}");
            assert_eq!(all.len() == so_far.len(), generation == 2);
        }
        assert!(train(&["--shard", &format!("1/{of}"), "--out", &out]).contains("no games are left"));
        train(&["--resume", "--out", &out]);
        assert_eq!(place.read(&out), place.read("one"), "{of} shares");
        assert_eq!(lines(&merged), lines("one.games"));
    }
    what_is_foreign_is_refused(&place, game, settings);
}

fn what_is_foreign_is_refused(place: &Place, game: &str, settings: &[&str]) {
    let share = |seed: &'static str, share: &'static str| {
        [&["train", game, "--epochs", "2", "--seed", seed, "--shard", share, "--out", "x"], settings].concat()
    };
    place.said(&share("1", "1/2"));
    place.refused(&share("2", "1/2"), "this is of other work: seed=1, not seed=2");
    fs::rename(place.path("x.games.1of2"), place.path("first")).unwrap();
    place.refused(&["merge", "first", "--out", "x.games"], "share 2/2 is not among the files");
    place.said(&share("2", "2/2"));
    place.refused(&["merge", "first", "x.games.2of2", "--out", "x.games"], "this is of yomikiri-training 2");
    // Games of a training that are not whole: a share would be of nobody knows what.
    let games = place.read("one.games");
    let gap: Vec<&str> =
        text(&games).lines().enumerate().filter(|(at, _)| *at != 2).map(|(_, l)| l).collect();
    fs::write(place.path("x.games"), gap.join("\n") + "\n").unwrap();
    place.refused(&share("1", "1/2"), "x.games: game 1 is missing");
    fs::write(place.path("x.games"), &games[..games.len() - 5]).unwrap();
    place.ends(3, &share("1", "1/2"), "is damaged");
    fs::write(place.path("x.games"), "dear aunt").unwrap();
    place.refused(&share("1", "1/2"), "no file of finished work");
    assert_eq!(fs::read(place.path("x.games")).unwrap(), b"dear aunt");
}

#[test]
fn shares_of_the_games_of_minishogi_are_put_together() {
    // One share of the first generation is without a game.
    trained_in_shares("minishogi", &["--games", "3,6", "--nodes", "5"], &[4]);
}

#[test]
fn shares_of_the_games_of_blokus_are_put_together() {
    trained_in_shares("blokus", &["--games", "4", "--generations", "2", "--simulations", "4"], &[5]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn a_single_share_of_the_games_of_blokus_is_put_together() {
    trained_in_shares("blokus", &["--games", "4", "--generations", "2", "--simulations", "8"], &[1]);
}
