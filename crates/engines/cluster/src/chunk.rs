//! A chunk of nodes of one part as it travels.
//!
//! First its sets of 64 places, in the order in which they were made, since a row's words follow each other:
//! how many there are (two bytes, the lower one first); then of each how far its number is from that of the
//! one before (as a *gap*, see below, its sign in the lowest bit), which of its eight bytes are not 0 (a bit
//! each), and those bytes. Then the places that were told one by one, ascending, each as its gap from the one
//! before.
//!
//! A gap is told by seven bits a byte, the lowest first, the eighth bit set where more follow.
//!
//! Sorting costs more than all else on the way, so sets, which are most of what travels, are not sorted
//! (measured: `docs/notes/scale.md`).

use yomikiri_solve::exchange::{CHUNK, Entry, PART_BITS, entries, set_entries};

/// Places have two digits of so many bits for sorting.
const DIGIT: u32 = PART_BITS / 2;
/// Bytes of the number of sets.
const COUNT: usize = 2;
/// The most bytes of a coded chunk: a set takes three of its gap, one, and eight, which are four for each of
/// its entries; a place that is alone takes three. One more is written and not counted.
const LONGEST: usize = COUNT + 4 * CHUNK + 1;

/// Codes chunks.
pub struct ChunkCoder {
    coded: Box<[u8; LONGEST]>,
    places: Vec<u32>,
}

impl ChunkCoder {
    pub fn new() -> Self {
        Self { coded: Box::new([0; LONGEST]), places: Vec::new() }
    }

    /// Codes the entries of a chunk; how many places they tell, and the bytes.
    pub fn encode(&mut self, told: &[u32]) -> (u64, Vec<u8>) {
        self.places.clear();
        let (mut sets, mut edges, mut at, mut before) = (0u16, 0, COUNT, 0);
        for entry in entries(told) {
            match entry {
                Entry::Place(place) => self.places.push(place as u32),
                Entry::Set { word, set } => {
                    at = self.push_set(at, word as i32 - before, set);
                    before = word as i32;
                    sets += 1;
                    edges += u64::from(set.count_ones());
                }
            }
        }
        self.coded[..COUNT].copy_from_slice(&sets.to_le_bytes());
        edges += self.places.len() as u64;
        let places = sorted(std::mem::take(&mut self.places), |&place| place);
        let mut coded = Vec::with_capacity(at + places.len() * 3 / 2);
        coded.extend_from_slice(&self.coded[..at]);
        push_sorted(places.iter().copied(), &mut coded);
        self.places = places;
        (edges, coded)
    }

    /// Writes a set from a place on, so far from the one before; where it ends.
    #[inline]
    fn push_set(&mut self, mut at: usize, gap: i32, set: u64) -> usize {
        let mut gap = (gap << 1 ^ gap >> 31) as u32;
        while gap >= 0x80 {
            self.coded[at] = gap as u8 | 0x80;
            gap >>= 7;
            at += 1;
        }
        self.coded[at] = gap as u8;
        let which = at + 1;
        at += 2;
        self.coded[which] = 0;
        for (place, byte) in set.to_le_bytes().into_iter().enumerate() {
            // Which bytes are 0 is what a branch predictor cannot guess.
            self.coded[at] = byte;
            at += usize::from(byte != 0);
            self.coded[which] |= u8::from(byte != 0) << place;
        }
        at
    }
}

/// The entries that [`ChunkCoder::encode`] has coded, in place of what is in `told`: sets in their order,
/// then places ascending.
pub fn decode(coded: &[u8], told: &mut Vec<u32>) {
    told.clear();
    let (count, mut rest) = coded.split_first_chunk().expect("a chunk begins with a number");
    let mut before = 0;
    for _ in 0..u16::from_le_bytes(*count) {
        let gap = take_gap(&mut rest);
        before += (gap >> 1) as i32 ^ -((gap & 1) as i32);
        let set = take_set(&mut rest);
        told.extend_from_slice(&set_entries(before as u32, set));
    }
    each_sorted(rest, |place| told.push(place));
}

/// Takes a gap off the beginning of some bytes.
#[inline]
fn take_gap(rest: &mut &[u8]) -> u32 {
    let (mut gap, mut shift) = (0, 0);
    while let Some((&byte, others)) = rest.split_first() {
        *rest = others;
        gap |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    gap
}

/// Takes the bytes of a set off the beginning of some, with the byte that says which they are.
#[inline]
fn take_set(rest: &mut &[u8]) -> u64 {
    let (&which, bytes) = rest.split_first().expect("a set follows its gap");
    let (mut set, mut at) = (0, 0);
    for place in 0..8 {
        let is_there = which >> place & 1;
        let byte = bytes.get(at).copied().unwrap_or(0) & is_there.wrapping_neg();
        set |= u64::from(byte) << (8 * place);
        at += usize::from(is_there);
    }
    *rest = &bytes[at..];
    set
}

/// Codes places in a part that are ascending, by their gaps.
pub fn encode_sorted(places: impl ExactSizeIterator<Item = u32>) -> Vec<u8> {
    let mut coded = Vec::with_capacity(places.len() * 3 / 2);
    push_sorted(places, &mut coded);
    coded
}

fn push_sorted(places: impl Iterator<Item = u32>, coded: &mut Vec<u8>) {
    let mut before = 0;
    for place in places {
        let mut gap = place - before;
        before = place;
        while gap >= 0x80 {
            coded.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        coded.push(gap as u8);
    }
}

/// The places that [`encode_sorted`] has coded, in place of what is in `places`.
pub fn decode_sorted(coded: &[u8], places: &mut Vec<u32>) {
    places.clear();
    each_sorted(coded, |place| places.push(place));
}

#[inline]
fn each_sorted(coded: &[u8], mut give: impl FnMut(u32)) {
    let (mut place, mut gap, mut shift) = (0, 0, 0);
    for &byte in coded {
        gap |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            place += gap;
            give(place);
            (gap, shift) = (0, 0);
        }
    }
}

/// Sorted by their places in a part, by two digits, the lower one first: a third of the time that sorting by
/// comparisons takes.
pub fn sorted<T: Copy + Default>(mut items: Vec<T>, place: impl Fn(&T) -> u32) -> Vec<T> {
    let mut other = vec![T::default(); items.len()];
    for shift in [0, DIGIT] {
        let digit = |item: &T| (place(item) >> shift) as usize & ((1 << DIGIT) - 1);
        let mut ends = [0u32; 1 << DIGIT];
        for item in &items {
            ends[digit(item)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        for item in &items {
            let at = &mut ends[digit(item)];
            other[*at as usize] = *item;
            *at += 1;
        }
        std::mem::swap(&mut items, &mut other);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;
    use yomikiri_solve::exchange::PART;

    #[test]
    fn entries_come_back_sets_in_their_order_and_places_ascending() {
        let mut random = Random::new(2);
        let (mut coder, mut decoded) = (ChunkCoder::new(), Vec::new());
        for case in 0..2000 {
            let span = 1 << random.below(PART_BITS as usize - 5);
            let room = if case % 10 == 0 { CHUNK } else { random.below(100) };
            let (mut told, mut sets, mut places) = (Vec::new(), Vec::new(), Vec::new());
            let mut edges = 0;
            while told.len() + 3 <= room {
                if random.below(1 + case % 4) == 0 {
                    let set = [random.next(), 1 << random.below(64), 0xff00 << random.below(60)];
                    let (word, set) = (random.below(span.min(PART / 64)) as u32, set[random.below(3)]);
                    sets.extend(set_entries(word, set));
                    told.extend(set_entries(word, set));
                    edges += u64::from(set.count_ones());
                } else {
                    let place = random.below(span) as u32;
                    places.push(place);
                    told.push(place);
                    edges += 1;
                }
            }
            let (counted, coded) = coder.encode(&told);
            assert_eq!(counted, edges);
            decode(&coded, &mut decoded);
            places.sort_unstable();
            assert_eq!(decoded, [sets, places].concat());
        }
    }

    #[test]
    fn sorted_places_come_back() {
        let mut random = Random::new(1);
        let mut decoded = Vec::new();
        for case in 0..2000 {
            let span = 1 << random.below(PART_BITS as usize + 1);
            let count = if case % 10 == 0 { CHUNK } else { random.below(50) };
            let places: Vec<u32> = (0..count).map(|_| random.below(span) as u32).collect();
            let by_digits = sorted(places.clone(), |&place| place);
            let mut by_comparison = places;
            by_comparison.sort_unstable();
            assert_eq!(by_digits, by_comparison);
            decode_sorted(&encode_sorted(by_digits.into_iter()), &mut decoded);
            assert_eq!(decoded, by_comparison);
        }
    }
}
