//! A section's settings as the data of a variant.

use super::{
    VariantError, fen,
    ini::{ADDED, Section, Setting},
    pieces::{self, PieceType},
};
use crate::{
    Bits, BoardSize, Kind, Piece, Position, Promotion, Repetition, Variant,
    attacks::Tables,
    sfen,
    variant::{Face, PieceRule},
};
use std::{collections::HashSet, iter};
use yomikiri_core::Side;

/// Keys that are about how other programs show or search a variant.
const PASSED_OVER: [&str; 5] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Keys of chess and its kin that may say what holds here anyway.
const FIXED: [(&str, &str); 11] = [
    ("doubleStep", "false"),
    ("castling", "false"),
    ("chess960", "false"),
    ("twoBoards", "false"),
    ("checking", "true"),
    ("dropChecks", "true"),
    ("mustCapture", "false"),
    ("dropLoop", "false"),
    ("pass", "false"),
    ("checkmateValue", "loss"),
    ("dropNoDoubledCount", "1"),
];

/// The most pieces of a kind: as many as a hand of the search has room for.
const MOST: u8 = 18;

/// The settings of a section that have not been asked for yet.
struct Settings {
    rest: Vec<Setting>,
    name: String,
    line: usize,
}

impl Settings {
    fn take(&mut self, key: &str) -> Option<Setting> {
        let at = self.rest.iter().position(|setting| setting.key == key)?;
        Some(self.rest.remove(at))
    }

    /// A setting that the section must have.
    fn needed(&mut self, key: &str, why: &str) -> Result<Setting, VariantError> {
        let missing = || VariantError::new(self.line, format!("[{}]: {key} is missing: {why}", self.name));
        let at = self.rest.iter().position(|setting| setting.key == key).ok_or_else(missing)?;
        Ok(self.rest.remove(at))
    }

    fn flag(&mut self, key: &str, default: bool) -> Result<bool, VariantError> {
        match self.take(key) {
            None => Ok(default),
            Some(setting) => match setting.value.as_str() {
                "true" => Ok(true),
                "false" => Ok(false),
                _ => Err(setting.wrong("`true` or `false`")),
            },
        }
    }

    /// A number of ranks or files.
    fn size(&mut self, key: &str) -> Result<u8, VariantError> {
        let setting = self.needed(key, "boards have up to 9 files and ranks")?;
        number(&setting)
            .filter(|size| (1..=9).contains(size))
            .ok_or_else(|| setting.wrong("a number from 1 to 9"))
    }

    /// A setting that must have one value, which is not the format's own default.
    fn must(&mut self, key: &str, value: &str, why: &str) -> Result<(), VariantError> {
        let setting = self.needed(key, why)?;
        if setting.value == value { Ok(()) } else { Err(setting.wrong(&format!("`{value}`: {why}"))) }
    }

    /// The pairs of all settings of a key such as `p:g s:g`.
    fn pairs(&mut self, key: &str) -> Result<Vec<(Setting, String, String)>, VariantError> {
        let mut pairs = Vec::new();
        while let Some(setting) = self.take(key) {
            for pair in setting.value.split_whitespace() {
                let (first, second) =
                    pair.split_once(':').ok_or_else(|| setting.wrong("pairs such as `p:g s:g`"))?;
                pairs.push((setting.clone(), first.to_owned(), second.to_owned()));
            }
        }
        Ok(pairs)
    }
}

fn number(setting: &Setting) -> Option<u8> {
    setting.value.parse().ok()
}

/// The number of the type that has a letter.
fn numbered(types: &[PieceType], letter: &str) -> Option<usize> {
    types.iter().position(|other| letter.eq_ignore_ascii_case(&other.letter.to_string()))
}

fn leaked(text: impl Into<String>) -> &'static str {
    text.into().leak()
}

/// The variant of a section that has what it inherits.
pub fn read(section: &Section) -> Result<Variant, VariantError> {
    let (name, line) = (section.name.clone(), section.line);
    let settings = &mut Settings { rest: section.settings.clone(), name, line };
    settings.rest.retain(|setting| !PASSED_OVER.contains(&setting.key.as_str()));
    let types = types(settings)?;
    let ranks = settings.size("maxRank")?;
    let board = BoardSize { files: settings.size("maxFile")?, ranks };
    let start = settings.needed("startFen", "the usual one is that of chess")?;
    let start_sfen = fen::sfen(&start)?;
    let pieces = Pieces::read(settings, types, &start_sfen)?;
    let promotion = if settings.flag("mandatoryPiecePromotion", false)? {
        Promotion::Forced
    } else {
        Promotion::Optional
    };
    let drops = settings.flag("pieceDrops", false)?;
    let to_hand = settings.take("capturesToHand");
    if drops && to_hand.as_ref().is_none_or(|setting| setting.value != "true") {
        let line = to_hand.map_or(line, |setting| setting.line);
        return Err(VariantError::new(line, "capturesToHand: expected `true` where there are drops"));
    }
    let dead = !settings.flag("immobilityIllegal", false)?;
    let variant = Variant {
        name: leaked(&*section.name),
        about: settings
            .take("about")
            .map_or_else(|| leaked(format!("{}, of a file", section.name)), |s| leaked(s.value)),
        board,
        pieces: pieces.rules(),
        promotion,
        promotion_ranks: promotion_ranks(settings, board, &pieces)?,
        try_ranks: try_ranks(settings, board, &pieces)?,
        demotion: settings.flag("pieceDemotion", false)?,
        promotes_by_capture: settings.flag("piecePromotionOnCapture", false)?,
        drops_promoted: settings.flag("dropPromoted", false)?,
        drops,
        dead_drops: dead,
        dead_moves: dead,
        lone_royal: false,
        repetition: repetition(settings)?,
        start: leaked(start_sfen),
    };
    settings.must("stalemateValue", "loss", "who cannot move has lost")?;
    settings.must("nMoveRule", "0", "no number of moves ends a game")?;
    for (key, value) in FIXED {
        if let Some(setting) = settings.take(key).filter(|setting| setting.value != value) {
            return Err(setting.wrong(&format!("`{value}`, the only value that is supported")));
        }
    }
    if let Some(setting) = settings.rest.first() {
        return Err(VariantError::new(setting.line, format!("{}: no key that is supported", setting.key)));
    }
    check(&variant, line, &start)?;
    Ok(variant)
}

/// What follows from several settings together.
fn check(variant: &Variant, line: usize, start: &Setting) -> Result<(), VariantError> {
    let Variant { name, board, .. } = variant;
    let error = |message: String| Err(VariantError::new(line, format!("[{name}]: {message}")));
    // What turns over is not asked where it stands.
    let turned = variant.kinds().filter(|kind| variant.turns(kind.turned()));
    let dead =
        |&kind: &Kind| board.squares().any(|from| variant.is_dead(Piece { kind, side: Side::First }, from));
    if let Some(kind) = turned.filter(|_| !variant.has_dead_pieces()).find(dead) {
        let name = variant.face(kind).map_or("", |face| face.name);
        return error(format!("immobilityIllegal: a piece could become a {name} where it can never move"));
    }
    let slides: HashSet<_> = variant
        .faces()
        .flat_map(|face| face.slides)
        .flat_map(|&(right, ahead)| [(right, ahead), (-right, -ahead)])
        .collect();
    if slides.len() > 16 {
        return error(format!("pieces slide in {} directions, at most 16 are supported", slides.len()));
    }
    match sfen::read::<u128>(variant.start, variant) {
        Err(reason) => Err(VariantError::new(start.line, format!("startFen: {reason}"))),
        Ok(pos) => check_start(&pos, variant, start),
    }
}

/// The start must not be a position in which the side to move could take the royal piece.
fn check_start(pos: &Position<u128>, variant: &Variant, start: &Setting) -> Result<(), VariantError> {
    let tables = Tables::<u128>::new(variant);
    let royal = pos.royal(pos.side().other()).expect("both sides have their royal pieces");
    let attacks = |from| {
        let piece = Piece { kind: pos.kind(from), side: pos.side() };
        tables.attacks(piece, from, pos.occupied())
    };
    let attacked = pos.of(pos.side()).squares().any(|from| attacks(from).has(royal));
    if attacked { Err(start.wrong("a position where no king can be taken")) } else { Ok(()) }
}

/// The types of the section, in the order of their keys.
fn types(settings: &mut Settings) -> Result<Vec<PieceType>, VariantError> {
    let mut types: Vec<PieceType> = Vec::new();
    let mut rest = Vec::new();
    for setting in std::mem::take(&mut settings.rest) {
        let Some(found) = pieces::read(&setting) else {
            rest.push(setting);
            continue;
        };
        let Some(found) = found? else { continue };
        if types.iter().any(|other| other.letter == found.letter) {
            return Err(setting.wrong("a letter that no other piece has"));
        }
        types.push(found);
    }
    settings.rest = rest;
    // Names of pieces that a section has taken away are no matter.
    for (_, letter, name) in settings.pairs("pieceNames")? {
        let found = types.iter_mut().find(|other| letter.eq_ignore_ascii_case(&other.letter.to_string()));
        if let Some(found) = found {
            found.rename(&name);
        }
    }
    Ok(types)
}

/// The kinds of a section: those types that a piece can have from the beginning, each with the type that it
/// promotes to.
struct Pieces {
    types: Vec<PieceType>,
    /// The king first, then in the order of their keys: the type, what it promotes to, how many there are.
    kinds: Vec<(usize, Option<usize>, u8)>,
    /// Types that are written by their own letter though a piece gets there by promotion.
    own_letters: Vec<usize>,
    /// The letters of drawn boards where they are others.
    pictures: Vec<(usize, char)>,
    one_per_file: Option<usize>,
    no_drop_mate: bool,
}

impl Pieces {
    /// The kinds of a section's types with the counts of a start position.
    fn read(settings: &mut Settings, types: Vec<PieceType>, start: &str) -> Result<Self, VariantError> {
        let promotions = promotions(settings, &types)?;
        let own_letters = settings.take("promotedLetters").map_or_else(String::new, |setting| setting.value);
        let own_letters =
            own_letters.chars().filter_map(|letter| numbered(&types, &letter.to_string())).collect();
        let mut pictures = Vec::new();
        for (setting, of, letter) in settings.pairs("pictureLetters")? {
            let mut letters = letter.chars();
            let letter = letters.next().filter(|c| c.is_ascii_uppercase() && letters.next().is_none());
            let letter = letter.ok_or_else(|| setting.wrong("capital letters after `:`"))?;
            pictures.extend(numbered(&types, &of).map(|of| (of, letter)));
        }
        let is_target = |of: usize| promotions.contains(&Some(of));
        let one_per_file = one_per_file(settings, &types, is_target)?;
        let no_drop_mate = settings.flag("shogiPawnDropMateIllegal", false)?;
        if no_drop_mate && types.iter().enumerate().any(|(of, kind)| kind.key == "shogiPawn" && is_target(of))
        {
            let message = format!(
                "[{}]: shogiPawnDropMateIllegal: a piece that promotes to a shogiPawn is not supported",
                settings.name
            );
            return Err(VariantError::new(settings.line, message));
        }
        let kinds = kinds(settings, &types, &promotions, start)?;
        Ok(Self { types, kinds, own_letters, pictures, one_per_file, no_drop_mate })
    }

    /// The rules of the pieces.
    fn rules(&self) -> Vec<PieceRule> {
        let rule = |&(of, promoted, count): &(usize, Option<usize>, u8)| {
            let plain = &self.types[of];
            PieceRule {
                face: self.face(of, plain.letter.to_string(), plain.name.clone(), plain.kanji),
                promoted: promoted.map(|to| self.promoted(of, to)),
                count,
                one_per_file: self.one_per_file == Some(of),
                no_drop_mate: self.no_drop_mate && plain.key == "shogiPawn",
            }
        };
        self.kinds.iter().map(rule).collect()
    }

    /// The side of a piece that has promoted.
    fn promoted(&self, of: usize, to: usize) -> Face {
        let (plain, target) = (&self.types[of], &self.types[to]);
        let alone = !self.kinds.iter().any(|&(kind, ..)| kind == to);
        // What no piece is from the beginning has its own name; what some are is another thing here.
        let name = if alone && (target.key != "gold" || target.kanji.is_none()) {
            target.name.clone()
        } else {
            format!("promoted {}", plain.name)
        };
        // A letter that another piece has too would not tell which of them it is.
        let sources = self.kinds.iter().filter(|&&(_, promoted, _)| promoted == Some(to)).count();
        let own = self.own_letters.contains(&to) && alone && sources == 1;
        let letter = if own { target.letter.to_string() } else { format!("+{}", plain.letter) };
        self.face(if own { to } else { of }, letter, name, plain.promoted_kanji(target))
            .with_moves(&target.moves)
    }

    /// A side of a piece with the picture and the moves of a type.
    fn face(&self, of: usize, letter: String, name: String, kanji: Option<char>) -> Face {
        let drawn = self.pictures.iter().find(|(other, _)| *other == of).map(|(_, letter)| *letter);
        let picture = match drawn {
            Some(drawn) if letter.starts_with('+') => format!("+{drawn}"),
            Some(drawn) => drawn.to_string(),
            None => letter.clone(),
        };
        let face = Face {
            name: leaked(name),
            letter: leaked(letter),
            picture: leaked(picture),
            kanji,
            steps: &[],
            slides: &[],
        };
        face.with_moves(&self.types[of].moves)
    }
}

/// What each type promotes to.
fn promotions(settings: &mut Settings, types: &[PieceType]) -> Result<Vec<Option<usize>>, VariantError> {
    let mut promotions = vec![None; types.len()];
    let mut last = None;
    for (setting, from, to) in settings.pairs(ADDED)? {
        let number = |letter: &str| numbered(types, letter).ok_or_else(|| setting.wrong("letters of pieces"));
        promotions[number(&from)?] = if to == "-" { None } else { Some(number(&to)?) };
        last = Some(setting);
    }
    let Some(setting) = last else { return Ok(promotions) };
    for (from, to) in promotions.iter().enumerate().filter_map(|(from, to)| Some((from, (*to)?))) {
        if promotions[to].is_some() {
            return Err(setting.wrong("pieces that promote once at most"));
        }
        if [from, to].iter().any(|&of| types[of].key == "king") {
            return Err(setting.wrong("a king that does not promote"));
        }
    }
    Ok(promotions)
}

/// The type of which a file may hold one.
fn one_per_file(
    settings: &mut Settings,
    types: &[PieceType],
    is_target: impl Fn(usize) -> bool,
) -> Result<Option<usize>, VariantError> {
    let Some(setting) = settings.take("dropNoDoubled").filter(|setting| setting.value != "-") else {
        return Ok(None);
    };
    let found = numbered(types, &setting.value).ok_or_else(|| setting.wrong("letters of pieces"))?;
    let moves = &types[found].moves;
    if moves.steps.iter().chain(&moves.slides).any(|&(right, _)| right != 0) {
        return Err(setting.wrong("a piece that stays in its file"));
    }
    // It would count, too, where it is the other side of another piece.
    if is_target(found) {
        return Err(setting.wrong("a piece that no other promotes to"));
    }
    Ok(Some(found))
}

/// The kinds, the king first: the type, what it promotes to, how many there are in a start position.
fn kinds(
    settings: &Settings,
    types: &[PieceType],
    promotions: &[Option<usize>],
    start: &str,
) -> Result<Vec<(usize, Option<usize>, u8)>, VariantError> {
    let error =
        |message: String| Err(VariantError::new(settings.line, format!("[{}]: {message}", settings.name)));
    // Board and hands, without the side to move between them.
    let fields = start.split(' ').step_by(2).flat_map(str::chars);
    let letters: String = fields.map(|letter| letter.to_ascii_uppercase()).collect();
    let count = |of: usize| letters.matches(types[of].letter).count();
    let Some(royal) = types.iter().position(|kind| kind.key == "king") else {
        return error("king is missing: every side has one".into());
    };
    let is_target = |of| promotions.contains(&Some(of));
    let others = (0..types.len()).filter(|&of| of != royal && (count(of) > 0 || !is_target(of)));
    let order: Vec<usize> = iter::once(royal).chain(others).collect();
    if order.len() > Kind::UNPROMOTED {
        return error(format!("{} kinds of pieces, at most {} are supported", order.len(), Kind::UNPROMOTED));
    }
    if let Some(&many) = order.iter().find(|&&of| count(of) > usize::from(MOST)) {
        let name = &types[many].name;
        return error(format!("{} pieces called {name}, at most {MOST} are supported", count(many)));
    }
    Ok(order.into_iter().map(|of| (of, promotions[of], count(of) as u8)).collect())
}

impl Face {
    /// The same, moving in another way.
    fn with_moves(self, moves: &super::betza::Moves) -> Self {
        Self { steps: moves.steps.clone().leak(), slides: moves.slides.clone().leak(), ..self }
    }
}

/// The depth of the promotion zone.
fn promotion_ranks(settings: &mut Settings, board: BoardSize, pieces: &Pieces) -> Result<u8, VariantError> {
    let rank = settings.take("promotionRank");
    match region(settings, ["promotionRegionWhite", "promotionRegionBlack"], board)? {
        Some((depth, _)) => Ok(depth),
        None => match rank {
            None if pieces.kinds.iter().all(|(_, promoted, _)| promoted.is_none()) => Ok(0),
            None => {
                let message =
                    format!("[{}]: promotionRank is missing: the usual one is that of chess", settings.name);
                Err(VariantError::new(settings.line, message))
            }
            Some(setting) => match number(&setting) {
                Some(rank @ 1..=10) => Ok((board.ranks + 1).saturating_sub(rank)),
                _ => Err(setting.wrong("the number of a rank")),
            },
        },
    }
}

/// The depth of the zone where a king that arrives has won.
fn try_ranks(settings: &mut Settings, board: BoardSize, pieces: &Pieces) -> Result<u8, VariantError> {
    let flag = settings.take("flagPiece");
    let old = region(settings, ["whiteFlag", "blackFlag"], board)?;
    let new = region(settings, ["flagRegionWhite", "flagRegionBlack"], board)?;
    match (flag, new.or(old)) {
        // What a parent has may be taken away, and its regions stay.
        (Some(setting), _) if setting.value == "-" => Ok(0),
        (Some(piece), Some((depth, _))) => {
            let royal = &pieces.types[pieces.kinds[0].0];
            if !piece.value.eq_ignore_ascii_case(&royal.letter.to_string()) {
                return Err(piece.wrong("the letter of the king"));
            }
            Ok(depth)
        }
        (None, None) => Ok(0),
        (Some(setting), None) | (None, Some((_, setting))) => Err(VariantError::new(
            setting.line,
            format!("{}: a piece and both its regions are needed", setting.key),
        )),
    }
}

/// The depth of a zone that two settings give, one a side, with the first of them: whole ranks up to the far
/// end, the same for both.
fn region(
    settings: &mut Settings,
    keys: [&str; 2],
    board: BoardSize,
) -> Result<Option<(u8, Setting)>, VariantError> {
    let (first, second) = match keys.map(|key| settings.take(key)) {
        [None, None] => return Ok(None),
        [Some(first), Some(second)] => (first, second),
        [Some(one), _] | [_, Some(one)] => {
            let [first, second] = keys;
            return Err(VariantError::new(one.line, format!("{}: expected {first} and {second}", one.key)));
        }
    };
    let depth = |setting: &Setting, far: &dyn Fn(u8) -> u8| {
        let expected =
            || setting.wrong("whole ranks up to the far end, such as `*5 *6`, alike for both sides");
        let mut ranks = setting
            .value
            .split_whitespace()
            .map(|rank| {
                Some(far(rank
                    .strip_prefix('*')?
                    .parse()
                    .ok()
                    .filter(|rank| (1..=board.ranks).contains(rank))?))
            })
            .collect::<Option<Vec<u8>>>()
            .ok_or_else(expected)?;
        ranks.sort_unstable();
        if ranks.iter().copied().eq(1..=ranks.len() as u8) { Ok(ranks.len() as u8) } else { Err(expected()) }
    };
    let depths = [depth(&first, &|rank| board.ranks + 1 - rank)?, depth(&second, &|rank| rank)?];
    if depths[0] == depths[1] {
        Ok(Some((depths[0], first)))
    } else {
        Err(second.wrong("the same depth for both sides"))
    }
}

/// What it means that a position comes again.
fn repetition(settings: &mut Settings) -> Result<Repetition, VariantError> {
    let fold = settings.take("nFoldRule");
    let occurrences = match &fold {
        None => 3,
        Some(setting) => number(setting)
            .filter(|&fold| fold >= 2)
            .ok_or_else(|| setting.wrong("a number from 2 to 255"))?,
    };
    let absolute = settings.flag("nFoldValueAbsolute", false)?;
    let loser = match settings.take("nFoldValue") {
        None => None,
        Some(setting) => match setting.value.as_str() {
            "draw" => None,
            "loss" if absolute => Some(Side::First),
            "win" if absolute => Some(Side::Second),
            "win" | "loss" => return Err(setting.wrong("`draw`, or nFoldValueAbsolute = true beside it")),
            _ => return Err(setting.wrong("`win`, `loss` or `draw`")),
        },
    };
    Ok(Repetition { occurrences, checker_loses: settings.flag("perpetualCheckIllegal", false)?, loser })
}
