"""What a record carries so that its dice can be checked: the promise, and the seed once the game is over."""

from collections.abc import Mapping
from dataclasses import dataclass

from .promise import Promise
from .protocol import PROTOCOL
from .real_dice import DICE_TAGS

SEATS = "AB"


@dataclass(frozen=True)
class Proof:
    """The tags of a record that concern the dice, as they stand there; nothing in it has been checked."""

    game_id: str
    commitment: str
    contributions: tuple[str | None, str | None] = (None, None)
    seals: tuple[str | None, str | None] = (None, None)
    seed: bytes | None = None
    protocol: str = PROTOCOL

    @classmethod
    def of(cls, promise: Promise, seed: bytes | None = None) -> "Proof":
        """The proof of a promise; give the seed only when the game is over."""
        return cls(promise.game_id, promise.commitment, promise.contributions, promise.seals, seed)

    @classmethod
    def manual(cls, game_id: str) -> "Proof":
        """What stands instead of a proof where people roll real dice: nothing is promised."""
        return cls(game_id, "", protocol=DICE_TAGS["Dice"])

    def tags(self) -> dict[str, str]:
        """The proof as tags of a record; what is not there has no tag."""
        if self.protocol == DICE_TAGS["Dice"]:
            return dict(DICE_TAGS)
        tags = {"Dice": self.protocol, "Game-Id": self.game_id, "Commitment": self.commitment}
        for letter, text, receipt in zip(SEATS, self.contributions, self.seals, strict=True):
            tags |= {} if text is None else {f"Contribution-{letter}": text}
            tags |= {} if receipt is None else {f"Seal-{letter}": receipt}
        return tags if self.seed is None else tags | {"Seed": self.seed.hex()}

    @classmethod
    def from_tags(cls, tags: Mapping[str, str]) -> "Proof | None":
        """The proof in a record's tags; None if the record promises nothing about its dice."""
        if "Commitment" not in tags:
            return None
        return cls(
            tags.get("Game-Id", ""),
            tags["Commitment"],
            (tags.get("Contribution-A"), tags.get("Contribution-B")),
            (tags.get("Seal-A"), tags.get("Seal-B")),
            _seed(tags.get("Seed", "")),
            tags.get("Dice", ""),
        )


def _seed(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text) or None
    except ValueError:
        return b""  # no seed has this length, so the check of the commitment names it
