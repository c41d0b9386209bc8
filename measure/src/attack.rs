//! `cargo xtask attack`: what must go on holding when files are damaged, runs are killed and disks are full.
//!
//! The tests do a little of each at every change; this does as much as was once needed to find what is mended
//! now. Nothing is random: places, moments and lengths are spread evenly, so that what fails, fails again.

use crate::{cargo, program::released, run};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output, Stdio},
    thread,
    time::Instant,
};

/// The bits of a small table that are flipped, and the lengths that it is cut to.
const DAMAGES: (usize, usize) = (1204, 400);
/// Runs killed at different moments, of each of the commands.
const KILLS: u32 = 66;
/// How long a file may become, in blocks of 512 bytes: shorter than any of the files.
const FULL: [u32; 2] = [0, 1];

const START: &str = "1l1/1c1/1C1/1L1 b -";

/// Commands that write a file in the place of the last word, with what its name ends in.
const WRITERS: [(&[&str], &str); 7] = [
    (&["solve", "dobutsu-chicks", "--table"], ".yomi"),
    (&["tsume", "enumerate", "NN", "--plies", "7", "--out"], ".csv"),
    (&["tsume", "enumerate", "NN", "--plies", "7", "--out"], ".sqlite"),
    (&["tsume", "enumerate", "NN", "--plies", "7", "--out"], ".kif"),
    (&["simulate", "calculation", "--player", "heuristic", "--games", "200", "--export"], ".csv"),
    (&["simulate", "calculation", "--player", "heuristic", "--games", "200", "--export"], ".parquet"),
    (&["train", "calculation", "--variant", "ranks=3,piles=2", "--games", "400", "--out"], ".model"),
];

/// What `attack` is asked for.
#[derive(clap::Args)]
pub struct Args {
    /// The program to attack [default: the release build, made first]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// What is tried, and how often; or how it failed.
type Attack = (&'static str, fn(&Ground) -> Result<usize, String>);

/// Runs every attack, even after one that succeeds.
pub fn run_all(args: &Args) -> Result<(), String> {
    let program = if let Some(program) = &args.program {
        program.clone()
    } else {
        run(&mut cargo(&["build", "--release", "--quiet"]))?;
        released("yomikiri")
    };
    let directory = env::temp_dir().join(format!("yomikiri-attack-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let ground = Ground { program, directory };
    let attacks: [Attack; 4] =
        [("damages", damages), ("kills", kills), ("full disks", full_disks), ("threads", threads)];
    let mut failed = 0;
    for (name, attack) in attacks {
        let began = Instant::now();
        let outcome = attack(&ground);
        let seconds = began.elapsed().as_secs_f64();
        match outcome {
            Ok(count) => println!("{name:<12}{count:>6}  {seconds:>7.1} s  held"),
            Err(message) => {
                failed += 1;
                println!("{name:<12}        {seconds:>7.1} s  FAILED: {message}");
            }
        }
    }
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_dir_all(&ground.directory);
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} attacks succeeded", attacks.len())) }
}

/// Where it takes place.
struct Ground {
    program: PathBuf,
    directory: PathBuf,
}

impl Ground {
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null());
        command
    }

    fn output(&self, args: &[&str]) -> Result<Output, String> {
        self.command(args).output().map_err(|error| format!("{}: {error}", self.program.display()))
    }

    /// An empty directory.
    fn clean(&self, name: &str) -> Result<PathBuf, String> {
        let directory = self.directory.join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        Ok(directory)
    }

    /// What a command writes, by so many threads if it says so.
    fn written(&self, args: &[&str], path: &Path, threads: Option<&str>) -> Result<Vec<u8>, String> {
        let mut args = [args, &[text(path)]].concat();
        args.extend(threads.iter().flat_map(|threads| ["--threads", *threads]));
        let output = self.output(&args)?;
        if !output.status.success() {
            return Err(format!("{args:?}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        read(path)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap_or_default()
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Every damage of a table is told: none gives an answer, let alone a wrong one.
fn damages(ground: &Ground) -> Result<usize, String> {
    let table = ground.clean("damages")?.join("t.yomi");
    let whole = ground.written(WRITERS[0].0, &table, None)?;
    let (flips, cuts) = DAMAGES;
    let flipped = (0..flips).map(|number| {
        let at = number * (whole.len() - 1) / (flips - 1);
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (number % 8);
        (format!("a bit flipped in byte {at}"), damaged)
    });
    let cut = (0..cuts).map(|number| {
        let length = number * whole.len() / cuts;
        (format!("cut to {length}"), whole[..length].to_vec())
    });
    for (what, bytes) in flipped.chain(cut) {
        write(&table, &bytes)?;
        let output = ground.output(&["probe", "dobutsu-chicks", START, "--table", text(&table)])?;
        if output.status.code() != Some(3) || !output.stdout.is_empty() {
            return Err(format!("{what} of {}: {output:?}", whole.len()));
        }
    }
    Ok(flips + cuts)
}

/// A kill at any moment leaves the file of before or the whole new one, and nothing that the next run does
/// not remove.
fn kills(ground: &Ground) -> Result<usize, String> {
    let mut count = 0;
    for (args, ending) in WRITERS.iter().step_by(2) {
        let directory = ground.clean("kills")?;
        let path = directory.join(format!("x{ending}"));
        let began = Instant::now();
        ground.written(args, &path, None)?;
        let whole = began.elapsed();
        let right = |bytes: &[u8]| bytes == b"before" || is_whole(ground, &path, ending);
        for kill in 0..KILLS {
            write(&path, b"before")?;
            let force: &[&str] = if *ending == ".yomi" { &["--force"] } else { &[] };
            let mut command = ground.command(&[*args, &[text(&path)][..], force].concat());
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            let mut child = child.map_err(|error| error.to_string())?;
            thread::sleep(whole * kill / KILLS);
            let _ = child.kill();
            child.wait().map_err(|error| error.to_string())?;
            if !right(&read(&path)?) {
                return Err(format!(
                    "{args:?}: killed after {kill} of {KILLS} parts of its time, {}",
                    path.display()
                ));
            }
            count += 1;
        }
        let _ = fs::remove_file(&path);
        ground.written(args, &path, None)?;
        let left = names(&directory).into_iter().filter(|name| name.ends_with(".partial")).count();
        if left > 0 {
            return Err(format!("{args:?}: {left} files are left by killed runs"));
        }
    }
    Ok(count)
}

/// Whether a file is read by the program itself as a whole one.
fn is_whole(ground: &Ground, path: &Path, ending: &str) -> bool {
    let path = text(path);
    let succeeds = |args: &[&str]| ground.output(args).is_ok_and(|output| output.status.success());
    match ending {
        ".yomi" => succeeds(&["probe", "dobutsu-chicks", START, "--table", path]),
        ".sqlite" => succeeds(&["tsume", "show", path, "--number", "1"]),
        ".model" => {
            let simulate = ["simulate", "calculation", "--variant", "ranks=3,piles=2", "--games", "1"];
            succeeds(&[&simulate[..], &["--player", "learnt", "--model", path]].concat())
        }
        // A header and as many lines as games.
        _ => fs::read_to_string(path).is_ok_and(|text| text.lines().count() == 201 && text.ends_with('\n')),
    }
}

/// Where a file cannot be written as a whole there is none, and what was there stays.
fn full_disks(ground: &Ground) -> Result<usize, String> {
    let mut count = 0;
    for (args, ending) in WRITERS {
        for blocks in FULL {
            let path = ground.clean("full")?.join(format!("x{ending}"));
            let mut command = Command::new("sh");
            command.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), text(&ground.program)]);
            command.args(args).arg(&path).env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null());
            let output = command.output().map_err(|error| error.to_string())?;
            if output.status.code() != Some(3) || path.exists() {
                return Err(format!("{args:?} in {blocks} blocks: {output:?}"));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// The same bytes for one, two and three threads.
fn threads(ground: &Ground) -> Result<usize, String> {
    let mut count = 0;
    for (args, ending) in WRITERS.iter().filter(|(args, ending)| args[0] != "tsume" && *ending != ".parquet")
    {
        let path = ground.clean("threads")?.join(format!("x{ending}"));
        // Times are in the table of games, and differ.
        let steady = |bytes: Vec<u8>| match args[0] {
            "simulate" => without_last_column(&String::from_utf8_lossy(&bytes)),
            _ => bytes,
        };
        let [one, two, three] = ["1", "2", "3"].map(|threads| {
            let _ = fs::remove_file(&path);
            ground.written(args, &path, Some(threads)).map(steady)
        });
        let one = one?;
        if one != two? || one != three? {
            return Err(format!("{args:?}: other bytes by other numbers of threads"));
        }
        count += 3;
    }
    Ok(count)
}

fn without_last_column(text: &str) -> Vec<u8> {
    let kept = |line: &str| line.rsplit_once(',').map_or(line, |(kept, _)| kept).to_owned() + "\n";
    text.lines().map(kept).collect::<String>().into_bytes()
}
