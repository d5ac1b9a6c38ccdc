"""The chains of a game that the server knows: its own, and those that it holds for players who entrust theirs."""

from shanghaien.fairness.second import SERVER, Chain, ReservedChains, reserve

SECRET_BYTES = 32
LENGTH = 512
"""Links of each chain: the longest games draw some 200 times, and every link costs a hash when a game is set up."""
FIRST = {SERVER: 0, "creator-held": 1, "guest-held": 2}
"""Where the secrets of a game's first chains stand; behind them those of `server-2`, `server-3`, … after restores."""


class ServerChains:
    """Links of the server's chains by name and number; only those that a draw asks for may be told."""

    def __init__(self, game: str, secrets: bytes) -> None:
        if len(secrets) < len(FIRST) * SECRET_BYTES or len(secrets) % SECRET_BYTES:
            raise ValueError("the secrets of its dice are cut off")
        self._game = game
        self._secrets = secrets
        self._made: dict[str, Chain] = {}

    @property
    def reserved(self) -> ReservedChains:
        """What is published of them."""
        return reserve(self._game, {name: self._chain(name) for name in FIRST})

    def link(self, name: str, number: int) -> str:
        """One link."""
        return self._chain(name).link(number)

    def leads_to(self, name: str, end: str) -> bool:
        """Whether the chain of this name is the one with this end."""
        return self._chain(name).end == end

    def _chain(self, name: str) -> Chain:
        """The chain of this name, worked out when it is first needed."""
        if name not in self._made:
            self._made[name] = Chain(self._secret(name), self._game, name, LENGTH)
        return self._made[name]

    def _secret(self, name: str) -> bytes:
        place = FIRST[name] if name in FIRST else int(name.removeprefix(f"{SERVER}-")) + 1
        return self._secrets[place * SECRET_BYTES : (place + 1) * SECRET_BYTES]
