"""What standings and watches keep as JSON: sums that means, intervals and the watch over perfect play are made of."""

import math

import msgspec

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.too_perfect import SUSPICIONS, Watch


class SkillSums(msgspec.Struct, frozen=True):
    """The running account of somebody's reviewed games by one list."""

    at: int = 0
    """When the last of them ended."""
    balance: Balance = Balance()

    @classmethod
    def read(cls, text: str) -> "SkillSums":
        """The sums as they were kept."""
        return msgspec.json.decode(text, type=SkillSums) if text else cls()

    @property
    def text(self) -> str:
        """The sums as they are kept."""
        return msgspec.json.encode(self).decode()


class WatchSums(msgspec.Struct, frozen=True):
    """A watch as it is kept; JSON has no number for a bet on which nothing was staked yet."""

    games: int
    hard: int
    perfect: int
    bets: tuple[float | None, ...]
    most: float


def read_watch(text: str) -> Watch:
    """The watch as it was kept; a fresh one if none was."""
    if not text:
        return Watch()
    kept = msgspec.json.decode(text, type=WatchSums)
    bets = tuple(-math.inf if bet is None else bet for bet in kept.bets)
    # A program that bets otherwise begins anew: what was staked before cannot be compared.
    return Watch(kept.games, kept.hard, kept.perfect, bets, kept.most) if len(bets) == len(SUSPICIONS) else Watch()


def written_watch(watch: Watch) -> str:
    """The watch as it is kept."""
    bets = tuple(None if math.isinf(bet) else bet for bet in watch.bets)
    return msgspec.json.encode(WatchSums(watch.games, watch.hard, watch.perfect, bets, watch.most)).decode()
