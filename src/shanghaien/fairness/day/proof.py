"""What a record of a day's game carries so that its dice can be checked: the day, and its seed once it is open."""

from collections.abc import Mapping
from dataclasses import dataclass

from .messages import PROTOCOL

DAY, COMMITMENT, SEED = "Day", "Commitment", "Seed"


@dataclass(frozen=True)
class DayProof:
    """The tags of a record that concern the dice of a day, as they stand there; nothing in it has been checked."""

    day: str
    commitment: str
    seed: bytes | None = None
    """None as long as the day is not open."""

    def tags(self) -> dict[str, str]:
        """The proof as tags of a record; the seed has none before it is open."""
        tags = {"Dice": PROTOCOL, DAY: self.day, COMMITMENT: self.commitment}
        return tags if self.seed is None else tags | {SEED: self.seed.hex()}

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "DayProof | None":
        """The proof in a record's tags; None if it is no game of a day."""
        if tags.get("Dice") != PROTOCOL:
            return None
        return cls(tags.get(DAY, ""), tags.get(COMMITMENT, ""), _seed(tags.get(SEED, "")))

    def __repr__(self) -> str:
        return f"DayProof({self.day!r})"  # a log line must not tell the seed


def _seed(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text) or None
    except ValueError:
        return b""  # no seed has this length, so the check of the commitment names it
