"""The site as passkeys know it: they hold for a host's name, never for a bare address, and only on a safe line."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

LOCAL_NAME = "localhost"


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """For whom a passkey is made, and from where it is used."""

    id: str
    origin: str


@dataclass(frozen=True, slots=True)
class NoParty:
    """There can be no passkeys at this address."""

    elsewhere: str
    """Where the same page can have them; empty if there is no such place."""


def relying_party(address: str) -> RelyingParty | NoParty:
    """What passkeys hold for on a page at this address, such as https://play.example."""
    parts = urlsplit(address)
    host = (parts.hostname or "").rstrip(".")
    local = host == LOCAL_NAME or host.endswith(f".{LOCAL_NAME}")
    port = f":{parts.port}" if parts.port else ""
    if _is_number(host):
        return NoParty(f"{parts.scheme}://{LOCAL_NAME}{port}" if _is_loopback(host) else "")
    if not host or not (local or parts.scheme == "https"):
        return NoParty("")
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return ip_address(host).is_loopback
