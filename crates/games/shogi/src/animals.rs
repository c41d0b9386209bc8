//! Our own drawings of the animals of Dobutsu Shogi: a few shapes each around the middle of a piece. Their
//! outlines tell them apart, so that no colour is needed.

/// A shape: the class of its colour, and its path in the words of SVG.
type Shape = (&'static str, &'static str);

/// The animal of a piece that is called so.
pub fn animal(name: &str) -> Option<&'static [Shape]> {
    match name {
        "lion" => Some(LION),
        "elephant" => Some(ELEPHANT),
        "giraffe" => Some(GIRAFFE),
        "chick" => Some(CHICK),
        "hen" => Some(HEN),
        _ => None,
    }
}

/// A face in a mane.
const LION: &[Shape] = &[
    (
        "brown",
        "M0 -7.3A3.6 3.6 0 0 1 6 -5.1A3.6 3.6 0 0 1 9.2 .4A3.6 3.6 0 0 1 8.1 6.6A3.6 3.6 0 0 1 3.2 10.7\
        A3.6 3.6 0 0 1 -3.2 10.7A3.6 3.6 0 0 1 -8.1 6.6A3.6 3.6 0 0 1 -9.2 .4\
        A3.6 3.6 0 0 1 -6 -5.1A3.6 3.6 0 0 1 0 -7.3Z",
    ),
    ("tan", "M-6.8 2.5a6.8 6.8 0 0 1 13.6 0a6.8 6.8 0 0 1 -13.6 0Z"),
    ("eye", "M-2.8 .6h.01M2.8 .6h.01"),
    ("nose", "M-1.6 3.4h3.2l-1.6 1.8Z"),
    ("thin", "M0 5v1.4M-2.8 6.2q1.4 1.6 2.8 .2q1.4 1.4 2.8 -.2"),
];

/// A face with wide ears, a trunk and tusks.
const ELEPHANT: &[Shape] = &[
    ("grey", "M-4 -5C-13 -11 -14.5 7 -5 6.5ZM4 -5C13 -11 14.5 7 5 6.5Z"),
    (
        "white",
        "M-3.5 4C-4 7 -5.5 8.5 -7.5 8.5C-5 10.5 -2.5 9 -2 6ZM3.5 4C4 7 5.5 8.5 7.5 8.5C5 10.5 2.5 9 2 6Z",
    ),
    (
        "grey",
        "M-5.8 -2C-5.8 -9.5 5.8 -9.5 5.8 -2C5.8 2.5 2.8 4 2.6 7.5C2.5 10 3 10.8 5 11C5.5 14.2 -2 15 -2.3 9\
        C-2.5 5 -5.8 2.5 -5.8 -2Z",
    ),
    ("eye", "M-2.8 -1.5h.01M2.8 -1.5h.01"),
    ("thin", "M-2 6.5h4M-1.8 9.2h3.8"),
];

/// A long neck from the side, with horns and patches.
const GIRAFFE: &[Shape] = &[
    ("thin", "M-1.5 -6L-2 -9.5M1.8 -6.5L2.3 -9.8"),
    ("eye", "M-2 -9.6h.01M2.3 -9.9h.01"),
    ("tan", "M4 -5L9.5 -7C9.5 -4 7.5 -2.5 4.5 -2.5Z"),
    ("tan", "M-3 14L-1.5 2.2C-5 3 -9.5 2.8 -9.8 .5C-10 -1.8 -6 -3 -4 -4.8C-1.5 -7 3.5 -7 5 -3.5L9.5 14Z"),
    (
        "brown",
        "M1.5 -.5L4.5 -1.2L5.5 1.8L2.5 2.8ZM-.8 5L2 4.5L2.8 7.5L-.5 8.5ZM4.5 5L6.3 4.5L7.5 8.5L5 8.5ZM.8 11\
        L4.5 10.5L5 14H.5Z",
    ),
    ("eye", "M-2 -2.8h.01"),
    ("thin", "M-8.8 1.2q1 .6 2.2 .2"),
];

/// A round small bird from the side.
const CHICK: &[Shape] = &[
    ("thin", "M0 12V15H-2.2M4 12V15H1.8"),
    ("brown", "M-8 -3.5L-12 -1.2L-7.5 .5Z"),
    ("tan", "M-6 4C-8 9 -4 13 2 13C8 13 12 9 11.5 2.5C9 4 6.5 3.5 3.5 1Z"),
    ("tan", "M-8.8 -2a6.2 6.2 0 0 1 12.4 0a6.2 6.2 0 0 1 -12.4 0Z"),
    ("thin", "M1.5 6.5C3 9.5 6.5 9.5 8 6.5"),
    ("eye", "M-5 -3h.01"),
];

/// A bird from the side with comb, wattle and tail.
const HEN: &[Shape] = &[
    ("thin", "M0 10.4V13.3H-2.1M3.4 10.4V13.3H1.3"),
    (
        "comb",
        "M-6.7 -4.9C-9.2 -8.5 -6.3 -9.9 -5.4 -7.6C-5 -10.8 -1.8 -10.3 -2.3 -7.6C-.1 -9.4 1 -6.3 -1.2 -4.5Z",
    ),
    ("tan", "M-7.5 -3.5L-10.9 -1.8L-7.5 -.2Z"),
    (
        "white",
        "M-7.9 -2.6C-7.9 -7.2 -.4 -7.2 0 -2.2C.5 1.4 3.4 1.9 5.5 -.9C5.5 -3.1 6.3 -5.4 8.9 -6.7C10.5 -.4 \
        10.1 11.1 2.1 11.1C-4.2 11.1 -6.3 6.3 -7.1 .7C-7.7 -.2 -7.9 -1.5 -7.9 -2.6Z",
    ),
    ("comb", "M-7.7 0C-9.5 3.7 -5.3 4.6 -5.7 1Z"),
    ("thin", "M-.8 4.5C.5 8.2 4.7 8.2 6.3 4.1M6.3 -2.6L8.9 -2.2"),
    ("eye", "M-4.8 -3.1h.01"),
];
