//! A chunk of nodes as it travels: their places in the part ascending, each as its distance from the one
//! before, seven bits a byte, the lowest first, the eighth bit set where more follow.

use yomikiri_solve::exchange::{PART_BITS, place_of};

/// Places have two digits of so many bits for sorting.
const DIGIT: u32 = PART_BITS / 2;

/// Codes nodes of one part. They come back ascending, each as often as it was there.
pub fn encode(nodes: &[u32]) -> Vec<u8> {
    let places: Vec<u32> = nodes.iter().map(|&node| place_of(node) as u32).collect();
    let mut coded = Vec::with_capacity(nodes.len() * 3 / 2);
    let mut before = 0;
    for place in sorted(places) {
        let mut gap = place - before;
        before = place;
        while gap >= 0x80 {
            coded.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        coded.push(gap as u8);
    }
    coded
}

/// The nodes of a part that [`encode`] has coded, in place of what is in `nodes`.
pub fn decode(part: usize, coded: &[u8], nodes: &mut Vec<u32>) {
    nodes.clear();
    let (mut node, mut gap, mut shift) = ((part << PART_BITS) as u32, 0, 0);
    for &byte in coded {
        gap |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            node += gap;
            nodes.push(node);
            (gap, shift) = (0, 0);
        }
    }
}

/// Sorted by two digits, the lower one first: a third of the time that sorting by comparisons takes.
fn sorted(mut places: Vec<u32>) -> Vec<u32> {
    let mut other = vec![0; places.len()];
    for shift in [0, DIGIT] {
        let digit = |place: u32| (place >> shift) as usize & ((1 << DIGIT) - 1);
        let mut ends = [0u32; 1 << DIGIT];
        for &place in &places {
            ends[digit(place)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        for &place in &places {
            let at = &mut ends[digit(place)];
            other[*at as usize] = place;
            *at += 1;
        }
        std::mem::swap(&mut places, &mut other);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;
    use yomikiri_solve::exchange::PART;

    #[test]
    fn nodes_come_back_ascending_and_as_often() {
        let mut random = Random::new(1);
        let mut coded_nodes = Vec::new();
        for case in 0..2000 {
            let part = random.below(4096);
            let span = 1 << random.below(PART_BITS as usize + 1);
            let count = if case % 10 == 0 { 4096 } else { random.below(50) };
            let mut nodes: Vec<u32> = (0..count).map(|_| (part * PART + random.below(span)) as u32).collect();
            decode(part, &encode(&nodes), &mut coded_nodes);
            nodes.sort_unstable();
            assert_eq!(coded_nodes, nodes);
        }
    }
}
