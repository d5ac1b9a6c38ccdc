"""Chains of hashes: whoever publishes the end has fixed every link, and tells nothing of a link before opening it."""

from hashlib import sha256

from .messages import PROTOCOL, checked_game_id, checked_hash

SECRET_BYTES = 32
PLAYER_LENGTH = 1024
"""Links of a player's chain; the longest games draw some 200 times."""
SERVER_LENGTH = 2048
KEPT = 64
"""About so many links of a chain are kept, so that any other is a few hashes away."""


class Chain:
    """The chain of somebody who knows its secret; the secret is the last link, and links are opened from 1 on."""

    __slots__ = ("_game_id", "_kept", "_near", "_stride", "end", "length", "name")

    def __init__(self, secret: bytes, game_id: str, name: str, length: int = PLAYER_LENGTH) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"The secret of a chain has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._game_id, self.name, self.length = checked_game_id(game_id), name, length
        self._kept = {length: secret.hex()}
        self._stride = stride = max(length // KEPT, 1)
        link = secret.hex()
        for top in range(length, 0, -stride):
            bottom = max(top - stride, 0)
            self._kept[bottom] = link = follow(game_id, name, top, link, bottom)
        self._near: dict[int, str] = {}
        """The links around the one that was told last: mostly the next one is asked for next."""
        self.end = link
        """What is published before anything is drawn."""

    def link(self, number: int) -> str:
        """One link in hexadecimal digits; never to be told before it is used."""
        if not 1 <= number <= self.length:
            raise ValueError(f"This chain has links 1 to {self.length}, not {number}.")
        if number not in self._near:
            top = self.length - (self.length - number) // self._stride * self._stride
            links = {top: self._kept[top]}
            for at in range(top, max(top - self._stride, 0) + 1, -1):
                links[at - 1] = follow(self._game_id, self.name, at, links[at], at - 1)
            self._near = links
        return self._near[number]


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
