//! All text of the pages, in each language, in one table: a message that one of them lacks does not compile.

use crate::source::Missing;
use serde_json::json;
pub use yomikiri_core::fill;
use yomikiri_core::{Choice, Mark, Side, Value, Wdl, play::RepetitionEnd, words};

words! {
    language: "English",
        "日本語";
    languages: "Languages",
        "言語";
    notation: "In the game's notation",
        "局面の表記";
    games: "Games",
        "ゲーム一覧";
    lead: "Every position has a page: who wins, in how many plies, and what each move is worth, where that is known.",
        "どの局面にもページがあります。解析済みのゲームでは、勝敗と手数、各指し手の価値が分かります。";
    skip: "Skip to the position",
        "局面へ移動";
    path: "Path",
        "経路";
    start: "Start",
        "開始局面";
    back: "Back one move",
        "一手戻る";
    board: "Board",
        "盤面";
    value: "Value",
        "評価";
    moves: "Moves",
        "指し手";
    moves_order: "Moves, best first: {}",
        "{}手、最善手順";
    moves_count: "Moves: {}",
        "{}手";
    only_from: "Those that begin with {}.",
        "{}で始まるもの。";
    all_moves: "All moves",
        "すべての指し手";
    mv: "Move",
        "指し手";
    worth: "Worth to the mover",
        "手番側から見た価値";
    line: "Best line",
        "最善の手順";
    position: "This position",
        "この局面";
    permanent: "Permanent link",
        "固定リンク";
    other_position: "Another position",
        "別の局面";
    show: "Show",
        "表示";
    as_json: "The same as JSON",
        "同じ内容のJSON";
    for_programs: "For programs",
        "プログラム向け";
    first: "First player",
        "先手";
    second: "Second player",
        "後手";
    to_move: "To move: {}",
        "手番: {}";
    is_won: "{} has won",
        "{}の勝ちで終了";
    is_won_alone: "The game is won",
        "成功で終了";
    is_lost_alone: "The game is lost",
        "失敗で終了";
    wins_in: "{} wins in {} plies",
        "{}の{}手勝ち";
    wins_now: "{} wins with the next move",
        "{}の次の一手で勝ち";
    wins: "{} wins, in how many plies is not told",
        "{}の勝ち(手数は不明)";
    is_drawn: "A draw: neither player can force a win",
        "引き分け: どちらも勝ちを強制できません";
    has_ended_drawn: "The game has ended in a draw",
        "引き分けで終了";
    is_unknown: "The value is not known",
        "評価は不明です";
    estimate: "Estimate for the side to move: {}",
        "手番側の評価値: {}";
    play: "Play",
        "対局開始";
    play_here: "Play from here",
        "この局面から対局";
    game: "The game",
        "対局";
    game_of: "A game of {}",
        "{}の対局";
    your_side: "Your side",
        "あなたの手番";
    level: "Level",
        "強さ";
    perfect: "perfect",
        "最善";
    clock: "Clock",
        "持ち時間";
    no_clock: "none",
        "なし";
    lost_on_time: "Time is up: {} has won",
        "時間切れ: {}の勝ち";
    repeated: "The same position for the {} time: {}",
        "同一局面{}回: {}";
    your_move: "Your move: {}",
        "あなたの番です: {}";
    last_move: "The last move: {}",
        "直前の手: {}";
    would_play: "I would play {}",
        "おすすめの手: {}";
    resigned: "Resigned: {} has won",
        "投了: {}の勝ち";
    chance: "Probability of winning: {} %",
        "勝率: {}%";
    play_on: "Play on to the end",
        "最後まで自動で進める";
    other_deal: "Another deal",
        "別の配り方で";
    take_back: "Take back",
        "待った";
    hint: "Hint",
        "ヒント";
    no_hint: "No hints",
        "ヒントを消す";
    swap: "Swap sides",
        "手番を入れ替える";
    resign: "Resign",
        "投了";
    new_game: "New game",
        "新しい対局";
    explore: "What each move is worth",
        "各指し手の価値を見る";
    save: "Save as {}",
        "{}で保存";
    take_up: "Take up a saved game",
        "保存した対局を読み込む";
    record: "The game's record ({})",
        "棋譜({})";
    curve: "Values along the moves",
        "形勢の推移";
    curve_told: "{} moves, {} of them mistakes; above the middle the first player wins, below it the second",
        "{}手、うち悪手{}。中央より上は先手の勝ち、下は後手の勝ち";
    marks_of: "{}: {} blunders (??), {} mistakes (?), {} inaccuracies (?!)",
        "{}: 大悪手(??){}、悪手(?){}、疑問手(?!){}";
    blunder: "blunder",
        "大悪手";
    poor_move: "mistake",
        "悪手";
    inaccuracy: "inaccuracy",
        "疑問手";
    chance_of_first: "First player's chance",
        "先手の勝率";
    better: "Better",
        "最善";
    analyse_here: "Analyse the moves",
        "棋譜を検討する";
    mistake: "{} gave away a {}: what was left is a {}",
        "{}の悪手。{}だったのが{}に";
    no_mistakes: "No move gave anything away.",
        "悪手はありません。";
    is_over: "The game is over.",
        "終局です。";
    win: "win",
        "勝ち";
    draw: "draw",
        "引き分け";
    loss: "loss",
        "負け";
    unknown: "?",
        "不明";
    no_table: "there is no table of {}; make it with `{}`",
        "{}のテーブルがありません。`{}`で作成できます";
    no_values: "No values are shown: {}.",
        "評価を表示できません: {}";
    set_up_here: "Edit the board",
        "盤面を編集";
    set_up_of: "Set up a position: {}",
        "局面の編集: {}";
    put_down: "Piece",
        "駒";
    put_down_how: "Choose a piece, then the squares where it goes.",
        "駒を選んでから置くマスを選びます。";
    nothing: "nothing: clear a square",
        "駒を取り除く";
    in_hand: "In hand",
        "持ち駒";
    more_of: "One more {}",
        "{}を増やす";
    fewer_of: "One fewer {}",
        "{}を減らす";
    other_side: "Other side to move",
        "手番を変える";
    turn_board: "Turn and exchange sides",
        "盤を反転(先後交代)";
    mirror_board: "Mirror",
        "左右反転";
    clear_board: "Clear the board",
        "盤をクリア";
    random: "A random position that is",
        "ランダムな局面";
    in_plies: "in plies, such as {}",
        "手数(例: {})";
    none_such: "No position has this value.",
        "そのような価値の局面はありません。";
    none_found: "No position with this value was found in the time allowed; ask again.",
        "時間内に見つかりませんでした。もう一度お試しください。";
    census: "Census",
        "局面の統計";
    census_of: "Census of {}",
        "{}の局面の統計";
    census_lead: "{} positions can be reached at which the game goes on, mirror images counted as one. Values are those of the side to move.",
        "対局が続く到達可能な局面は{}(左右対称は一つと数える)。勝敗は手番側から見たものです。";
    by_plies: "Positions by plies to the end",
        "終局までの手数別の局面数";
    positions: "Positions",
        "局面数";
    log_scale: "Won positions are above the line, lost ones below; each further line is a hundred times as many (a logarithmic scale).",
        "線の上は勝ち、下は負けの局面。横線が一本離れるごとに100倍になります(対数目盛)。";
    census_told: "Plies to the end with best play: at most {}. Most often a won position has {} ({}), a lost one {} ({}).",
        "最善を尽くして最長{}手。勝ちの局面は{}手が最も多く({})、負けの局面は{}手が最も多い({})。";
    no_distances: "The table does not tell how many positions have each distance: it was made by an older version of the program; solving the game again makes one that does.",
        "このテーブルには手数別の局面数がありません(古い版で作成)。もう一度解析すると作られます。";
    as_table: "As a table",
        "表で見る";
    solve_here: "Solve it here",
        "ここで解析する";
    long_work: "Long work",
        "時間のかかる処理";
    long_work_lead: "Solve, enumerate, simulate, analyse, while the page is open.",
        "解析・列挙・シミュレーション・検討を、ページを開いている間に行います。";
    work_known: "What goes on, and what is done",
        "処理の一覧";
    such_as: "Such as {}",
        "例: {}";
    begin_work: "Begin",
        "開始";
    cancel: "Cancel",
        "中止";
    look_again: "Look again",
        "再読み込み";
    work_waits: "It waits for other work to end.",
        "ほかの処理の終了を待っています。";
    work_goes_on: "{}: {} so far",
        "{}: {}まで完了";
    work_of: "{}: {} of {}",
        "{}: 完了{}/{}";
    work_done: "Done",
        "完了";
    work_failed: "It failed",
        "失敗しました";
    work_broken: "It was broken off by a fault of the program",
        "プログラムの不具合で中断しました";
    work_cancelled: "Cancelled",
        "中止しました";
    tsume: "Mating problems",
        "詰将棋";
    tsume_lead: "Problems of tsume shogi: every move of the attacker is a check, and the mate is forced.",
        "攻め方が王手の連続で玉を詰ませる問題です。";
    of_the_day: "The problem of the day",
        "今日の詰将棋";
    mate_in: "mate in {}",
        "{}手詰";
    plies_unknown: "length not known",
        "手数不明";
    check_problem: "Check a problem",
        "詰将棋の検討";
    problem_text: "Position in SFEN, such as {}",
        "局面(SFEN形式、例: {})";
    check: "Check",
        "検討";
    problems: "Problems: {}",
        "{}題";
    problems_by: "Problems of {} by set and length",
        "{}の駒組・手数別の題数";
    no_problems: "No problem fits.",
        "該当する問題はありません。";
    numbered: "Problem {}",
        "第{}番";
    pages: "Pages",
        "ページ";
    page_before: "Previous page",
        "前のページ";
    page_after: "Next page",
        "次のページ";
    with_solutions: "With solutions",
        "解答付き";
    solutions: "Solutions",
        "解答";
    solution: "Solution",
        "解答を見る";
    print_it: "Printed, this page is a sheet of diagrams.",
        "このページは印刷すると図面集になります。";
    piece_set: "Piece set",
        "駒組";
    any: "any",
        "すべて";
    pieces: "Pieces",
        "駒の絵柄";
    kanji: "Kanji",
        "漢字";
    letters: "Letters",
        "英字";
    animals: "Animals",
        "動物";
    conditions: "Conditions, such as {}",
        "条件（例: {}）";
    looked_through: "Those that meet the conditions, page by page. Problems looked through: {}.",
        "{}題のうち条件に合うもの。ページごとに探します。";
    with_pieces: "With the pieces",
        "使用駒";
    plies: "Plies",
        "手数";
    symmetry: "Symmetry",
        "対称性";
    symmetric: "symmetric",
        "左右対称";
    without_set: "none",
        "指定なし";
    mate_him: "Black to move and mate",
        "先手番、詰ませてください";
    mated: "Mate already: nothing to solve",
        "すでに詰んでいます";
    plies_left: "Plies left: {}.",
        "残り{}手。";
    no_checks: "There is no check left.",
        "王手がありません。";
    checks: "Checks",
        "王手";
    refuted: "That does not mate: {} escapes",
        "不詰: {}で逃れます";
    mates_later: "That mates in {} plies, where {} would do",
        "{}手で詰みますが、最短は{}手です";
    no_mate_here: "There is no mate from here",
        "この局面に詰みはありません";
    solved: "Mate: solved",
        "詰み。正解です";
    try_again: "Try again",
        "もう一度";
    set_up: "A problem that was set up",
        "入力された詰将棋";
    from_start: "From the start",
        "最初から";
    problem_before: "Previous problem",
        "前の問題";
    problem_after: "Next problem",
        "次の問題";
    solve_it: "Solve it",
        "解いてみる";
    no_mate: "There is no mate",
        "詰みません";
    sound: "Sound",
        "完全作";
    unsound: "Unsound",
        "不完全作";
    cook: "Second solution at ply {}: {} mates too (plies: {})",
        "余詰: {}手目{}でも{}手で詰み";
    leftover: "Left over in the attacker's hand: {}",
        "駒余り: {}";
    copy: "Copy",
        "コピー";
    copied: "Copied",
        "コピーしました";
    pick_up: "Choose a piece; turn it with R, the wheel or the button; then choose where it goes",
        "駒を選び、Rキー・ホイール・下のボタンで回転、マスを選んで置く";
    turn: "Turn (R)",
        "回転 (R)";
    from_file: "Or from a file",
        "ファイルから読み込む";
    error: "This page cannot be shown",
        "このページは表示できません";
    no_game: "There is no game named {}.",
        "{}というゲームはありません。";
    no_page: "There is no such page.",
        "そのようなページはありません。";
    no_position: "This is no position of the game: {}.",
        "このゲームの局面ではありません: {}";
    bad_host: "The request is for the host {}, which this server is not.",
        "ホスト{}への要求ですが、このサーバーではありません。";
    too_long: "The address is longer than {} bytes.",
        "アドレスが{}バイトを超えています。";
    method: "This address does not take such a request.",
        "このアドレスではその要求を受け付けません。";
    busy: "The server is busy; try again in a moment.",
        "サーバーが混み合っています。少し待ってからやり直してください。";
    too_many: "You ask too much at a time; wait a second.",
        "要求が多すぎます。少し待ってからやり直してください。";
    failed: "The server failed to make this page; other pages are not affected.",
        "ページの作成に失敗しました。ほかのページには影響ありません。";
    bad_body: "The request is unusable: {}.",
        "要求を受け付けられません: {}";
}

impl Words {
    pub const fn side(&self, side: Side) -> &'static str {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// What a position's value means, as a sentence without its end.
    pub fn verdict(&self, mover: Side, value: Option<Value>, over: bool) -> String {
        let (winner, plies) = match value {
            None => return self.is_unknown.into(),
            Some(Value::Draw) if over => return self.has_ended_drawn.into(),
            // Whoever can take the last step has won, though nobody takes it.
            Some(Value::Win(_)) if over => (mover, 0),
            Some(Value::Draw) => return self.is_drawn.into(),
            Some(Value::Win(plies)) => (mover, plies),
            Some(Value::Loss(plies)) => (mover.other(), plies),
        };
        let winner = self.side(winner);
        match plies {
            0 => fill(self.is_won, &[winner]),
            1 => fill(self.wins_now, &[winner]),
            Value::UNTOLD => fill(self.wins, &[winner]),
            _ => fill(self.wins_in, &[winner, &plies.to_string()]),
        }
    }

    /// How a game of one player has ended, as a sentence without its end.
    pub const fn outcome_alone(&self, value: Option<Value>) -> &'static str {
        match value {
            Some(Value::Win(_)) => self.is_won_alone,
            _ => self.is_lost_alone,
        }
    }

    /// What scripts say, as JSON.
    pub fn of_scripts(&self) -> String {
        let Self { copy, copied, pick_up, turn, from_file, .. } = *self;
        json!({ "copy": copy, "copied": copied, "piece": pick_up, "turn": turn, "file": from_file })
            .to_string()
    }

    /// What a mark says of a move.
    pub const fn mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Inaccuracy => self.inaccuracy,
            Mark::Mistake => self.poor_move,
            Mark::Blunder => self.blunder,
        }
    }

    /// Why a table does not tell what it could, as a sentence.
    pub fn missing(&self, why: &Missing) -> String {
        let why = match why {
            Missing::NoTable { game, command } => &fill(self.no_table, &[game, command]),
            Missing::Unreadable(why) => &why.in_language(self.spoken),
        };
        fill(self.no_values, &[why])
    }

    /// How a game has ended by a repetition, as a sentence without its end.
    pub fn repetition(&self, end: RepetitionEnd) -> String {
        let outcome =
            end.winner.map_or_else(|| self.draw.into(), |side| fill(self.is_won, &[self.side(side)]));
        fill(self.repeated, &[&end.occurrence(self.spoken), &outcome])
    }

    /// What a move is worth to the mover: its value, or how good it looks.
    pub fn worth(&self, choice: &Choice) -> String {
        let Some(value) = choice.value else {
            return choice.estimate.map_or_else(|| self.unknown.into(), |estimate| estimate.to_string());
        };
        let word = match value.wdl() {
            Wdl::Win => self.win,
            Wdl::Draw => self.draw,
            Wdl::Loss => self.loss,
        };
        value.plies().map_or_else(|| word.into(), |plies| format!("{word} {plies}"))
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
    fn a_verdict_is_told_in_each_language() {
        let lost = Some(Value::Loss(78));
        assert_eq!(ENGLISH.verdict(Side::First, lost, false), "Second player wins in 78 plies");
        assert_eq!(JAPANESE.verdict(Side::First, lost, false), "後手の78手勝ち");
        assert_eq!(ENGLISH.verdict(Side::Second, Some(Value::Loss(0)), true), "First player has won");
    }
}
