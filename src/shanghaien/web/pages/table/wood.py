"""The dice that lie on the wood, in front of whoever has rolled them."""

from dataclasses import dataclass

from shanghaien.web.pages.shared.seen_table import SeenTable


@dataclass(frozen=True, slots=True)
class RolledDice:
    """Dice as they came to rest, and whose they are."""

    of: str
    dice: tuple[int, ...]
    lit: bool
    """Whether the one who looks may choose among them."""


def lying(seen: SeenTable) -> RolledDice:
    """The dice that were rolled and not yet placed; none between turns."""
    state = seen.state
    return RolledDice(seen.voice.of(state.turn), state.rolled, seen.asked and seen.below == state.turn)
