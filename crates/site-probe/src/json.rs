//! Answers as text in JSON, put together piece by piece.

use yomikiri_core::Value;

/// A text that grows.
#[derive(Debug, Default)]
pub struct Json(String);

impl Json {
    /// What is JSON already.
    pub fn raw(&mut self, text: &str) {
        self.0 += text;
    }

    /// A text of letters, digits and the signs of SFEN and USI, none of which JSON escapes.
    pub fn word(&mut self, word: &str) {
        self.0.push('"');
        self.0 += word;
        self.0.push('"');
    }

    /// A number.
    pub fn number(&mut self, number: u32) {
        self.0 += &number.to_string();
    }

    /// A list, each item as `write` writes it.
    pub fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut before = "[";
        for item in items {
            self.raw(before);
            write(self, item);
            before = ",";
        }
        self.raw(if before == "[" { "[]" } else { "]" });
    }

    /// A value with its distance where it is told, or null.
    pub fn value(&mut self, value: Option<Value>) {
        let Some(value) = value else { return self.raw("null") };
        self.raw("{\"wdl\":");
        self.word(value.wdl().word());
        if let Some(plies) = value.plies() {
            self.raw(",\"plies\":");
            self.number(plies.into());
        }
        self.raw("}");
    }

    /// The whole text.
    pub fn text(self) -> String {
        self.0
    }
}
