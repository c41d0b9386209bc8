//! The messages of `play`, `tsume`, `solve`, `simulate`, `analyse` and `export-site`, and remarks of long
//! work, in each language, in one table. What is wrong with a position, a move or a record is told by whoever
//! reads it, in each language too (`core::phrase`); what other commands print, and what is wrong with an
//! option, is in English.

use std::sync::OnceLock;
use yomikiri_core::{Choice, Language, Side, Value, Wdl, fill, play::RepetitionEnd, words};

words! {
    first: "first", "先手";
    second: "second", "後手";
    is_won: "the {} player has won", "{}の勝ち";
    wins_now: "the {} player wins with the next move", "{}の次の一手で勝ち";
    wins_untold: "the {} player wins, in how many plies is not told", "{}の勝ち(手数は不明)";
    wins_in: "the {} player wins in {} plies", "{}の{}手勝ち";
    is_drawn: "a draw: neither player can force a win", "引き分け: どちらも勝ちを強制できない";
    has_ended_drawn: "a draw", "引き分け";
    is_unknown: "the value is not known", "評価は不明";
    win: "win", "勝ち";
    draw: "draw", "引き分け";
    loss: "loss", "負け";
    solitaire_won: "The game is won.", "成功です。";
    solitaire_lost: "The game is lost.", "失敗です。";
    game_over: "The game is over: {}.", "終局: {}。";
    resigned: "The {} player has resigned: the {} player has won.", "{}の投了、{}の勝ち。";
    flag_fell: "The {} player's time is up: the {} player has won.", "{}の時間切れ、{}の勝ち。";
    enter_goes_on: "{} Enter goes on.", "{}Enterで進みます。";
    repeated: "The same position for the {} time: {}.", "同一局面{}回: {}。";
    greeting: "`help` lists what you can type", "`help`で入力できるものの一覧";
    after_end: "`undo` takes the last move back, `review` looks at the moves, `save FILE` keeps the game, `quit` leaves",
        "`undo`で一手戻る、`review`で振り返り、`save FILE`で保存、`quit`で終了";
    plays: "{} plays {}", "{}の手: {}";
    unknown_here: "the table does not know {}: it cannot be reached from the start",
        "{}は表にない局面です。開始局面からは生じません";
    thinks: "depth {}, ", "深さ{}、";
    points: "{} points, ", "評価値{}、";
    mates_in: "mate in {}, ", "{}手詰、";
    is_mated_in: "mated in {}, ", "{}手で詰まされる、";
    looked_at: "{} looked at in {} s", "{}局面を{}秒";
    expects: ": {}", "。読み筋 {}";
    best_of: "the best of {} moves:", "{}手のうちの最善:";
    no_such_move: "no legal move has {} in its name", "名前に{}を含む合法手はありません";
    hints_on: "hints are on", "ヒントを表示します";
    hints_off: "hints are off", "ヒントを消します";
    thinking_on: "the opponent's thinking is shown", "相手の読みを表示します";
    thinking_off: "the opponent's thinking is not shown", "相手の読みを表示しません";
    expected_file: "expected the name of a file behind `{}`", "`{}`のうしろにファイル名が必要です";
    expected_after_end: "the game is over: expected undo, review, save, load, board, help or quit",
        "終局しています。undo, review, save, load, board, help, quitのいずれかを入力してください";
    expected_move: "{} (`moves` lists the legal moves, `help` the commands)",
        "{}(`moves`で合法手、`help`で命令の一覧)";
    throws_away: "this move throws away a {} (`undo` takes it back)", "この手で{}を逃します(`undo`で待った)";
    saved: "saved in {}", "{}に保存しました";
    nothing_to_undo: "there is nothing to take back", "戻せる手はありません";
    nothing_to_review: "there is no move to look at", "振り返る手がありません";
    reviewing: "looking at the game", "対局を振り返っています";
    mistake: "gave away a {}: what was left is a {}", "悪手: {}だったのが{}に";
    better: "better {}", "最善は{}";
    no_mistakes: "No move gave anything away.", "悪手はありません。";
    no_chances: "This opponent tells no chances of winning, so that no move is marked.",
        "この相手は勝率を示さないので、悪手は判定できません。";
    mistakes: "{} mistakes", "悪手{}";
    time_is_running: "time: {} {}, {} {}", "持ち時間: {} {}、{} {}";
    help: "a move such as {} plays it; squares, names in books, numbers of the list too
moves   the legal moves, numbered; `moves TEXT` those with TEXT in their names
12      plays the twelfth of the moves listed last
hint    switches hints on and off: what the best moves are worth, best first
think   switches on and off what the opponent thought of its move
undo    takes back your last move
board   draws the board again
resign  gives the game up
review  looks at all moves so far and marks the mistakes
save F  keeps the game: {}
load F  goes on with a game from such a file
quit    ends the game
help rules, help pieces: how the game goes, how its pieces move and are written",
        "{} のような指し手で指します。棋譜と同じ書き方や一覧の番号も使えます
moves   合法手の一覧。`moves TEXT`は名前にTEXTを含むもの
12      直前の一覧の12番目の手を指す
hint    ヒントの切り替え: 最善手とその価値
think   相手の読みの表示の切り替え
undo    待った
board   盤を表示
resign  投了
review  これまでの手を振り返り、悪手を示す
save F  棋譜をファイルに保存: {}
load F  保存した棋譜から続ける
quit    終了
help rules / help pieces  ルール / 駒の動きと表記";
    one_ply: "1 ply", "1手";
    plies: "{} plies", "{}手";
    problem: "Problem", "問題";
    numbered: "Problem {}", "第{}番";
    of_set: ", set {}", "、駒組{}";
    of_difficulty: ", difficulty {}", "、難易度{}";
    defender_moves: "The defender is to move.", "玉方の手番です。";
    solution: "Solution: {}", "解答: {}";
    no_solution: "none is recorded", "記録されていません";
    again: "Again: --seed {}", "同じ問題: --seed {}";
    no_problem: "there is no problem of {} with the pieces {}", "{}で駒が{}の問題はありません";
    no_such_problem: "no problem of {} with the pieces {} is like that", "{}で駒が{}の問題には条件に合うものがありません";
    none_is_like_that: "no problem of {} is like that", "{}には条件に合う問題がありません";
    reads_itself: "{}: {}: it is what is read; expected another file", "{}: {}: 読み込むファイルと同じです。別のファイルが必要です";
    is_no_record: "{} is there already and is no record of this game; it stays as it is",
        "{}はこのゲームの棋譜でないファイルとして既にあるため、上書きしません";
    has_no_problem: "--number: {} has no problem {}", "--number: {}に第{}番はありません";
    neither: "PROBLEM: `{}` is neither a position in SFEN nor a collection ({})",
        "PROBLEM: `{}`はSFENの局面でも問題集({})でもありません";
    one_line_unread: "one line could not be read as a problem", "1行は詰将棋として読めませんでした";
    lines_unread: "{} lines could not be read as problems", "{}行は詰将棋として読めませんでした";
    none_composed: "no problem found in {} attempts", "{}回試しましたが、問題は見つかりませんでした";
    composed: "{}: {} of {} problems", "{}: {}題(指定{}題)";
    kif_left: "{}: {} .kif files that were there before are left", "{}: 以前からある.kifファイル{}個は残しました";
    kif_of_many: "{}: {} problems; other programs take a KIF file for one game: `--out DIR/` writes one file a problem",
        "{}: {}題。多くのプログラムはKIFファイルを1局とみなします。`--out DIR/`なら1題1ファイルです";
    pieces_there: "{}: {} finished pieces of the work are there already", "{}: 済んだ処理が{}件あります";
    no_step: "--resume: {} has no finished step; the enumeration begins anew",
        "--resume: {}には済んだ段階がありません。最初から列挙します";
    steps_there: "--checkpoint: {} has steps of an enumeration that did not end; --resume goes on from them, or name another directory",
        "--checkpoint: {}には途中で終わった列挙の段階があります。--resumeで続けるか、別のディレクトリを指定してください";
    time_up: "the time was up", "時間切れになりました";
    given_up: "the search was given up (it forgets what it needs in {} MiB; try --memory {})",
        "{} MiBでは必要な結果を覚えきれず、探索をあきらめました(--memory {} などで増やせます)";
    not_shortest: "{} before the mate was known to be the shortest", "最短と分かる前に{}";
    no_line_read: "{} before the line was read off the proof", "手順を読み出す前に{}";
    games_there: "{} games are there already", "{}回分はすでにあります";
    games_played: "{} games are played already", "{}局はすでに済んでいます";
    wrote: "wrote {}", "{}に書き出しました";
    sweep_each: "{} s a game", "1回{}秒";
    sweep_title: "{}: share of {} games won", "{}: {}回のうちの成功率";
    sweep_share: "games won (bars: 95% intervals)", "成功率(棒は95%信頼区間)";
    test_low: "low", "低い方";
    test_high: "high", "高い方";
    test_open: "open", "未決";
    chances_title: "The first player's chances over the game", "先手の勝率の推移";
    chances_plies: "moves played [plies]", "手数";
    chances_share: "chance of winning of the first player", "先手の勝率";
    chances_before: "before each move", "各手の前";
    chances_after: "after a blunder", "悪手の後";
    chances_first: "first  100%", "先手   100%";
    chances_second: "second   0%", "後手     0%";
    mates: "mate {}", "{}手詰";
    second_mates: "mate -{}", "後手{}手詰";
    given_away: "{}  {} ??, {} ?, {} ?!; {}% of the chances given away a move",
        "{}  ?? {}、? {}、?! {}、1手平均で勝率の{}%を失う";
    will_take: "{}it will take about {} MiB of memory", "{}メモリーを約{} MiB使います";
    will_take_disk: "{}it will take about {} MiB of memory, and {} MiB of disk in files in {}",
        "{}メモリーを約{} MiB、ディスクを{} MiB({}のファイル)使います";
    no_estimate: "no estimate yet", "残り時間は計算中";
    make_it_now: "Make it now? [Y/n] ", "今作りますか? [Y/n] ";
    written: "Written: {}", "書き出し: {}";
    written_problems: "{}: {} problems", "{}: {}題";
    written_problem: "{}: {} problem", "{}: {}題";
    mate_in: "Mate in {}", "{}詰";
    mate_in_at_most: "Mate in at most {}", "{}以内に詰み";
    no_mate: "No mate", "詰みません";
    no_mate_within: "No mate in {} or less", "{}以内には詰みません";
    solve_time: "{} positions in {} s", "{}局面、{}秒";
    undecided: "not decided in the time allowed", "時間内に分かりませんでした";
    undecided_memory: "not decided: the search forgets what it needs in {} MiB; give it more, such as --memory {}",
        "{} MiBでは必要な結果を覚えきれず、分かりませんでした。--memory {} などで増やしてください";
    undecided_mate: "{}; mate in at most {}", "{}。{}以内に詰みます";
    unsound_no_mate: "unsound: there is no mate", "不完全: 詰みません";
    sound: "sound: {}", "完全: {}";
    unsound: "unsound: {}", "不完全: {}";
    cook: "  second solution at ply {}: {} mates too, in {}", "  余詰: {}手目{}でも{}手で詰み";
    minor_cook: "  minor second solution at ply {}: {} mates too, in {}", "  軽微な余詰: {}手目{}でも{}手で詰み";
    leftover: "  left over in the attacker's hand: {}", "  駒余り: {}";
    surplus: "  not needed: what stands on {}", "  余剰駒: {}";
    counts_of: "mates", "詰み";
    counts_plies: "plies", "手数";
    counts_problems: "problems", "詰将棋";
    counts_paper: "the paper", "論文";
    counts_pieces: "pieces", "枚数";
    counts_hands: "hands", "持駒";
    counts_no_mate: "no mate", "不詰";
    counts_undecided: "undecided", "未判定";
    problems_of: "Problems of {}: {}", "{}詰の詰将棋: {}題";
    problems_by_square: "Problems by the square of the king:", "玉の位置ごとの詰将棋の数:";
    more_undecided: "Not decided: {} more, sound unless a second solution takes more than {} plies",
        "未判定: ほかに{}題。{}手より長い余詰がなければ完全";
    solved_from: "{} ({}), from {}", "{}({})、開始局面 {}";
    reachable: "reachable positions", "到達可能な局面";
    not_over: "of them not over", "うち終局前";
    won: "won", "勝ち";
    drawn: "drawn", "引き分け";
    lost: "lost", "負け";
    longest_win: "longest win", "最長の勝ち";
    best_play: "With best play {}.", "最善を尽くすと: {}。";
    verification: "Verification: {} mismatches.", "検証: 不一致{}件。";
    seconds_of: "{} s: enumerate {}, solve {}, write {}", "{}秒: 列挙{}、解析{}、書き出し{}";
    table_of: "Table: {} ({} bytes)", "テーブル: {}({}バイト)";
    peak_memory: "Peak memory: {} MiB", "最大メモリー: {} MiB";
    games_won: "{}, {}: {} of {} games won, {} [{}, {}]", "{}、{}: 成功{}回(全{}回)、{} [{}, {}]";
    rate_test: "test of {} against {}: {} (log-likelihood ratio {})", "{}と{}の検定: {}(対数尤度比 {})";
    rival_won: "{}: {} games won, {}", "{}: 成功{}回、{}";
    rates_differ: "difference {}% [{}%, {}%]: {} deals won by the first alone, {} by the second, p = {}",
        "差 {}% [{}%, {}%]: 前者だけ成功した配り{}、後者だけ{}、p = {}";
    cards_differ: "cards on the bases: more on {} deals, fewer on {}; Elo {} ({} to {}, 95%)",
        "台札の枚数: 前者が多い配り{}、少ない配り{}、Elo {}({}から{}、95%)";
    seconds_a_game: "{} s, {} of processor time, {} a game", "{}秒、CPU時間{}秒、1回あたり{}秒";
    site_written: "{} pages, {} bytes in all, in {}", "{}ページ、計{}バイトを{}に書き出しました";
    positions_held: "{} positions held, mirror images as one, in {} MiB ({} bytes each); {} s",
        "{}局面(左右対称は1つ)、{} MiB(1局面{}バイト)、{}秒";
    paper_told: "The paper: {} extended positions in {} MiB ({} bytes each); {} s (Pentium 4, 2.8 GHz)",
        "論文: 拡張局面{}、{} MiB(1局面{}バイト)、{}秒(Pentium 4, 2.8 GHz)";
    screen_keys: "Enter, click: move  h hint  u undo  t think  v review  ? rules  R resign  q quit",
        "Enter/クリック: 指す h ヒント u 待った t 読み v 振返り ? ルール R 投了 q 終了";
    screen_turn: "r f turn the piece  Esc put it back", "r f 駒の回転と反転  Esc 戻す";
    screen_moves: "Moves", "指し手";
    screen_hints: "Hints", "ヒント";
    screen_status: "Game", "対局";
    your_move: "your move: {}", "あなたの番です: {}";
    opponent_thinks: "the opponent thinks", "相手が考えています";
    choose: "which? {}", "どれですか: {}";
    sure_resign: "R again resigns", "もう一度Rで投了";
    too_small: "the screen is too small: {}x{} are needed", "画面が小さすぎます({}x{}必要)";
    any_key: "any key goes back", "何かキーを押すと戻ります";
    page_keys: "arrows, PageUp, PageDown: more  any other key goes back", "矢印・PageUp・PageDown: 続き 他のキー: 戻る";
    nothing_there: "nothing can be moved from or to there", "そこからもそこへも動かせません";
}

/// The language that was asked for.
static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Takes the language that was asked for, or else that of the locale.
pub fn speak(asked: Option<Language>) {
    let locale = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let of_locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(locale);
    let language = asked.or_else(|| Language::of(&of_locale()?)).unwrap_or_default();
    LANGUAGE.get_or_init(|| language);
}

/// The language that is spoken.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// The messages in the language that is spoken.
pub fn words() -> &'static Words {
    Words::of(language())
}

impl Words {
    /// The name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// The word of a result.
    pub const fn wdl(&self, wdl: Wdl) -> &'static str {
        match wdl {
            Wdl::Win => self.win,
            Wdl::Draw => self.draw,
            Wdl::Loss => self.loss,
        }
    }

    /// What a position's value means, as a sentence without its end.
    pub fn verdict(&self, mover: Side, value: Option<Value>) -> String {
        let (winner, plies) = match value {
            None => return self.is_unknown.into(),
            Some(Value::Draw) => return self.is_drawn.into(),
            Some(Value::Win(plies)) => (mover, plies),
            Some(Value::Loss(plies)) => (mover.other(), plies),
        };
        let winner = self.side(winner);
        match plies {
            0 => fill(self.is_won, &[winner]),
            1 => fill(self.wins_now, &[winner]),
            Value::UNTOLD => fill(self.wins_untold, &[winner]),
            _ => fill(self.wins_in, &[winner, &plies.to_string()]),
        }
    }

    /// How a game has ended, as a sentence without its end: whoever can take the last step has won, though
    /// nobody takes it.
    pub fn outcome(&self, mover: Side, value: Option<Value>) -> String {
        match value {
            Some(Value::Win(_)) => self.verdict(mover.other(), Some(Value::Loss(0))),
            Some(Value::Draw) => self.has_ended_drawn.into(),
            _ => self.verdict(mover, value),
        }
    }

    /// How a game has ended by a repetition.
    pub fn repetition(&self, end: RepetitionEnd) -> String {
        let outcome = match end.winner {
            None => self.has_ended_drawn.into(),
            Some(winner) => fill(self.is_won, &[self.side(winner)]),
        };
        fill(self.repeated, &[&end.occurrence(self.spoken), &outcome])
    }

    /// A number of plies.
    pub fn plies_of(&self, count: u32) -> String {
        if count == 1 { self.one_ply.into() } else { fill(self.plies, &[&count.to_string()]) }
    }

    /// A value: its result and its distance; a question mark where it is not known.
    pub fn value(&self, value: Option<Value>) -> String {
        let Some(value) = value else { return "?".into() };
        let word = self.wdl(value.wdl());
        value.plies().map_or_else(|| word.into(), |plies| format!("{word} {plies}"))
    }

    /// What a move is worth: its value if known, or how good it looks.
    pub fn worth(&self, choice: &Choice) -> String {
        match (choice.value, choice.estimate) {
            (None, Some(estimate)) => estimate.to_string(),
            (known, _) => self.value(known),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::untranslated;

    #[test]
    fn each_message_is_whole_in_each_language() {
        assert_eq!(untranslated(TABLE), [""; 0]);
    }

    #[test]
    fn verdicts_name_the_winner() {
        let lost = Some(Value::Loss(78));
        assert_eq!(ENGLISH.verdict(Side::First, lost), "the second player wins in 78 plies");
        assert_eq!(JAPANESE.verdict(Side::First, lost), "後手の78手勝ち");
        assert_eq!(ENGLISH.verdict(Side::Second, Some(Value::Loss(0))), "the first player has won");
        assert_eq!(
            ENGLISH.verdict(Side::Second, Some(Value::Win(1))),
            "the second player wins with the next move"
        );
        assert_eq!(ENGLISH.outcome(Side::Second, Some(Value::Win(1))), "the second player has won");
        assert_eq!(ENGLISH.outcome(Side::First, Some(Value::Loss(0))), "the second player has won");
        assert_eq!(ENGLISH.value(Some(Value::Win(5))), Value::Win(5).to_string());
    }
}
