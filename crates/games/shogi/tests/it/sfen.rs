//! Positions as SFEN has them, and what is wrong with a text.

use yomikiri_core::ParseError;
use yomikiri_shogi::{
    Position, SmallBoard, Variant,
    sfen::{read, write},
};

fn parse(text: &str) -> Result<Position<SmallBoard>, ParseError> {
    read(text, &Variant::dobutsu())
}

#[test]
fn what_is_written_is_read() {
    let rows = [
        ("gle/1c1/1C1/ELG b -", "gle/1c1/1C1/ELG b -"),
        (" gl1/111/12/1L+C w G2eC 17 ", "gl1/3/3/1LH w GC2e"),
        ("Hl1/3/h2/2L b 2e2G", "Hl1/3/h2/2L b 2G2e"),
    ];
    for (text, written) in rows {
        assert_eq!(write(&parse(text).unwrap(), &Variant::dobutsu()), written);
    }
}

#[test]
fn errors_name_the_character() {
    let rows = [
        ("", 0, "expected 3 more squares in rank a, found the end"),
        ("gle/1c1/1C1 b -", 11, "expected `/` and another rank (3 of 4 ranks read), found ` `"),
        ("gle/1c1/1C1/ELG/3 b -", 15, "expected a space after 4 ranks, found `/`"),
        ("gle/1c/1C1/ELG b -", 6, "expected 1 more squares in rank b, found `/`"),
        ("gle/1c2/1C1/ELG b -", 6, "expected at most 1 more empty squares and at least 1, found `2`"),
        ("glee/1c1/1C1/ELG b -", 3, "expected the rank to end after 3 squares, found `e`"),
        ("gle/1x1/1C1/ELG b -", 5, "expected a piece (LEGCH), found `x`"),
        ("gl+e/1c1/1C1/ELG b -", 3, "expected a piece that promotes (C), found `e`"),
        ("gle/1c1/1CL/ELG b -", 13, "the first player has 2 lions on the board, expected exactly one"),
        ("gle/gc1/1C1/ELG b -", 14, "3 giraffes on the board and in hand, but the set holds 2"),
        ("gle/1c1/1C1/ELG x -", 16, "expected `b` or `w` for the side to move, found `x`"),
        ("gle/1c1/1C1/ELG", 15, "expected a space and the side to move, found the end"),
        ("gle/1c1/1C1/ELG b", 17, "expected a space and the pieces in hand, or `-`, found the end"),
        ("gle/3/1C1/ELG b h", 16, "expected a piece that can be in hand (EGC), found `h`"),
        ("gle/3/1C1/ELG b L", 16, "expected a piece that can be in hand (EGC), found `L`"),
        ("gle/3/1C1/ELG b 2c", 16, "3 chicks on the board and in hand, but the set holds 2"),
        ("gle/3/1C1/ELG b 0c", 16, "expected a count from 1 to 255 without leading zeros, found `0`"),
        ("gle/3/1C1/ELG b - x", 18, "expected nothing but a move count after the hands, found `x`"),
    ];
    for (text, at, message) in rows {
        let error = parse(text).unwrap_err();
        assert_eq!((error.at, &*error.message.to_string()), (Some(at), message), "{text}");
    }
    let lionless = parse("g1e/1c1/1C1/ELG b -").unwrap_err();
    assert_eq!(lionless.to_string(), "the second player has 0 lions on the board, expected exactly one");
    let chicks = read::<SmallBoard>("gl1/3/3/1L1 b -", &Variant::dobutsu_chicks()).unwrap_err();
    assert_eq!(chicks.to_string(), "expected a piece (LCH), found `g` (at character 1)");
}

#[test]
fn shogi_is_written_as_it_is_read() {
    let rows = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RG5pgsn",
        "9/9/4k4/9/9/9/9/9/K8 b 2R2B4G4S4N4L18P",
    ];
    for text in rows {
        let variant = Variant::shogi();
        // The hands are written with the first player's before the second's, each in the usual order.
        let written = write(&read::<u128>(text, &variant).unwrap(), &variant);
        assert_eq!(written, text.replace("RG5pgsn", "RGgsn5p"));
    }
}

#[test]
fn errors_of_shogi_name_the_character() {
    let refused = |text: &str| read::<u128>(text, &Variant::tsume()).unwrap_err();
    let rows = [
        ("4k4/9/4P4/4P4/9/9/9/9/9 b -", 11, "two pawns of the first player in file 5"),
        ("4k4/9/9/9/9/9/9/9/n8 b -", 18, "a knight on 9i could never move"),
        ("L3k4/9/9/9/9/9/9/9/9 b -", 0, "a lance on 9a could never move"),
        ("4k4/9/9/9/9/9/9/9/9 b 19P", 22, "19 pawns on the board and in hand, but the set holds 18"),
        ("4k4/9/9/9/9/9/9/9/9 b 3R", 22, "3 rooks on the board and in hand, but the set holds 2"),
        ("4k4/9/+K8/9/9/9/9/9/9 b -", 7, "expected a piece that promotes (RBSNLP), found `K`"),
        ("4k4/9/K7K/9/9/9/9/9/9 b -", 8, "the first player has 2 kings on the board, expected exactly one"),
        ("4k4/9/9/9/9/9/9/9/9 b +P", 22, "expected a piece that can be in hand (RBGSNLP), found `+`"),
        ("4k4/9/9/9/9/9/9/9/9 b 2K", 23, "expected a piece that can be in hand (RBGSNLP), found `K`"),
    ];
    for (text, at, message) in rows {
        let error = refused(text);
        assert_eq!((error.at, &*error.message.to_string()), (Some(at), message), "{text}");
    }
    assert!(read::<u128>("4k4/9/9/9/9/9/9/9/9 b -", &Variant::tsume()).is_ok());
    assert!(read::<u128>("9/9/9/9/9/9/9/9/4K4 w 18p", &Variant::tsume()).is_ok());
    assert_eq!(refused("9/9/9/9/9/9/9/9/9 b -").to_string(), "there is no king on the board");
    let kingless = "the first player has 0 kings on the board, expected exactly one";
    let lone = read::<u128>("4k4/9/9/9/9/9/9/9/9 b -", &Variant::shogi()).unwrap_err();
    assert_eq!(lone.to_string(), kingless);
}
