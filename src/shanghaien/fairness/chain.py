"""Chains of hashes: to publish the end fixes every link, and reveals no link before it is opened."""

from hashlib import sha256

from .messages import PROTOCOL, checked_game_id, checked_hash

SECRET_BYTES = 32
PLAYER_LENGTH = 1024
"""Links of a player's chain; the longest games draw some 200 times."""
SERVER_LENGTH = 2048
KEPT = 16
"""About so many links of a chain are kept, so that any other is some hashes away."""


class Chain:
    """A chain whose secret is known; the secret is the last link, and links are opened from 1 on."""

    __slots__ = ("_game_id", "_kept", "_near", "_near_top", "_stride", "end", "length", "name")

    def __init__(self, secret: bytes, game_id: str, name: str, length: int = PLAYER_LENGTH) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"The secret of a chain has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._game_id, self.name, self.length = checked_game_id(game_id), name, length
        self._stride = stride = max(length // KEPT, 1)
        kept, link = [secret], secret.hex()
        for top in range(length, 0, -stride):
            link = follow(game_id, name, top, link, max(top - stride, 0))
            kept.append(bytes.fromhex(link))
        self._kept = b"".join(kept)
        """Every so many links one, from the secret on; a server remembers many chains, and digits take twice the room."""
        self._near, self._near_top = b"", 0
        """The links from this number downwards, around the last one: mostly the next one is asked for next."""
        self.end = link
        """What is published before anything is drawn."""

    def link(self, number: int) -> str:
        """One link in hexadecimal digits; it must not leave the process before it is used."""
        if not 1 <= number <= self.length:
            raise ValueError(f"This chain has links 1 to {self.length}, not {number}.")
        steps = (self.length - number) // self._stride
        top = self.length - steps * self._stride
        if top != self._near_top:
            self._near, self._near_top = self._from(top, _at(self._kept, steps)), top
        return _at(self._near, top - number)

    def _from(self, top: int, link: str) -> bytes:
        """The links from a kept one down to the next."""
        links = [link]
        for at in range(top, max(top - self._stride, 0) + 1, -1):
            links.append(follow(self._game_id, self.name, at, links[-1], at - 1))
        return bytes.fromhex("".join(links))


def _at(links: bytes, place: int) -> str:
    return links[place * SECRET_BYTES : (place + 1) * SECRET_BYTES].hex()


def follow(game_id: str, name: str, number: int, link: str, to: int = 0) -> str:
    """The link with the smaller number `to` that follows from link `number`; number 0 is the end."""
    start = f"{PROTOCOL}\nlink\n{game_id}\n{name}\n"
    for at in range(number, to, -1):
        link = sha256(f"{start}{at}\n{link}".encode("ascii")).hexdigest()
    return link


def opened(game_id: str, name: str, number: int, link: str) -> list[str]:
    """The end and all links up to `number`, which is the last one opened; the place in the list is the number."""
    links = [checked_hash(link)]
    for at in range(number, 0, -1):
        links.append(follow(game_id, name, at, links[-1], at - 1))
    return links[::-1]
