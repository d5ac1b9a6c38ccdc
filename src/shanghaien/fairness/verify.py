"""Checking a finished game: every promise, then every draw, each named when it is wrong.

Nothing is replayed here. The text of an outcome tells which table it was drawn from, and the pile holds what the
promised deals left in it, so one changed outcome gives one wrong draw and does not spread to the others.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from shanghaien.rules import Options, Outcome, Seat, deal, full_pile, outcome_text, without

from .draws import Draw, Draws
from .errors import FairnessError
from .proof import SEATS, Proof
from .protocol import PROGRAM, PROTOCOL, commitment, program_contribution, seal
from .tables import places, table_of

MadeDraw = TypeVar("MadeDraw")
"""A draw as one of the protocols makes it."""
FEW_WRONG = 10
"""With another key about every draw differs; up to this many are listed one by one whatever their share."""


@dataclass(frozen=True)
class Check:
    """One promise that was checked; `name` says which, `told` is a sentence for the reader."""

    name: str
    ok: bool
    told: str


@dataclass(frozen=True)
class DrawCheck(Generic[MadeDraw]):
    """One draw that was made again; `place` says where in the game it belongs."""

    place: str
    draw: MadeDraw
    expected: str
    recorded: str

    @property
    def ok(self) -> bool:
        """Whether the record shows what was drawn."""
        return self.expected == self.recorded


@dataclass(frozen=True)
class Report:
    """Everything that was checked, in order."""

    checks: tuple[Check, ...]
    draws: tuple[DrawCheck[Draw], ...] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether every promise was kept and every draw is the promised one."""
        return not self.findings

    @property
    def findings(self) -> tuple[Check, ...]:
        """What is wrong, each named; empty if nothing is."""
        wrong = [check for check in self.checks if not check.ok]
        if any(check.name in {"protocol", "seed"} for check in wrong):
            return tuple(wrong)  # with another key every draw differs, which would tell nothing more
        return (*wrong, *_wrong_draws(self.draws))


def verify(proof: Proof, options: Options, outcomes: Sequence[Outcome]) -> Report:
    """Check the promises of a game and make every draw again; never raises for a record that can be read."""
    if proof.protocol != PROTOCOL:
        return Report((Check("protocol", False, f"The record was made by {proof.protocol!r}, not by {PROTOCOL}."),))
    if proof.seed is None:
        return Report(
            (Check("seed", False, "The seed has not been opened yet; the dice can be checked after the game."),)
        )
    checks = [_check_seed(proof), *(_check_contribution(proof, seat) for seat in (0, 1))]
    try:
        draws = Draws(proof.seed, proof.game_id, proof.contributions)
    except FairnessError as error:
        return Report((*checks, Check("seed", False, str(error))))
    return Report(tuple(checks), tuple(_check_draws(draws, options, outcomes)))


def _check_seed(proof: Proof) -> Check:
    assert proof.seed is not None
    try:
        kept = commitment(proof.seed, proof.game_id) == proof.commitment
    except FairnessError as error:
        return Check("seed", False, str(error))
    if kept:
        return Check("seed", True, "The opened seed and the game's id give the commitment published before the game.")
    return Check("seed", False, "The opened seed is not the one that was promised for this game id.")


def _check_contribution(proof: Proof, seat: Seat) -> Check:
    name, text, receipt = f"contribution {SEATS[seat]}", proof.contributions[seat], proof.seals[seat]
    if text is None:
        told = "gave no contribution" if receipt is None else "has a seal, but its contribution is missing"
        return Check(name, receipt is None, f"Seat {SEATS[seat]} {told}.")
    assert proof.seed is not None
    try:
        if seal(proof.game_id, seat, text) != receipt:
            return Check(name, False, f"The contribution of seat {SEATS[seat]} does not match its seal.")
        if text.startswith(PROGRAM) and text != program_contribution(proof.seed, proof.game_id, seat):
            return Check(name, False, f"The bot's contribution at seat {SEATS[seat]} does not follow from the seed.")
    except FairnessError as error:
        return Check(name, False, f"Seat {SEATS[seat]}: {error}")
    return Check(name, True, f"The contribution of seat {SEATS[seat]} matches its seal.")


def _check_draws(draws: Draws, options: Options, outcomes: Sequence[Outcome]) -> Iterator[DrawCheck[Draw]]:
    pile, place = full_pile(options.tricks), places()
    for index, recorded in enumerate(outcomes):
        cards = deal(pile)
        table = table_of(recorded, cards)
        draw = draws.draw(index, max(table.total, 1))
        expected = table.pick(draw.number) if table.total else None
        if table is cards and expected is not None:
            pile = without(pile, expected)
        told = "no card at all" if expected is None else outcome_text(expected)
        yield DrawCheck(place(recorded), draw, told, outcome_text(recorded))


def _wrong_draws(draws: Sequence[DrawCheck[Draw]]) -> list[Check]:
    wrong = [check for check in draws if not check.ok]
    if len(wrong) > 1 and sorted(check.expected for check in wrong) == sorted(check.recorded for check in wrong):
        numbers = ", ".join(str(check.draw.index) for check in wrong)
        return [
            Check(
                "order",
                False,
                f"The outcomes of draws {numbers} are listed in a different order from how they were drawn.",
            )
        ]
    if len(wrong) > max(FEW_WRONG, len(draws) // 2):
        told = (
            f"{len(wrong)} of {len(draws)} draws differ: these are not the contributions that the game was drawn with."
        )
        return [Check("contributions", False, told)]
    return [
        Check(
            f"outcome {check.draw.index}",
            False,
            f"Draw {check.draw.index} ({check.place}) gives {check.expected}, but the record says {check.recorded}.",
        )
        for check in wrong
    ]
