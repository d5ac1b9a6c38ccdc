"""Which addresses of the internet are public: what is not named here is nobody whom a stranger may have us talk to."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

NOT_PUBLIC = tuple(
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
    """Whether an address belongs to somebody on the internet, and to no machine or network of the host's own."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in NOT_PUBLIC)
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
