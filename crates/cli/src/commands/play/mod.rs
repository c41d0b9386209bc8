//! `yomikiri play`: a person against the program, or the program against itself. It plays the best move that
//! a table knows, or the one that a search finds.

mod clock;
mod end;
mod hints;
mod input;
mod prompt;
mod review;
mod screen;
mod standing;
mod terminal_view;
mod thought;
mod yours;

use crate::{
    args::{GameArgs, MindArgs},
    commands::explore::{explore, has_table},
    failure::{Answer, Failure, Outcome},
    game::AnyGame,
    registry,
    table::TableArgs,
    words::{language, words},
};
use clock::{GameClock, TimeControl};
use prompt::Prompt;
use screen::Screen;
use standing::Standing;
use std::io::Write;
use terminal_view::TerminalView;
use yomikiri_core::{Explore, play::Opponent};
use yours::Yours;

/// Plays against you, perfectly where the game is solved
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri play dobutsu --side second\n  \
    yomikiri play blokus --level 3\n  \
    yomikiri play calculation --seed 7 --hint\n  \
    yomikiri play dobutsu --player learnt:3\n  \
    yomikiri play minishogi --kanji --level 4 --clock 5m+3s --thinking\n  \
    yomikiri play dobutsu --side none --from \"gle/1c1/1C1/ELG b -\"\n\n\
    While playing: a move such as 2c2b, C*2b, 66t0 or ５五金, the squares that a piece of Blokus covers (e10 e9 d9),\n    \
    moves [TEXT], a number from that list, hint, think, undo, board, resign, review, save FILE, load FILE, quit,\n    \
    help, help rules, help pieces. On a terminal lines are edited and remembered, and Tab completes them.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    mind: MindArgs,

    /// Who plays against you, instead of the table (dobutsu): `search` thinks as --level, --time or --depth
    /// say; learnt:N looks N plies ahead and trusts the learnt evaluation
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Which side is yours
    #[arg(long, value_enum, default_value_t = Yours::First)]
    side: Yours,

    /// Begin with hints switched on
    #[arg(long)]
    hint: bool,

    /// Show what the opponent thought of its move: how deep, what it made of it, what it expects
    #[arg(long)]
    thinking: bool,

    /// Play on a screen with a cursor and a mouse, which takes the whole terminal
    #[arg(long)]
    screen: bool,

    /// The time of each side, such as 10m, 5m+3s (and three seconds more for each move made) or 5m/10s (and
    /// then ten seconds a move)
    #[arg(long, value_name = "TIME", value_parser = TimeControl::parse)]
    clock: Option<TimeControl>,

    /// Draw the pieces as kanji, and tell moves as Japanese records do, where the game has them
    #[arg(long)]
    kanji: bool,

    /// The position to begin with, instead of the game's start
    #[arg(long, value_name = "POS")]
    from: Option<String>,

    /// Of a solitaire: the cards of the stock in order, such as "Q5KQ2..." [default: dealt by the seed]
    #[arg(long, value_name = "CARDS")]
    deal: Option<String>,
}

impl Args {
    /// The game, with the deal asked for.
    fn open(&self) -> Result<Box<dyn AnyGame>, Failure> {
        let game = registry::open(&self.game)?;
        match game.solitaire() {
            Some(solitaire) => {
                solitaire.dealt(self.mind.deal_seed(), self.deal.as_deref(), self.from.as_deref())
            }
            None if self.deal.is_some() => {
                Err(Failure::input(format!("--deal: {} is played without a deal", self.game.game)))
            }
            None => Ok(game),
        }
    }
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let (mut game, words) = (args.open()?, words());
    if args.kanji && !game.use_kanji() {
        return Err(Failure::input(format!("--kanji: {} is not written in kanji", args.game.game)));
    }
    let opponent = opponent(args, &*game)?;
    if let Some(from) = &args.from {
        game.explore().open(from).map_err(|error| Failure::parse("--from", &error))?;
    }
    let (explore, start) = known(args, &*game, opponent.is_some())?;
    let records = game.records();
    let mut standing = Standing::new(&*explore, &*records, args.side, start);
    standing.alone = game.solitaire().is_some();
    standing.opponent = opponent;
    standing.clock = args.clock.map(GameClock::new);
    let (guide, terminal) = (game.guide(language()), TerminalView::standard());
    let (hint, thinking, listed) = (args.hint, args.thinking, Vec::new());
    if args.screen {
        screen::run(Screen::new(standing, guide, words, (hint, thinking))?)?;
        return Ok(Answer::Yes);
    }
    let mut prompt = Prompt { standing, guide, words, hint, thinking, terminal, listed, out };
    prompt.run(&mut *input::standard()?)?;
    Ok(Answer::Yes)
}

/// The game with all that is known of it, and the position to begin with.
fn known(args: &Args, game: &dyn AnyGame, has_opponent: bool) -> Result<(Box<dyn Explore>, String), Failure> {
    // Whoever plays needs no table unless it is named, but then hints know nothing.
    let without = has_opponent && !has_table(&args.game, &args.table, game)?;
    let mut explore = if without { game.explore() } else { explore(&args.game, &args.table, game)? };
    let start = args.from.clone().unwrap_or_else(|| explore.start().position());
    if let Some(tabled) = game.tabled()
        && !without
        && explore.open(&start).map_err(|error| Failure::parse("position", &error))?.worth()?.value.is_none()
        && let Some(solved) = tabled.solved_from(&start, &registry::table_path(&args.game, &args.table))?
    {
        explore = solved;
    }
    Ok((explore, start))
}

/// Who searches, where a game has someone.
fn opponent(args: &Args, game: &dyn AnyGame) -> Result<Option<Box<dyn Opponent>>, Failure> {
    if let Some(name) = &args.player {
        let refused =
            || Failure::input(format!("--player: {} has no players to choose from", args.game.game));
        return game.named(name, &args.mind).ok_or_else(refused)?.map(Some);
    }
    game.opponent(&args.mind)
}

#[cfg(test)]
mod tests {
    use super::{input::Piped, *};
    use crate::{
        game::Guide,
        words::{ENGLISH, JAPANESE},
    };
    use yomikiri_core::{BruteForce, Explorer, Notation, Side};
    use yomikiri_shogi::{Ending, SmallShogi};

    /// Plays from a position with only the lions (or what else is on the board), and gives all that was
    /// shown.
    fn session(from: &str, yours: Yours, input: impl AsRef<[u8]>) -> String {
        session_with(from, yours, input, |_| ())
    }

    /// The same with something changed before.
    fn session_with(
        from: &str,
        yours: Yours,
        input: impl AsRef<[u8]>,
        change: impl FnOnce(&mut Prompt<'_, &mut Vec<u8>>),
    ) -> String {
        let game = SmallShogi::dobutsu(Ending::Capture);
        let start = game.parse_pos(from).unwrap();
        let game = game.with_start(start);
        let probe = BruteForce::new(&game);
        let records = game.clone();
        let explore = Explorer { game, probe };
        let standing = Standing::new(&explore, &records, yours, from.into());
        played(standing, input.as_ref(), change)
    }

    /// All that is shown of a game.
    fn played(
        standing: Standing<'_>,
        input: &[u8],
        change: impl FnOnce(&mut Prompt<'_, &mut Vec<u8>>),
    ) -> String {
        let mut out = Vec::new();
        let guide = Guide { rules: "the rules".into(), pieces: "the pieces".into() };
        let (words, terminal) = (&ENGLISH, TerminalView { colour: false, size: None });
        let (hint, thinking, listed) = (false, false, Vec::new());
        let mut prompt = Prompt { standing, guide, words, hint, thinking, terminal, listed, out: &mut out };
        change(&mut prompt);
        prompt.run(&mut Piped::of(input)).unwrap();
        String::from_utf8(out).unwrap()
    }

    const LIONS: &str = "1l1/3/3/1L1 b -";

    #[test]
    fn the_table_plays_itself_to_the_end_in_the_best_way() {
        // The lions alone are won for the first player in five plies, of which the last is the capture or
        // none.
        let shown = session(LIONS, Yours::None, "");
        assert!(shown.contains("The game is over: the first player"), "{shown}");
        assert!((4..=5).contains(&shown.matches(" plays ").count()), "{shown}");
    }

    #[test]
    fn commands_do_what_they_say() {
        let shown = session(LIONS, Yours::First, "moves\nhint\nfrob\nundo\nboard\nhelp\nquit\n2d2c\n");
        for expected in
            ["2d2c", "hints are on", "win 5", "`moves` lists", "nothing to take back", "switches hints"]
        {
            assert!(shown.contains(expected), "{expected}: {shown}");
        }
        assert!(!shown.contains("second plays"), "{shown}");
    }

    #[test]
    fn a_line_that_is_no_text_is_refused_like_any_other() {
        let shown = session(LIONS, Yours::First, b"\xff\xfe\nquit\n");
        assert_eq!(shown.matches("first> ").count(), 2, "{shown}");
    }

    #[test]
    fn moves_are_picked_from_a_list() {
        let shown = session(LIONS, Yours::First, "moves 2c\n1\n");
        assert!(shown.contains("1 2d2c") && shown.contains("second plays"), "{shown}");
        let shown = session(LIONS, Yours::First, "moves 9x\n1\n");
        assert!(shown.contains("no legal move has \"9x\"") && !shown.contains("second plays"), "{shown}");
    }

    #[test]
    fn giving_up_the_win_is_remarked_and_can_be_taken_back() {
        let mut wasteful = None;
        for mv in ["2d1d", "2d3d", "2d1c", "2d2c", "2d3c"] {
            let shown = session(LIONS, Yours::First, format!("{mv}\n"));
            if shown.contains("throws away a win") {
                wasteful = Some(mv);
            }
        }
        let mv = wasteful.expect("some lion move gives up the win");
        let shown = session(LIONS, Yours::First, format!("{mv}\nundo\nmoves\n"));
        assert!(shown.contains("second plays"), "{shown}");
        assert!(shown.trim_end().ends_with("first>"), "{shown}");
    }

    #[test]
    fn who_plays_alone_sees_chances_in_percent() {
        let game = registry::open_usual("calculation").unwrap();
        let game = game.solitaire().unwrap().dealt(7, None, None).unwrap();
        let (explore, records) = (game.explore(), game.records());
        let start = explore.start().position();
        let mut standing = Standing::new(&*explore, &*records, Yours::First, start);
        standing.alone = true;
        let shown = played(standing, b"1\nquit\n", |prompt| prompt.hint = true);
        assert!(shown.contains("%\n") && shown.ends_with("\n> "), "{shown}");
    }

    #[test]
    fn a_game_that_is_over_can_be_saved_and_taken_back() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("game.kif");
        let file = file.to_str().unwrap();
        // The lion steps up to the lion, which takes it.
        let near = "1l1/3/1L1/3 b -";
        let commands = format!("2c2b\nsave {file}\n2b2a\nundo\nload {file}\nboard\n");
        let shown = session(near, Yours::Both, commands);
        for expected in [
            "The game is over: the second player has won",
            &format!("saved in {file}"),
            "the game is over: expected undo",
            "first> ",
        ] {
            assert!(shown.contains(expected), "{expected}: {shown}");
        }
        assert_eq!(shown.matches("The game is over:").count(), 2, "{shown}");
        // A record is written over, and nothing else.
        let shown = session(near, Yours::Both, format!("save {file}\n"));
        assert!(shown.contains(&format!("saved in {file}")), "{shown}");
        std::fs::write(file, "SQLite format 3").unwrap();
        let shown = session(near, Yours::Both, format!("save {file}\n"));
        assert!(shown.contains("is no record of this game"), "{shown}");
        assert_eq!(std::fs::read_to_string(file).unwrap(), "SQLite format 3");
    }

    #[test]
    fn a_game_that_is_loaded_keeps_its_players_and_one_that_is_none_changes_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let (begun, saved) = (file("begun.csa"), file("saved.kifu"));
        std::fs::write(&begun, "V2.2\nN+Alice\nN-先崎\nPI\n+\n+2423LI\n%TORYO\n").unwrap();
        let empty = file("empty.kif");
        std::fs::write(&empty, "").unwrap();
        let commands = format!("2d2c\nload {empty}\nundo\nload {begun}\nsave {saved}\n");
        let shown = session(LIONS, Yours::Both, commands);
        assert!(
            shown.contains("empty.kif: expected a game") && !shown.contains("nothing to take back"),
            "{shown}"
        );
        let saved = std::fs::read_to_string(saved).unwrap();
        assert!(saved.contains("先手：Alice\n後手：先崎\n") && saved.contains("投了"), "{saved}");
    }

    #[test]
    fn a_game_with_moves_behind_its_end_is_not_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let load = |rounds: usize, more: &str| {
            let file = directory.path().join("game.usi");
            let back_and_forth = " 2d1d 2a1a 1d2d 1a2a".repeat(rounds);
            std::fs::write(&file, format!("position sfen {LIONS} 1 moves{back_and_forth}{more}\n")).unwrap();
            session(LIONS, Yours::Both, format!("load {}\n", file.display()))
        };
        assert!(load(2, "").contains("third time") && load(1, " 2d2c").contains("second> "));
        let told = load(2, " 2d2c");
        assert!(told.contains("move 9: the game was over before it, by a repetition"), "{told}");
    }

    #[test]
    fn help_names_a_move_and_the_forms_of_the_game() {
        let shown = session(LIONS, Yours::First, "help\n");
        assert!(shown.contains("a move such as 2d") && shown.contains("CSA, KIF"), "{shown}");
    }

    #[test]
    fn the_end_of_input_is_the_end() {
        assert!(session(LIONS, Yours::Both, "").ends_with("first> \n"));
    }

    #[test]
    fn what_the_best_moves_are_worth_is_told_with_numbers_to_play_them_by() {
        let shown = session(LIONS, Yours::First, "hint\n1\n");
        assert!(
            shown.contains(" 1  2d") && shown.contains("win 5") && shown.contains("second plays"),
            "{shown}"
        );
    }

    #[test]
    fn the_last_move_is_marked_on_the_board() {
        let shown = session(LIONS, Yours::Both, "2d2c\n");
        assert!(shown.contains("c │    │  L*│    │") && shown.contains("d │    │   *│    │"), "{shown}");
        let small = session_with(LIONS, Yours::Both, "", |prompt| prompt.terminal.size = Some((80, 12)));
        assert!(!small.contains('┼') && small.contains("d │    │  L │    │"), "{small}");
    }

    #[test]
    fn words_stay_whole_at_the_end_of_a_terminal() {
        let rules = "A piece that you take is in your hand: in place of a move you may drop it.\n二歩は禁じ手です。打ち歩詰めは禁じ手です。";
        let told = |size| {
            session_with(LIONS, Yours::First, "help rules\n2d9\n", |prompt| {
                prompt.guide.rules = rules.into();
                prompt.terminal.size = size;
            })
        };
        let broken = told(Some((40, 24)));
        assert!(broken.contains("A piece that you take is in your hand:\nin place of a move"), "{broken}");
        // No line begins with what ends a sentence.
        assert!(broken.contains("打ち歩詰めは禁じ手で\nす。"), "{broken}");
        let broken = broken.replace("> ", "> \n");
        assert!(broken.lines().all(|line| yomikiri_core::columns(line) <= 40), "{broken}");
        assert!(told(None).contains(rules) && told(None).contains("(`moves` lists the legal moves, `help`"));
    }

    #[test]
    fn help_and_lists_fit_eighty_columns() {
        for entry in registry::entries() {
            let mut game = registry::open_usual(entry.name).unwrap();
            game.use_kanji();
            let (explore, records) = (game.explore(), game.records());
            for words in [&ENGLISH, &JAPANESE] {
                let start = explore.start().position();
                let standing = Standing::new(&*explore, &*records, Yours::Both, start);
                let shown = played(standing, b"help\nmoves\n", |prompt| {
                    prompt.words = words;
                    prompt.guide = game.guide(words.spoken);
                });
                // What is told stands behind the prompt here, since nothing is typed.
                let shown = shown.replace("> ", "> \n");
                let wide = shown.lines().find(|line| yomikiri_core::columns(line) > 80);
                assert_eq!(wide, None, "{}", entry.name);
            }
        }
    }

    #[test]
    fn a_player_can_resign_and_think_better_of_it() {
        let shown = session(LIONS, Yours::First, "resign\n2d2c\nundo\n2d2c\n");
        assert!(shown.contains("The first player has resigned: the second player has won."), "{shown}");
        assert!(
            shown.contains("the game is over: expected undo") && shown.contains("second plays"),
            "{shown}"
        );
    }

    #[test]
    fn a_flag_falls() {
        let control = TimeControl::parse("10s").unwrap();
        let played = |yours, of_whom, input: &str| {
            session_with(LIONS, yours, input, |prompt| {
                let clock = prompt.standing.clock.insert(GameClock::new(control));
                clock.spend(of_whom, control.main);
            })
        };
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("game.kifu");
        let file = file.to_str().unwrap();
        let shown = played(Yours::Both, Side::First, &format!("2d2c\nsave {file}\n"));
        assert!(shown.contains("first 0.0> ") && shown.contains("The first player's time is up"), "{shown}");
        // It is over in the record, too.
        assert!(std::fs::read_to_string(file).unwrap().ends_with("切れ負け\n"));
        let loaded = session(LIONS, Yours::Both, format!("load {file}\n"));
        assert!(loaded.contains("The first player's time is up"), "{loaded}");
        // What is no move is obeyed even then.
        let late = directory.path().join("late.kifu");
        played(Yours::Both, Side::First, &format!("save {}\n", late.display()));
        assert!(std::fs::read_to_string(late).unwrap().ends_with("切れ負け\n"));
        assert!(!played(Yours::Both, Side::First, "quit\n").contains("time is up"));
        // The program's flag falls as well, and its move comes too late.
        let shown = played(Yours::First, Side::Second, "2d2c\n");
        assert!(
            shown.contains("The second player's time is up") && !shown.contains("second plays"),
            "{shown}"
        );
    }

    #[test]
    fn the_review_marks_what_was_given_away() {
        let mut reviewed = String::new();
        for mv in ["2d1d", "2d3d", "2d1c", "2d2c", "2d3c"] {
            let shown = session(LIONS, Yours::Both, format!("{mv}\nreview\n"));
            if shown.contains("throws away a win") {
                reviewed = shown;
            }
        }
        assert!(reviewed.contains("??") && reviewed.contains("gave away a win"), "{reviewed}");
        assert!(session(LIONS, Yours::Both, "review\n").contains("there is no move to look at"));
    }

    #[test]
    fn moves_are_read_as_records_write_them_and_told_in_japanese() {
        let shown = session(LIONS, Yours::First, "2三ラ\nhelp rules\nhelp pieces\n");
        assert!(shown.contains("second plays") && shown.contains("the rules\n"), "{shown}");
        let shown = session_with(LIONS, Yours::First, "hint\n", |prompt| prompt.words = &JAPANESE);
        assert!(shown.contains("先手の5手勝ち") && shown.contains("勝ち 5"), "{shown}");
        assert!(shown.contains("先手: 持ち駒なし、手番") && !shown.contains("player"), "{shown}");
    }
}
