//! The form of the file: sections in brackets, a key and a value a line, comments after `#` or `;` at the
//! beginning of a line.

use super::VariantError;
use std::collections::HashSet;

/// A key with its value and the line on which it stands.
#[derive(Clone, Debug)]
pub struct Setting {
    pub key: String,
    pub value: String,
    pub line: usize,
    /// Whether it is of a section that this one inherits from.
    pub inherited: bool,
}

impl Setting {
    /// What is wrong with the value.
    pub fn wrong(&self, expected: &str) -> VariantError {
        VariantError::new(self.line, format!("{}: expected {expected}, found `{}`", self.key, self.value))
    }
}

/// The key of a map that a section adds to what it inherits.
pub const ADDED: &str = "promotedPieceType";

/// Keys that say what another says: a section that sets one inherits none of the others.
fn in_other_words(key: &str) -> &'static [&'static str] {
    match key {
        "promotionRank" => &["promotionRegionWhite", "promotionRegionBlack"],
        "promotionRegionWhite" | "promotionRegionBlack" => &["promotionRank"],
        "whiteFlag" => &["flagRegionWhite"],
        "blackFlag" => &["flagRegionBlack"],
        "flagRegionWhite" => &["whiteFlag"],
        "flagRegionBlack" => &["blackFlag"],
        _ => &[],
    }
}

/// A section: the name of a variant, maybe that of the one it inherits from, and its settings.
#[derive(Clone, Debug)]
pub struct Section {
    pub name: String,
    pub parent: Option<String>,
    pub line: usize,
    pub settings: Vec<Setting>,
}

impl Section {
    /// The section with what it inherits: settings of its own take the places of the parent's, but for those
    /// of [`ADDED`], which come behind them.
    pub fn inherit(&mut self, parent: &Self) {
        let mut settings = parent.settings.clone();
        for setting in &mut settings {
            setting.inherited = true;
        }
        for own in self.settings.drain(..) {
            let replaced = in_other_words(&own.key);
            settings.retain(|setting| !setting.inherited || !replaced.contains(&setting.key.as_str()));
            let replaces = own.key != ADDED;
            match settings.iter_mut().find(|setting| replaces && setting.key == own.key) {
                Some(setting) => *setting = own,
                None => settings.push(own),
            }
        }
        self.settings = settings;
    }
}

/// Reads the sections of a file.
pub fn sections(text: &str) -> Result<Vec<Section>, VariantError> {
    let mut sections: Vec<Section> = Vec::new();
    let mut keys = HashSet::new();
    // Some editors put a byte order mark before all.
    for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim)) {
        if content.is_empty() || content.starts_with(['#', ';']) {
            continue;
        }
        if let Some(heading) = content.strip_prefix('[') {
            let section = heading_of(heading, line)?;
            if sections.iter().any(|other| other.name == section.name) {
                return Err(VariantError::new(
                    line,
                    format!("[{}]: the section is there already", section.name),
                ));
            }
            sections.push(section);
            keys.clear();
            continue;
        }
        if content.contains(|c: char| c.is_control() && c != '\t') {
            return Err(VariantError::new(line, "expected no control characters".to_owned()));
        }
        let expected =
            || VariantError::new(line, format!("expected `[name]` or `key = value`, found `{content}`"));
        let (key, value) = content.split_once('=').ok_or_else(expected)?;
        let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
        let section = sections.last_mut();
        let section = section
            .ok_or_else(|| VariantError::new(line, format!("{key}: no section has begun with `[name]`")))?;
        if !keys.insert(key.clone()) {
            return Err(VariantError::new(line, format!("{key}: the section sets it twice")));
        }
        section.settings.push(Setting { key, value, line, inherited: false });
    }
    Ok(sections)
}

/// The section that a heading begins, its opening bracket taken off.
fn heading_of(heading: &str, line: usize) -> Result<Section, VariantError> {
    let expected =
        || VariantError::new(line, format!("expected `[name]` or `[name:parent]`, found `[{heading}`"));
    let names = heading.strip_suffix(']').ok_or_else(expected)?;
    let (name, parent) = names.split_once(':').map_or((names, None), |(name, parent)| (name, Some(parent)));
    let is_name = |name: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !name.is_empty() && !name.starts_with('-') && name.chars().all(plain)
    };
    let (name, parent) = (name.trim(), parent.map(str::trim));
    if !is_name(name) || !parent.is_none_or(is_name) {
        return Err(expected());
    }
    Ok(Section { name: name.to_owned(), parent: parent.map(str::to_owned), line, settings: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_keys_and_lines() {
        let text = "# a comment\n[a]\n x = 1 = 2\n\n; another\n[b-2:a]\ny=\n";
        let found = sections(text).unwrap();
        assert_eq!((found[0].name.as_str(), found[1].parent.as_deref()), ("a", Some("a")));
        let setting = &found[0].settings[0];
        assert_eq!((setting.key.as_str(), setting.value.as_str(), setting.line), ("x", "1 = 2", 3));
        assert_eq!(found[1].settings[0].line, 7);
    }

    #[test]
    fn what_is_no_section_is_told_with_its_line() {
        for (text, line) in [
            ("x = 1", 1),
            ("[a]\nx", 2),
            ("[a\n", 1),
            ("\n[a b]", 2),
            ("[a]\n[a]", 2),
            ("[a]\nx=1\nx=2", 3),
            ("[a:]", 1),
        ] {
            assert_eq!(sections(text).unwrap_err().line, line, "{text}");
        }
    }
}
