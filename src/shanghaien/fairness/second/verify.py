"""Checking a game's dice, finished or not: the contract, every chain, whose link each group used, and every draw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.evidence import Evidence
from shanghaien.fairness.tables import places, table_of
from shanghaien.fairness.verify import Check, DrawCheck
from shanghaien.rules import (
    Distribution,
    Outcome,
    Record,
    Sailor,
    Seat,
    deal,
    full_pile,
    is_chance,
    outcome_text,
    step_text,
    to_move,
    without,
)

from .ledger import Ledger
from .memory import Drawn, PlayerMemory, compare
from .messages import PROTOCOL
from .notes import notes_of
from .proof import SecondProof, seat_runs
from .report import SecondReport
from .terms import faults
from .transcript import SEAT, DrawGroup, SecondDraw, purpose_of
from .walk import Walk


@dataclass(frozen=True, slots=True)
class Choice:
    """The last choice before a run of outcomes: the seat that made it, and its text."""

    seat: Seat
    text: str


def choices_before(record: Record) -> list[Choice | None]:
    """For each run of outcomes in a game the choice that it followed; None for the first, which followed none."""
    found, last, running = list[Choice | None](), None, False
    for played in record.played:
        if is_chance(played.before):
            found += [] if running else [last]
            running = True
        else:
            seat = to_move(played.before)
            assert seat is not None
            last, running = Choice(seat, step_text(played.step)), False
    return found


def verify(evidence: Evidence, record: Record | None = None, memory: PlayerMemory | None = None) -> SecondReport:
    """Check a record; never raises for one that can be read.

    Without the `record` as the rules replay it, who acted is not known, and owners are not compared.
    """
    if evidence.tags.get("Dice") != PROTOCOL:
        told = f"The record was made by {evidence.tags.get('Dice')!r}, not by {PROTOCOL}."
        return SecondReport((Check("protocol", False, told),))
    try:
        proof = SecondProof.from_tags(evidence.tags)
        walk = Walk(Ledger.begin(proof.contract(evidence.setup)))
    except FairnessError as error:
        return SecondReport((Check("tags", False, str(error)),))
    choices = [] if record is None else choices_before(record)
    walk.go(proof, [None if choice is None else choice.seat for choice in choices])
    checks = (*_contract(proof), *walk.checks, *_groups(proof, evidence))
    remembered = () if memory is None else _remembered(memory, proof, walk, choices)
    draws = tuple(_draws(proof, walk, evidence))
    return SecondReport((*checks, *remembered), draws, tuple(notes_of(proof)))


def _contract(proof: SecondProof) -> Iterator[Check]:
    wrong = [Check("contract", False, told) for told in faults(proof)]
    yield from wrong or [Check("contract", True, "What was fixed before the game fits together.")]
    if proof.seat != "drawn":
        ok = proof.seat.endswith("ab"[proof.creator_seat])
        yield Check(
            "seat", ok, f"The creator {'has' if ok else 'does not have'} the seat that was fixed before the game."
        )
    elif not proof.groups:
        yield Check("seat", False, "The creator's seat was to be drawn, and no draw is there.")


def _groups(proof: SecondProof, evidence: Evidence) -> Iterator[Check]:
    drawn = len(proof.groups) - seat_runs(proof)
    if drawn != len(evidence.runs):
        told = f"The record tells outcomes after {len(evidence.runs)} choices, and {drawn} groups were drawn for them."
        yield Check("groups", False, told)


def _remembered(
    memory: PlayerMemory, proof: SecondProof, walk: Walk, choices: Sequence[Choice | None]
) -> Iterator[Check]:
    texts = [""] * seat_runs(proof) + ["" if choice is None else choice.text for choice in choices]
    texts += [""] * len(walk.links)
    drawn = [Drawn(links, text) for links, text in zip(walk.links, texts, strict=False)]
    yield from compare(memory, proof, walk.ledger.contract, drawn, walk.heads)


def _draws(proof: SecondProof, walk: Walk, evidence: Evidence) -> Iterator[DrawCheck[SecondDraw]]:
    pile, place, alone = full_pile(evidence.options.tricks), places(), seat_runs(proof)
    if proof.seat == "drawn" and walk.groups:
        draw = walk.groups[0].draw(0, SEAT, 2)
        yield DrawCheck("the creator's seat", draw, "AB"[draw.number], "AB"[proof.creator_seat])
    for group, run in zip(walk.groups[alone:], evidence.runs, strict=False):
        first = int(proof.seat == "drawn" and group.number == 0)
        for number, recorded in enumerate(run, start=first):
            draw, expected = _drawn(group, number, recorded, deal(pile))
            if isinstance(expected, Sailor | str):
                pile = without(pile, expected)
            told = "no card at all" if expected is None else outcome_text(expected)
            yield DrawCheck(place(recorded), draw, told, outcome_text(recorded))


def _drawn(group: DrawGroup, place: int, recorded: Outcome, cards: Distribution) -> tuple[SecondDraw, Outcome | None]:
    table = table_of(recorded, cards)
    draw = group.draw(place, purpose_of(recorded), max(table.total, 1))
    return draw, table.pick(draw.number) if table.total else None
