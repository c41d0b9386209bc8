//! The connections between the processes: made here, so that what is wrong can be said, then given to timely.

use crate::ClusterError;
use rustix::net::sockopt;
use std::{
    convert::Infallible,
    io::{self, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream, ToSocketAddrs},
    panic,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// First bytes that processes say to each other.
const MAGIC: [u8; 7] = *b"YOMIPEE";
/// The byte after them: the version of what they send each other from then on. (`R` sent
/// edges one by one; `S` did not tell who had nothing to do.)
const WIRE: u8 = b'T';
/// How long a connection may take to say who is there.
const GREETING: Duration = Duration::from_secs(5);
/// How long a call may go unanswered before it is tried anew.
const CALLED: Duration = Duration::from_secs(2);
/// How often is tried anew.
const PAUSE: Duration = Duration::from_millis(50);
/// A peer that answers nothing is asked after so long, so often, and is lost then: within ten seconds.
const ASK_AFTER: Duration = Duration::from_secs(4);
const ASK_EVERY: Duration = Duration::from_secs(2);
const ASKED: u32 = 3;
const LOST_AFTER: Duration = Duration::from_secs(10);

/// What processes must agree in before they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greeting {
    /// Digest of the game, the graph and the program.
    pub digest: u64,
    /// Threads of each process.
    pub threads: usize,
}

/// All processes, connected with each other.
pub struct Peers {
    /// The number of this process.
    pub process: usize,
    /// Threads of each process.
    pub threads: usize,
    /// A connection to each other process; none to this one.
    pub(crate) sockets: Vec<Option<TcpStream>>,
}

/// What is said first.
struct Hello {
    wire: u8,
    greeting: Greeting,
    process: usize,
    processes: usize,
}

impl Peers {
    /// A process alone.
    pub fn alone(threads: usize) -> Self {
        Self { process: 0, threads, sockets: vec![None] }
    }

    /// Number of processes.
    pub fn processes(&self) -> usize {
        self.sockets.len()
    }

    /// Connects process `process` with all others, whose addresses (`host:port`) are given in their order,
    /// and waits so long for them to be started.
    ///
    /// # Errors
    /// An address cannot be listened on or reached, a process is missing in the end, two have one number, or
    /// they differ in what they are about to do.
    pub fn connect(
        addresses: &[String],
        process: usize,
        greeting: Greeting,
        wait: Duration,
    ) -> Result<Self, ClusterError> {
        let deadline = Instant::now() + wait;
        let hello = Hello { wire: WIRE, greeting, process, processes: addresses.len() };
        let attempt = Attempt { deadline, is_given_up: AtomicBool::new(false) };
        let (called, accepted) = thread::scope(|scope| {
            let accepting = scope.spawn(|| attempt.watched(accept(&addresses[process], &hello, &attempt)));
            let called = (0..process).map(|other| call(addresses, other, &hello, &attempt));
            let called: Result<Vec<_>, _> = attempt.watched(called.collect());
            (called, accepting.join().expect("the listener does not panic"))
        });
        let sockets = match (called, accepted) {
            (Ok(mut called), Ok(accepted)) => {
                called.push(None);
                called.extend(accepted);
                called
            }
            // Of two failures that one which made the other side give up.
            (Err(Refused::Because(what)), _) | (_, Err(Refused::Because(what))) => {
                return Err(ClusterError::Peer { process, what });
            }
            (Err(Refused::GivenUp), _) | (_, Err(Refused::GivenUp)) => {
                unreachable!("nobody gives up before the other has failed")
            }
        };
        for socket in sockets.iter().flatten() {
            let watched = watch(socket);
            let unwatched = |error| format!("a connection cannot be set up: {error}");
            watched.map_err(|error| ClusterError::Peer { process, what: unwatched(error) })?;
        }
        Ok(Self { process, threads: greeting.threads, sockets })
    }
}

/// Why there is no connection.
enum Refused {
    Because(String),
    /// The other side of the attempt, those that call or the one that listens, has failed.
    GivenUp,
}

impl From<String> for Refused {
    fn from(what: String) -> Self {
        Self::Because(what)
    }
}

/// An attempt to connect with all others.
struct Attempt {
    deadline: Instant,
    /// Whether something has failed: nobody goes on then.
    is_given_up: AtomicBool,
}

impl Attempt {
    /// Gives up where something has failed.
    fn watched<T>(&self, done: Result<T, Refused>) -> Result<T, Refused> {
        if done.is_err() {
            self.is_given_up.store(true, Relaxed);
        }
        done
    }

    /// Waits before something is tried anew; tells whether there is time for it.
    fn pause(&self) -> Result<bool, Refused> {
        if self.is_given_up.load(Relaxed) {
            return Err(Refused::GivenUp);
        }
        thread::sleep(PAUSE);
        Ok(Instant::now() <= self.deadline)
    }
}

/// Takes the connections of all processes with higher numbers.
fn accept(address: &str, hello: &Hello, attempt: &Attempt) -> Result<Vec<Option<TcpStream>>, Refused> {
    let mut sockets: Vec<Option<TcpStream>> = (hello.process + 1..hello.processes).map(|_| None).collect();
    if sockets.is_empty() {
        return Ok(sockets);
    }
    let failed = |error: io::Error| format!("{address} cannot be listened on: {error}");
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    while let Some(missing) = sockets.iter().position(Option::is_none) {
        match listener.accept() {
            Ok((socket, _)) => {
                // Whoever else knocks here does not answer as a process does, and is not waited for again.
                let Ok(other) = greet(&socket, hello) else { continue };
                let other = hello.agrees(&other)?;
                let place = other.checked_sub(hello.process + 1).and_then(|place| sockets.get_mut(place));
                match place {
                    Some(place @ None) => *place = Some(socket),
                    _ => return Err(format!("two processes have the number {other}").into()),
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if !attempt.pause()? {
                    let missing = hello.process + 1 + missing;
                    return Err(format!("process {missing} has not come in time").into());
                }
            }
            Err(error) => return Err(failed(error).into()),
        }
    }
    Ok(sockets)
}

/// Connects with a process of a lower number.
fn call(
    addresses: &[String],
    other: usize,
    hello: &Hello,
    attempt: &Attempt,
) -> Result<Option<TcpStream>, Refused> {
    let address = &addresses[other];
    loop {
        match connected(address, attempt.deadline) {
            Ok(socket) => {
                let answer = greet(&socket, hello);
                let answer = answer.map_err(|_| format!("{address} is not process {other} of a solve"))?;
                return match hello.agrees(&answer)? {
                    number if number == other => Ok(Some(socket)),
                    number => Err(format!("{address} is process {number}, not {other}").into()),
                };
            }
            Err(error) => {
                if !attempt.pause()? {
                    return Err(format!("process {other} at {address} cannot be reached: {error}").into());
                }
            }
        }
    }
}

/// A connection, tried for so long at each of a host's addresses, and until the deadline at the latest: a
/// host that is off says nothing.
fn connected(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let mut failed = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in address.to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now()).clamp(PAUSE, CALLED);
        match TcpStream::connect_timeout(&address, left) {
            Ok(socket) => return Ok(socket),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Says who is here and hears who is there.
fn greet(mut socket: &TcpStream, hello: &Hello) -> io::Result<Hello> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(GREETING))?;
    socket.write_all(&hello.to_bytes())?;
    let mut bytes = [0; Hello::BYTES];
    socket.read_exact(&mut bytes)?;
    socket.set_read_timeout(None)?;
    Hello::from_bytes(&bytes).ok_or_else(|| ErrorKind::InvalidData.into())
}

impl Hello {
    const BYTES: usize = 8 + 4 * 8;

    fn to_bytes(&self) -> Vec<u8> {
        let Self { wire, greeting: Greeting { digest, threads }, process, processes } = *self;
        let numbers = [digest, threads as u64, process as u64, processes as u64];
        MAGIC.into_iter().chain([wire]).chain(numbers.into_iter().flat_map(u64::to_le_bytes)).collect()
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk::<{ MAGIC.len() }>()?;
        let (&wire, numbers) = rest.split_first()?;
        let number = |at: usize| numbers[8 * at..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        let greeting = Greeting { digest: number(0)?, threads: number(1)? as usize };
        let hello = Self { wire, greeting, process: number(2)? as usize, processes: number(3)? as usize };
        (*magic == MAGIC).then_some(hello)
    }

    /// The number of the other process, if it is about to do the same.
    fn agrees(&self, other: &Self) -> Result<usize, String> {
        let number = other.process;
        if (self.wire, self.greeting.digest) != (other.wire, other.greeting.digest) {
            return Err(format!(
                "process {number} has another game, start, option or version of the program"
            ));
        }
        if self.processes != other.processes {
            let (own, others) = (self.processes, other.processes);
            return Err(format!("process {number} knows of {others} processes, this one of {own}"));
        }
        if self.greeting.threads != other.greeting.threads {
            let (own, others) = (self.greeting.threads, other.greeting.threads);
            return Err(format!("process {number} has {others} threads, this one {own}: give all the same"));
        }
        Ok(number)
    }
}

/// Lets the system find out when the other side is gone.
fn watch(socket: &TcpStream) -> rustix::io::Result<()> {
    sockopt::set_socket_keepalive(socket, true)?;
    sockopt::set_tcp_keepidle(socket, ASK_AFTER)?;
    sockopt::set_tcp_keepintvl(socket, ASK_EVERY)?;
    sockopt::set_tcp_keepcnt(socket, ASKED)?;
    sockopt::set_tcp_user_timeout(socket, LOST_AFTER.as_millis() as u32)
}

/// What timely's messages about lost connections begin with.
const LOST: &str = "timely communication error";

/// From now on `lost` is called with the number of a process to which the connection is lost, and must end
/// this one: timely tells of it by a panic in a thread of its own, and the workers would wait for ever.
pub fn end_with_lost_peers(lost: impl Fn(&str) -> Infallible + Send + Sync + 'static) {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.payload_as_str().unwrap_or_default().contains(LOST) {
            // Its threads are named after the other process: `timely:recv-1`.
            let name = thread::current().name().unwrap_or_default().to_owned();
            lost(name.rsplit('-').next().unwrap_or_default());
        }
        usual(info);
    }));
}
