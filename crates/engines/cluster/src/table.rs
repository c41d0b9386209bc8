//! The table coded by all workers, each the pages of its own parts (`yomikiri_table::parts` has the method):
//! what the workers tell each other for that. Each writes its pages into a file, or they go to the first one.

use crate::{
    ClusterError,
    counted::{Counted, TableParts, Written, ends},
    network::Body,
    worker::{MORE, Worker, sum},
};
use std::{mem, ops::Range, time::Instant};
use yomikiri_core::{Contexts, Graph, Node, Value};
use yomikiri_solve::{
    Count, LevelPart, cell,
    exchange::{PART, first_of, place_of},
};
use yomikiri_table::{
    Header, TableError,
    parts::{self, Counter, PageCoder, PartWriter},
};

/// The interior nodes of a part.
fn interior_of(graph: &impl Graph, part: usize) -> Range<u64> {
    let first = first_of(part).min(graph.interior());
    first..(first + PART as u64).min(graph.interior())
}

/// Gives the values of the nodes of a part.
fn value_in(part: &LevelPart<'_>) -> impl Fn(u64) -> Option<Value> {
    |node| cell::short(*part.known().get(place_of(node))?)
}

impl<G: Contexts> Worker<'_, G> {
    /// Codes the worker's part of the table, and writes it, or in the first worker all.
    pub fn write_table(
        &mut self,
        parts: &[LevelPart<'_>],
        table: &TableParts<'_, G::Node>,
        reached: &[Count],
        decided: &[u64],
        seconds: [f64; 2],
    ) -> Result<Written<G::Node>, ClusterError> {
        let began = Instant::now();
        let roots = self.roots(parts)?;
        let (ends, by_distance) = (ends(self.task.graph, reached), decided.to_vec());
        let counted = Counted { interior: reached[0], ends, by_distance, roots };
        let header = (table.header)(&counted);
        self.task.progress.phase("write", reached[0].nodes / self.task.owners.processes as u64);
        let model = self.model(parts, table, &header)?;
        let bytes = if table.in_files {
            self.write_file(parts, table, &header, &model)?
        } else {
            self.write_whole(parts, table, &header, &model)?
        };
        let [enumerate, solve] = seconds;
        let seconds = [enumerate, solve, began.elapsed().as_secs_f64()];
        Ok(Written { counted, bytes, seconds })
    }

    /// Writes the worker's part into a file, and in the first worker the list of all; the size of all.
    fn write_file(
        &mut self,
        parts: &[LevelPart<'_>],
        table: &TableParts<'_, G::Node>,
        header: &Header,
        model: &[u8],
    ) -> Result<u64, ClusterError> {
        let (file, files) = (self.network.index() as u32, self.network.workers() as u32);
        let begun = self.written(PartWriter::new(table.path, file, files, model));
        let told = begun.and_then(|mut writer| {
            self.each_part(parts, |worker, nodes, part| {
                worker.written(writer.write(worker.task.graph, nodes, value_in(part), worker.done()))
            })?;
            let told = self.written(writer.told())?;
            self.network.send(0, self.network.index(), Body::Packed(told));
            Ok(writer)
        });
        let (writer, _) = self.agree(told, 0)?;
        let told = self.take_gathered();
        self.agree(self.written(writer.finish()), 0)?;
        self.finish_table(|interior| parts::write_list(table.path, header, interior, model, &told))
    }

    /// Sends the worker's coded pages to the first worker, which writes all; the size of the table.
    fn write_whole(
        &mut self,
        parts: &[LevelPart<'_>],
        table: &TableParts<'_, G::Node>,
        header: &Header,
        model: &[u8],
    ) -> Result<u64, ClusterError> {
        let failed = |source| TableError::Io { path: table.path.to_owned(), source };
        let (coder, _) = self.agree(self.written(PageCoder::new(model).map_err(failed)), 0)?;
        self.each_part(parts, |worker, nodes, part| {
            let coded = coder.code(worker.task.graph, nodes, value_in(part), worker.done());
            worker.network.send(0, worker.network.index(), Body::Packed(coded));
            worker.network.deliver(&mut worker.arrived.keep());
            Ok(())
        })?;
        self.end_round(0)?;
        let coded = self.take_gathered();
        self.finish_table(|interior| parts::write_whole(table.path, header, interior, model, &coded))
    }

    /// Lets the first worker write what makes the table whole; the size of the table.
    fn finish_table(
        &mut self,
        write: impl FnOnce(u64) -> Result<u64, TableError>,
    ) -> Result<u64, ClusterError> {
        let is_first = self.network.index() == 0;
        let written = self.written(if is_first { write(self.task.graph.interior()) } else { Ok(0) });
        let bytes = *written.as_ref().unwrap_or(&0);
        let (_, all) = self.agree(written, bytes)?;
        Ok(sum(&all, MORE))
    }

    /// The values of all roots that are interior nodes.
    fn roots(&mut self, parts: &[LevelPart<'_>]) -> Result<Vec<(G::Node, Value)>, ClusterError> {
        let interior: Vec<G::Node> = {
            let roots = self.task.roots.iter().copied();
            roots.filter(|root| root.number() < self.task.graph.interior()).collect()
        };
        let values = self.values(&interior, |at, place| parts[at].known().get(place).copied())?;
        Ok(interior.into_iter().zip(values).filter_map(|(root, value)| Some((root, value?))).collect())
    }

    /// The model of the table, as it is stored, out of what all workers count.
    fn model(
        &mut self,
        parts: &[LevelPart<'_>],
        table: &TableParts<'_, G::Node>,
        header: &Header,
    ) -> Result<Vec<u8>, ClusterError> {
        let mut counter = Counter::new(header);
        self.each_part(parts, |worker, nodes, part| {
            counter.count(worker.task.graph, nodes, value_in(part));
            Ok(())
        })?;
        self.network.send(0, self.network.index(), Body::Packed(counter.packed()));
        self.end_round(0)?;
        let counts = self.take_gathered();
        let made = if self.network.index() == 0 {
            let made = parts::model(header, &counts);
            let failed = |source| TableError::Io { path: table.path.to_owned(), source };
            self.written(made.map_err(failed)).map(|model| {
                (0..self.network.workers())
                    .for_each(|to| self.network.send(to, 0, Body::Packed(model.clone())));
            })
        } else {
            Ok(())
        };
        self.agree(made, 0)?;
        Ok(self.take_gathered().pop().expect("the first worker has sent the model or has failed"))
    }

    /// Goes through the worker's parts with the interior nodes of each.
    fn each_part(
        &mut self,
        parts: &[LevelPart<'_>],
        mut each: impl FnMut(&mut Self, &Range<u64>, &LevelPart<'_>) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        for (at, part) in parts.iter().enumerate() {
            let nodes = interior_of(self.task.graph, self.numbers[at]);
            each(self, &nodes, part)?;
            self.task.plan.backing.settle();
        }
        Ok(())
    }

    /// Takes the number of nodes that have been coded more.
    fn done(&self) -> impl Fn(u64) {
        |nodes| self.task.progress.advance(nodes)
    }

    /// What has arrived, by the number of whom it is from.
    fn take_gathered(&mut self) -> Vec<Vec<u8>> {
        let mut gathered = mem::take(&mut self.arrived.packed);
        gathered.sort_unstable_by_key(|&(from, _)| from);
        gathered.into_iter().map(|(_, packed)| packed).collect()
    }

    fn written<T>(&self, written: Result<T, TableError>) -> Result<T, ClusterError> {
        written.map_err(|source| ClusterError::Table { process: self.process(), source })
    }
}
