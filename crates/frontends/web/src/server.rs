//! The sockets: connections within bounds, and an end without haste.

use crate::{rates::Client, router::router, site::Site};
use axum::Router;
use hyper::{Request, body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    collections::{HashMap, hash_map::Entry},
    future::Future,
    io,
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{net, runtime::Runtime, signal::unix, sync::Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// How many connections there may be at a time; others wait to be taken.
const CONNECTIONS: usize = 1024;

/// How many of them a client may have that is not this machine: nobody takes all.
const OF_CLIENT: usize = 64;

/// How long a connection may take to send the head of a request, or be silent between two.
const HEAD: Duration = Duration::from_secs(15);

/// How long a client may take no more of an answer.
const DEAF: Duration = Duration::from_secs(30);

/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;

/// How long requests that are being answered may go on when the server is told to end.
const END: Duration = Duration::from_secs(3);

/// How long to wait when the system has no room for another connection.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that has its address.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
}

impl Server {
    /// Takes an address; connections wait until the server [runs](Self::run).
    ///
    /// # Errors
    /// The address is taken, or not one of this machine.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        Ok(Self { runtime, listener })
    }

    /// The address, with the port that was found where any was asked for.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the process is told to end by SIGINT, SIGTERM or SIGHUP, then lets requests that are
    /// being answered come to their end, for some seconds.
    ///
    /// # Errors
    /// The system does not tell of signals or connections.
    pub fn run(self, site: Site) -> io::Result<()> {
        let told = self.runtime.block_on(async { told_to_end() })?;
        self.run_until(site, told)
    }

    fn run_until(self, site: Site, end: impl Future<Output = ()>) -> io::Result<()> {
        let router = router(site);
        let done = self.runtime.block_on(async {
            let listener = net::TcpListener::from_std(self.listener)?;
            let open = GracefulShutdown::new();
            tokio::select! {
                () = take(&listener, router, &open) => {}
                () = end => {}
            }
            drop(listener);
            // Whoever has not come to an end by then is cut off.
            let _ = tokio::time::timeout(END, open.shutdown()).await;
            Ok(())
        });
        self.runtime.shutdown_background();
        done
    }
}

/// A future that is ready when a signal says that it is time.
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = unix::signal(unix::SignalKind::interrupt())?;
    let mut terminate = unix::signal(unix::SignalKind::terminate())?;
    let mut hangup = unix::signal(unix::SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// How many connections each client has.
type Clients = Mutex<HashMap<Client, usize>>;

/// A connection that is counted as long as this is there.
struct Counted(Arc<Clients>, Client);

impl Counted {
    /// Counts a connection of a client; none if it has enough. Of this machine there may be as many as there
    /// are.
    fn of(clients: &Arc<Clients>, client: Client, is_local: bool) -> Option<Self> {
        let mut own = clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = own.entry(client).or_default();
        if *count >= OF_CLIENT && !is_local {
            return None;
        }
        *count += 1;
        Some(Self(clients.clone(), client))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut own) = clients.entry(self.1) {
            *own.get_mut() -= 1;
            if *own.get() == 0 {
                own.remove();
            }
        }
    }
}

/// Takes connections for ever.
async fn take(listener: &net::TcpListener, router: Router, open: &GracefulShutdown) {
    let (places, clients) = (Arc::new(Semaphore::new(CONNECTIONS)), Arc::<Clients>::default());
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, from)) = listener.accept().await else {
            // Too many open files: some will be closed.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Without it small answers wait for the acknowledgement of those before them; if it fails, they do.
        let _ = stream.set_nodelay(true);
        let client = Client::new(from.ip());
        let Some(counted) = Counted::of(&clients, client, from.ip().is_loopback()) else { continue };
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(client);
            request
        });
        let service = TowerToHyperService::new(service);
        let mut stream = Box::pin(TimeoutStream::new(stream));
        stream.as_mut().set_write_timeout_pinned(Some(DEAF));
        let connection = open.watch(protocol.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _held = (place, counted);
            // A connection that breaks is no news to anybody else.
            let _ = connection.await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_so_many_connections_and_others_have_theirs() {
        let clients = Arc::<Clients>::default();
        let count = |text: &str, is_local| {
            let client = Client::new(text.parse().unwrap());
            (0..100).filter_map(|_| Counted::of(&clients, client, is_local)).collect::<Vec<_>>()
        };
        let (one, two, own) =
            (count("192.0.2.1", false), count("192.0.2.2", false), count("127.0.0.1", true));
        assert_eq!((one.len(), two.len(), own.len()), (OF_CLIENT, OF_CLIENT, 100));
        drop(one);
        assert_eq!(count("192.0.2.1", false).len(), OF_CLIENT);
        drop((two, own));
        assert!(clients.lock().unwrap().is_empty());
    }
}
