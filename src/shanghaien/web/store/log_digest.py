"""What a game and its log so far add up to: one hash that goes on with every entry, so that damage is found."""

import hashlib

from .rows import EntryRow, GameRow


class LogDigest:
    """The hash of a game's fixed values and of every entry up to `number`."""

    def __init__(self, game: GameRow) -> None:
        # Secrets of chains are held to the contract's ends whenever one is used, and a restored copy gets new ones.
        hidden = game.seed.hex() if game.contract is None else game.contract
        fixed = [game.id, game.mode, game.options, game.revision, game.commitment, game.created, hidden]
        fixed += [game.pace] if game.pace else []
        fixed += [game.day] if game.day else []
        self._hash = hashlib.sha256("\x1f".join(map(str, fixed)).encode())
        self.number = 0

    def add(self, entry: EntryRow) -> None:
        """Go on with the next entry."""
        number, kind, seat, text, request_id, at, used = entry
        timed = "" if used is None else f"\x1f{used}"
        self._hash.update(f"\x1e{number}\x1f{kind}\x1f{seat}\x1f{text}\x1f{request_id}\x1f{at}{timed}".encode())
        self.number = number

    def copy(self) -> "LogDigest":
        """Another one that goes on from here by itself."""
        other: LogDigest = object.__new__(LogDigest)
        other._hash, other.number = self._hash.copy(), self.number
        return other

    @property
    def text(self) -> str:
        """As it is stored: the number of the last entry, since an older program may add entries without a digest."""
        return f"{self.number} {self._hash.hexdigest()}"
