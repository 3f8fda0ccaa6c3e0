//! The addresses of clients, by which they are limited.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::App;
use super::reply::ErrorResponse;

/// The address of a client as far as limits tell clients apart. Of an IPv6 address these are the
/// first 64 bits: the others are the client's own choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// Returns the address of the other end of a connection.
    pub(crate) fn of_peer(peer: IpAddr) -> Self {
        match peer.to_canonical() {
            IpAddr::V6(address) => Self(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into()),
            address @ IpAddr::V4(_) => Self(address),
        }
    }

    /// Returns the address of the client: the peer, or the address that a trusted proxy reports.
    fn of(peer: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> Self {
        // The last address of the last line is the one that our own proxy saw; those before it are
        // unverified.
        let forwarded = || {
            let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            let last = value.rsplit(',').next()?.trim();
            // Some proxies add the port.
            last.parse().ok().or_else(|| last.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
        };
        Self::of_peer(behind_proxy.then(forwarded).flatten().unwrap_or(peer))
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ErrorResponse> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.ok_or_else(|| crate::hub::internal_error("request without a client address"))?;
        Ok(Self::of(peer.0.ip(), &parts.headers, app.behind_proxy))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn address(text: &str) -> Address {
        Address::of_peer(text.parse().unwrap())
    }

    /// The address behind a proxy that sends lines of `X-Forwarded-For`.
    fn forwarded(lines: &[&'static str]) -> Address {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        assert_eq!(Address::of("10.0.0.1".parse().unwrap(), &headers, false), address("10.0.0.1"), "no proxy");
        Address::of("10.0.0.1".parse().unwrap(), &headers, true)
    }

    #[test]
    fn only_the_last_forwarded_address_is_trusted() {
        assert_eq!(forwarded(&["6.6.6.6, 7.7.7.7"]), address("7.7.7.7"));
        assert_eq!(forwarded(&["6.6.6.6", "7.7.7.7"]), address("7.7.7.7"));
        assert_eq!(forwarded(&["7.7.7.7:4711"]), address("7.7.7.7"));
        assert_eq!(forwarded(&["[2001:db8::1]:4711"]), address("2001:db8::1"));
        for nonsense in ["nonsense", "", "6.6.6.6, "] {
            assert_eq!(forwarded(&[nonsense]), address("10.0.0.1"), "'{nonsense}'");
        }
        assert_eq!(forwarded(&["6.6.6.6", "nonsense"]), address("10.0.0.1"));
    }

    #[test]
    fn addresses_of_one_network_are_one() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:1.2.3.4"), address("1.2.3.4"));
        assert_ne!(address("::ffff:1.2.3.4"), address("::ffff:1.2.3.5"));
        assert_ne!(address("1.2.3.4"), address("1.2.3.5"));
    }
}
