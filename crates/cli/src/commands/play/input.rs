//! Where a person's lines come from: a terminal, where they are edited, completed and remembered, or a pipe.

use crate::{failure::Failure, lines::lossy, text::note};
use rustyline::{
    Config, Context, Editor, ExternalPrinter, Helper, completion::Completer, error::ReadlineError,
    highlight::Highlighter, hint::Hinter, history::FileHistory, validate::Validator,
};
use std::{
    env, fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread,
    time::Duration,
};

/// The lines that are remembered.
const REMEMBERED: usize = 1000;

/// Whoever is asked for lines.
pub trait Input {
    /// The next line after a prompt; none at the end. `words` complete what is typed.
    fn ask(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        words: &dyn Fn() -> Vec<String>,
        alarm: Option<Alarm>,
    ) -> Result<Option<String>, Failure>;
}

/// What is said if no line has come after some time.
pub struct Alarm {
    pub after: Duration,
    pub message: String,
}

impl Alarm {
    /// Waits on a thread; whoever has the line drops what this gives, and nothing is said.
    fn set(self, mut say: impl FnMut(String) + Send + 'static) -> Sender<()> {
        let (line, waited) = channel();
        thread::spawn(move || {
            if waited.recv_timeout(self.after) == Err(RecvTimeoutError::Timeout) {
                say(self.message + "\n");
            }
        });
        line
    }
}

/// Whoever sits at standard input.
pub fn standard() -> Result<Box<dyn Input>, Failure> {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb {
        return Ok(Box::new(Edited::new().map_err(|error| failed(&error))?));
    }
    Ok(Box::new(Piped(Box::new(lossy(io::stdin().lock())))))
}

/// Lines as they come.
pub struct Piped<'a>(Box<dyn Iterator<Item = Result<String, Failure>> + 'a>);

#[cfg(test)]
impl<'a> Piped<'a> {
    pub fn of(input: impl io::BufRead + 'a) -> Self {
        Self(Box::new(lossy(input)))
    }
}

/// Says something to whoever waits, outside of the conversation.
fn print_line(message: &str) {
    let mut out = io::stdout().lock();
    // Where nobody listens, nobody waits.
    let _ = write!(out, "\n{message}").and_then(|()| out.flush());
}

impl Input for Piped<'_> {
    fn ask(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        _words: &dyn Fn() -> Vec<String>,
        alarm: Option<Alarm>,
    ) -> Result<Option<String>, Failure> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let _waiting = alarm.map(|alarm| alarm.set(|message| print_line(&message)));
        let line = self.0.next().transpose()?;
        if line.is_none() {
            writeln!(out)?;
        }
        Ok(line)
    }
}

/// Lines edited on a terminal.
struct Edited {
    editor: Editor<Completions, FileHistory>,
    /// Where they are remembered, if there is a place.
    file: Option<PathBuf>,
}

impl Edited {
    fn new() -> Result<Self, ReadlineError> {
        let config = Config::builder().max_history_size(REMEMBERED)?.history_ignore_dups(true)?;
        let config = config.auto_add_history(true).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Completions::default()));
        let file = history_file();
        if let Some(file) = file.as_ref().filter(|file| file.exists())
            && let Err(error) = editor.load_history(file)
        {
            note(format!("{}: {error}; what was typed before is not remembered", file.display()));
        }
        Ok(Self { editor, file })
    }
}

impl Input for Edited {
    /// Ctrl-C and Ctrl-D end the game.
    fn ask(
        &mut self,
        out: &mut dyn Write,
        prompt: &str,
        words: &dyn Fn() -> Vec<String>,
        alarm: Option<Alarm>,
    ) -> Result<Option<String>, Failure> {
        out.flush()?;
        if let Some(completions) = self.editor.helper_mut() {
            completions.0 = words();
        }
        let mut waiting = None;
        if let Some(alarm) = alarm {
            // Prints above what is being typed.
            let mut printer = self.editor.create_external_printer().map_err(|error| failed(&error))?;
            // Nothing is lost but the message where that fails.
            waiting = Some(alarm.set(move |message| drop(printer.print(message))));
        }
        let line = self.editor.readline(prompt);
        drop(waiting);
        match line {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            // A terminal in another encoding: what was typed is no move, as it is none through a pipe.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.into()))
            }
            Err(error) => Err(failed(&error)),
        }
    }
}

impl Drop for Edited {
    fn drop(&mut self) {
        let Some(file) = &self.file else { return };
        let made = file.parent().map_or(Ok(()), fs::create_dir_all).map_err(ReadlineError::from);
        if let Err(error) = made.and_then(|()| self.editor.save_history(file)) {
            note(format!("{}: {error}; what was typed is not remembered", file.display()));
        }
    }
}

/// The file of what was typed, where the desktop's specification puts the state of programs.
fn history_file() -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = of("XDG_STATE_HOME").or_else(|| Some(of("HOME")?.join(".local/state")))?;
    Some(state.join("yomikiri").join("play_history"))
}

fn failed(error: &ReadlineError) -> Failure {
    Failure::environment(format!("standard input: {error}"))
}

/// The words that complete what is typed.
#[derive(Default)]
struct Completions(Vec<String>);

impl Helper for Completions {}
impl Highlighter for Completions {}
impl Validator for Completions {}

impl Hinter for Completions {
    type Hint = String;
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = &line[..at];
        Ok((0, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_goes_off_unless_the_line_comes() {
        let alarm = |after| Alarm { after, message: "time".into() };
        let (say, said) = channel();
        let waiting = alarm(Duration::from_millis(1)).set(move |message| say.send(message).unwrap());
        assert_eq!(said.recv().as_deref(), Ok("time\n"));
        drop(waiting);
        let (say, said) = channel();
        drop(alarm(Duration::from_hours(1)).set(move |message| say.send(message).unwrap()));
        assert_eq!(said.recv(), Err(std::sync::mpsc::RecvError));
    }
}
