"""Addresses that people give for their notices: looked up once, checked, and then connected to as checked."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from shanghaien.rules import N_
from shanghaien.web.core.errors import DomainError

# Which addresses are public: a stranger must not make the server talk to any other.

Address = IPv4Address | IPv6Address

PUBLIC_ADDRESSES_NOT_PUBLIC = tuple(
    IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    )
)
"""This network, private ones, loopback, link-local, shared, for examples and tests, several at once, kept for later."""
GLOBAL = IPv6Network("2000::/3")
"""All that is given to anybody on the internet; loopback, private, link-local and mapped addresses lie outside."""
NOT_GLOBAL = tuple(IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""Tunnels, which hold an address of the other kind inside, and examples."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""How networks without IPv4 write an IPv4 address: public if that is."""
TUNNEL_MARKS = (0x0000_5EFE, 0x0200_5EFE)
"""What stands before an IPv4 address in the lower half of an address that leads into a tunnel (ISATAP)."""


def is_public(address: Address) -> bool:
    """Whether an address is on the public internet, and in no network of the host's own."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in PUBLIC_ADDRESSES_NOT_PUBLIC)
    if address.scope_id is not None:
        return False
    if address in TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFF_FFFF))
    if (int(address) >> 32) & 0xFFFF_FFFF in TUNNEL_MARKS:
        return False
    return address in GLOBAL and not any(address in network for network in NOT_GLOBAL)


def all_public(addresses: Iterable[str]) -> bool:
    """Whether a name leads to public addresses only; one that leads nowhere does not."""
    found = [ip_address(each) for each in addresses]
    return bool(found) and all(map(is_public, found))


LONGEST = 1000
PORTS = frozenset({443, 8443})
"""What is usual for https; on other ports other things listen."""
LOOKUP_SECONDS = 3
NOT_PUBLIC = N_("This address does not lead to a public server. Give another one.")


class WrongAddress(DomainError):
    """Nothing is sent to such an address."""

    code = "webhook-address"


class Unreachable(Exception):
    """The name leads nowhere just now."""


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of an address, and the IP addresses to which it led when it was checked."""

    scheme: str
    host: str
    port: int
    path: str
    numbers: tuple[str, ...] = ()

    @property
    def host_header(self) -> str:
        usual = self.port == {"https": 443, "http": 80}[self.scheme]
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if usual else f"{name}:{self.port}"

    def at(self, number: str) -> str:
        """The address with an IP address in place of the name, so that the name is not looked up again."""
        return f"{self.scheme}://{f'[{number}]' if ':' in number else number}:{self.port}{self.path}"


async def look_up(host: str, port: int) -> Sequence[str]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


@dataclass(frozen=True, slots=True)
class AddressGuard:
    """Lets through addresses on the public internet by https; only tests loosen it."""

    look_up: Callable[[str, int], Awaitable[Sequence[str]]] = look_up
    allowed: Callable[[Iterable[str]], bool] = all_public
    scheme: str = "https"
    ports: frozenset[int] = PORTS

    async def checked(self, text: str) -> Target:
        """Look an address up. WrongAddress if nothing is sent there; Unreachable if it leads nowhere."""
        target = self.read(text)
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                numbers = tuple(await self.look_up(target.host, target.port))
        except TimeoutError:
            raise Unreachable from None
        if not self.allowed(numbers):  # one number that is not public is enough
            raise WrongAddress(NOT_PUBLIC)
        return Target(target.scheme, target.host, target.port, target.path, numbers)

    def read(self, text: str) -> Target:
        """The parts of an address; WrongAddress if it is not allowed."""
        target = self._parts(text)
        if target is None:
            raise WrongAddress(
                N_("An address for notices looks like https://example.org/notices. Check yours and try again.")
            )
        return target

    def _parts(self, text: str) -> Target | None:
        # What programs read differently, such as a backslash or a tab, is in no address that is meant well.
        if len(text) > LONGEST or not text.isascii() or not text.isprintable() or set(text) & set(' \\"<>^`{|}'):
            return None
        try:
            parts = urlsplit(text)
            port = parts.port or {"https": 443, "http": 80}.get(parts.scheme, 0)
        except ValueError:
            return None
        host = (parts.hostname or "").rstrip(".")
        plain = "@" not in parts.netloc and "%" not in parts.netloc and not parts.fragment
        if not (plain and host and parts.scheme == self.scheme and (port in self.ports or not self.ports)):
            return None
        return Target(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
