//! The published table, to print beside ours.
//!
//! T. Horiyama, H. Nakatsuka, K. Iwama, "逆算法に基づく詰将棋の列挙" (slides; abstract 2008). `data/known/tsume_paper.tsv`
//! has it, with its columns put back in place.

use crate::PieceSet;

const KNOWN: &str = include_str!("../known/tsume_paper.tsv");

/// What the paper says of one set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedCounts {
    /// Problems by plies.
    pub problems: Vec<(usize, u64)>,
    /// Seconds on a Pentium 4 of 2.8 GHz.
    pub seconds: u64,
    /// Memory, in units of 1,024 bytes.
    pub kilobytes: u64,
    /// Extended positions in its database; the unit is read as positions, as the memory says.
    pub extended_positions: u64,
}

/// What was published of a set, if it was one of the five.
pub fn published(set: &PieceSet) -> Option<PublishedCounts> {
    let name = set.to_string();
    let rows: Vec<(&str, &str, u64)> = KNOWN.lines().filter_map(|line| row(line, &name)).collect();
    let of = |quantity: &str| rows.iter().find(|(found, ..)| *found == quantity).map(|&(.., value)| value);
    let problems = rows.iter().filter(|(quantity, ..)| *quantity == "paper_table_column_reassigned");
    Some(PublishedCounts {
        problems: problems.filter_map(|&(_, plies, count)| Some((plies.parse().ok()?, count))).collect(),
        seconds: of("paper_seconds")?,
        kilobytes: of("paper_kilobytes")?,
        extended_positions: of("paper_extended_positions_in_db")?,
    })
}

/// Quantity, plies and value of a line about a set.
fn row<'a>(line: &'a str, set: &str) -> Option<(&'a str, &'a str, u64)> {
    let mut fields = line.split('\t');
    let named = fields.next()? == set;
    let (plies, quantity, value) = (fields.next()?, fields.next()?, fields.next()?);
    named.then_some(())?;
    Some((quantity, plies, value.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_sets_of_the_paper_are_known() {
        let sets: Vec<String> = (1..=4)
            .flat_map(PieceSet::all)
            .filter(|set| published(set).is_some())
            .map(|set| set.to_string())
            .collect();
        assert_eq!(sets, ["GGP", "SSP", "SNN", "SNP", "NNNN"]);
        let knights = published(&"NNNN".parse().unwrap()).unwrap();
        assert_eq!((knights.problems.len(), knights.seconds, knights.kilobytes), (6, 4866, 648_385));
    }
}
