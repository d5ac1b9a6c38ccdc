"""Checking a game's dice, finished or not: the contract, every chain, whose link each group used, and every draw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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

from .contract import BOT, DicePlayer
from .errors import FairnessError
from .evidence import Evidence
from .ledger import Ledger
from .memory import Drawn, PlayerMemory, compare
from .messages import NONE, PROTOCOL, Who
from .proof import Proof, seat_runs
from .report import Check, DrawCheck, Report, notes_of
from .transcript import SEAT, Draw, DrawGroup, places, purpose_of, table_of
from .walk import Walk

MODES = {
    "invite": ("player", "player"),
    "bot": ("player", "bot"),
    "bots": ("bot", "bot"),
    "hot-seat": ("player", "same-screen"),
}
"""Who sits at a table of each mode: creator and guest."""


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


def verify(evidence: Evidence, record: Record | None = None, memory: PlayerMemory | None = None) -> Report:
    """Check a record; never raises for one that can be read.

    Without the `record` as the rules replay it, who acted is not known, and owners are not compared.
    """
    if evidence.tags.get("Dice") != PROTOCOL:
        told = f"The record was made by {evidence.tags.get('Dice')!r}, not by {PROTOCOL}."
        return Report((Check("protocol", False, told),))
    try:
        proof = Proof.from_tags(evidence.tags)
        walk = Walk(Ledger.begin(proof.contract(evidence.setup)))
    except FairnessError as error:
        return Report((Check("tags", False, str(error)),))
    choices = [] if record is None else choices_before(record)
    walk.go(proof, [None if choice is None else choice.seat for choice in choices])
    checks = (*_contract(proof), *walk.checks, *_groups(proof, evidence))
    remembered = () if memory is None else _remembered(memory, proof, walk, choices)
    draws = tuple(_draws(proof, walk, evidence))
    return Report((*checks, *remembered), draws, tuple(notes_of(proof)))


def _contract(proof: Proof) -> Iterator[Check]:
    wrong = [Check("contract", False, told) for told in faults(proof)]
    yield from wrong or [Check("contract", True, "What was fixed before the game fits together.")]
    if proof.seat != "drawn":
        ok = proof.seat.endswith("ab"[proof.creator_seat])
        yield Check(
            "seat", ok, f"The creator {'has' if ok else 'does not have'} the seat that was fixed before the game."
        )
    elif not proof.groups:
        yield Check("seat", False, "The creator's seat was to be drawn, and no draw is there.")


def _groups(proof: Proof, evidence: Evidence) -> Iterator[Check]:
    drawn = len(proof.groups) - seat_runs(proof)
    if drawn != len(evidence.runs):
        told = f"The record tells outcomes after {len(evidence.runs)} choices, and {drawn} groups were drawn for them."
        yield Check("groups", False, told)


def _remembered(memory: PlayerMemory, proof: Proof, walk: Walk, choices: Sequence[Choice | None]) -> Iterator[Check]:
    texts = [""] * seat_runs(proof) + ["" if choice is None else choice.text for choice in choices]
    texts += [""] * len(walk.links)
    drawn = [Drawn(links, text) for links, text in zip(walk.links, texts, strict=False)]
    yield from compare(memory, proof, walk.ledger.contract, drawn, walk.heads)


def _draws(proof: Proof, walk: Walk, evidence: Evidence) -> Iterator[DrawCheck[Draw]]:
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


def _drawn(group: DrawGroup, place: int, recorded: Outcome, cards: Distribution) -> tuple[Draw, Outcome | None]:
    table = table_of(recorded, cards)
    draw = group.draw(place, purpose_of(recorded), max(table.total, 1))
    return draw, table.pick(draw.number) if table.total else None


# Whether a contract makes sense in itself: who may sit at which table, with whose chain, and on which seat.


def faults(proof: Proof) -> Iterator[str]:
    """Every sentence that is wrong about what was fixed before the game."""
    creator, guest = MODES.get(proof.mode, (None, None))
    if creator is None:
        yield f"There is no mode {proof.mode!r} with dice of this kind."
    elif _sort(proof.creator) != creator:
        yield f"At a table of the mode {proof.mode!r} the creator can't be {proof.creator.kind!r}."
    if guest is not None and proof.guest is not None and _sort(proof.guest) != guest:
        yield f"At a table of the mode {proof.mode!r} the guest can't be {proof.guest.kind!r}."
    yield from _seats(proof)
    for who, player in (("creator", proof.creator), ("guest", proof.guest)):
        if player is not None:
            yield from _chain(proof, "creator" if who == "creator" else "guest", player)
    yield from _order(proof)


def _sort(player: DicePlayer) -> str:
    if player.has_chain:
        return "player"
    return "bot" if player.kind.startswith(BOT) else player.kind


def _seats(proof: Proof) -> Iterator[str]:
    if proof.guest is not None and proof.guest_seat == proof.creator_seat:
        yield "Both players have the same seat."
    if proof.seat.startswith("swapped") is not (proof.after != NONE):
        yield "Seats are swapped after another game, which has to be named, and only then."


def _chain(proof: Proof, who: Who, player: DicePlayer) -> Iterator[str]:
    held = proof.reservation.held(who)
    if player.kind == "entrusted" and player.end != held:
        yield f"The chain entrusted for the {who} is not the one that the server offered before the game."
    if player.kind == "person" and player.end in {proof.reservation.creator_held, proof.reservation.guest_held}:
        yield f"The {who} is said to hold a chain that the server offered to hold."


def _order(proof: Proof) -> Iterator[str]:
    places = [entry.group for entry in proof.anew]
    if places != sorted(places) or any(place > len(proof.groups) for place in places):
        yield "The places where players committed anew are out of order."
    for entry in proof.anew:
        player = proof.creator if entry.who == "creator" else proof.guest
        if entry.who != "server" and (player is None or not player.has_chain):
            yield f"The {entry.who} has no chain, and can't commit anew."
