//! What `--census` counts of a variant that has been read out: the published figures of Dobutsu Shogi, and of
//! any other what reading out has counted in any case.

use crate::{Extent, Figure, Together, census};
use yomikiri_cluster::Census;
use yomikiri_core::{Contexts, Graph as _, Numbered, Value, Wdl, grouped, play::Progress};
use yomikiri_shogi::{DenseGraph, GeneralGraph, SmallShogi};
use yomikiri_solve::{Counts, Plan, ReadOut, SolveError, Tally};

/// A graph of positions, with what is counted of it.
pub trait CensusGraph: Numbered<SmallShogi> + Contexts + Sized + Send + Sync + 'static {
    /// The figures of a game that one process has read out.
    ///
    /// # Errors
    /// [`SolveError`] where something that is solved for it cannot be.
    fn figures(
        read_out: &ReadOut<SmallShogi, Self>,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Vec<Figure>, SolveError>;

    /// The census that several processes make, each of its own parts.
    fn shared_census<'a>(game: &'a SmallShogi, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a>;
}

/// A census that several processes make.
pub trait SharedCensus<N: Contexts> {
    /// What they count for it; none where reading out counts all of it.
    fn counting(&self) -> Option<&dyn Census<N>>;

    /// The figures, when they have counted.
    fn figures(&self, counts: &Counts<'_>, tally: &Tally) -> Vec<Figure>;
}

impl CensusGraph for DenseGraph {
    fn figures(
        read_out: &ReadOut<SmallShogi, Self>,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Vec<Figure>, SolveError> {
        let (game, graph, solution) = read_out.parts();
        let extent = Extent::of(read_out.found.interior, &read_out.found.ends);
        Ok(census(game, graph, extent, solution, plan, progress)?.figures())
    }

    fn shared_census<'a>(game: &'a SmallShogi, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a> {
        Box::new(Together::new(game, graph))
    }
}

impl SharedCensus<DenseGraph> for Together<'_> {
    fn counting(&self) -> Option<&dyn Census<DenseGraph>> {
        Some(self)
    }

    fn figures(&self, counts: &Counts<'_>, _: &Tally) -> Vec<Figure> {
        let census = self.census(Extent::of(counts.interior, counts.ends));
        census.expect("the workers have counted").figures()
    }
}

impl CensusGraph for GeneralGraph {
    fn figures(
        read_out: &ReadOut<SmallShogi, Self>,
        _plan: &Plan,
        _progress: &dyn Progress,
    ) -> Result<Vec<Figure>, SolveError> {
        let (game, graph, _) = read_out.parts();
        let census = Self::shared_census(game, graph);
        Ok(census.figures(&read_out.found.counts(), &read_out.tally()))
    }

    fn shared_census<'a>(_: &'a SmallShogi, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a> {
        Box::new(CountedAlready { numbers: graph.interior() })
    }
}

/// A census of what reading out counts.
struct CountedAlready {
    /// Numbers of the index.
    numbers: u64,
}

impl<N: Contexts> SharedCensus<N> for CountedAlready {
    fn counting(&self) -> Option<&dyn Census<N>> {
        None
    }

    fn figures(&self, counts: &Counts<'_>, tally: &Tally) -> Vec<Figure> {
        let figure =
            |what: String, computed: u64| Figure { what, computed: grouped(computed), published: None };
        let mut figures = vec![
            figure("numbers of the index".into(), self.numbers),
            figure(
                "positions without captures and tries, mirror images apart".into(),
                counts.interior.unfolded,
            ),
        ];
        for (value, count) in counts.ends.iter().filter(|(_, count)| count.nodes > 0) {
            let what = if value.wdl() == Wdl::Win {
                "where the king can be taken"
            } else {
                "where a try is completed"
            };
            figures.push(figure(format!("positions {what}"), count.nodes));
        }
        let by_plies = |&(value, count): &(Value, u64)| {
            value.plies().map(|plies| figure(format!("{} in {plies} plies", value.wdl().word()), count))
        };
        figures.extend(tally.histogram.iter().filter_map(by_plies));
        figures
    }
}
