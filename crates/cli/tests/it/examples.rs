//! The scripts of `examples/blokus`, in a mount as BlokusFS lists it.
#![cfg(target_os = "linux")]

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Blokus Duo, mounted.
struct Duo(tempfile::TempDir);

impl Duo {
    /// `None`, and a word about it, where nothing can be mounted.
    fn mount() -> Option<Self> {
        let directory = crate::fuse::place()?;
        let mut mount = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
        mount.args(["mount", "blokus", "--compat", "--background"]).arg(directory.path());
        assert!(mount.output().unwrap().status.success());
        Some(Self(directory))
    }

    /// What a line of shell in the examples' directory answers to standard output and to standard error, with
    /// the mount as `$DUO`.
    fn run(&self, line: &str, input: &str) -> (String, String) {
        let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/blokus");
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("DUO", self.0.path()).current_dir(examples);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut shell = shell.spawn().unwrap();
        shell.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = shell.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (answer, errors) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success(), "{line}: {errors}");
        (answer, errors)
    }
}

impl Drop for Duo {
    fn drop(&mut self) {
        let unmounted = Command::new("fusermount3").args(["-u", "-z"]).arg(self.0.path()).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
    }
}

/// Whether a program can be run here.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no {program} here");
    }
    found
}

/// What is left to the opponent by each new best, as published for this position.
const SUCCESSIVE: &str = "8Aj2 71\n8Ak2 62\n8Ak7 51\n8Al7 48\n9Bk3 47\n9Bl3 46\n";

#[test]
fn alpha_beta_finds_what_is_published() {
    let Some(duo) = Duo::mount() else { return };
    assert_eq!(duo.run("./alphabeta.sh $DUO/66t0 2", ""), ("9Bl3\n".into(), SUCCESSIVE.into()));
    // By make one ply, which both look at in a tenth of the time.
    if has("make") {
        let (by_shell, _) = duo.run("./alphabeta.sh $DUO/66t0 1", "");
        assert_eq!(duo.run("make -f alphabeta.mk -j 4 DIR=$DUO/66t0 PLIES=1", "").0, by_shell);
    }
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn alpha_beta_by_make_finds_what_is_published() {
    let Some(duo) = Duo::mount() else { return };
    if has("make") {
        let answer = duo.run("make -f alphabeta.mk -j 4 DIR=$DUO/66t0 PLIES=2", "");
        assert_eq!(answer, ("9Bl3\n".into(), "-46 -46 99999 9Bl3\n".into()));
    }
}

#[test]
#[ignore = "reads 265,000 values one by one: half a minute"]
fn every_search_finds_what_is_published() {
    let Some(duo) = Duo::mount() else { return };
    assert_eq!(duo.run("./negamax.sh $DUO/66t0 2", ""), ("9Bl3\n".into(), SUCCESSIVE.into()));
    assert_eq!(duo.run("./alphabeta.py $DUO/66t0 2", ""), ("9Bl3\n".into(), SUCCESSIVE.into()));
    assert_eq!(duo.run("./negamax.py $DUO/66t0 2", ""), ("9Bl3\n".into(), "-46\n".into()));
    assert_eq!(duo.run("make -f negamax.mk -j 2 DIR=$DUO/66t0", ""), ("9Bl3\n".into(), "-46\n".into()));
}

/// Near the end of a game there are few moves, passes and positions without a move.
#[test]
fn all_searches_agree() {
    let Some(duo) = Duo::mount() else { return };
    let late = "$DUO/57l0/A9t0/26u0/D7m7/2Ar1/DAr2/73m7/ADn1/A2t0/87d1/D3d1/A5p3/6As3/8Bf5/42g0/6Dk6/2Cb0/3Bg0/78a0/49a0";
    for (directory, plies) in [(late, 1), (late, 2), (&format!("{late}/13o5/1Eq0/D5p3/28c2"), 2)] {
        let expected = duo.run(&format!("./negamax.sh {directory} {plies}"), "").0;
        let mut others = vec!["./alphabeta.sh {dir} {plies}"];
        if has("python3") {
            others.extend(["./negamax.py {dir} {plies}", "./alphabeta.py {dir} {plies}"]);
        }
        if has("make") {
            others.extend([
                "make -f negamax.mk DIR={dir} PLIES={plies}",
                "make -f alphabeta.mk -j 3 DIR={dir} PLIES={plies}",
            ]);
        }
        for other in others {
            let line = other.replace("{dir}", directory).replace("{plies}", &plies.to_string());
            assert_eq!(duo.run(&line, "").0, expected, "{line}");
        }
    }
}

#[test]
fn programs_and_people_play() {
    let Some(duo) = Duo::mount() else { return };
    let (game, _) = duo.run("./play.sh -1 ./greedy.sh -2 ./greedy.sh $DUO", "");
    let last = game.lines().next_back().unwrap();
    assert!(last.starts_with("result: first, ") || last.starts_with("result: second, "), "{last}");
    let path = last.rsplit(' ').next().unwrap();
    assert_eq!(game.lines().filter(|line| line.ends_with("A B C D E")).count(), 1 + path.split('/').count());
    // A part of a move, what is no move, a move; the program answers; the person leaves.
    let (game, errors) = duo.run("./play.sh -2 ./greedy.sh $DUO", "66t\n../x\n66t0\n\n");
    assert!(game.contains("first> 66t0 66t3\n") && game.contains("first> ../x is no move\n"), "{game}");
    assert!(game.contains("first: 66t0\n") && game.contains("second: 99l1\n"), "{game}");
    assert_eq!(errors, "");
}
