//! Mating problems as `yomikiri serve` shows them.

use super::{
    check::{self, Checked},
    solve, view,
};
use crate::failure::Failure;
use serde::Serialize;
use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};
use yomikiri_core::{
    Editor, Game, Gap, Notation, PageStart, ParseError, Shelf, ShelfFilter, play::NoProgress,
};
use yomikiri_search::DfPn;
use yomikiri_shogi::{Move, Position, Side, usi};
use yomikiri_tsume::{
    CheckResult, Checker, MateGame, Problem, Reading, Response, SolveOptions, Solver, Target, TargetError,
    collection::{Catalogue, CollectionError, Format},
    diagram, diagram_after,
    enumerate::{self, Enumeration},
    lengths::Undecided,
    line, respond, rules,
    setup::{self, UnlistedPieces},
};
use yomikiri_web::{
    Collection, Found, MateResponse, Mates, MoveName, Problem as Shown, Refusal, Soundness, Standing,
};

yomikiri_core::phrases! { words;
    STOPPED: "the search was given up after {} seconds", "{}秒で探索を打ち切りました";
    NO_ROOM: "the search needs more than the {} MiB that it has here", "探索に{} MiBより多くのメモリーが必要です";
    NO_CHECK: "every move of the attacker is a check", "攻方の指し手はすべて王手です";
}

/// The sets whose problems are there where no collection is given.
const USUAL_SETS: [&str; 5] = ["GGP", "SSP", "SNN", "SNP", "NNNN"];

/// The shortest of them that are shown.
const USUAL_PLIES: usize = 3;

/// Problems that are read together where they are looked through for conditions, and how long a reader waits
/// for that.
const TOGETHER: usize = 500;
const PATIENCE: Duration = Duration::from_secs(2);

/// The memory of a search, in bytes: many may be asked at a time.
const MEMORY: usize = 32 << 20;

/// How long a search may take.
const TIME: Duration = Duration::from_secs(10);

/// The mating problems of some collections, or of the usual sets if there are none.
pub fn served(paths: &[PathBuf]) -> Result<Arc<dyn Mates>, Failure> {
    let mut collections: Vec<Arc<dyn Collection>> = Vec::new();
    for path in paths {
        let name = name(path, &collections);
        collections.push(Arc::new(Listed { name, catalogue: Ok(open(path)?).into() }));
    }
    if collections.is_empty() {
        collections.push(Arc::new(Listed { name: "small-sets".into(), catalogue: OnceLock::new() }));
    }
    Ok(Arc::new(Problems { collections }))
}

fn open(path: &Path) -> Result<Catalogue, Failure> {
    if !matches!(Format::of(path), Ok(Format::Sqlite)) {
        let path = path.display();
        let hint = format!("`yomikiri tsume show {path} --out FILE.sqlite` makes one");
        return Err(Failure::input(format!("--collection: {path}: expected a file .sqlite or .db; {hint}")));
    }
    Catalogue::open(path).map_err(|error| {
        let failure = if error.is_environment() { Failure::Environment } else { Failure::Input };
        failure(Failure::of_argument("--collection", error.message()))
    })
}

/// The name of a collection in addresses: that of the file, with a number where it is taken.
fn name(path: &Path, taken: &[Arc<dyn Collection>]) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut names = std::iter::once(stem.to_string()).chain((2..).map(|number| format!("{stem}-{number}")));
    // The word before a position in an address is no collection.
    let is_free = |name: &String| name != "sfen" && taken.iter().all(|other| other.name() != name);
    names.find(is_free).unwrap_or_default()
}

/// A collection: one that was given is open; the usual one is made when it is first asked for.
struct Listed {
    name: String,
    catalogue: OnceLock<Result<Catalogue, Gap>>,
}

impl Listed {
    fn catalogue(&self) -> Result<&Catalogue, Refusal> {
        let made = self.catalogue.get_or_init(|| usual().map_err(|error| error.to_string().into()));
        made.as_ref().map_err(|why| Refusal::Environment(why.clone()))
    }
}

/// The problems of the usual sets.
fn usual() -> Result<Catalogue, CollectionError> {
    Catalogue::in_memory(USUAL_SETS.iter().flat_map(|set| {
        let set = set.parse().expect("a piece set");
        let found =
            Enumeration::new(&set, enumerate::Conventions::default(), enumerate::LONGEST, &NoProgress);
        found.problems(false).filter(|problem| problem.plies() >= USUAL_PLIES).collect::<Vec<_>>()
    }))
}

impl Collection for Listed {
    fn name(&self) -> &str {
        &self.name
    }

    fn shelves(&self) -> Result<&[Shelf], Refusal> {
        Ok(self.catalogue()?.shelves())
    }

    fn page(&self, filter: &ShelfFilter, start: PageStart, most: usize) -> Result<Vec<Shown>, Refusal> {
        let page = self.catalogue()?.page(filter, start, most);
        Ok(page.map_err(|error| unread(&error))?.into_iter().map(shown).collect())
    }

    fn search(
        &self,
        (filter, conditions): (&ShelfFilter, &str),
        start: PageStart,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Found, Refusal> {
        let target: Target = conditions
            .parse()
            .map_err(|error: TargetError| Refusal::Condition(error.message().clone().into()))?;
        let catalogue = self.catalogue()?;
        let page = |start| catalogue.page(filter, start, TOGETHER).map_err(|error| unread(&error));
        let goes_on = |began: Instant| began.elapsed() < PATIENCE && !is_over();
        let (mut found, mut rest, began) = (VecDeque::new(), Some(start), Instant::now());
        while let Some(start) = rest.filter(|_| found.len() < most && goes_on(began)) {
            let looked = page(start)?;
            let is_back = matches!(start, PageStart::Before(_));
            let end = if is_back { looked.first() } else { looked.last() };
            let on = |number| if is_back { PageStart::Before(number) } else { PageStart::After(number) };
            rest = end.filter(|_| looked.len() == TOGETHER).map(|(number, _)| on(*number));
            let fits = looked.into_iter().filter(|(_, problem)| target.admits(problem));
            // Nearest first, and back in order as they go in.
            if is_back {
                fits.rev().for_each(|one| found.push_front(one));
            } else {
                found.extend(fits);
            }
        }
        // The nearest of those that are too many.
        let over = found.len().saturating_sub(most);
        match start {
            PageStart::Before(_) => drop(found.drain(..over)),
            _ => found.truncate(most),
        }
        Ok(Found { problems: found.into_iter().map(shown).collect(), rest })
    }

    fn problem_from(&self, number: u64) -> Result<Option<Shown>, Refusal> {
        Ok(self.catalogue()?.problem_from(number).map_err(|error| unread(&error))?.map(shown))
    }

    fn last(&self) -> Result<u64, Refusal> {
        Ok(self.catalogue()?.last())
    }
}

fn unread(error: &CollectionError) -> Refusal {
    Refusal::Environment(error.to_string().into())
}

fn shown((number, problem): (u64, Problem)) -> Shown {
    Shown {
        number,
        position: problem.sfen(),
        plies: problem.known_plies().map(|plies| plies as u32),
        solution: names(&problem),
        picture: diagram(&problem.position),
        effort: problem.effort,
        set: problem.set,
    }
}

/// The moves of a problem's line.
fn names(problem: &Problem) -> Vec<MoveName> {
    let named = problem.line.iter().zip(line(problem));
    named.map(|(&mv, printed)| MoveName { name: usi::write(rules(), mv), printed }).collect()
}

/// A move by itself.
fn name_of(position: &Position<u128>, mv: Move) -> MoveName {
    let problem = Problem::new(position.clone(), vec![mv], String::new());
    MoveName { name: usi::write(rules(), mv), printed: line(&problem).remove(0) }
}

/// The collections, and the search for mates.
struct Problems {
    collections: Vec<Arc<dyn Collection>>,
}

/// A problem after some moves: its line is what was played.
fn played(problem: &str, moves: &[String]) -> Result<Problem, ParseError> {
    let position = setup::read_or_mated(rules(), problem, UnlistedPieces::Defender)?;
    let mut played = Problem::new(position, Vec::new(), String::new());
    let mut here = played.position.clone();
    for name in moves {
        let mv = rules().parse_move(&here, name)?;
        played.line.push(mv);
        here = rules().play(&here, mv);
    }
    Ok(played)
}

/// A problem that is to be solved: none that is mate already.
fn unsolved(text: &str) -> Result<Problem, ParseError> {
    let position = setup::read(rules(), text, UnlistedPieces::Defender)?;
    Ok(Problem::new(position, Vec::new(), String::new()))
}

/// The position where a line ends.
fn end(problem: &Problem) -> Position<u128> {
    problem.positions().last().expect("at least the first")
}

/// A search, or why there is none.
fn search() -> Result<DfPn<MateGame>, Refusal> {
    DfPn::new(MateGame::new(), MEMORY).map_err(|error| Refusal::Environment(Gap::from(&error)))
}

fn undecided(why: Undecided) -> Refusal {
    Refusal::Environment(match why {
        Undecided::Stopped => STOPPED.with(TIME.as_secs()).into(),
        Undecided::Memory => NO_ROOM.with(MEMORY >> 20).into(),
    })
}

impl Mates for Problems {
    fn collections(&self) -> &[Arc<dyn Collection>] {
        &self.collections
    }

    fn editor(&self) -> &dyn Editor {
        rules()
    }

    fn read(&self, text: &str) -> Result<String, ParseError> {
        Ok(played(text, &[])?.sfen())
    }

    fn standing(&self, problem: &str, moves: &[String]) -> Result<Standing, ParseError> {
        let problem = played(problem, moves)?;
        let here = end(&problem);
        let mut checks = Vec::new();
        if here.side() == Side::First {
            rules().checks(&here, &mut checks);
        }
        Ok(Standing {
            picture: diagram_after(&here, problem.line.last().copied()),
            checks: checks.into_iter().map(|mv| name_of(&here, mv)).collect(),
            is_mated: moves.is_empty() && here.side() == Side::Second,
            played: names(&problem),
        })
    }

    fn respond(
        &self,
        problem: &str,
        moves: &[String],
        is_over: &dyn Fn() -> bool,
    ) -> Result<MateResponse, Refusal> {
        let mut problem = played(problem, moves).map_err(Refusal::Parse)?;
        let after = end(&problem);
        let no_check = || Refusal::Parse(ParseError::new(NO_CHECK));
        let check = problem.line.pop().ok_or_else(no_check)?;
        if after.side() == Side::First || !rules().in_check(&after, Side::Second) {
            return Err(no_check());
        }
        let (here, began) = (end(&problem), Instant::now());
        let mut goes_on = |_: &_| began.elapsed() < TIME && !is_over();
        let response = respond(&mut search()?, &here, check, &mut goes_on).map_err(undecided)?;
        Ok(match response {
            Response::Mate => MateResponse::Mate,
            Response::Defence(mv, _) => MateResponse::Defence(usi::write(rules(), mv)),
            Response::TooLong(plies, enough) => MateResponse::TooLong(plies, enough),
            Response::Refuted(mv) => MateResponse::Refuted(name_of(&after, mv)),
            Response::NoMate => MateResponse::NoMate,
        })
    }

    fn check(&self, problem: &str, is_over: &dyn Fn() -> bool) -> Result<Soundness, Refusal> {
        let (problem, checked) = checked(problem, is_over)?;
        let found = match checked {
            Checked::Found(found) => found,
            Checked::Undecided(why, _) => return Err(undecided(why)),
        };
        let is_sound = found.is_sound();
        let CheckResult { plies, line, cooks, leftover, .. } = found;
        let solved = Problem { line, ..problem };
        let cooks =
            cooks.iter().map(|cook| (cook.ply(), view::cook(&solved.position, cook), cook.plies)).collect();
        let name = |kind| rules().variant().face(kind).expect("a kind of shogi").piece_name().into();
        let leftover = leftover.into_iter().map(name).collect();
        Ok(Soundness { is_sound, plies, line: names(&solved), cooks, leftover })
    }

    fn check_json(&self, text: &str, is_over: &dyn Fn() -> bool) -> Result<String, Refusal> {
        let (problem, checked) = checked(text, is_over)?;
        Ok(told(&check::report((text.to_owned(), problem.position), checked)))
    }

    fn solve_json(&self, text: &str, is_over: &dyn Fn() -> bool) -> Result<String, Refusal> {
        let problem = unsolved(text).map_err(Refusal::Parse)?;
        let mut solver = Solver::new(MEMORY).map_err(|error| Refusal::Environment(Gap::from(&error)))?;
        let (began, options) =
            (Instant::now(), SolveOptions { timeout: Some(TIME), shortest: true, within: None });
        let found = solver.solve(&problem.position, &options, &mut |_: &_| !is_over());
        let (nodes, seconds) = (solver.nodes(), began.elapsed().as_secs_f64());
        let open = solve::left_open(&found, options.shortest, &solver);
        Ok(told(&solve::report((text.to_owned(), problem.position), None, (found, open), (nodes, seconds))))
    }

    fn json(&self, problem: &Shown) -> String {
        let moves: Vec<String> = problem.solution.iter().map(|mv| mv.name.clone()).collect();
        let Shown { effort, ref set, .. } = *problem;
        // It was read so before it was shown.
        let own = Problem::from_usi(&problem.position, &moves.join(" "), set.clone());
        own.map(|own| Problem { effort, ..own })
            .map(|own| told(&view::report(&own, Some(problem.number))))
            .unwrap_or_default()
    }
}

/// A report as text: strings and numbers, nothing that cannot be written.
fn told(report: &impl Serialize) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

/// A problem, and what a check of it finds in the time that there is.
fn checked(text: &str, is_over: &dyn Fn() -> bool) -> Result<(Problem, Checked), Refusal> {
    let problem = unsolved(text).map_err(Refusal::Parse)?;
    let began = Instant::now();
    let mut goes_on = |_: &_| began.elapsed() < TIME && !is_over();
    let mut checker =
        Checker::new(MEMORY, Reading::default()).map_err(|error| Refusal::Environment(Gap::from(&error)))?;
    let found = checker.check(&problem.position, &mut goes_on);
    let checked = match found {
        Ok(found) => Checked::Found(found),
        Err(why) => Checked::Undecided(why, checker.bound(&problem.position)),
    };
    Ok((problem, checked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_tsume::collection::{Provenance, create};

    #[test]
    fn names_in_addresses_differ() {
        let mut collections: Vec<Arc<dyn Collection>> = Vec::new();
        let catalogue = || Catalogue::in_memory(std::iter::empty()).unwrap();
        for (path, expected) in [("a/x.sqlite", "x"), ("b/x.db", "x-2"), ("sfen.sqlite", "sfen-2")] {
            let name = name(Path::new(path), &collections);
            assert_eq!(name, expected);
            collections.push(Arc::new(Listed { name, catalogue: Ok(catalogue()).into() }));
        }
    }

    #[test]
    fn a_problem_is_told_with_the_effort_that_its_collection_keeps() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rated.sqlite");
        let mut collection = create(&path, &Provenance::default()).unwrap();
        for effort in [None, Some(2), Some(7000)] {
            let problem = Problem::read("4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
            collection.push(&Problem { effort, ..problem }).unwrap();
        }
        collection.finish().unwrap();
        let mates = served(&[path]).unwrap();
        let rated = mates.collections()[0].page(&ShelfFilter::default(), PageStart::First, 9).unwrap();
        let told = rated.iter().map(|one| {
            let told: serde_json::Value = serde_json::from_str(&mates.json(one)).unwrap();
            [&told["effort"], &told["difficulty"]].map(serde_json::Value::as_u64)
        });
        assert!(told.eq([[None, None], [Some(2), Some(1)], [Some(7000), Some(9)]]));
    }

    #[test]
    fn a_search_finds_what_a_look_at_each_finds_forth_and_back() {
        let mates = served(&[]).unwrap();
        let collection = &mates.collections()[0];
        let filter = ShelfFilter { plies: Some(5), ..ShelfFilter::default() };
        let number = |problems: &[Shown]| problems.iter().map(|one| one.number).collect::<Vec<_>>();
        let all = collection.page(&filter, PageStart::First, usize::MAX >> 1).unwrap();
        let target: Target = "sacrifices>=1".parse().unwrap();
        let read = |one: &Shown| {
            let moves: Vec<String> = one.solution.iter().map(|mv| mv.name.clone()).collect();
            played(&one.position, &moves).unwrap()
        };
        let slow: Vec<u64> =
            all.iter().filter(|one| target.admits(&read(one))).map(|one| one.number).collect();
        assert!(slow.len() > 30 && slow.len() < all.len(), "{} of {}", slow.len(), all.len());
        let search = |start| {
            let found = collection.search((&filter, "sacrifices>=1"), start, 10, &|| false).unwrap();
            number(&found.problems)
        };
        let (mut forth, mut start) = (Vec::new(), PageStart::First);
        loop {
            let page = search(start);
            let Some(last) = page.last() else { break };
            start = PageStart::After(*last);
            forth.extend(page);
        }
        assert_eq!(forth, slow);
        assert_eq!(search(PageStart::Before(slow[25])), slow[15..25]);
        assert_eq!(search(PageStart::Before(slow[3])), slow[..3]);
        let over = collection.search((&filter, "sacrifices>=1"), PageStart::First, 10, &|| true).unwrap();
        assert!(over.problems.is_empty() && over.rest == Some(PageStart::First));
        let wrong = collection.search((&filter, "beauty>=9"), PageStart::First, 10, &|| false);
        assert!(
            matches!(wrong, Err(Refusal::Condition(why)) if why.in_language(yomikiri_core::Language::English).contains("`beauty>=9` is no condition"))
        );
    }

    #[test]
    fn a_usual_problem_is_solved_and_a_wrong_check_refuted() {
        let mates = served(&[]).unwrap();
        let collection = mates.collections()[0].clone();
        let filter = ShelfFilter { plies: Some(5), ..ShelfFilter::default() };
        let problem = collection.page(&filter, PageStart::First, 1).unwrap().remove(0);
        let (mut moves, mut wrong) = (Vec::<String>::new(), 0);
        for mv in problem.solution.iter().step_by(2) {
            for check in mates.standing(&problem.position, &moves).unwrap().checks {
                let with = [moves.clone(), vec![check.name]].concat();
                let response = mates.respond(&problem.position, &with, &|| false).unwrap();
                wrong += usize::from(matches!(response, MateResponse::Refuted(_)));
            }
            moves.push(mv.name.clone());
            if let MateResponse::Defence(answer) =
                mates.respond(&problem.position, &moves, &|| false).unwrap()
            {
                moves.push(answer);
            }
        }
        assert!(moves.len() == 5 && wrong > 0, "{moves:?} {wrong}");
        assert_eq!(mates.respond(&problem.position, &moves, &|| false).unwrap(), MateResponse::Mate);
        assert!(mates.check(&problem.position, &|| false).unwrap().is_sound);
        let quiet = mates.respond("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", &["G*9i".into()], &|| false);
        assert!(matches!(quiet, Err(Refusal::Parse(_))));
    }
}
