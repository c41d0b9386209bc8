//! What `--census` counts of a variant that has been read out: the published figures of Dobutsu Shogi, and of
//! any other what reading out has counted in any case.

use crate::{Extent, Figure, Together, census};
use yomikiri_cluster::Census;
use yomikiri_core::{Contexts, Gap, Graph as _, Numbered, Value, Wdl, grouped, play::Progress};
use yomikiri_shogi::{DenseGraph, GeneralGraph, SmallShogi};
use yomikiri_solve::{Counts, Plan, ReadOut, SolveError, Tally};

yomikiri_core::phrases! { words;
    NUMBERS: "numbers of the index", "索引の番号の数";
    UNFOLDED: "positions without captures and tries, mirror images apart", "玉を取れる局面とトライの局面を除いた局面(左右反転は別に数える)";
    CAPTURES: "positions where the king can be taken", "玉を取れる局面";
    TRIES: "positions where a try is completed", "トライが完成した局面";
    WIN_IN: "win in {} plies", "{}手勝ち";
    LOSS_IN: "loss in {} plies", "{}手負け";
}

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
            |what: Gap, computed: u64| Figure { what, computed: grouped(computed).into(), published: None };
        let mut figures =
            vec![figure(NUMBERS.into(), self.numbers), figure(UNFOLDED.into(), counts.interior.unfolded)];
        for (value, count) in counts.ends.iter().filter(|(_, count)| count.nodes > 0) {
            let what = if value.wdl() == Wdl::Win { CAPTURES } else { TRIES };
            figures.push(figure(what.into(), count.nodes));
        }
        let by_plies = |&(value, count): &(Value, u64)| {
            let phrase = match value.wdl() {
                Wdl::Win => WIN_IN,
                _ => LOSS_IN,
            };
            value.plies().map(|plies| figure(phrase.with(u32::from(plies)).into(), count))
        };
        figures.extend(tally.histogram.iter().filter_map(by_plies));
        figures
    }
}
