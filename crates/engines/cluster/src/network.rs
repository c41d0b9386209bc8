//! The dataflow between the workers: parcels in rounds.

use serde::{Deserialize, Serialize};
use std::{cell::RefCell, mem, rc::Rc, time::Duration};
use timely::{
    communication::Push,
    container::CapacityContainerBuilder,
    dataflow::{
        InputHandle, ProbeHandle,
        channels::{Message, pact::DistributorPact, pushers::exchange::Distributor},
        operators::{Input, Probe, generic::Operator},
    },
    worker::Worker,
};

/// How long a worker that waits sleeps at the most before it looks again.
const NAP: Duration = Duration::from_millis(1);

/// What one worker tells another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Body {
    /// Nodes of a part, as [`crate::chunk`] codes them.
    Nodes(#[serde(with = "serde_bytes")] Vec<u8>),
    /// Something longer about a part or from a worker, packed.
    Packed(#[serde(with = "serde_bytes")] Vec<u8>),
    /// What is known of nodes of a part?
    Question(Question),
    /// What is known of the nodes of a question, a byte each, ascending. It is told about the question's
    /// number.
    Answer(#[serde(with = "serde_bytes")] Vec<u8>),
    /// The worker has nothing to do: how many chunks of nodes it has sent to others in this round, and how
    /// many it has been sent.
    Idle([u64; 2]),
    /// The worker ends its round.
    Over,
    /// Figures for everybody.
    Figures(Vec<u64>),
}

/// A question about nodes of a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Their places, as [`crate::chunk`] codes them.
    #[serde(with = "serde_bytes")]
    pub places: Vec<u8>,
    /// The worker that asks.
    pub from: u32,
    /// Its number for the question.
    pub number: u32,
}

/// Something on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Parcel {
    to: u32,
    /// A part; of what is from a worker its number, and of an answer that of the question.
    about: u32,
    round: u64,
    body: Body,
}

/// Sorts parcels by their receivers, and keeps none back. (Timely's own `Exchange` keeps up to a hundred for
/// each until the round ends, while their receiver may have nothing to do.)
struct Sorter(Vec<Vec<Parcel>>);

impl Distributor<Vec<Parcel>> for Sorter {
    fn partition<T: Clone, P: Push<Message<T, Vec<Parcel>>>>(
        &mut self,
        parcels: &mut Vec<Parcel>,
        time: &T,
        receivers: &mut [P],
    ) {
        parcels.drain(..).for_each(|parcel| self.0[parcel.to as usize].push(parcel));
        for (parcels, receiver) in self.0.iter_mut().zip(receivers).filter(|(parcels, _)| !parcels.is_empty())
        {
            Message::push_at(parcels, time.clone(), receiver);
            // What comes back for use again may still hold what has been sent.
            parcels.clear();
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Vec<Parcel>>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// One worker's end of the dataflow.
pub struct Network<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    arrived: Rc<RefCell<Vec<Parcel>>>,
    /// Parcels of the next round: whoever sent them has seen the end of this one sooner.
    early: Vec<Parcel>,
    /// Figures of this round, by worker.
    figures: Vec<Vec<u64>>,
    round: u64,
}

impl<'a> Network<'a> {
    /// Lays the dataflow; every worker has to.
    pub fn new(worker: &'a mut Worker) -> Self {
        let mut input = InputHandle::new();
        let probe = ProbeHandle::new();
        let arrived: Rc<RefCell<Vec<Parcel>>> = Rc::default();
        let arriving = Rc::clone(&arrived);
        worker.dataflow(|scope| {
            let to = DistributorPact(|workers| Sorter(vec![Vec::new(); workers]));
            scope
                .input_from(&mut input)
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(to, "arrive", |_, _| {
                    move |input, _| {
                        input.for_each_time(|_, parcels| {
                            arriving.borrow_mut().extend(parcels.flat_map(mem::take));
                        });
                    }
                })
                .probe_with(&probe);
        });
        let figures = vec![Vec::new(); worker.peers()];
        Self { worker, input, probe, arrived, early: Vec::new(), figures, round: 0 }
    }

    /// The number of this worker, over all processes.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are in all.
    pub fn workers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends something about a part, or whatever else it is about, to a worker.
    pub fn send(&mut self, to: usize, about: usize, body: Body) {
        self.input.send(Parcel { to: to as u32, about: about as u32, round: self.round, body });
    }

    /// Moves what is under way and hands out what has arrived: parts and bodies.
    pub fn deliver(&mut self, take: &mut impl FnMut(usize, Body)) {
        self.input.flush();
        self.worker.step();
        self.take_arrived(take);
    }

    /// Sleeps until something arrives, or some time has passed; hands out what has arrived.
    pub fn wait(&mut self, take: &mut impl FnMut(usize, Body)) {
        self.input.flush();
        self.worker.step_or_park(Some(NAP));
        self.take_arrived(take);
    }

    /// Ends the round: what all workers have sent in it is handed out. The figures of all workers, by worker.
    pub fn end_round(&mut self, figures: &[u64], take: &mut impl FnMut(usize, Body)) -> Vec<Vec<u64>> {
        let from = self.index();
        for to in 0..self.workers() {
            self.send(to, from, Body::Figures(figures.to_vec()));
        }
        self.input.advance_to(self.round + 1);
        while self.probe.less_than(self.input.time()) {
            self.worker.step_or_park(Some(NAP));
        }
        self.take_arrived(take);
        self.round += 1;
        let none = vec![Vec::new(); self.workers()];
        mem::replace(&mut self.figures, none)
    }

    fn take_arrived(&mut self, take: &mut impl FnMut(usize, Body)) {
        let mut parcels = mem::take(&mut self.early);
        parcels.append(&mut self.arrived.borrow_mut());
        for parcel in parcels {
            if parcel.round != self.round {
                self.early.push(parcel);
                continue;
            }
            let about = parcel.about as usize;
            match parcel.body {
                Body::Figures(figures) => self.figures[about] = figures,
                body => take(about, body),
            }
        }
    }
}
