"""Checking a game of a day: the promise, then every deal and roll, each named when it is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from shanghaien.fairness.report import Check, DrawCheck
from shanghaien.fairness.transcript import places
from shanghaien.rules import Record, RulesError, is_chance, outcome_text

from .dice import DayDice, RollCount
from .messages import DayError, commitment
from .proof import DayProof


@dataclass(frozen=True)
class DayDraw:
    """One draw of a day, with everything needed to follow it by hand."""

    index: int
    name: str
    below: int
    digest: str
    number: int


@dataclass(frozen=True)
class DayReport:
    """Everything that was checked, in order."""

    checks: tuple[Check, ...]
    draws: tuple[DrawCheck[DayDraw], ...] = field(default=())

    @property
    def findings(self) -> tuple[Check, ...]:
        """What is wrong, each named; empty if nothing is."""
        wrong = tuple(check for check in self.checks if not check.ok)
        return wrong or tuple(_wrong(check) for check in self.draws if not check.ok)

    @property
    def ok(self) -> bool:
        """Whether the promise was kept and every draw is the promised one."""
        return not self.findings


def verify_day(proof: DayProof, record: Record) -> DayReport:
    """Check the promise of a day and make every draw of a game again; never raises for a record that can be read."""
    promised = check_promise(proof)
    if not promised.ok or proof.seed is None:
        return DayReport((promised,))
    draws: list[DrawCheck[DayDraw]] = []
    try:
        for draw in _draws(DayDice(proof.day, proof.seed), record):
            draws.append(draw)  # noqa: PERF402 - what came before a step that the rules refuse is still told
    except RulesError as error:
        return DayReport((promised, Check("rules", False, str(error))), tuple(draws))
    return DayReport((promised,), tuple(draws))


def check_promise(proof: DayProof) -> Check:
    """Whether the seed of a day is the one that was promised for it."""
    if proof.seed is None:
        told = "The seed of this day has not been opened yet; the dice can be checked after the day."
        return Check("seed", False, told)
    try:
        kept = commitment(proof.day, proof.seed) == proof.commitment
    except DayError as error:
        return Check("seed", False, str(error))
    if kept:
        return Check("seed", True, f"The opened seed gives the commitment that was published for {proof.day}.")
    return Check("seed", False, f"The opened seed is not the one that was promised for {proof.day}.")


def _draws(dice: DayDice, record: Record) -> Iterator[DrawCheck[DayDraw]]:
    place, count, index = places(), RollCount(), 0
    for before, step, events, _ in record.replay():
        if is_chance(before):
            expected, drawn = dice.drawn(before, count.of(before.turn))
            made = DayDraw(index, drawn.name, drawn.below, drawn.digest, drawn.number)
            recorded = outcome_text(step)  # type: ignore[arg-type]
            yield DrawCheck(place(step), made, outcome_text(expected), recorded)  # type: ignore[arg-type]
            index += 1
        count.take(events)


def _wrong(check: DrawCheck[DayDraw]) -> Check:
    told = f"Draw {check.draw.index} ({check.place}) gives {check.expected}, but the record says {check.recorded}."
    return Check(f"outcome {check.draw.index}", False, told)
