//! Fairy-Stockfish, asked for its perft.

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// The program, with variants of a file under names of their own.
pub struct FairyStockfish {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl FairyStockfish {
    /// Starts the program named by `FAIRY_STOCKFISH`, or `fairy-stockfish`; none where there is none.
    pub fn start() -> Option<Self> {
        let name = std::env::var_os("FAIRY_STOCKFISH").unwrap_or_else(|| "fairy-stockfish".into());
        let mut command = Command::new(name);
        let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (input, output) = (program.stdin.take()?, BufReader::new(program.stdout.take()?));
        Some(Self { program, input, output })
    }

    /// Reads a file of variants; each is called `y-` and its name.
    pub fn load(&mut self, text: &str) {
        let path = std::env::temp_dir().join(format!("yomikiri-variants-{}.ini", std::process::id()));
        std::fs::write(&path, translated(text)).unwrap();
        self.tell(&format!("setoption name VariantPath value {}", path.display()));
        self.tell("isready");
        self.answer("readyok");
        std::fs::remove_file(path).unwrap();
    }

    /// The sequences of so many moves from the start of a variant.
    pub fn perft(&mut self, variant: &str, depth: u32) -> u64 {
        self.tell(&format!("setoption name UCI_Variant value y-{variant}"));
        self.tell("position startpos");
        self.tell(&format!("go perft {depth}"));
        let answer = self.answer("Nodes searched: ");
        answer.trim().parse().expect("a number of nodes")
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// What follows on the next line that begins so.
    fn answer(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "fairy-stockfish has ended");
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.to_owned();
            }
        }
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.tell("quit");
        let _ = self.program.wait();
    }
}

/// The file with names that the program does not know already, and with what its version 11.1 calls by
/// another name.
fn translated(text: &str) -> String {
    let mut written = String::new();
    for line in text.lines() {
        match line.strip_prefix('[').and_then(|names| names.strip_suffix(']')) {
            Some(names) => writeln!(written, "[y-{}]", names.replace(':', ":y-")).unwrap(),
            None => writeln!(written, "{line}").unwrap(),
        }
        if let Some((key, value)) = line.split_once('=')
            && key.trim() == "dropNoDoubled"
        {
            writeln!(written, "shogiDoubledPawn = {}", value.trim() == "-").unwrap();
        }
    }
    written
}
