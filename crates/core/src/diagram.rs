//! Boards as pictures: SVG of a few shapes, whose colours are classes of one style sheet, so that a page and
//! a file show the same in light and dark.

use crate::{Gap, Language, PieceStyle, Wdl};
use std::fmt::Write as _;

/// The colours of all diagrams, as CSS: Okabe and Ito's blue and orange for the sides, which the colour-blind
/// tell apart.
pub const STYLE: &str = "\
.diagram { --board: #f0dcae; --ink: #1c1b18; --edge: #4d4638; --mark: #f7c95c; --face: #fff8e2; --faint: #6b6659; \
--first: #0072b2; --second: #e69f00; --red: #a5260a; font-family: sans-serif; text-anchor: middle; }
@media (prefers-color-scheme: dark) { .diagram { --board: #57482c; --ink: #ece9e1; --edge: #1a1712; --mark: #9a7413; \
--face: #e8dab4; --faint: #b0aca1; --first: #56b4e9; --second: #e69f00; --red: #8a1c05; } }
.diagram .board { fill: var(--board); stroke: var(--edge); stroke-width: 2; }
.diagram .lines { fill: none; stroke: var(--edge); }
.diagram .last { fill: var(--mark); }
.diagram .outline { fill: none; stroke: var(--ink); stroke-width: 3; }
.diagram .piece { fill: var(--face); stroke: #4d4638; }
.diagram .turn { fill: var(--ink); }
.diagram .face { fill: #1c1b18; }
.diagram .promoted { fill: var(--red); }
.diagram .steps { fill: var(--red); }
.diagram .animal { stroke: #1c1b18; stroke-linecap: round; stroke-linejoin: round; }
.diagram .eye { fill: none; stroke-width: 2.4; }
.diagram .nose { fill: #1c1b18; }
.diagram .brown { fill: #96541b; }
.diagram .tan { fill: #f2c14e; }
.diagram .grey { fill: #9fb4c4; }
.diagram .white { fill: #fff; }
.diagram .comb { fill: #c8321e; }
.diagram .thin { fill: none; }
.diagram .name { fill: var(--faint); }
.diagram .count { fill: var(--ink); }
.diagram .first { fill: var(--first); }
.diagram .second { fill: var(--second); }
.diagram .dot { fill: #1c1b18; }
.diagram .start { fill: none; stroke: var(--ink); }
.diagram .place { fill: transparent; }
.diagram .spot rect { fill: transparent; stroke: none; }
.diagram .spot.target rect { fill: var(--mark); fill-opacity: .45; }
.diagram .spot.win rect { fill: #0072b2; fill-opacity: .25; stroke: #00588f; stroke-width: 2; }
.diagram .spot.draw rect { stroke: var(--faint); stroke-width: 2; stroke-dasharray: 8 4; }
.diagram .spot.loss rect { fill: #d55e00; fill-opacity: .25; stroke: #a33f00; stroke-width: 2; stroke-dasharray: 2 4; }
.diagram .spot.chosen rect { stroke: var(--ink); stroke-width: 3; }
.diagram .spot:hover rect, .diagram .spot:focus rect { stroke: var(--first); stroke-width: 3; }
";

/// A place on a board that moves and editors name: a square, a piece in hand, a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What names of moves call it.
    pub name: String,
    corner: (i32, i32),
    size: (i32, i32),
}

impl Spot {
    fn rect(&self, attributes: &str) -> String {
        let ((x, y), (width, height)) = (self.corner, self.size);
        format!("<rect{attributes} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n")
    }
}

/// Where a spot leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotLink {
    /// The name of the [`Spot`].
    pub spot: String,
    /// The address.
    pub href: String,
    /// What is said of it where it is not seen.
    pub label: String,
    /// How it is marked.
    pub mark: SpotMark,
}

/// How a spot is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotMark {
    /// Not, until it is pointed at.
    Plain,
    /// Something can be moved there.
    Target,
    /// What stands there is about to be moved.
    Chosen,
    /// The best that can be done there is worth so much to the mover.
    Worth(Wdl),
}

impl SpotMark {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "spot",
            Self::Target => "spot target",
            Self::Chosen => "spot chosen",
            Self::Worth(Wdl::Win) => "spot win",
            Self::Worth(Wdl::Draw) => "spot draw",
            Self::Worth(Wdl::Loss) => "spot loss",
        }
    }
}

/// Shapes of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// The same in all styles.
    Plain(String),
    /// For each of [`PieceStyle::ALL`].
    Styled([String; 3]),
}

/// A picture of a board, put together from shapes. Lengths are in units of its own; x runs to the right, y
/// down. A class is one of those of [`STYLE`].
///
/// What is on the pieces, and the language in which the picture is described, are chosen by whoever shows it,
/// since who draws it does not know the reader: the picture has each piece in all styles, and its words in
/// all languages.
///
/// ```
/// let mut diagram = yomikiri_core::Diagram::new((20, 20), "A <board>");
/// diagram.rect("board", (0, 0), (20, 20), 0);
/// let text = diagram.inline();
/// assert!(text.starts_with("<svg ") && text.contains("<title>A &lt;board&gt;</title>"));
/// assert!(diagram.file().contains("<style>"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    size: (i32, i32),
    title: Gap,
    /// For each of [`Language::ALL`].
    description: [String; 2],
    body: Vec<Part>,
    spots: Vec<Spot>,
    style: PieceStyle,
    language: Language,
}

impl Diagram {
    /// An empty picture of a width and a height; the title is what is said of it where it is not seen.
    pub fn new(size: (i32, i32), title: impl Into<Gap>) -> Self {
        Self {
            size,
            title: title.into(),
            description: Language::ALL.map(|_| String::new()),
            body: Vec::new(),
            spots: Vec::new(),
            style: PieceStyle::default(),
            language: Language::default(),
        }
    }

    /// Says in words what is drawn.
    pub fn describe(&mut self, text: impl Fn(Language) -> String) {
        for language in Language::ALL {
            self.description[language as usize] += &text(language);
        }
    }

    /// A rectangle from its upper left corner, with corners of a radius.
    pub fn rect(&mut self, class: &str, (x, y): (i32, i32), (width, height): (i32, i32), radius: i32) {
        let round = if radius > 0 { format!(" rx=\"{radius}\"") } else { String::new() };
        self.put(&format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>"
        ));
    }

    /// A circle around a point.
    pub fn circle(&mut self, class: &str, (x, y): (i32, i32), radius: i32) {
        self.put(&format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// A path, in the words of SVG.
    pub fn path(&mut self, class: &str, path: &str) {
        self.put(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    /// A text whose middle is above a point.
    pub fn text(&mut self, class: &str, (x, y): (i32, i32), size: i32, text: &str) {
        let text = escaped(text);
        self.put(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>"));
    }

    /// Shapes that are drawn around the origin, moved to a point, and turned around it by so many degrees.
    pub fn group(&mut self, (x, y): (i32, i32), degrees: i32, draw: impl FnOnce(&mut Self)) {
        let turn = if degrees == 0 { String::new() } else { format!(" rotate({degrees})") };
        self.put(&format!("<g transform=\"translate({x} {y}){turn}\">"));
        draw(self);
        self.put("</g>");
    }

    /// Says that a rectangle is a spot.
    pub fn spot(&mut self, name: &str, corner: (i32, i32), size: (i32, i32)) {
        self.spots.push(Spot { name: name.to_owned(), corner, size });
    }

    /// The spots.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Shapes that differ between styles of pieces.
    pub fn styled(&mut self, draw: impl Fn(&mut Self, PieceStyle)) {
        let drawn = PieceStyle::ALL.map(|style| {
            let mut part = Self { style, ..Self::new(self.size, "") };
            draw(&mut part, style);
            part.shapes()
        });
        self.body.push(Part::Styled(drawn));
    }

    /// The same picture with its pieces in a style.
    #[must_use]
    pub fn in_style(self, style: PieceStyle) -> Self {
        Self { style, ..self }
    }

    /// The same picture described in a language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// The styles in which this picture looks different: letters and those that differ from them. None where
    /// nothing does.
    pub fn styles(&self) -> Vec<PieceStyle> {
        let differs = |style: PieceStyle| {
            let drawn = |all: &[String; 3]| all[style as usize] != all[PieceStyle::Letters as usize];
            self.body.iter().any(|part| matches!(part, Part::Styled(all) if drawn(all)))
        };
        let is_shown = |style: &PieceStyle| *style == PieceStyle::Letters || differs(*style);
        let styles: Vec<_> = PieceStyle::ALL.into_iter().filter(is_shown).collect();
        if styles.len() > 1 { styles } else { Vec::new() }
    }

    fn put(&mut self, element: &str) {
        if !matches!(self.body.last(), Some(Part::Plain(_))) {
            self.body.push(Part::Plain(String::new()));
        }
        if let Some(Part::Plain(text)) = self.body.last_mut() {
            *text += element;
            text.push('\n');
        }
    }

    /// The shapes in the style of the picture.
    fn shapes(&self) -> String {
        let style = self.style as usize;
        let texts = self.body.iter().map(|part| match part {
            Part::Plain(text) => text.as_str(),
            Part::Styled(all) => &all[style],
        });
        texts.collect()
    }

    /// The picture as a part of a page that has the [`STYLE`].
    pub fn inline(&self) -> String {
        self.written("img", "", "")
    }

    /// The same with its spots, some of which lead somewhere. Links to spots that the picture has not are
    /// left out; those that are linked are above the others, in the order of the links.
    pub fn linked(&self, links: &[SpotLink]) -> String {
        let is_linked = |spot: &&Spot| links.iter().any(|link| link.spot == spot.name);
        let others = self.spots.iter().filter(|spot| !is_linked(spot));
        let others =
            others.map(|spot| spot.rect(&format!(" class=\"place\" data-spot=\"{}\"", escaped(&spot.name))));
        let linked = links.iter().filter_map(|link| {
            let spot = self.spots.iter().find(|spot| spot.name == link.spot)?;
            let (class, rect) = (link.mark.class(), spot.rect(""));
            let (href, label, name) = (escaped(&link.href), escaped(&link.label), escaped(&spot.name));
            Some(format!(
                "<a class=\"{class}\" data-spot=\"{name}\" href=\"{href}\" aria-label=\"{label}\">{rect}</a>\n"
            ))
        });
        self.written("group", "", &others.chain(linked).collect::<String>())
    }

    /// The picture as a file of its own.
    pub fn file(&self) -> String {
        self.written("img", &format!("<style>\n{STYLE}</style>\n"), "")
    }

    fn written(&self, role: &str, style: &str, links: &str) -> String {
        let ((width, height), title) = (self.size, escaped(&self.title.in_language(self.language)));
        let description = &self.description[self.language as usize];
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" viewBox=\"0 0 {width} {height}\" \
            role=\"{role}\">\n<title>{title}</title>\n"
        );
        if !description.is_empty() {
            let _ = writeln!(text, "<desc>{}</desc>", escaped(description));
        }
        text + style + &self.shapes() + links + "</svg>\n"
    }
}

/// A text in which nothing is markup, for XML and HTML: between tags, or in double quotes as an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Side, phrases, player};

    #[test]
    fn pieces_are_drawn_in_the_style_that_is_asked_for() {
        let mut diagram = Diagram::new((20, 20), "A board");
        assert!(diagram.styles().is_empty());
        diagram.rect("board", (0, 0), (20, 20), 0);
        diagram.styled(|diagram, style| {
            let text = if style == PieceStyle::Kanji { "歩" } else { "P" };
            diagram.text("face", (10, 10), 9, text);
        });
        assert_eq!(diagram.styles(), [PieceStyle::Kanji, PieceStyle::Letters]);
        let kanji = diagram.inline();
        assert!(kanji.contains(">歩<") && !kanji.contains(">P<"), "{kanji}");
        for style in [PieceStyle::Letters, PieceStyle::Animals] {
            assert_eq!(diagram.clone().in_style(style).inline(), kanji.replace('歩', "P"));
        }
    }

    #[test]
    fn what_is_drawn_is_told_in_the_language_that_is_asked_for() {
        let mut diagram = Diagram::new((20, 20), phrases::BOARD);
        diagram.describe(|language| player(Side::First, language == Language::English).in_language(language));
        let english = diagram.inline();
        assert!(english.contains("<title>Board</title>\n<desc>First player, to move</desc>"), "{english}");
        let japanese = diagram.in_language(Language::Japanese).inline();
        assert!(japanese.contains("<title>盤面</title>\n<desc>先手</desc>"), "{japanese}");
    }

    #[test]
    fn spots_lead_where_links_say() {
        let mut diagram = Diagram::new((20, 20), "A board");
        diagram.spot("1a", (0, 0), (10, 10));
        diagram.spot("2a", (10, 0), (10, 10));
        let link = |spot: &str, href: &str, mark| SpotLink {
            spot: spot.into(),
            href: href.into(),
            label: "\"<1a>\"".into(),
            mark,
        };
        let text = diagram
            .linked(&[link("1a", "/a?x=1&y=\"2", SpotMark::Target), link("9i", "/nowhere", SpotMark::Plain)]);
        assert!(
            text.contains("class=\"spot target\" data-spot=\"1a\" href=\"/a?x=1&amp;y=&quot;2\""),
            "{text}"
        );
        assert!(
            text.contains("aria-label=\"&quot;&lt;1a&gt;&quot;\"") && text.contains("role=\"group\""),
            "{text}"
        );
        assert_eq!(text.matches("<a ").count(), 1);
        assert!(text.contains("<rect class=\"place\" data-spot=\"2a\" x=\"10\""), "{text}");
        assert!(diagram.inline().contains("role=\"img\"") && !diagram.inline().contains("<a "));
    }
}
