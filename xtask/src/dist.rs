//! `cargo xtask dist`: what is given to people who have no Rust: a static program with its pages and
//! licences, as a tarball and as a Debian package, with checksums; for this processor, or built here for
//! another one and tried under `qemu`.
//!
//! The Debian package is put together here from what the tarball holds, by `ar` and `tar`: `cargo-deb` would
//! have to be built first, and would build the program once more in its own way. Files have the time of the
//! last commit and no owner, so that the same commit gives the same bytes.

use crate::{cargo, output, provide, root, run, works, workspace};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The most bytes of the program when it is unpacked, and of each file that is downloaded.
const LARGEST: u64 = 15_000_000;

/// No panic unwinds through C, so that its functions need no tables for that; and of zstd, which packs some
/// models and checkpoints, one body of each routine: 211 KB less, the same bytes.
const C_FLAGS: &str = "-fno-asynchronous-unwind-tables -DZSTD_NO_INLINE=1 -DHUF_FORCE_DECOMPRESS_X1=1 \
    -DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT=1 -DZSTD_STRIP_ERROR_STRINGS=1 -DDYNAMIC_BMI2=0";

/// What it can be built for.
#[derive(clap::Args)]
pub struct Args {
    /// x86_64-unknown-linux-musl, x86_64-unknown-linux-gnu, aarch64-unknown-linux-musl or
    /// aarch64-unknown-linux-gnu [default: the first of `x86_64` that can be built here]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

/// What a program is built for.
struct Target {
    triple: String,
    /// The architecture as Rust has it, and as Debian has it.
    architecture: &'static str,
    debian: &'static str,
    /// The processors that it runs on.
    processor: &'static str,
    /// What runs it here, unless this machine does.
    emulator: Option<&'static str>,
}

impl Target {
    /// A target by its triple.
    fn of(triple: &str) -> Result<Self, String> {
        let (architecture, debian, processor) = match triple.split('-').next() {
            Some("x86_64") => ("x86_64", "amd64", "x86-64-v2"),
            Some("aarch64") => ("aarch64", "arm64", "generic"),
            _ => return Err(format!("{triple}: expected a triple of x86_64 or aarch64")),
        };
        let is_known = ["gnu", "musl"].iter().any(|c| triple == format!("{architecture}-unknown-linux-{c}"));
        if !is_known {
            return Err(format!("{triple}: expected {architecture}-unknown-linux-musl or -gnu"));
        }
        let foreign = if architecture == "x86_64" { "qemu-x86_64-static" } else { "qemu-aarch64-static" };
        let emulator = (architecture != env::consts::ARCH).then_some(foreign);
        Ok(Self { triple: triple.to_owned(), architecture, debian, processor, emulator })
    }

    /// The compiler of C that links it.
    fn compiler(&self) -> String {
        match (self.emulator, self.triple.ends_with("musl")) {
            (None, true) => "musl-gcc".into(),
            (None, false) => "cc".into(),
            (Some(_), is_musl) => {
                format!("{}-linux-{}-gcc", self.architecture, if is_musl { "musl" } else { "gnu" })
            }
        }
    }

    /// What this machine lacks to build it and to try it.
    fn lacks(&self) -> Option<String> {
        let (triple, compiler) = (&self.triple, self.compiler());
        if !provide::target(triple) {
            Some(format!(
                "the standard library of {triple} is not here, and `rustup target add` does not work"
            ))
        } else if !works(&compiler, &["--version"]) {
            Some(format!(
                "{compiler} is not here; Debian has gcc-{}-linux-gnu and musl-tools",
                self.architecture
            ))
        } else {
            let emulator = self.emulator.filter(|emulator| !works(emulator, &["--version"]))?;
            Some(format!("{emulator} is not here; Debian has it in qemu-user-static"))
        }
    }

    /// The program as it is run here.
    fn command(&self, program: &Path) -> Command {
        match self.emulator {
            None => Command::new(program),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
        }
    }
}

/// Builds, puts together, and tries what is given away.
///
/// # Errors
/// What failed, as a sentence.
pub fn make(args: &Args) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("packages are made on Linux".into());
    }
    let usual = |c: &str| Target::of(&format!("{}-unknown-linux-{c}", env::consts::ARCH));
    let target = match &args.target {
        Some(triple) => Target::of(triple)?,
        None => match usual("musl")? {
            musl if musl.lacks().is_none() => musl,
            _ => usual("gnu")?,
        },
    };
    if let Some(lacking) = target.lacks() {
        let told = format!("nothing was made for {}: {lacking}", target.triple);
        if args.target.is_some() {
            return Err(told);
        }
        println!("SKIPPED: {told}");
        return Ok(());
    }
    let version = version()?;
    let program = build(&target)?;
    // `target/dist` is Cargo's, for the profile of this name.
    let out = root().join("target/packages").join(target.architecture);
    let stage = out.join(format!("yomikiri-{version}-{}-linux", target.architecture));
    empty(&out)?;
    stage_files(&stage, &program, &target)?;
    let time = time()?;
    let name = stage.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tarball = out.join(format!("{name}.tar.gz"));
    pack(&out, name.as_ref(), &tarball, &time)?;
    let package = debian(&out, &stage, (&version, target.debian), &time)?;
    alone(&program, &out, &target)?;
    let names: Vec<_> = [&tarball, &package].iter().filter_map(|path| path.file_name()).collect();
    for path in [&program, &tarball, &package] {
        let bytes = length(path)?;
        if bytes > LARGEST {
            return Err(format!("{} has {bytes} bytes, expected at most {LARGEST}", path.display()));
        }
    }
    let sums = output(Command::new("sha256sum").args(names).current_dir(&out))?;
    write(&out.join("SHA256SUMS"), &sums)?;
    for path in [&program, &tarball, &package] {
        println!("{:>12} bytes  {}", length(path)?, path.display());
    }
    print!("{sums}");
    Ok(())
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn length(path: &Path) -> Result<u64, String> {
    fs::metadata(path).map(|file| file.len()).map_err(|error| told(path, &error))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| told(path, &error))
}

fn directory(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| told(path, &error))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    directory(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map(|_| ()).map_err(|error| told(to, &error))
}

/// A directory with nothing in it.
fn empty(path: &Path) -> Result<(), String> {
    if path.exists() {
        fs::remove_dir_all(path).map_err(|error| told(path, &error))?;
    }
    directory(path)
}

/// The version of the program.
fn version() -> Result<String, String> {
    let package = workspace::packages()?.iter().find(|package| package["name"] == "yomikiri");
    let version = package.and_then(|package| package["version"].as_str());
    version.map(str::to_owned).ok_or_else(|| "the workspace has no package yomikiri".into())
}

/// The program, linked with all that it needs.
fn build(target: &Target) -> Result<PathBuf, String> {
    let (triple, processor) = (&target.triple, target.processor);
    println!("built for {triple}, {processor}");
    let mut flags = vec![format!("-Ctarget-cpu={processor}"), "-Ctarget-feature=+crt-static".to_owned()];
    flags.extend(linker_flags()?);
    let mut command = cargo(&["build", "--profile", "dist", "--package", "yomikiri", "--target", triple]);
    // Encoded, since a path may have a space in it.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    command.env(format!("CFLAGS_{}", triple.replace('-', "_")), C_FLAGS);
    if target.emulator.is_some() {
        let name = triple.to_ascii_uppercase().replace('-', "_");
        command.env(format!("CARGO_TARGET_{name}_LINKER"), target.compiler());
    }
    run(&mut command)?;
    Ok(root().join("target").join(triple).join("dist/yomikiri"))
}

/// The linker that comes with Rust, which links for every processor, optimises all crates together, keeps one
/// of functions with the same code, and packs the list of addresses to be set at the start. A Rust of a
/// distribution may lack it: then the compiler's own linker makes a larger program.
///
/// Rust's own optimisation at the end (`lto = "fat"`) takes the level of the last crate, which is to be
/// small, for all of them: no loop of the others was vectorised, and Blokus took 2.8 times as long. The
/// linker leaves each function at the level that its crate was compiled at. Of what crates have from others,
/// only the shortest functions are brought in: 180 KB less at the same speed.
fn linker_flags() -> Result<Vec<String>, String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let linkers = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/gcc-ld");
    if !linkers.join("ld.lld").is_file() {
        println!("this Rust comes without a linker; the program is larger by it");
        return Ok(Vec::new());
    }
    let here = format!("-B{}", linkers.display());
    let imported = "-Wl,-mllvm,-import-instr-limit=10";
    let passed = ["-fuse-ld=lld", &here, "-Wl,--icf=all", "-Wl,--pack-dyn-relocs=relr", imported];
    let passed = passed.iter().map(|flag| format!("-Clink-arg={flag}"));
    Ok(["-Clinker-plugin-lto".to_owned()].into_iter().chain(passed).collect())
}

/// What the tarball holds: the program, its pages, and the licences of all that is in it.
fn stage_files(stage: &Path, program: &Path, target: &Target) -> Result<(), String> {
    directory(stage)?;
    copy(program, &stage.join("yomikiri"))?;
    for name in ["README.md", "README.ja.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(name), &stage.join(name))?;
    }
    for what in ["man", "completions"] {
        run(target.command(program).args(["generate", what]).arg(stage.join(what)))?;
    }
    write(&stage.join("LICENSES-THIRD-PARTY.txt"), &licences(&target.triple)?)
}

/// What is linked in besides crates.
const C_LIBRARY: &str = "\
the C library: glibc, LGPL-2.1-or-later, https://www.gnu.org/software/libc/ (whoever wants another version links it in\n\
by building the program from its sources), or musl, MIT, https://musl.libc.org/\n\
the standard library of Rust: MIT OR Apache-2.0 https://github.com/rust-lang/rust\n";

/// The licences of the crates from elsewhere that are linked into the program: which crates, and each text
/// once.
fn licences(triple: &str) -> Result<String, String> {
    let format = ["--target", triple, "--prefix", "none", "--no-dedupe", "--format", "{p}"];
    let tree = output(cargo(&["tree", "--package", "yomikiri", "--edges", "normal"]).args(format))?;
    let linked: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(" (").next()).collect();
    // Of this target only: crates for other systems need not be fetched.
    let options = ["metadata", "--format-version", "1", "--locked", "--filter-platform", triple];
    let metadata = output(&mut cargo(&options))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let (mut list, mut texts) = (C_LIBRARY.to_owned(), BTreeMap::<String, Vec<String>>::new());
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let crate_name = format!("{} v{}", text("name"), text("version"));
        if package["source"].is_null() || !linked.contains(crate_name.as_str()) {
            continue;
        }
        list.extend([&crate_name, ": ", text("license"), " ", text("repository"), "\n"]);
        let directory = Path::new(text("manifest_path")).parent().unwrap_or(Path::new(".")).to_owned();
        for file in licence_files(&directory)? {
            let text = fs::read_to_string(&file).map_err(|error| told(&file, &error))?;
            texts.entry(text.trim().to_owned()).or_default().push(crate_name.clone());
        }
    }
    for (text, crates) in texts {
        list.extend(["\n", &"=".repeat(80), "\n", &crates.join(", "), "\n\n", &text, "\n"]);
    }
    Ok(list)
}

/// The files of a crate that are its licences.
fn licence_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|error| told(directory, &error))?;
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"]
                .iter()
                .any(|word| name.starts_with(word))
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_licence).collect();
    files.sort();
    Ok(files)
}

/// The time of the last commit, or what `SOURCE_DATE_EPOCH` says.
fn time() -> Result<String, String> {
    let given = env::var("SOURCE_DATE_EPOCH");
    let committed = || output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()));
    given.or_else(|_| committed()).map(|time| time.trim().to_owned())
}

/// Packs what is in a directory, the same bytes whoever packs it and whenever.
fn pack(directory: &Path, name: &Path, tarball: &Path, time: &str) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--format=gnu", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args([&format!("--mtime=@{time}"), "--mode=u+rw,go=rX", "--use-compress-program=gzip -9n", "--file"]);
    run(tar.arg(tarball).arg("--directory").arg(directory).arg(name))
}

/// A Debian package of the same files, where Debian has them.
fn debian(
    out: &Path,
    stage: &Path,
    (version, architecture): (&str, &str),
    time: &str,
) -> Result<PathBuf, String> {
    let work = out.join("debian");
    let (data, control) = (work.join("data"), work.join("control"));
    let (share, documents) = (data.join("usr/share"), data.join("usr/share/doc/yomikiri"));
    copy(&stage.join("yomikiri"), &data.join("usr/bin/yomikiri"))?;
    for page in fs::read_dir(stage.join("man")).map_err(|error| told(stage, &error))?.flatten() {
        let to = share.join("man/man1").join(page.file_name());
        copy(&page.path(), &to)?;
        run(Command::new("gzip").arg("-9n").arg(&to))?;
    }
    for (from, to) in [
        ("completions/yomikiri.bash", "bash-completion/completions/yomikiri"),
        ("completions/_yomikiri", "zsh/vendor-completions/_yomikiri"),
        ("completions/yomikiri.fish", "fish/vendor_completions.d/yomikiri.fish"),
    ] {
        copy(&stage.join(from), &share.join(to))?;
    }
    for name in ["README.md", "README.ja.md", "CHANGELOG.md", "LICENSES-THIRD-PARTY.txt"] {
        copy(&stage.join(name), &documents.join(name))?;
    }
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"]
        .map(|name| fs::read_to_string(stage.join(name)).map_err(|error| told(&stage.join(name), &error)));
    let [mit, apache] = licences;
    write(
        &documents.join("copyright"),
        &format!("MIT or Apache-2.0, at your option.\n\n{}\n{}", mit?, apache?),
    )?;
    directory(&control)?;
    write(&control.join("control"), &description(version, architecture, kibibytes(&data)?))?;
    write(&work.join("debian-binary"), "2.0\n")?;
    pack(&control, Path::new("."), &work.join("control.tar.gz"), time)?;
    pack(&data, Path::new("."), &work.join("data.tar.gz"), time)?;
    let package = out.join(format!("yomikiri_{version}_{architecture}.deb"));
    // `D`: no times and owners. The order of the members is what Debian prescribes.
    let members = ["debian-binary", "control.tar.gz", "data.tar.gz"];
    run(Command::new("ar").arg("rcD").arg(&package).args(members).current_dir(&work))?;
    fs::remove_dir_all(&work).map_err(|error| told(&work, &error))?;
    Ok(package)
}

/// What Debian is told of the package.
fn description(version: &str, architecture: &str, kibibytes: u64) -> String {
    format!(
        "Package: yomikiri\nVersion: {version}\nArchitecture: {architecture}\nSection: games\nPriority: optional\n\
        Maintainer: Yomikiri developers <yomikiri@localhost>\nInstalled-Size: {kibibytes}\nSuggests: fuse3\n\
        Description: board games and solitaires read out to the end\n \
        Solves Dobutsu Shogi, enumerates and checks mating problems of shogi, plays minishogi,\n \
        Blokus Duo and Calculation; in the terminal, in a browser, as USI and GTP engines.\n"
    )
}

/// What a directory takes.
fn kibibytes(directory: &Path) -> Result<u64, String> {
    let told = output(
        Command::new("du").args(["--summarize", "--apparent-size", "--block-size=1K"]).arg(directory),
    )?;
    let first = told.split_whitespace().next().and_then(|number| number.parse().ok());
    first.ok_or_else(|| format!("du: expected a number, found {told:?}"))
}

/// Runs the program where there is nothing else but what stands for its processor, not even a shell, if this
/// user may go there.
fn alone(program: &Path, out: &Path, target: &Target) -> Result<(), String> {
    let bare = out.join("bare");
    copy(program, &bare.join("yomikiri"))?;
    let mut inside = vec!["/yomikiri"];
    if let Some(emulator) = target.emulator {
        let path = output(Command::new("sh").args(["-c", &format!("command -v {emulator}")]))?;
        copy(Path::new(path.trim()), &bare.join("emulator"))?;
        inside.insert(0, "/emulator");
    }
    let command = |words: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(&bare).args(&inside).args(words).env("HOME", "/").env_remove("XDG_DATA_HOME");
        command
    };
    if output(Command::new("id").arg("-u"))?.trim() != "0" {
        println!("SKIPPED: chroot needs root; the program was not tried in an empty root");
        return fs::remove_dir_all(&bare).map_err(|error| told(&bare, &error));
    }
    let commands: [&[&str]; 3] =
        [&["games"], &["solve", "dobutsu-chicks"], &["probe", "dobutsu-chicks", "1l1/1c1/1C1/1L1 b -"]];
    for words in commands {
        let answer = output(&mut command(words))?;
        println!(
            "in an empty root: yomikiri {}: {}",
            words.join(" "),
            answer.lines().next().unwrap_or_default()
        );
    }
    fs::remove_dir_all(&bare).map_err(|error| told(&bare, &error))
}
