//! The names of a position's moves, in little room: a directory of 400 moves takes 3 KB where 400 strings
//! take 19.

/// Names in a fixed order.
#[derive(Debug, Default)]
pub struct Names {
    /// All names, one behind the other.
    text: Box<str>,
    /// Where each name ends.
    ends: Box<[u32]>,
}

impl Names {
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name at a place.
    pub fn get(&self, place: usize) -> Option<&str> {
        let end = *self.ends.get(place)? as usize;
        let begin = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        Some(&self.text[begin..end])
    }

    /// Where a name stands.
    pub fn place(&self, name: &str) -> Option<usize> {
        (0..self.len()).find(|&place| self.get(place) == Some(name))
    }
}

impl<S: AsRef<str>> FromIterator<S> for Names {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for name in names {
            text.push_str(name.as_ref());
            ends.push(text.len() as u32);
        }
        Self { text: text.into(), ends: ends.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_both_ways() {
        let names: Names = ["66t0", "", "----"].into_iter().collect();
        assert_eq!((names.len(), names.is_empty()), (3, false));
        assert_eq!([0, 1, 2, 3].map(|place| names.get(place)), [Some("66t0"), Some(""), Some("----"), None]);
        assert_eq!((names.place("----"), names.place("66t")), (Some(2), None));
        assert!(Names::default().is_empty());
    }
}
