//! Collections: what is written is read again, looks as the golden files, and is whole or not there.

use crate::random::problems;
use proptest::{collection::vec, prelude::*};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use yomikiri_core::{PageStart, ShelfFilter};
use yomikiri_shogi::record::Transcript;
use yomikiri_tsume::{
    Glyphs, Problem,
    collection::{Catalogue, CollectionError, Provenance, create, read},
    diagram, draw, line, rules,
};

/// Every form that can be read, and whether it keeps the solution and the set.
const FORMS: [(&str, bool, bool); 7] = [
    ("sqlite", true, true),
    ("db", true, true),
    ("csv", true, true),
    ("kif", true, true),
    ("kifu", true, true),
    ("txt", true, false),
    ("sfen", false, false),
];

/// The forms that keep what a problem costs the solver.
const KEEP_EFFORTS: [&str; 3] = ["sqlite", "db", "csv"];

fn about() -> Provenance {
    Provenance { command: "yomikiri tsume enumerate NNNN".to_owned(), set: "NNNN".to_owned() }
}

fn write(path: &Path, problems: &[Problem]) {
    let mut collection = create(path, &about()).unwrap();
    for problem in problems {
        collection.push(problem).unwrap();
    }
    assert_eq!(collection.finish().unwrap(), problems.len() as u64);
}

fn read_all(path: &Path) -> Vec<Problem> {
    read(path).unwrap().collect::<Result<_, _>>().unwrap()
}

/// A mate in one, three moves that do not mate from a position that is its own mirror image, a position that
/// is mate, one without a solution.
fn samples() -> Vec<Problem> {
    let texts = [
        "7nk/9/6S1P/9/9/9/9/9/9 b N2r2b4g3s2n4l17p 1 moves N*2c",
        "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 moves G*6b 5a4a G*4b",
        "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1",
        "3+b4+R/4k4/9/2+p+l1+S3/9/3N5/9/9/9 b 2P 1",
    ];
    texts.iter().map(|text| Problem { set: "GP".to_owned(), ..Problem::read(text).unwrap() }).collect()
}

#[test]
fn a_line_that_does_not_mate_is_broken_off_in_kif() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("lines.kifu");
    let text = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1 moves G*6b 5a4a";
    write(&path, &[Problem::read(text).unwrap(), samples().swap_remove(0)]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.contains("3 中断") && written.contains("まで2手で中断\n"), "{written}");
    assert!(written.ends_with("まで1手で詰み\n"), "{written}");
    assert_eq!(read_all(&path).iter().map(Problem::plies).collect::<Vec<_>>(), [2, 1]);
}

/// A drop that the checker takes with mate is no answer to a mate.
#[test]
fn a_line_before_futile_interpositions_is_mate_in_kif() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("far.kifu");
    let text = "2R6/9/9/9/9/9/9/1+L7/k8 b r2b4g4s4n3l18p 1 moves 7a7i+";
    write(&path, &[Problem::read(text).unwrap()]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.contains("2 詰み") && written.ends_with("まで1手で詰み\n"), "{written}");
}

/// A diagram need not tell what the defender holds, whose line drops it.
#[test]
fn a_line_may_drop_what_a_diagram_leaves_out() {
    let text = "9/8k/9/9/9/9/9/9/9 b 2RG 1 moves R*1d 1b2a R*2c G*2b";
    let problem = Problem::read(text).unwrap();
    assert_eq!((problem.plies(), problem.with_rest().position), (4, problem.position.clone()));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rest.kifu");
    write(&path, std::slice::from_ref(&problem));
    let written = fs::read_to_string(&path).unwrap();
    let hand = written.lines().find(|line| line.starts_with("後手の持駒")).unwrap();
    fs::write(&path, written.replace(hand, "後手の持駒：なし")).unwrap();
    assert_eq!(read_all(&path), [problem]);
    assert!(Problem::read("9/8k/9/9/9/9/9/9/9 b 2RG 1 moves R*1d 1b2a N*2c").is_err());
    assert!(Problem::read("9/9/9/9/9/9/9/1+L7/k1+R6 w - 1 moves G*8i").is_err(), "a mate is over");
    assert!(
        Problem::read("9/8k/9/9/9/9/9/9/9 b 2RGg 1 moves R*1d 1b2a R*2c S*2b").is_err(),
        "hands are told"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn problems_are_read_as_written(problems in vec(problems(), 1..6)) {
        let directory = tempfile::tempdir().unwrap();
        for (extension, solution, set) in FORMS {
            let path = directory.path().join("problems").with_extension(extension);
            write(&path, &problems);
            let expected: Vec<_> = problems.iter().cloned().map(|problem| Problem {
                line: if solution { problem.line } else { Vec::new() },
                set: if set { problem.set } else { String::new() },
                effort: problem.effort.filter(|_| KEEP_EFFORTS.contains(&extension)),
                ..problem
            }).collect();
            prop_assert_eq!(read_all(&path), expected, "{}", extension);
        }
    }

    #[test]
    fn mirror_images_share_a_key(problem in problems()) {
        let image = Problem::new(problem.position.mirrored(), Vec::new(), String::new());
        prop_assert_eq!(problem.key(), image.key());
        prop_assert_eq!(problem.pieces(), image.pieces());
        prop_assert_eq!(problem.symmetric(), image.symmetric());
        let other = Problem { position: problem.position.flipped(), ..image };
        prop_assert!(other.position == problem.position || other.key() != problem.key());
    }

    #[test]
    fn no_text_makes_a_reader_panic(problem in problems(), spoilt in any::<prop::sample::Index>(), with in any::<char>()) {
        let directory = tempfile::tempdir().unwrap();
        for extension in ["kifu", "csv", "txt"] {
            let path = directory.path().join("problems").with_extension(extension);
            write(&path, std::slice::from_ref(&problem));
            let mut text: Vec<char> = fs::read_to_string(&path).unwrap().chars().collect();
            let at = spoilt.index(text.len());
            text[at] = with;
            fs::write(&path, text.into_iter().collect::<String>()).unwrap();
            for problem in read(&path).into_iter().flatten().flatten() {
                prop_assert_eq!(line(&problem).len(), problem.plies());
            }
        }
    }
}

#[test]
fn each_form_looks_as_it_should() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["samples.kifu", "samples.csv", "samples.txt", "samples.sfen", "samples.html"] {
        let path = directory.path().join(name);
        write(&path, &samples());
        golden(name, &fs::read_to_string(&path).unwrap());
    }
}

#[test]
fn a_sheet_has_four_problems_a_page() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sheet.html");
    for (count, expected) in [(0, vec![]), (4, vec![4]), (9, vec![4, 4, 1])] {
        let problems: Vec<Problem> = samples().into_iter().cycle().take(count).collect();
        write(&path, &problems);
        let text = fs::read_to_string(&path).unwrap();
        let (diagrams, solutions) = text.split_once("<section>").unwrap();
        let pages = diagrams.split("<div class=\"page\">").skip(1);
        let figures: Vec<usize> = pages.map(|page| page.matches("<figure>").count()).collect();
        assert_eq!((figures, solutions.matches("<li ").count()), (expected, count));
        assert_eq!(text.matches("<div").count(), text.matches("</div>").count());
    }
}

#[test]
fn drawings_look_as_they_should() {
    let problem = &samples()[3];
    golden("kanji.txt", &draw(&problem.position, Glyphs::Kanji, false));
    golden("letters.txt", &draw(&problem.position, Glyphs::Letters, false));
    golden("diagram.svg", &diagram(&problem.position).file());
    let coloured = draw(&problem.position, Glyphs::Kanji, true);
    assert!(coloured.contains("\x1b[1;31mv玉\x1b[0m"), "{coloured}");
}

/// Compares with a file; `UPDATE_GOLDEN=1` writes it instead.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap(), "{}", path.display());
}

#[test]
fn kif_is_in_shift_jis_and_read_in_whatever_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.kif");
    write(&path, &samples());
    let bytes = fs::read(&path).unwrap();
    assert!(String::from_utf8(bytes.clone()).is_err());
    let (text, _, wrong) = encoding_rs::SHIFT_JIS.decode(&bytes);
    assert!(!wrong && text.contains("後手の持駒：飛二　角二"));
    fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    assert_eq!(read_all(&path), samples());
    fs::write(&path, text.replace('\n', "\r")).unwrap();
    let refused = read(&path).unwrap().next().unwrap().unwrap_err().to_string();
    assert!(refused.contains("line 1: a line ends in a carriage return alone"), "{refused}");
}

/// As other programs write KIF: names, other characters for the same, variations, comments, no numbers of
/// ranks.
const FOREIGN: &str = "\u{feff}# ----  Kifu for Windows V7  ----
先手：詰方
後手：玉方
後手の持駒：飛二 角二　金二　銀四　桂四　香四　歩十七　
  9 8 7 6 5 4 3 2 1
+---------------------------+
| ・ ・ ・ ・v王 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二　
手数----指手---------消費時間--
   1 ６二金打     ( 0:01/00:00:01)+
*a comment
   2 ４一王(51)   ( 0:00/00:00:00)
   3 42金打
   4 投了
まで3手で先手の勝ち

変化：1手
   1 ５二金打
";

#[test]
fn kif_of_other_programs_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("foreign.kif");
    fs::write(&path, FOREIGN).unwrap();
    assert_eq!(read_all(&path), [Problem { set: String::new(), ..samples()[1].clone() }]);
}

/// Neither reader of KIF takes what the other one refuses, whichever program has written it.
#[test]
fn a_problem_and_a_record_are_read_alike() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("foreign.kifu");
    let samples = samples();
    let foreign = &samples[1];
    let mut texts = vec![(FOREIGN.to_owned(), foreign)];
    // The collection of samples, cut into its problems.
    let golden = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/samples.kifu"));
    texts.extend(golden.unwrap().split("\n\n").map(str::to_owned).zip(&samples));
    for (from, to) in [
        ("   1 ６二金打", "１　６二金打"),
        ("   1 ６二金打", "   1 ６二金"),
        ("   1 ６二金打", "1 ▲６二金打"),
        ("   1 ６二金打", "１ ☗ ６二金打"),
        ("４一王(51)", "△４一玉 (51)"),
        ("4 投了", "4 時間切れ"),
        ("4 投了", "４ 接続切れ"),
        ("4 投了", "4 反則手"),
        ("金二　", "なし 金一金"),
        ("歩十七", "と十七"),
        ("・v王", "・V王"),
        (" ・ 歩", "^・^歩"),
        (" ・ 歩", "　・　歩"),
        ("先手の持駒：", "攻方の持駒:"),
        ("手数---", "先手番\n手数---"),
        ("変化：", "変化:"),
    ] {
        assert!(FOREIGN.contains(from), "{from}");
        texts.push((FOREIGN.replacen(from, to, 1), foreign));
    }
    for (text, expected) in texts {
        fs::write(&path, &text).unwrap();
        let problem = read_all(&path).swap_remove(0);
        assert_eq!((&problem.position, &problem.line), (&expected.position, &expected.line), "{text}");
        let record =
            Transcript::from_bytes(rules(), text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!((record.start, record.moves), (problem.position, problem.line), "{text}");
    }
    for (from, to) in [
        ("   1 ６二金打", "１６二金打"),
        ("   1 ６二金打", "１ ６二銀打"),
        ("   1 ６二金打", "   1 何か"),
        ("４一王(51)", "４一王"),
        ("・v王", "・▽王"),
        ("・v王 ・", "・v王"),
        ("金二", "鯨"),
    ] {
        let text = FOREIGN.replacen(from, to, 1);
        fs::write(&path, &text).unwrap();
        assert!(read(&path).unwrap().next().unwrap().is_err(), "{text}");
        assert!(Transcript::from_bytes(rules(), text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let told = |name: &str, content: &str| {
        let path = directory.path().join(name);
        fs::write(&path, content).unwrap();
        let outcome = read(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let error = outcome.unwrap_err();
        assert!(!error.is_environment());
        error.to_string().replace(&format!("{}/", directory.path().display()), "")
    };
    let kif = |from: &str, to: &str| told("x.kif", &FOREIGN.replacen(from, to, 1));
    for (message, expected) in [
        (told("x.txt", "# none\n\nlion\n"), "x.txt, line 3: expected a piece"),
        (told("x.sfen", "9/9/9/9/9/9/9/9/9 b - 1\n"), "x.sfen, line 1: "),
        (told("x.txt", "4k4/9/9/9/9/9/9/9/9 b G 1 moves G*5b G*5c"), "x.txt, line 1: `G*5c` is not legal"),
        (told("x.csv", "position\n4k4\n"), "x.csv, line 1: expected a header with a column `sfen`"),
        (told("x.csv", "sfen\n4k4\n"), "x.csv, line 2: expected `/` and another rank"),
        (
            told("x.sqlite", "no database, but long enough to be taken for one, were it not for its content"),
            "x.sqlite: this is no collection",
        ),
        (kif("v王", "v主"), "x.kif, line 7: expected a piece or ・ in file 5, found `v主"),
        (kif("|三", "\n|三"), "x.kif, line 9: expected 9 squares between two `|`"),
        (
            kif("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", ""),
            "x.kif, line 2: expected a diagram of nine ranks, found 8",
        ),
        (kif("金二　\n", "王二　\n"), "x.kif, line 17: expected a piece in hand or なし, found `王二`"),
        (kif("金二　\n", "鯨\n"), "x.kif, line 17: expected a piece in hand or なし, found `鯨`"),
        (kif("先手の持駒：金二", "先手の持駒：金三"), "x.kif, line 2: 5 golds"),
        (
            kif("４一王(51)", "４一王"),
            "line 21: expected 打, or where the piece comes from, such as (53), in the move `４一王`",
        ),
        (kif("６二金打", "同　金打"), "line 19: expected a square such as ５三, or 同 after another move"),
        (kif("６二金打", "６十金打"), "line 19: expected a square"),
        (kif("６二金打", "６二銀打"), "line 19: `６二銀打` is not legal"),
        (kif("４一王(51)", "４一金(51)"), "line 21: `４一金` comes from a square where no such piece stands"),
        (kif("４一王(51)", "７一王(51)"), "line 21: `７一王` is not legal"),
    ] {
        assert!(message.contains(expected), "{message}\nexpected {expected}");
    }
}

#[test]
fn names_that_say_no_form_are_refused() {
    let about = about();
    for name in ["problems", "problems.pdf", "problems.", ".sqlite"] {
        let message = create(Path::new(name), &about).map(drop).unwrap_err().to_string();
        let expected = "expected a name that ends in .sqlite, .db, .sfen, .txt, .kif, .kifu, .csv or .html";
        assert_eq!(message, format!("{name}: {expected}"));
    }
    assert!(matches!(
        read(Path::new("sheet.html")),
        Err(CollectionError::Unreadable { .. } | CollectionError::Io { .. })
    ));
}

fn files(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn until_it_is_whole_nothing_has_the_name_and_what_was_there_stays() {
    for extension in FORMS.map(|(extension, ..)| extension).into_iter().chain(["html"]) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("problems").with_extension(extension);
        fs::write(&path, "older").unwrap();
        let mut collection = create(&path, &about()).unwrap();
        collection.push(&samples()[0]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "older");
        drop(collection);
        assert_eq!(
            files(directory.path()),
            std::slice::from_ref(&path),
            "a collection that is given up leaves nothing"
        );
        write(&path, &samples());
        assert_ne!(fs::read(&path).unwrap(), b"older");
        assert_eq!(files(directory.path()), [path]);
    }
}

#[test]
fn a_directory_that_is_not_there_is_told() {
    let error = create(Path::new("no/such/directory/problems.csv"), &about()).map(drop).unwrap_err();
    assert!(
        error.is_environment() && error.to_string().starts_with("no/such/directory/problems.csv: "),
        "{error}"
    );
    assert!(read(Path::new("no/such/problems.csv")).map(drop).unwrap_err().is_environment());
}

#[test]
fn the_database_tells_what_it_is_and_answers_any_tool() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.sqlite");
    let mut problems = samples();
    problems.push(Problem::new(problems[0].position.mirrored(), Vec::new(), String::new()));
    write(&path, &problems);
    let database = rusqlite::Connection::open(&path).unwrap();
    let one = |query: &str| database.query_row(query, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(one("SELECT value FROM meta WHERE name = 'format'"), "1");
    assert_eq!(one("SELECT value FROM meta WHERE name = 'command'"), "yomikiri tsume enumerate NNNN");
    assert_eq!(one("SELECT value FROM meta WHERE name = 'set'"), "NNNN");
    assert_eq!(
        one("SELECT group_concat(id) FROM problem WHERE plies = 3 AND symmetric AND NOT hand_empty"),
        "2"
    );
    assert_eq!(one("SELECT group_concat(id) FROM problem GROUP BY key HAVING count(*) > 1"), "1,5");
    assert_eq!(one("SELECT pieces || ' ' || solution FROM problem WHERE id = 1"), "SNPn N*2c");
    assert_eq!(one("SELECT pieces FROM problem WHERE id = 4"), "RSNPPblp");
    assert_eq!(one("PRAGMA integrity_check"), "ok");
    database.execute("UPDATE meta SET value = '2' WHERE name = 'format'", []).unwrap();
    let message = read(&path).map(drop).unwrap_err().to_string();
    assert!(message.ends_with("format version 2, this program reads 1"), "{message}");
}

#[test]
fn a_database_of_an_older_program_has_no_efforts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.sqlite");
    let rated: Vec<_> = samples().into_iter().map(|problem| Problem { effort: Some(7), ..problem }).collect();
    write(&path, &rated);
    assert_eq!(read_all(&path), rated);
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute("UPDATE problem SET effort = 'unknown' WHERE id = 2", []).unwrap();
    assert_eq!(read_all(&path)[1], samples()[1]);
    database.execute("ALTER TABLE problem DROP COLUMN effort", []).unwrap();
    assert_eq!(read_all(&path), samples());
    let catalogue = Catalogue::open(&path).unwrap();
    assert_eq!(catalogue.problem_from(1).unwrap(), Some((1, samples().swap_remove(0))));
}

/// A row with another kind of value than a text is one problem less, and hides none.
#[test]
fn a_row_without_a_text_hides_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.sqlite");
    for column in ["sfen", "solution", "piece_set"] {
        write(&path, &samples());
        let database = rusqlite::Connection::open(&path).unwrap();
        database.execute(&format!("UPDATE problem SET {column} = x'00ff' WHERE id = 2"), []).unwrap();
        let read: Vec<_> = read(&path).unwrap().collect();
        let error = read[1].as_ref().unwrap_err().to_string();
        assert!(error.contains("problem 2") && error.contains(column), "{error}");
        let others = [0, 2].map(|at| read[at].as_ref().unwrap().clone());
        assert_eq!(others, [0, 2].map(|at| samples().swap_remove(at)));
        assert_eq!(read.len(), samples().len());
        let catalogue = Catalogue::open(&path).unwrap();
        let page = |start, most| {
            let page = catalogue.page(&ShelfFilter::default(), start, most).unwrap();
            page.into_iter().map(|(number, _)| number).collect::<Vec<_>>()
        };
        let all = page(PageStart::First, 10);
        assert!(all.len() == 3 && !all.contains(&2), "{column}: {all:?}");
        for (at, &number) in all.iter().enumerate() {
            assert_eq!(page(PageStart::First, at), all[..at], "{column}");
            assert_eq!(
                page(PageStart::After(number), 1),
                all[at + 1..].iter().copied().take(1).collect::<Vec<_>>()
            );
            assert_eq!(
                page(PageStart::Before(number), 1),
                all[..at].last().copied().into_iter().collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn a_damaged_database_makes_no_reader_panic() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("problems.sqlite");
    write(&path, &std::iter::repeat_with(samples).take(20).flatten().collect::<Vec<_>>());
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    for at in (0..whole.len()).step_by(151) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        fs::write(&path, damaged).unwrap();
        let outcome = read(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        refused += usize::from(outcome.is_err());
    }
    assert!(refused > 0);
}

#[test]
fn a_problem_is_found_by_number_and_chosen_by_plies_and_set() {
    let directory = tempfile::tempdir().unwrap();
    for (extension, solution, set) in FORMS {
        let path = directory.path().join("problems").with_extension(extension);
        write(&path, &samples());
        assert_eq!(read(&path).unwrap().nth(2).unwrap().unwrap().position, samples()[2].position);
        assert!(read(&path).unwrap().nth(4).is_none());
        let chosen = |plies, set: &str| {
            let chosen = read(&path).unwrap().choose(plies, set, None, |_| true).unwrap();
            chosen.map(|(number, _)| number)
        };
        let expected = if solution { Some(2) } else { None };
        assert_eq!(chosen(3, if set { "PG" } else { "GGP" }), expected, "{extension}");
        assert_eq!(chosen(5, "GP"), None);
    }
}

#[test]
fn an_effort_that_cannot_be_read_is_of_its_own_problem() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("efforts.csv");
    let sfen = samples()[0].sfen();
    fs::write(&path, format!("sfen,solution,effort\n{sfen},,many\n{sfen},,7\n")).unwrap();
    assert_eq!(read(&path).unwrap().nth(1).unwrap().unwrap().effort, Some(7));
    let wrong = read(&path).unwrap().next().unwrap().unwrap_err().to_string();
    assert!(wrong.contains("line 2: effort: expected a number of positions, found \"many\""), "{wrong}");
}

/// The whole of a form, written where there is no room for it.
#[test]
fn a_file_that_may_not_grow_leaves_nothing() {
    // The limit is a process's: the test runs itself once more.
    if std::env::var_os("YOMIKIRI_LIMITED").is_none() {
        let this = std::env::current_exe().unwrap();
        let output = Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ && ulimit -f 8 && exec \"$0\" --exact a_file_that_may_not_grow_leaves_nothing",
            ])
            .arg(this)
            .env("YOMIKIRI_LIMITED", "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        return;
    }
    for extension in FORMS.map(|(extension, ..)| extension).into_iter().chain(["html"]) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("problems").with_extension(extension);
        let written = create(&path, &about()).and_then(|mut collection| {
            (0..100_000).try_for_each(|_| collection.push(&samples()[0]))?;
            collection.finish()
        });
        let error = written.unwrap_err();
        assert!(error.is_environment() && error.to_string().contains("problems."), "{error}");
        assert!(files(directory.path()).is_empty(), "{extension}");
    }
}
