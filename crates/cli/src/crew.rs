//! Several processes for one solve: those of this machine, which are started here, or those of a file.

use crate::{
    args::with_options,
    failure::Failure,
    progress::Progress,
    room::{Planned, Room},
    text::note,
    threads::{ThreadArgs, cores},
};
use serde::Serialize;
use std::{
    env,
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};
use yomikiri_cluster::{Checkpoints, ClusterError, Greeting, Peers, SharedWork, Together};
use yomikiri_core::play;
use yomikiri_solve::Needs;

/// With whom a game is read out.
#[derive(clap::Args)]
pub struct CrewArgs {
    /// Solve with so many processes of this machine
    #[arg(long, value_name = "N", conflicts_with = "hosts", value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: Option<u16>,

    /// Solve with the processes that a file lists, `host:port` on a line each; `-` is standard input. Only
    /// for networks that are trusted: nothing is encrypted
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// Which line of --hosts this process is, from 0; process 0 writes the table and tells the result
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// How long to wait for the other processes to be started, such as 30s, 5min
    #[arg(long, value_name = "TIME", requires = "hosts", default_value = "30s", allow_hyphen_values = true, value_parser = time)]
    wait: Duration,

    /// Memory that each process may take, such as 4GiB: what does not fit lies in files beside the table
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = size)]
    pub memory: Option<u64>,

    /// Write checkpoints to a directory, from which --resume goes on after a kill
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,

    /// Time between checkpoints, such as 90s, 5min, 2h
    #[arg(long, value_name = "TIME", requires = "checkpoint", default_value = "5min", allow_hyphen_values = true, value_parser = time)]
    every: Duration,

    /// Go on from the newest checkpoint, if there is one
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

/// A number and one of the units that are named by their suffixes.
fn measure(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = text.split_at(digits);
    let (_, unit) = units.iter().find(|(unit, _)| *unit == suffix)?;
    number.parse::<u64>().ok()?.checked_mul(*unit).filter(|&amount| amount > 0)
}

/// Bytes, as an option says them.
pub fn size(text: &str) -> Result<u64, String> {
    let units = [("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)];
    measure(text, &units).ok_or_else(|| "expected a whole number with MiB, GiB or TiB, such as 4GiB".into())
}

/// A year and more, which clocks can be set to.
const LONGEST: Duration = Duration::from_hours(10_000);

fn time(text: &str) -> Result<Duration, String> {
    let units = [("s", 1), ("min", 60), ("h", 3600)];
    let seconds = if text == "0s" { Some(0) } else { measure(text, &units) };
    let seconds = seconds.map(Duration::from_secs).filter(|&seconds| seconds <= LONGEST);
    seconds.ok_or_else(|| "expected a whole number with s, min or h, such as 5min, at most 10000h".into())
}

/// The processes of a solve, seen from one of them.
pub struct Crew {
    addresses: Vec<String>,
    process: usize,
    threads: usize,
    wait: Duration,
    checkpoints: Option<Checkpoints>,
    /// Those that were started here.
    started: Option<Started>,
}

impl CrewArgs {
    /// The processes asked for; none where one process does all in the usual way.
    pub fn crew(&self, threads: &ThreadArgs) -> Result<Option<Crew>, Failure> {
        let checkpoints = self.checkpoint.as_ref().map(|directory| Checkpoints {
            directory: directory.clone(),
            every: self.every,
            resume: self.resume,
            // With --hosts each machine may have its own directory, of which the first can remove nothing.
            stays: self.hosts.is_none(),
        });
        let process = self.process.unwrap_or(0);
        let (addresses, threads) = if let Some(hosts) = &self.hosts {
            (hosts_of(hosts, process)?, threads.count())
        } else if let Some(processes) = self.processes {
            let share = (cores() / usize::from(processes)).max(1);
            (free_addresses(usize::from(processes))?, threads.threads.map_or(share, usize::from))
        } else if checkpoints.is_some() {
            (vec![String::new()], threads.count())
        } else {
            return Ok(None);
        };
        let look_over = |checkpoints| look_over(checkpoints, process, addresses.len());
        checkpoints.iter().try_for_each(look_over)?;
        let started = self.processes.map(|_| Started::new(&addresses, threads)).transpose()?;
        let wait = self.wait;
        Ok(Some(Crew { addresses, process, threads, wait, checkpoints, started }))
    }
}

/// Checkpoints of another run are gone on from only where that is wanted.
fn look_over(checkpoints: &Checkpoints, process: usize, processes: usize) -> Result<(), Failure> {
    let directory = checkpoints.directory.display();
    let failed = |error| Failure::environment(format!("--checkpoint: {directory}: {error}"));
    // Better now than after hours.
    fs::create_dir_all(&checkpoints.directory).map_err(failed)?;
    let numbers = checkpoints.numbers(process).map_err(failed)?;
    let before = if checkpoints.resume { checkpoints.processes().map_err(failed)? } else { None };
    if let Some(before) = before.filter(|&before| before != processes) {
        return Err(Failure::input(format!(
            "--resume: {directory} has a checkpoint of a solve by {before} of `--processes`, not by \
            {processes}; it goes on with as many as before"
        )));
    }
    match (checkpoints.resume, numbers.is_empty()) {
        (false, false) => Err(Failure::input(format!(
            "--checkpoint: {directory} has checkpoints of a solve that did not end; --resume goes on from the \
            newest, or name another directory"
        ))),
        (true, true) => {
            let unless = if processes > 1 { " unless another process has one" } else { "" };
            note(format!(
                "--resume: {directory} has no checkpoint that is whole; the solve begins anew{unless}"
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The longest list of addresses, in bytes.
const HOSTS: u64 = 1 << 20;

/// The addresses that a file lists.
fn hosts_of(path: &Path, process: usize) -> Result<Vec<String>, Failure> {
    let bytes = if path == Path::new("-") {
        yomikiri_files::read_all(io::stdin(), HOSTS)
    } else {
        yomikiri_files::read(path, HOSTS)
    };
    let path = path.display();
    let bytes = bytes.map_err(|error| Failure::environment(format!("--hosts: {path}: {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let is_address = |line: &str| line.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if let Some(wrong) = lines.iter().position(|line| !is_address(line)) {
        let (number, line) = (wrong + 1, &lines[wrong]);
        return Err(Failure::input(format!("--hosts: {path}: line {number} is {line}, expected host:port")));
    }
    if lines.is_empty() {
        return Err(Failure::input(format!(
            "--hosts: {path}: no process is listed, expected host:port a line"
        )));
    }
    if process >= lines.len() {
        let (count, last) = (lines.len(), lines.len().saturating_sub(1));
        return Err(Failure::input(format!(
            "--process: {path} lists {count} processes, expected a number from 0 to {last}"
        )));
    }
    Ok(lines)
}

/// Addresses of this machine that nobody listens on.
fn free_addresses(processes: usize) -> Result<Vec<String>, Failure> {
    let listeners: io::Result<Vec<_>> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    let addresses: io::Result<Vec<_>> = listeners.and_then(|listeners| {
        listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
    });
    addresses.map_err(|error| Failure::environment(format!("--processes: no port can be had: {error}")))
}

/// What goes between the processes of a solve.
#[derive(Clone, Copy, Serialize)]
pub struct Wire {
    pub edges: u64,
    pub bytes: u64,
}

/// What the processes of a solve are to do, and with what.
pub struct Task<'a> {
    /// Digest of what is solved.
    pub digest: u64,
    /// Whether each verifies its own parts.
    pub verify: bool,
    /// Whether each counts its own parts for the census.
    pub census: bool,
    pub room: &'a Room,
    pub progress: &'a Progress,
}

/// What the first process is told.
pub struct Told<F> {
    /// What all have found.
    pub found: F,
    /// Values that are not what their successors make them, if they were verified.
    pub mismatches: Option<u64>,
    /// What went between the processes for it.
    pub wire: Wire,
    /// Bytes of memory that were expected to be taken.
    pub estimate: u64,
}

impl Crew {
    /// Whether this is the process that tells the result.
    pub const fn is_first(&self) -> bool {
        self.process == 0
    }

    /// How many processes there are, and how many threads each has.
    pub const fn size(&self) -> (usize, usize) {
        (self.addresses.len(), self.threads)
    }

    /// Does what all processes do together; none in those that are told nothing. `needs` is what this process
    /// takes, `in_files` whether each writes files of a table.
    pub fn together<F>(
        &self,
        needs: &Needs,
        in_files: bool,
        task: &Task<'_>,
        run: impl FnOnce(&SharedWork<'_>, Peers) -> Result<Option<Together<F>>, ClusterError>,
    ) -> Result<Option<Told<F>>, Failure> {
        let processes = self.addresses.len();
        let Task { digest, verify, census, room, progress } = *task;
        let Planned { plan, peak } =
            &room.plan(needs, self.threads, &format!("process {}: ", self.process).into())?;
        let progress: &dyn play::Progress = if self.is_first() { progress } else { &play::NoProgress };
        let checkpoints = self.checkpoints.as_ref();
        let work = SharedWork { digest, checkpoints, plan, progress, verify, census };
        let peers = self.connect(in_files, &work)?;
        let together = run(&work, peers).map_err(|error| failed(&error))?;
        if let Some(started) = &self.started {
            started.end()?;
        }
        let Some(Together { found, mismatches, nodes, bytes }) = together else { return Ok(None) };
        if nodes > 0 {
            let each = bytes as f64 / nodes as f64;
            note(format!("{nodes} edges went between {processes} processes, in {each:.2} bytes each"));
        }
        Ok(Some(Told { found, mismatches, wire: Wire { edges: nodes, bytes }, estimate: *peak }))
    }

    /// What was made of the values that were gathered has its name: nothing is to be gone on from any more.
    pub fn remove_checkpoints(&self) {
        self.checkpoints.iter().filter(|checkpoints| checkpoints.stays).for_each(Checkpoints::remove);
    }

    /// Connects with the others, who must be about to do the same work, and to write files of a table each or
    /// not.
    fn connect(&self, in_files: bool, work: &SharedWork<'_>) -> Result<Peers, Failure> {
        let (process, resumes) = (self.process, self.checkpoints.is_some());
        yomikiri_cluster::end_with_lost_peers(move |other| {
            let advice = if resumes { "; --resume goes on from the last checkpoint" } else { "" };
            note(format!("process {process}: the connection to process {other} is lost{advice}"));
            yomikiri_files::exit(3)
        });
        if self.addresses.len() == 1 {
            return Ok(Peers::alone(self.threads));
        }
        let mut hasher = DefaultHasher::new();
        (in_files, work.digest, work.verify, work.census).hash(&mut hasher);
        let greeting = Greeting { digest: hasher.finish(), threads: self.threads };
        Peers::connect(&self.addresses, process, greeting, self.wait).map_err(|error| failed(&error))
    }
}

fn failed(error: &ClusterError) -> Failure {
    Failure::environment(error.to_string())
}

/// Processes that were started here.
struct Started {
    children: Arc<Mutex<Vec<Child>>>,
    is_over: Arc<AtomicBool>,
}

/// How often is looked whether they are still there.
const LOOK: Duration = Duration::from_millis(50);

impl Started {
    /// Starts all but the first, which is this one.
    fn new(addresses: &[String], threads: usize) -> Result<Self, Failure> {
        let failed =
            |error| Failure::environment(format!("--processes: a process cannot be started: {error}"));
        let started = Self { children: Arc::default(), is_over: Arc::default() };
        for number in 1..addresses.len() {
            let mut child = Command::new(env::current_exe().map_err(failed)?)
                .args(arguments(env::args_os().skip(1), number, threads))
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .map_err(failed)?;
            let mut input = child.stdin.take().expect("it was asked for");
            started.lock().push(child);
            input.write_all(addresses.join("\n").as_bytes()).map_err(failed)?;
        }
        let watched = Self { children: Arc::clone(&started.children), is_over: Arc::clone(&started.is_over) };
        thread::Builder::new().spawn(move || watched.watch()).map_err(failed)?;
        Ok(started)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Child>> {
        self.children.lock().expect("nobody panics with the processes in hand")
    }

    /// Ends this process when one of them fails.
    fn watch(&self) {
        while !self.is_over.load(Ordering::SeqCst) {
            for (at, child) in self.lock().iter_mut().enumerate() {
                if let Ok(Some(status)) = child.try_wait()
                    && !status.success()
                {
                    note(format!("process {}: it has ended with {status}", at + 1));
                    yomikiri_files::exit(3);
                }
            }
            thread::sleep(LOOK);
        }
    }

    /// Waits for all of them, when the work is done.
    fn end(&self) -> Result<(), Failure> {
        self.is_over.store(true, Ordering::SeqCst);
        for (at, child) in self.lock().iter_mut().enumerate() {
            match child.wait() {
                Ok(status) if status.success() => {}
                Ok(status) => {
                    return Err(Failure::environment(format!("process {} has ended with {status}", at + 1)));
                }
                Err(error) => return Err(Failure::environment(format!("process {}: {error}", at + 1))),
            }
        }
        Ok(())
    }
}

impl Drop for Started {
    /// Whoever is left would wait for this process.
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        if let Ok(mut children) = self.children.lock() {
            for child in children.iter_mut() {
                // One that has ended by itself cannot be killed, which is all right.
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}

/// The arguments of another process of the same solve.
fn arguments(own: impl Iterator<Item = OsString>, number: usize, threads: usize) -> Vec<OsString> {
    let (mut arguments, mut is_value) = (Vec::new(), false);
    for argument in own {
        let text = argument.to_string_lossy().into_owned();
        let is_ours = |name: &str| text == name || text.starts_with(&format!("{name}="));
        if std::mem::take(&mut is_value) {
            continue;
        }
        if is_ours("--processes") || is_ours("--threads") {
            is_value = !text.contains('=');
            continue;
        }
        arguments.push(argument);
    }
    let more = ["--hosts", "-", "--process", &number.to_string(), "--threads", &threads.to_string()];
    with_options(arguments, more.map(OsString::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_have_units() {
        assert_eq!(size("4GiB"), Ok(4 << 30));
        assert_eq!(time("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(time("0s"), Ok(Duration::ZERO));
        assert_eq!(time("2h"), Ok(Duration::from_hours(2)));
        for wrong in ["", "4", "GiB", "0GiB", "4 GiB", "4GB", "-1GiB", "99999999999TiB"] {
            size(wrong).unwrap_err();
        }
        for wrong in ["", "5", "min", "5m", "1.5h"] {
            time(wrong).unwrap_err();
        }
    }

    #[test]
    fn other_processes_are_told_their_numbers() {
        let own =
            ["solve", "dobutsu", "--processes", "2", "--threads=1", "--from", "a b"].map(OsString::from);
        let others = arguments(own.into_iter(), 1, 3);
        let expected = "solve|dobutsu|--from|a b|--hosts|-|--process|1|--threads|3";
        assert_eq!(others, expected.split('|').map(OsString::from).collect::<Vec<_>>());
    }
}
