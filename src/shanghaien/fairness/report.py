"""What the check of a game's dice has found: faults by their names, and notes of what cannot be proved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .contract import DicePlayer, Witness
from .ledger import LETTER_OF, Recommitment
from .messages import OTHER, Who
from .proof import Proof
from .transcript import SEAT, Draw

AnyDraw = TypeVar("AnyDraw")
"""A draw of a game, or of a day."""
FEW_WRONG = 10
"""With another key about every draw differs; up to this many are listed one by one whatever their share."""


@dataclass(frozen=True)
class Check:
    """One promise that was checked; `name` says which, `sentence` is for the reader."""

    name: str
    ok: bool
    sentence: str


@dataclass(frozen=True)
class DrawCheck(Generic[AnyDraw]):
    """One draw that was made again; `place` says where in the game it belongs."""

    place: str
    draw: AnyDraw
    expected: str
    recorded: str

    @property
    def ok(self) -> bool:
        return self.expected == self.recorded


@dataclass(frozen=True)
class Report:
    """Everything that was checked, in order."""

    checks: tuple[Check, ...]
    draws: tuple[DrawCheck[Draw], ...] = ()
    notes: tuple[Check, ...] = ()
    """What is no fault but limits the proof, such as a chain that the server holds."""

    @property
    def ok(self) -> bool:
        return not self.findings

    @property
    def findings(self) -> tuple[Check, ...]:
        return (*(check for check in self.checks if not check.ok), *_wrong_draws(self.draws))


def _wrong_draws(draws: Sequence[DrawCheck[Draw]]) -> list[Check]:
    wrong = [check for check in draws if not check.ok]
    seat = [wrong_draw(check, "seat") for check in wrong if check.draw.purpose == SEAT]
    played = [check for check in wrong if check.draw.purpose != SEAT]
    if len(played) > 1 and sorted(check.expected for check in played) == sorted(check.recorded for check in played):
        numbers = ", ".join(check.draw.index for check in played)
        sentence = f"The outcomes of draws {numbers} are listed in a different order from how they were drawn."
        return [*seat, Check("order", False, sentence)]
    if len(played) > FEW_WRONG and 2 * len(played) > len(draws) - draws.index(played[0]):
        sentence = (
            f"From draw {played[0].draw.index} on {len(played)} draws differ: the game was drawn from other links."
        )
        return [*seat, Check("outcomes", False, sentence)]
    return [*seat, *(wrong_draw(check, f"outcome {check.draw.index}") for check in played)]


def wrong_draw(check: DrawCheck[Any], name: str) -> Check:
    """What is wrong with a draw of a game, or of a day, under this name."""
    sentence = f"Draw {check.draw.index} ({check.place}) gives {check.expected}, but the record says {check.recorded}."
    return Check(name, False, sentence)


# What the proof of a game does not rule out: no fault, but a reader should know it.


def notes_of(proof: Proof) -> Iterator[Check]:
    """Every limit of what this game's proof proves."""
    if not proof.creator.has_chain:
        yield Check(
            "bots-only", True, "Two bots played: the server alone has drawn, and nothing proves that it did not choose."
        )
    yield from _entrusted("creator", proof.creator)
    if proof.guest is not None:
        yield from _entrusted("guest", proof.guest)
    for entry in proof.recommitments:
        yield _recommitment(proof, entry)
    if proof.guest is not None and proof.creator.has_chain and proof.guest.has_chain:
        yield _witness(proof)


def _entrusted(who: Who, player: DicePlayer) -> Iterator[Check]:
    if player.kind != "entrusted":
        return
    yield Check(f"entrusted {who}", True, f"The server held the chain of the {who}, and could foresee those draws.")
    if not player.word:
        yield Check(f"no-word {who}", True, f"The {who} typed no word either, so the server brought their whole part.")


def _recommitment(proof: Proof, entry: Recommitment) -> Check:
    if entry.who == "server":
        sentence = f"Before group {entry.group} the server said that it was restored from a copy; did you hear of that?"
        return Check("restored", True, sentence)
    other = LETTER_OF[OTHER[entry.who]]
    rest = proof.groups[entry.group :]
    alone = len(rest) if other not in rest else rest.index(other)
    sentence = (
        f"The {entry.who} committed anew ({entry.kind}) before group {entry.group}; "
        f"{alone} groups were drawn before the other player opened a link."
    )
    return Check(f"anew {entry.who}", True, sentence)


def _witness(proof: Proof) -> Check:
    if proof.witness is Witness.ALWAYS:
        return Check("witnessed", True, "Both players opened a link for every draw.")
    sentence = (
        f"{len(proof.groups)} groups had no witness: a player and the server together could foresee that player's own."
    )
    return Check("unwitnessed", True, sentence)
