//! A collection page by page, held against the list of all its problems.

use yomikiri_core::{PageStart, ShelfFilter, play::NoProgress};
use yomikiri_tsume::{
    PieceSet, Problem,
    collection::Catalogue,
    enumerate::{Conventions, Enumeration},
};

fn problems() -> Vec<Problem> {
    let of = |set: &str| {
        let set: PieceSet = set.parse().unwrap();
        let found = Enumeration::new(&set, Conventions::default(), 9, &NoProgress);
        found.problems(true).collect::<Vec<_>>()
    };
    // Sets in turn, so that the order of the pages is not that of the numbers.
    let (first, second) = (of("GG"), of("SP"));
    let mut mixed = Vec::new();
    let mut rest = (first.into_iter(), second.into_iter());
    loop {
        let before = mixed.len();
        mixed.extend(rest.0.next());
        mixed.extend(rest.1.next());
        if mixed.len() == before {
            return mixed;
        }
    }
}

/// Whether there are as many of each letter.
fn has(pieces: &str, wanted: &str) -> bool {
    let mut rest = pieces.to_owned();
    wanted.chars().all(|letter| rest.find(letter).map(|at| rest.remove(at)).is_some())
}

/// What the pages should be: all that pass, sorted.
fn slow(problems: &[Problem], filter: &ShelfFilter) -> Vec<u64> {
    let mut all: Vec<(usize, &str, u64)> = (1..)
        .zip(problems)
        .filter(|(_, problem)| filter.plies.is_none_or(|plies| problem.plies() == plies as usize))
        .filter(|(_, problem)| filter.set.as_ref().is_none_or(|set| problem.set == *set))
        .filter(|(_, problem)| !filter.symmetric || problem.symmetric())
        .filter(|(_, problem)| has(&problem.pieces().to_uppercase(), &filter.pieces))
        .map(|(number, problem)| (problem.plies(), problem.set.as_str(), number))
        .collect();
    all.sort_unstable();
    all.into_iter().map(|(_, _, number)| number).collect()
}

#[test]
fn pages_forth_and_back_are_all_problems_in_order() {
    pages_are_all(&problems());
    let of_no_set = |problem| Problem { set: String::new(), ..problem };
    pages_are_all(&problems().into_iter().map(of_no_set).collect::<Vec<_>>());
}

fn pages_are_all(problems: &[Problem]) {
    let catalogue = Catalogue::in_memory(problems.iter().cloned()).unwrap();
    assert_eq!(catalogue.last(), problems.len() as u64);
    for filter in [
        ShelfFilter::default(),
        ShelfFilter { plies: Some(3), ..ShelfFilter::default() },
        ShelfFilter { set: Some("GG".into()), ..ShelfFilter::default() },
        ShelfFilter { symmetric: true, ..ShelfFilter::default() },
        ShelfFilter { plies: Some(1), set: Some("PS".into()), symmetric: true, ..ShelfFilter::default() },
        ShelfFilter { pieces: "P".into(), ..ShelfFilter::default() },
        ShelfFilter { pieces: "GG".into(), symmetric: true, ..ShelfFilter::default() },
        ShelfFilter { pieces: "GP".into(), ..ShelfFilter::default() },
        ShelfFilter { plies: Some(8), ..ShelfFilter::default() },
    ] {
        let numbers = |start| {
            let page = catalogue.page(&filter, start, 7).unwrap();
            page.into_iter().map(|(number, problem)| {
                assert_eq!(problem, problems[number as usize - 1]);
                number
            })
        };
        let expected = slow(problems, &filter);
        // Whatever a page holds at the most, a shorter one is the last.
        for most in 1..40 {
            for from in [0, most, expected.len() / 3] {
                let Some(rest) = expected.get(from..) else { continue };
                let start = from.checked_sub(1).map_or(PageStart::First, |at| PageStart::After(expected[at]));
                let page = catalogue.page(&filter, start, most).unwrap();
                assert!(
                    page.iter().map(|(number, _)| number).eq(rest.iter().take(most)),
                    "{filter:?} {most}"
                );
            }
        }
        let (mut forth, mut start) = (Vec::new(), PageStart::First);
        loop {
            let page: Vec<_> = numbers(start).collect();
            let Some(&last) = page.last() else { break };
            start = PageStart::After(last);
            forth.extend(page);
        }
        assert_eq!(forth, expected, "{filter:?}");
        let Some(&last) = expected.last() else { continue };
        let (mut back, mut start) = (vec![last], PageStart::Before(last));
        loop {
            let page: Vec<_> = numbers(start).collect();
            let Some(&first) = page.first() else { break };
            start = PageStart::Before(first);
            back.extend(page.into_iter().rev());
        }
        back.reverse();
        assert_eq!(back, expected, "{filter:?}");
        let counted: u64 = catalogue.shelves().iter().map(|shelf| filter.count(shelf)).sum();
        assert_eq!(counted, expected.len() as u64, "{filter:?}");
    }
    let count =
        |filter: &ShelfFilter| catalogue.shelves().iter().map(|shelf| filter.count(shelf)).sum::<u64>();
    assert_eq!(count(&ShelfFilter::default()), problems.len() as u64);
    let symmetric = count(&ShelfFilter { symmetric: true, ..ShelfFilter::default() });
    assert_eq!(symmetric, problems.iter().filter(|problem| problem.symmetric()).count() as u64);
    assert!(symmetric > 0 && catalogue.shelves().len() > 1);
}

#[test]
fn a_number_without_a_problem_leads_to_the_next_or_to_none() {
    let problems = problems();
    let catalogue = Catalogue::in_memory(problems.iter().cloned()).unwrap();
    assert_eq!(catalogue.problem_from(0).unwrap().unwrap(), (1, problems[0].clone()));
    assert_eq!(catalogue.problem_from(catalogue.last() + 1).unwrap(), None);
    assert_eq!(catalogue.problem_from(u64::MAX).unwrap(), None);
    let beyond = catalogue.page(&ShelfFilter::default(), PageStart::After(1 << 60), 3).unwrap();
    assert_eq!(beyond, [], "a client that goes on behind the end does not begin anew");
}
