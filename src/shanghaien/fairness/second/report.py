"""What the check of a game's dice has found: faults by their names, and notes of what cannot be proved."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.fairness.verify import FEW_WRONG, Check, DrawCheck

from .transcript import SEAT, SecondDraw


@dataclass(frozen=True)
class SecondReport:
    """Everything that was checked, in order."""

    checks: tuple[Check, ...]
    draws: tuple[DrawCheck[SecondDraw], ...] = ()
    notes: tuple[Check, ...] = ()
    """What is no fault but limits the proof, such as a chain that the server holds."""

    @property
    def ok(self) -> bool:
        """Whether every promise was kept and every draw is the promised one."""
        return not self.findings

    @property
    def findings(self) -> tuple[Check, ...]:
        """What is wrong, each named; empty if nothing is."""
        return (*(check for check in self.checks if not check.ok), *_wrong_draws(self.draws))


def _wrong_draws(draws: Sequence[DrawCheck[SecondDraw]]) -> list[Check]:
    wrong = [check for check in draws if not check.ok]
    seat = [_wrong(check, "seat") for check in wrong if check.draw.purpose == SEAT]
    played = [check for check in wrong if check.draw.purpose != SEAT]
    if len(played) > 1 and sorted(check.expected for check in played) == sorted(check.recorded for check in played):
        numbers = ", ".join(check.draw.index for check in played)
        told = f"The outcomes of draws {numbers} are listed in a different order from how they were drawn."
        return [*seat, Check("order", False, told)]
    if len(played) > FEW_WRONG and 2 * len(played) > len(draws) - draws.index(played[0]):
        told = f"From draw {played[0].draw.index} on {len(played)} draws differ: the game was drawn from other links."
        return [*seat, Check("outcomes", False, told)]
    return [*seat, *(_wrong(check, f"outcome {check.draw.index}") for check in played)]


def _wrong(check: DrawCheck[SecondDraw], name: str) -> Check:
    told = f"Draw {check.draw.index} ({check.place}) gives {check.expected}, but the record says {check.recorded}."
    return Check(name, False, told)
