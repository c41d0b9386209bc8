//! What is told to people, in each language.

yomikiri_core::phrases! { pub words;
    OTHER_TABLE: "the table of this site is of another game", "この表は別のゲームのものです";
}
