//! How much one client may ask: for servers that others than this machine can reach.
//!
//! A client is an address, of IPv6 the network that one customer has. It has so many requests at once, and
//! gets so many a second back (a token bucket). Those seen last are remembered, in bounded memory.

use lru::LruCache;
use std::{
    net::{IpAddr, Ipv6Addr},
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// Requests that a client has at once: some pages with what they load, or a person's haste.
const BURST: f64 = 200.0;

/// Requests a second that a client gets back.
const RATE: f64 = 20.0;

/// The clients that are remembered.
const CLIENTS: NonZeroUsize = NonZeroUsize::new(1 << 14).expect("not zero");

/// The client of a request, as its connection tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    pub fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// What each client has left, and when that was.
pub struct Rates(Mutex<LruCache<Client, (f64, Instant)>>);

impl Rates {
    pub fn new() -> Self {
        Self(Mutex::new(LruCache::new(CLIENTS)))
    }

    /// Takes a request of a client's; whether there was one left.
    pub fn take(&self, client: Client, now: Instant) -> bool {
        let mut clients = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, since) = clients.get_or_insert_mut(client, || (BURST, now));
        *left = (*left + now.saturating_duration_since(*since).as_secs_f64() * RATE).min(BURST);
        *since = now;
        let is_left = *left >= 1.0;
        if is_left {
            *left -= 1.0;
        }
        is_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn client(text: &str) -> Client {
        Client::new(text.parse().unwrap())
    }

    #[test]
    fn a_client_has_a_burst_and_gets_requests_back() {
        let (rates, now) = (Rates::new(), Instant::now());
        let taken = |client, at| (0..1000).filter(|_| rates.take(client, at)).count();
        let (one, two) = (client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(taken(one, now), 200);
        assert_eq!(taken(two, now), 200, "one client's haste is not another's");
        assert_eq!(taken(one, now + Duration::from_secs(1)), 20);
        assert_eq!(taken(one, now + Duration::from_hours(1)), 200);
    }

    #[test]
    fn a_customer_is_one_client() {
        assert_eq!(client("2001:db8:1:2::1"), client("2001:db8:1:2:ffff::9"));
        assert_ne!(client("2001:db8:1:2::1"), client("2001:db8:1:3::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }

    #[test]
    fn memory_is_bounded() {
        let (rates, now) = (Rates::new(), Instant::now());
        for number in 0..100_000u32 {
            rates.take(Client::new(IpAddr::V4(number.into())), now);
        }
        assert_eq!(rates.0.lock().unwrap().len(), CLIENTS.get());
    }
}
