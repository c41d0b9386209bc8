//! Game records in every form: written, read, and those that others wrote.

use yomikiri_core::{Game, Notation, play::Forfeit};
use yomikiri_shogi::{
    Bits, Ending, Shogi,
    record::{Form, Transcript},
};

fn random_game<B: Bits>(game: &Shogi<B>, seed: u64) -> Transcript<B> {
    let mut record = Transcript::new(game.start());
    let (mut now, mut random) = (game.start(), seed);
    for _ in 0..80 {
        let mut moves = Vec::new();
        game.moves(&now, &mut moves);
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
        let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
        record.moves.push(mv);
        now = game.play(&now, mv);
    }
    record
}

#[test]
fn what_is_written_is_read_in_every_form() {
    survives(&Shogi::minishogi());
    survives(&Shogi::standard());
    survives(&Shogi::goro_goro());
    survives(&Shogi::goro_goro_plus());
    survives(&Shogi::dobutsu(Ending::Capture));
    survives(&Shogi::dobutsu_chicks(Ending::Mate));
}

fn survives<B: Bits>(game: &Shogi<B>) {
    for seed in 0..60 {
        let mut record = random_game(game, seed);
        if seed % 3 == 0 {
            // Not from the start, and the second player to move.
            let begun = record.moves.len().min(7);
            record.start = record.positions(game)[begun].clone();
            record.moves.drain(..begun);
            record.forfeit = Some(if seed % 2 == 0 { Forfeit::Resigned } else { Forfeit::TimeUp });
            record.names = [Some("Alice A".into()), Some("ボブ".into())];
        }
        for form in [Form::Csa, Form::Kif] {
            let text = record.write(game, form);
            assert_eq!(Transcript::read(game, &text), Ok(record.clone()), "{text}");
        }
        for form in [Form::Csa, Form::Kif, Form::Kifu] {
            let bytes = record.to_bytes(game, form);
            assert_eq!(Transcript::from_bytes(game, &bytes), Ok(record.clone()), "{form:?}");
        }
        let text = record.write(game, Form::Usi);
        let read = Transcript::read(game, &text).unwrap();
        assert_eq!((read.start, read.moves), (record.start, record.moves), "{text}");
    }
}

#[test]
fn records_of_shogi_by_others_are_read() {
    let game = Shogi::standard();
    let read = |text: &str| Transcript::read(&game, text).unwrap();
    let usi = |text: &str| read(text).write(&game, Form::Usi);
    // A square that is the last one's is written by a word with a blank behind it.
    let even =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 投了\n";
    assert_eq!(usi(even), "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    let csa = "PI\n+\n+7776FU,T1\n-3334FU\n+8822UM\n-3122GI\n%TORYO\n";
    assert_eq!(read(csa), read(even));
    for (kif, csa, sfen) in [
        ("香落ち", "PI11KY", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
        ("二枚落ち", "PI82HI22KA", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"),
        (
            "八枚落ち",
            "PI82HI22KA11KY91KY21KE81KE31GI71GI",
            "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -",
        ),
    ] {
        let kif = read(&format!("手合割：{kif}\n   1 ３四歩(33)\n   2 ７六歩(77)\n"));
        assert_eq!(game.show_pos(&kif.start), sfen);
        assert_eq!(read(&format!("{csa}\n-\n-3334FU\n+7776FU\n")), kif);
    }
    assert_eq!(read(&format!("/\n{csa}")), read(even), "nothing stands before the slash");
    // What is drawn is the start, whatever the handicap is called.
    let start = read("手合割：香落ち\n   1 ３四歩(33)\n").start;
    let drawn = Transcript::new(start.clone()).write(&game, Form::Kifu);
    for text in
        [format!("手合割：二枚落ち\n{drawn}"), drawn.replace("手数----", "手合割：二枚落ち\n手数----")]
    {
        assert_eq!(read(&text).start, start, "{text}");
    }
    let wrong = Transcript::read(&game, "PI82KA\n+\n").unwrap_err().to_string();
    assert!(wrong.contains("line 1") && wrong.contains("PI82KA"), "{wrong}");
}

#[test]
fn handicaps_leave_out_what_others_leave_out() {
    let game = Shogi::standard();
    // Each with what CSA would leave out of the start.
    for (name, left_out) in [
        ("両香落ち", "11KY91KY"),
        ("三枚落ち", "82HI22KA11KY"),
        ("五枚落ち", "82HI22KA11KY91KY81KE"),
        ("左五枚落ち", "82HI22KA11KY91KY21KE"),
        ("七枚落ち", "82HI22KA11KY91KY81KE21KE71GI"),
        ("右七枚落ち", "82HI22KA11KY91KY81KE21KE71GI"),
        ("左七枚落ち", "82HI22KA11KY91KY81KE21KE31GI"),
        ("十枚落ち", "82HI22KA11KY91KY81KE21KE71GI31GI61KI41KI"),
        ("トンボ", "11KY91KY81KE21KE71GI31GI61KI41KI"),
        ("トンボ＋香", "81KE21KE71GI31GI61KI41KI"),
        ("トンボ＋桂香", "71GI31GI61KI41KI"),
    ] {
        let kif = Transcript::read(&game, &format!("手合割：{name}　\n")).unwrap();
        assert_eq!(Transcript::read(&game, &format!("PI{left_out}\n-\n")), Ok(kif), "{name}");
    }
    let start = |name: &str| Transcript::read(&game, &format!("手合割：{name}\n")).unwrap().start;
    let of_lone_king =
        |hand: &str| game.parse_pos(&format!("4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hand}")).unwrap();
    assert_eq!(start("歩三兵"), of_lone_king("3p"));
    assert_eq!(start("裸玉"), of_lone_king("-"));
    // Nothing else is taken for an even game.
    let text = "手合割：九枚落ち\n   1 ３四歩(33)\n";
    for text in [text, "手合割：その他\n"] {
        let wrong = Transcript::read(&game, text).unwrap_err().to_string();
        assert!(wrong.contains("the handicap ") && wrong.contains("drawn"), "{wrong}");
    }
    assert!(Transcript::read(&Shogi::minishogi(), "手合割：角落ち\n手数----\n").is_err());
    assert!(Transcript::read(&Shogi::minishogi(), "手合割：5五将棋\n手数----\n").is_ok());
    let drawn = Transcript::new(start("三枚落ち")).write(&game, Form::Kifu);
    assert_eq!(
        Transcript::read(&game, &format!("手合割：その他\n{drawn}")).unwrap().start,
        start("三枚落ち")
    );
}

/// What is no move is passed over, also where it begins like one, and prose is no game.
#[test]
fn kif_of_other_programs_is_read() {
    let game = Shogi::standard();
    let read = |text: &str| Transcript::read(&game, text);
    let usi = |text: &str| read(text).map(|record| record.write(&game, Form::Usi));
    let two = usi("7g7f 3c3d").unwrap();
    let (first, second) = ("   1 ７六歩(77)   ( 0:01/00:00:01)\n", "   2 ３四歩(33)\n");
    for text in [
        format!("５五の龍 第一局\n５五将棋\n手合割：平手\n{first}２六歩が定跡\n{second}"),
        format!("{first}{second}まで2手で中断\n１三香が最善\n   3 ３三角成(88)\n"),
        format!("手合割:平手\n{first}   2 △３四歩(33)\n"),
        format!("開始日時：2020/01/01\n{first}{second}").replace('\n', "\r"),
        format!("{first}{second}   3 詰\n   4 何か\n"),
    ] {
        assert_eq!(usi(&text), Ok(two.clone()), "{text}");
    }
    let ended = |line: &str| read(&format!("{first}{second}{line}\n   1 ２六歩(27)\n")).unwrap().forfeit;
    assert_eq!(ended("まで2手で後手の勝ち"), Some(Forfeit::Resigned));
    assert_eq!(ended("まで2手で時間切れにより後手の勝ち"), Some(Forfeit::TimeUp));
    assert_eq!(ended("   3 時間切れ"), Some(Forfeit::TimeUp));
    for line in ["まで2手で先手の勝ち", "まで2手で反則により後手の勝ち", "まで2手で千日手", "   3 封じ手"]
    {
        assert_eq!(ended(line), None, "{line}");
    }
    assert_eq!(
        read("手合割:香落ち\n").map(|record| record.start),
        read("手合割：香落ち\n").map(|record| record.start)
    );
    for text in ["先手：についての文章です。\n棋譜はありません。\n", "３四歩(33)\n", "2３四歩(33)\n"]
    {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn how_a_game_ended_is_written() {
    let game = Shogi::minishogi();
    let ends = |record: &Transcript<_>| [Form::Csa, Form::Kifu].map(|form| record.write(&game, form));
    let told = |record: &Transcript<_>, csa: &str, kif: &str| {
        let [in_csa, in_kif] = ends(record);
        assert!(in_csa.trim_end().ends_with(csa) && in_kif.trim_end().ends_with(kif), "{in_csa}{in_kif}");
    };
    let begun = Transcript::read(&game, "3e4d 3a2b").unwrap();
    told(&begun, "%CHUDAN", "中断");
    for (forfeit, csa, kif) in
        [(Forfeit::Resigned, "%TORYO", "投了"), (Forfeit::TimeUp, "%TIME_UP", "切れ負け")]
    {
        told(&Transcript { forfeit: Some(forfeit), ..begun.clone() }, csa, kif);
    }
    let again = Transcript::read(&game, &"1e1d 5a5b 1d1e 5b5a ".repeat(3)).unwrap();
    told(&again, "%SENNICHITE", "千日手");
    let mate = Transcript::read(&game, "position sfen 4k/5/4G/5/K4 b G 1 moves G*1b").unwrap();
    told(&mate, "%TSUMI", "詰み");
}

#[test]
fn games_that_the_rules_end_are_saved_as_ended() {
    fn told<B: Bits>(game: &Shogi<B>, (from, moves): (&str, &str), csa: &str, kif: &str) {
        let text = format!("position sfen {from} 1 moves {moves}");
        let record = Transcript::read(game, &text).unwrap();
        for (form, end) in [(Form::Csa, csa), (Form::Kif, kif)] {
            let text = record.write(game, form);
            assert!(text.trim_end().ends_with(end), "{end}: {text}");
            assert_eq!(Transcript::read(game, &text), Ok(record.clone()), "{text}");
        }
    }
    // A try: the side to move has lost.
    let dobutsu = Shogi::dobutsu(Ending::Capture);
    told(&dobutsu, ("3/L2/2l/3 b -", "3b3a"), "%TSUMI", "詰み");
    // The lion may be taken: the side to move has won.
    told(&dobutsu, ("1l1/3/1L1/3 b -", "2c2b"), "%+ILLEGAL_ACTION", "反則勝ち");
    told(&dobutsu, ("1l1/3/1L1/3 w -", "2a2b"), "%-ILLEGAL_ACTION", "反則勝ち");
    // A stalemate.
    let shogi = Shogi::standard();
    told(&shogi, ("8k/9/6GG1/9/9/9/9/9/4K4 b -", "3c3b"), "%TSUMI", "詰み");
    // A repetition without checks; perpetual checks: behind the answer to one, and behind one.
    let quiet = ["4h3h 5a6a 3h4h 6a5a "; 3].concat();
    let checks = ["4h5h 5a4a 5h4h 4a5a "; 3].concat();
    let rook = "4k4/9/9/9/9/9/9/5R3/K8 b -";
    told(&shogi, (rook, &quiet), "%SENNICHITE", "千日手");
    told(&shogi, (rook, &checks), "%ILLEGAL_MOVE", "反則負け");
    let (rook, checks) = ("4k4/9/9/9/9/9/9/6R2/K8 b -", checks.replacen("4h5h", "3h5h", 1) + "4h5h");
    told(&shogi, (rook, &checks), "%+ILLEGAL_ACTION", "反則勝ち");
}

#[test]
fn the_form_is_told_by_lines_that_are_no_remarks() {
    let game = Shogi::standard();
    let usi = |text: &str| Transcript::read(&game, text).map(|record| record.write(&game, Form::Usi));
    let (begun, played) = ("PI\n+\n", "position startpos moves 7g7f 3c3d\n");
    let moves = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
    for text in [
        // Neither the handicap nor the line over the moves need stand in KIF.
        moves,
        &format!("先手：a\n後手：b\n{moves}"),
        &format!("開始日時：2020/01/01\n備考：+\n{moves}   3 中断\n"),
        "手数----指手---------消費時間--\n１ ７六歩(77)\n２　３四歩(33)\n",
        "*P1\n１　７六歩(77)\n２　３四歩(33)\n１０ 投了\n",
        // What remarks of CSA say is not looked at.
        &format!("'*後手の持駒：歩\n'手合割：香落ち\nV2.2\n{begun}+7776FU\n'１ ７六歩(77)\n-3334FU\n"),
        &format!("V2\n{begun}+7776FU\n-3334FU\n"),
        &format!("{}+7776FU,T1\n-3334FU\n", begun.replace('\n', ",\n")),
    ] {
        assert_eq!(usi(text).as_deref(), Ok(played), "{text}");
    }
    let second = "P-51OU00FU\nP+59OU58KI\n-\n-0052FU\n";
    assert_eq!(usi(second).unwrap(), "position sfen 4k4/9/9/9/9/9/9/4G4/4K4 w p 1 moves P*5b\n");
    // All pieces that are left: none but kings and a rook are on the board.
    let all = "P-51OU\nP+59OU58HI00FU\nP-00AL\n-\n-0052KI\n";
    assert_eq!(usi(all).unwrap(), "position sfen 4k4/9/9/9/9/9/9/4R4/4K4 w Pr2b4g4s4n4l17p 1 moves G*5b\n");
    for (text, message) in [
        ("", "expected a game"),
        ("\n \n", "expected a game"),
        ("position", "expected a game"),
        ("ただの文章：先手と後手", "move 1"),
        ("+7776FU\n", "line 1: expected `+` or `-`"),
        (&format!("{begun}+7776FU\n-\n-3334FU\n"), "line 4: `+` or `-`"),
        ("手合割：平手\n   1 ７六歩(77)\n３四歩(33)\n", "line 3: expected a number"),
        ("2３四歩(33)\n", "line 1: expected a number"),
        ("▼７六歩 ▽３四歩\n", "KI2"),
        ("先手：a\n▽ 同　歩\n", "KI2"),
    ] {
        let error = usi(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    // A start without moves is a game all the same.
    for text in ["position startpos\n", begun, "手合割：平手\n", "手数----指手\n"] {
        assert_eq!(usi(text).as_deref(), Ok("position startpos\n"), "{text}");
    }
    // The files over a board may be in either digits.
    let drawn = Transcript::read(&game, "手合割：角落ち\n").unwrap().write(&game, Form::Kifu);
    let plain = drawn.replace("９ ８ ７ ６ ５ ４ ３ ２ １", "9 8 7 6 5 4 3 2 1");
    assert!(plain != drawn && usi(&plain) == usi(&drawn), "{plain}");
}

#[test]
fn records_of_others_are_read() {
    let game = Shogi::minishogi();
    let csa = "V2.2\nN+one\nN-two\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n+\n\
        +3544GI\nT3\n-2122KI\n%TORYO\n";
    let kif = "# a comment\n手合割：5五将棋\n先手：one\n後手：two\n手数----指手---------消費時間--\n   1 ４四銀(35)   ( 0:03/00:00:03)\n*remark\n   2 ２二金(21)\n   3 投了\n";
    let read = [csa, kif].map(|text| Transcript::read(&game, text).unwrap());
    assert_eq!(read[0], read[1]);
    assert_eq!(read[0].write(&game, Form::Usi), "position startpos moves 3e4d 2a2b\n");
    assert_eq!(read[0].forfeit, Some(Forfeit::Resigned));
    // Remarks and names may hold what looks like moves; another game follows behind a slash.
    let two = csa.replace("%TORYO\n", "%TORYO\n/\nPI\n+\n");
    let remarks = two.replace("T3\n", "T3\n'why not,-2122KI\n$NOTE:a,%TORYO\n");
    assert_eq!(Transcript::read(&game, &remarks).unwrap(), read[0]);
    // What was not played, behind the end and in variations.
    let more = kif.to_owned() + "まで2手\n\n変化：2手\n   2 ２二角(21)\n";
    assert_eq!(Transcript::read(&game, &more).unwrap(), read[0]);
    let cut = kif.replace("   3 投了\n", "変化：2手\n   2 ２二角(21)\n");
    assert_eq!(Transcript::read(&game, &cut).unwrap().moves, read[0].moves);
    for (text, message) in [
        ("手合割：5五将棋\n▲４四銀 △２二金\n", "KI2"),
        (&kif.replace("４四銀", "４四金"), "line 6"),
        ("3e4d 9i9h", "move 2: expected a square from 1a to 5e"),
        ("3e3c", "move 1: `3e3c` is not legal"),
        (&csa.replace("3544", "3545"), "line 10"),
        (&csa.replace("GI\nT", "XX\nT"), "line 10"),
        (&kif.replace("(35)", "(25)"), "line 6"),
        (&kif.replace("４四", "九九"), "line 6"),
    ] {
        let error = Transcript::read(&game, text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
