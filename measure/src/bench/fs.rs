//! `cargo xtask bench fs`: the tree of Blokus Duo as files, walked and read by the programs of a Unix system.
//!
//! Wall-clock times depend on what else the machine does; beside them stand the processor times of the
//! programs and of the mount, which depend less on it, and the reference of this moment.

use super::reference::{self, Reference};
use crate::{
    process::{children_seconds, resident, seconds},
    program::built,
    results::{keep, record},
    root,
};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{self, Child, Command, Stdio},
    time::Instant,
};

/// Times the mount so many times; the program must have been built for release.
pub fn measure(runs: usize) -> Result<(), String> {
    println!("                                   wall     programs    mount  (processor time)");
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        let reference = reference::measure();
        records.push(run(&reference)?);
    }
    keep("fs", &record("fs", &records, &Value::Null))
}

/// All measurements once, each in a mount that has been asked for nothing yet, unless it says otherwise.
fn run(reference: &Reference) -> Result<Value, String> {
    let mount = Mount::new(&["--compat"])?;
    let cold = mount.time("find, two levels, cold", "test $(find . -maxdepth 2 | wc -l) -eq 100805")?;
    let warm = mount.time("find, two levels, warm", "test $(find . -maxdepth 2 | wc -l) -eq 100805")?;
    drop(mount);
    let mount = Mount::new(&["--compat"])?;
    let cats = mount.time("cat value, 315 times", "for move in */; do cat $move/value; done > /dev/null")?;
    let starts =
        mount.time("cat /dev/null, 315 times", "for move in */; do cat /dev/null; done > /dev/null")?;
    let one_cat = mount.time("one cat of 315 values", "cat */value > /dev/null")?;
    drop(mount);
    let script = root().join("examples/blokus/alphabeta.sh");
    let mount = Mount::new(&["--compat"])?;
    let shell = format!("test $({} 66t0 2 2> /dev/null) = 9Bl3", script.display());
    let alphabeta = mount.time("alphabeta.sh, 66t0, 2 plies", &shell)?;
    drop(mount);
    // The walk goes to the ends of games at once, where directories are small and many.
    let mount = Mount::new(&[])?;
    let walk = mount.time("find, a million nodes", "test $(find . | head -n 1000000 | wc -l) -eq 1000000")?;
    let resident = resident(mount.child.id())?;
    println!("resident after a million nodes: {:.1} MiB", resident as f64 / f64::from(1 << 20));
    let Reference { reads, steps } = reference;
    println!("reference: {reads:.2} s of reads, {steps:.2} s of steps");
    Ok(json!({
        "reference": { "reads_seconds": reads, "steps_seconds": steps },
        "find_cold": cold, "find_warm": warm, "cat_315": cats, "cat_315_of_nothing": starts, "one_cat_315": one_cat,
        "alphabeta_sh": alphabeta, "walk_a_million": walk, "resident_bytes": resident,
    }))
}

/// A mount of Blokus Duo that ends with this.
struct Mount {
    directory: PathBuf,
    child: Child,
}

impl Mount {
    fn new(options: &[&str]) -> Result<Self, String> {
        let directory = env::temp_dir().join(format!("yomikiri-bench-{}", process::id()));
        fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut program = built(&["mount", "blokus"]);
        program.arg(&directory).args(options);
        let failed = |error: std::io::Error| format!("yomikiri mount: {error}");
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line).map_err(failed)?;
        }
        let mount = Self { directory, child };
        if line.is_empty() { Err("yomikiri mount failed; is there FUSE here?".into()) } else { Ok(mount) }
    }

    /// A line of shell in the root: prints and gives how long it took, and the processor times of what it
    /// started and of the mount.
    fn time(&self, what: &str, line: &str) -> Result<Value, String> {
        let (programs, mount, began) = (children_seconds()?, seconds(self.child.id())?, Instant::now());
        let status = Command::new("sh").args(["-c", line]).current_dir(&self.directory).status();
        let status = status.map_err(|error| format!("sh: {error}"))?;
        let wall = began.elapsed().as_secs_f64();
        if !status.success() {
            return Err(format!("{line}: {status}"));
        }
        let (programs, mount) = (children_seconds()? - programs, seconds(self.child.id())? - mount);
        println!("{what:<28} {wall:>8.3} s  {programs:>8.2} s {mount:>6.2} s");
        Ok(json!({ "wall_seconds": wall, "program_cpu_seconds": programs, "mount_cpu_seconds": mount }))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // It ends by itself when it is unmounted. What stays behind where that fails is in the temporary
        // directory.
        let unmounted = Command::new("fusermount3").arg("-u").arg(&self.directory).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = fs::remove_dir(&self.directory);
    }
}
