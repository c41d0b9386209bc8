use yomikiri_shogi::{
    Board, Variant,
    variant::{Face, PieceRule},
};
const GOLD: [(i8, i8); 6] = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (0, -1)];
pub fn variant() -> Variant {
    let f = |steps: &'static [(i8, i8)]| Face { name: "x", letter: 'x', picture: 'x', steps };
    let r = |steps: &'static [(i8, i8)], p: bool| PieceRule {
        face: f(steps),
        promoted: p.then(|| f(&GOLD)),
        count: 4,
    };
    Variant {
        name: "t",
        board: Board { files: 9, ranks: 9 },
        pieces: vec![
            r(&[(0, 1)], false),
            r(&[(0, 1)], false),
            r(&[(0, 1)], false),
            r(&GOLD, false),
            r(&[(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)], true),
            r(&[(-1, 2), (1, 2)], true),
            r(&[(0, 1)], true),
            r(&[(0, 1)], true),
        ],
        promotion_ranks: 3,
        try_ranks: 0,
        dead_drops: false,
        start: "",
    }
}
