//! Variants as files: their perft beside Fairy-Stockfish's, and what is refused.

use crate::{attacks, fairy_stockfish::FairyStockfish, random_variants};
use proptest::{collection::vec, prelude::*, sample::select};
use std::fmt::Write;
use yomikiri_core::{Game, Notation, TwoPlayer, laws, moves_of, play::NoProgress};
use yomikiri_shogi::{
    Bits as _, Ending, GeneralGraph, Move, RulesBoard, Shogi, SmallBoard, SmallShogi, Variant,
    attacks::Tables, variants,
};

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/known");

/// Files of random variants that are compared, of at most 36 squares and 8 pieces a side.
const RANDOM: usize = 200;

/// The sequences of so many moves by Fairy-Stockfish's rules: mates by dropped pawns are not barred, but lost
/// by who drops.
fn count(variant: &Variant, depth: u32) -> u64 {
    fn of<B: RulesBoard>(variant: Variant, depth: u32) -> u64 {
        let game = Shogi::<B>::new(variant, Ending::Mate);
        B::perft(&game, &game.start(), depth)
    }
    let mut variant = variant.clone();
    for rule in &mut variant.pieces {
        rule.no_drop_mate = false;
    }
    if variant.board.len() <= SmallBoard::SIZE {
        of::<SmallBoard>(variant, depth)
    } else {
        of::<u128>(variant, depth)
    }
}

/// The variants of the generator, with their numbers.
fn random() -> impl Iterator<Item = (String, Variant)> {
    (0..).filter_map(|seed| random_variants::draw(seed, 36, 8)).take(RANDOM)
}

/// The rows of a table of known figures: name, depth, nodes.
fn rows(file: &str) -> Vec<(String, u32, u64)> {
    let text = std::fs::read_to_string(format!("{KNOWN}/{file}")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0].to_owned(), fields[1].parse().unwrap(), fields[2].parse().unwrap())
    };
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(row).collect()
}

/// Our figures against those of a table.
fn compare<'a>(file: &str, variants: impl Iterator<Item = &'a Variant>) -> usize {
    let rows = rows(file);
    let mut compared = 0;
    for variant in variants {
        for (_, depth, nodes) in rows.iter().filter(|(name, ..)| name == variant.name) {
            assert_eq!(count(variant, *depth), *nodes, "{} to depth {depth}", variant.name);
            compared += 1;
        }
    }
    assert_eq!(compared, rows.len(), "each row of {file} is of a variant");
    compared
}

#[test]
fn shipped_variants_count_as_fairy_stockfish_does() {
    assert!(compare("variants_perft.tsv", variants::shipped().iter()) >= 5 * (variants::shipped().len() - 1));
}

#[test]
fn random_variants_count_as_fairy_stockfish_does() {
    let random: Vec<Variant> = random().map(|(_, variant)| variant).collect();
    assert!(compare("random_variants_perft.tsv", random.iter()) > 3 * RANDOM);
}

/// The figures of the program for depths of at least 5 and less than so many nodes, as the rows of a table.
fn asked(program: &mut FairyStockfish, name: &str, least: u32, most: u64, table: &mut String) {
    for depth in 1.. {
        let nodes = program.perft(name, depth);
        if depth > least && nodes > most || depth > 9 {
            return;
        }
        writeln!(table, "{name}\t{depth}\t{nodes}").unwrap();
        if nodes == 0 || nodes > most {
            return;
        }
    }
}

/// The tables of known figures are what the program says, where it is installed. `UPDATE_KNOWN=1` writes
/// them.
#[test]
#[ignore = "minutes of Fairy-Stockfish"]
fn fairy_stockfish_says_what_the_tables_say() {
    let Some(mut program) = FairyStockfish::start() else {
        eprintln!("SKIPPED: there is no fairy-stockfish here to compare with (FAIRY_STOCKFISH names it)");
        return;
    };
    program.load(variants::SHIPPED);
    let mut shipped = String::new();
    for variant in variants::shipped().iter().filter(|variant| variant.name != "shogi") {
        asked(&mut program, variant.name, 5, 300_000, &mut shipped);
    }
    let (mut drawn, mut names) = (String::new(), Vec::new());
    for (text, variant) in random() {
        drawn += &text;
        names.push(variant.name);
    }
    program.load(&drawn);
    let mut random = String::new();
    for name in names {
        asked(&mut program, name, 3, 1_500_000, &mut random);
    }
    for (file, rows) in [("variants_perft.tsv", shipped), ("random_variants_perft.tsv", random)] {
        let path = format!("{KNOWN}/{file}");
        let known = std::fs::read_to_string(&path).unwrap();
        let (head, _) = known.split_at(known.find("nodes\n").expect("a row of columns") + "nodes\n".len());
        let table = head.to_owned() + &rows;
        if std::env::var_os("UPDATE_KNOWN").is_some() {
            std::fs::write(path, table).unwrap();
        } else {
            assert!(table == known, "{file} is not what the program says:\n{table}");
        }
    }
}

/// Boards that have every rule in some variant: the fast rules against the laws of games.
#[test]
fn random_variants_keep_the_laws() {
    for (text, variant) in random().step_by(8) {
        let game = SmallShogi::new(variant, Ending::Mate);
        for law in SmallBoard::laws(&game, 100, &NoProgress) {
            assert!(law.ok, "{}: {}", law.name, text);
        }
    }
}

/// Checks found from the king outward against checks found by making every move. Pieces that jump may uncover
/// a slide without leaving its line.
#[test]
fn checks_of_random_variants_are_those_that_moves_give() {
    let mut checks = 0;
    for (text, variant) in random().step_by(2) {
        let game = SmallShogi::new(variant, Ending::Mate);
        let tables = Tables::new(game.variant());
        for pos in laws::sample(&game, 100, 1).iter().filter(|pos| game.result(pos).is_none()) {
            let told = format!("{} in {text}", game.show_pos(pos));
            let moves = moves_of(&game, pos);
            let gives = |mv| {
                let next = game.play(pos, mv);
                game.in_check(&next, next.side())
            };
            let slow: Vec<_> = moves.iter().copied().filter(|&mv| gives(mv)).collect();
            let mut fast = Vec::new();
            game.checks(pos, &mut fast);
            assert_eq!(fast, slow, "{told}");
            attacks::check(&game, &tables, pos, &slow, &told);
            for &mv in &moves {
                assert_eq!(game.gives_check(pos, mv), slow.contains(&mv), "{mv:?} {told}");
            }
            let mates = |&mv: &Move| moves_of(&game, &game.play(pos, mv)).is_empty();
            if game.variant().try_ranks == 0 {
                assert_eq!(game.mating_move(pos).is_some(), slow.iter().any(mates), "{told}");
            }
            checks += slow.len();
        }
    }
    assert!(checks > 5_000, "only {checks} checks");
}

/// A letter stands for one piece: where a second kind promotes to the same, both are written by `+`.
#[test]
fn a_letter_of_its_own_is_that_of_one_piece() {
    let variant = variants::read("[both:dobutsu]\npromotedPieceType = e:h\n").unwrap().remove(0);
    let letters: Vec<&str> = variant.pieces.iter().filter_map(|rule| Some(rule.promoted?.letter)).collect();
    assert_eq!(letters, ["+E", "+C"]);
    for law in SmallBoard::laws(&Shogi::new(variant, Ending::Capture), 300, &NoProgress) {
        assert!(law.ok, "{}: {:?}", law.name, law.failure);
    }
}

/// Another letter for a piece changes nothing else, whatever inherited settings call it.
#[test]
fn inherited_settings_are_of_the_pieces_that_they_named() {
    let text = "[hen-x:dobutsu]\ngold = x\n\
        [chick-x:dobutsu]\nshogiPawn = x\nstartFen = gle/1x1/1X1/ELG[] w 0 1\n\
        [lion-x:dobutsu]\nking = x\nstartFen = gxe/1c1/1C1/EXG[] w 0 1\n\
        [swapped:minishogi]\nsilver = g\ngold = s\nstartFen = rbgsk/4p/5/P4/KSGBR[] w 0 1\n\
        [swapped-again:swapped]\nshogiPawn = x\nstartFen = rbgsk/4x/5/X4/KSGBR[] w 0 1\n";
    let parents = [Variant::dobutsu(), Variant::dobutsu(), Variant::dobutsu()];
    let parents = parents.into_iter().chain([Variant::minishogi(), Variant::minishogi()]);
    for (variant, parent) in variants::read(text).unwrap().iter().zip(parents) {
        let depth = if parent.board.files == 3 { 7 } else { 5 };
        assert_eq!(count(variant, depth), count(&parent, depth), "{}", variant.name);
        let one_per_file = |variant: &Variant| variant.pieces.iter().filter(|rule| rule.one_per_file).count();
        assert_eq!((one_per_file(variant), variant.try_ranks), (one_per_file(&parent), parent.try_ranks));
    }
    // What is of a piece that is there no more goes with it.
    let none = variants::read("[no-pawn:minishogi]\nshogiPawn = -\nstartFen = kgsbr/5/5/5/KGSBR[] w 0 1\n");
    assert!(none.unwrap()[0].pieces.iter().all(|rule| !rule.one_per_file));
}

#[test]
fn what_is_not_supported_is_named_with_its_line() {
    let refused = |settings: &str| {
        let error = variants::read(&format!("[mine:dobutsu]\n{settings}\n")).unwrap_err();
        (error.line, error.message)
    };
    let rows = [
        ("blastOnCapture = true", 2, "blastOnCapture: no key that is supported"),
        ("maxRank = 12", 2, "maxRank: expected a number from 1 to 9, found `12`"),
        ("pieceDrops = yes", 2, "pieceDrops: expected `true` or `false`, found `yes`"),
        ("capturesToHand = false", 2, "capturesToHand: expected `true` where there are drops"),
        (
            "customPiece1 = x:mW",
            2,
            "customPiece1: `m`: pieces that move and capture in different ways are not supported",
        ),
        ("cannon = x", 2, "cannon: `m`: pieces that move and capture in different ways are not supported"),
        ("castling = true", 2, "castling: expected `false`, the only value that is supported, found `true`"),
        (
            "stalemateValue = draw",
            2,
            "stalemateValue: expected `loss`: who cannot move has lost, found `draw`",
        ),
        ("promotedPieceType = c:x", 2, "promotedPieceType: expected letters of pieces, found `c:x`"),
        (
            "promotedPieceType = c:e e:g",
            2,
            "promotedPieceType: expected pieces that promote once at most, found `c:e e:g`",
        ),
        ("dropNoDoubled = e", 2, "dropNoDoubled: expected a piece that stays in its file, found `e`"),
        (
            "whiteFlag = a4",
            2,
            "whiteFlag: expected whole ranks up to the far end, such as `*5 *6`, alike for both sides, found `a4`",
        ),
        ("flagPiece = g", 2, "flagPiece: expected the letter of the king, found `g`"),
        (
            "startFen = gle/1c1/1C1/EL[] w",
            2,
            "startFen: expected 1 more squares in rank d, found ` ` (at character 15)",
        ),
        (
            "startFen = gle/1L1/1c1/E1G[] w",
            2,
            "startFen: expected a position where no king can be taken, found `gle/1L1/1c1/E1G[] w`",
        ),
        (
            "nFoldValue = win",
            2,
            "nFoldValue: expected `draw`, or nFoldValueAbsolute = true beside it, found `win`",
        ),
        ("king = -", 1, "[mine]: king is missing: every side has one"),
    ];
    for (settings, line, message) in rows {
        assert_eq!(refused(settings), (line, message.to_owned()), "{settings}");
    }
    let alone = variants::read("[mine]\nking = k\n").unwrap_err();
    assert_eq!(alone.to_string(), "line 1: [mine]: maxRank is missing: boards have up to 9 files and ranks");
    let again = variants::read("\n[dobutsu]\n").unwrap_err();
    assert_eq!(again.to_string(), "line 2: [dobutsu]: there is a game of this name");
}

/// Keys and values at random, sound or not.
fn setting() -> impl Strategy<Value = String> {
    let keys = "maxRank maxFile king rook bishop lance shogiPawn fers gold knight customPiece1 promotedPieceType \
        promotionRank promotionRegionWhite promotionRegionBlack mandatoryPiecePromotion immobilityIllegal pieceDrops \
        capturesToHand dropNoDoubled shogiPawnDropMateIllegal flagPiece whiteFlag blackFlag startFen nFoldRule \
        nFoldValue nFoldValueAbsolute pieceDemotion piecePromotionOnCapture dropPromoted stalemateValue nMoveRule \
        about pieceNames promotedLetters pictureLetters";
    let values = [
        "true",
        "false",
        "1",
        "3",
        "9",
        "0",
        "-",
        "c",
        "l",
        "x",
        "ä",
        "c:h",
        "c:-",
        "e:g g:e",
        "x:fR",
        "y:NN",
        "z:K",
        "l:x",
        "*1",
        "*4 *3",
        "win",
        "loss",
        "gle/1c1/1C1/ELG[] w",
        "1l1/3/1L1[XXxx] b - 7",
        "lllL/[",
        "a4 b4",
        "",
    ];
    let keys: Vec<&str> = keys.split_whitespace().collect();
    (select(keys), select(values.to_vec())).prop_map(|(key, value)| format!("{key} = {value}\n"))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(\\[|\\]|=|:|\n|[a-z ])*") {
        let _ = variants::read(&text);
    }

    /// What is not refused can be played and numbered.
    #[test]
    fn any_settings_make_a_game_or_are_refused(settings in vec(setting(), 1..5)) {
        if let Ok(variants) = variants::read(&format!("[mine:dobutsu]\n{}", settings.concat())) {
            let game = Shogi::<u128>::new(variants[0].clone(), Ending::Mate);
            for pos in laws::sample(&game, 20, 1) {
                prop_assert_eq!(game.parse_pos(&game.show_pos(&pos)), Ok(pos.clone()));
            }
            let _ = GeneralGraph::of(&Shogi::new(variants[0].clone(), Ending::Mate));
        }
    }
}
