"""The dice of a day: one deal and one stream of rolls per seat, the same for all who play that day.

commitment(day, seed)                        # published days before it is played
dice = DayDice("2026-11-17", seed)
outcome = dice.outcome(state, rolled)        # rolled: how often the seat has rolled in this round so far
verify_day(DayProof.from_tags(tags), record) # after the day, when the seed is open

What is hashed, docs/fairness.md describes.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import count
from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import (
    WHO_STARTS,
    Card,
    DiceRolled,
    Distribution,
    Event,
    Options,
    Outcome,
    Pile,
    Record,
    RoundStarted,
    RulesError,
    Seat,
    State,
    deal,
    full_pile,
    is_chance,
    outcome_text,
    without,
)

from .messages import FairnessError
from .report import Check, DrawCheck, wrong_draw
from .transcript import drawn_below, is_dice, places

PROTOCOL = "shanghaien-day-1"
"""Changes whenever a hash or an order of outcomes changes; a record names the protocol it was made by."""
SEED_BYTES = 32
"""Random ones, which must not leave the server before the day is opened."""


class DayError(FairnessError):
    """Something that can be no day, or no seed of one."""


def message(purpose: str, *fields: str) -> bytes:
    """The bytes that are hashed for one purpose: the protocol's name, the purpose and the fields, one per line."""
    return "\n".join((PROTOCOL, purpose, *fields)).encode("ascii")


def commitment(day: str, seed: bytes) -> str:
    """What is published before the day begins: binds the seed to the day without revealing it."""
    return hashlib.sha256(message("commit", checked_day(day), checked_seed(seed).hex())).hexdigest()


def day_key(day: str, seed: bytes) -> bytes:
    """The key of everything that is drawn for a day."""
    return hmac.digest(checked_seed(seed), message("key", checked_day(day)), "sha256")


def log_name(day: str) -> str:
    """What stands in the public log where games have their id."""
    return f"day-{checked_day(day)}"


def checked_day(day: str) -> str:
    """The day itself if it is one, written as in 2026-11-17."""
    try:
        found = date.fromisoformat(day).isoformat() == day
    except ValueError:
        found = False
    if not found:
        raise DayError(f"A day is written as in 2026-11-17, not {day!r}.")
    return day


def checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise DayError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed


OPTIONS = Options()
"""What is played every day: the base game."""
BOT_SEED = "bot seed"


class DayDrawn(NamedTuple):
    """One draw with everything needed to follow it by hand."""

    name: str
    """What is drawn: "start", "card 7", or "roll 3 A 2" for the second roll of seat A in round 3."""
    below: int
    digest: str
    number: int


class DayDice:
    """Everything that is drawn on one day; the same day and seed always give the same.

    It knows the seed: a player may be shown only what their own game has reached. Cards lie in one order for all;
    rolls are numbered by round, seat and roll.
    """

    def __init__(self, day: str, seed: bytes) -> None:
        self.day = day
        self._key = day_key(day, seed)

    def draw(self, below: int, *name: str) -> DayDrawn:
        """A number from 0 to below - 1, each equally likely, with the digest it was taken from."""
        tries = (message("draw", *name, str(attempt)) for attempt in count())
        _, digest, number = drawn_below(below, self._key, tries)
        return DayDrawn(" ".join(name), below, digest, number)

    def outcome(self, state: State, rolled: int) -> Outcome:
        """What happens at this chance node; `rolled` says how often the seat has rolled in this round before."""
        return self.drawn(state, rolled)[0]

    def drawn(self, state: State, rolled: int) -> tuple[Outcome, DayDrawn]:
        """The same with the draw that it came from."""
        node = rules.chance(state)
        if node is WHO_STARTS:
            return _picked(node, self.draw(node.total, "start"))
        if is_dice(node.outcomes[0]):
            name = ("roll", str(state.round), "AB"[state.turn], str(rolled + 1))
            return _picked(node, self.draw(node.total, *name))
        return self._next_card(state.pile)

    @cached_property
    def first_row(self) -> tuple[Card, ...]:
        """The six cards of the first round, which lie face up before anybody plays."""
        return tuple(card for card, _ in self._cards[:6])

    @cached_property
    def _cards(self) -> tuple[tuple[Card, DayDrawn], ...]:
        """The whole pile in the order of the day."""
        pile, order = full_pile(OPTIONS.tricks), list[tuple[Card, DayDrawn]]()
        while sum(pile):
            node = deal(pile)
            drawn = self.draw(node.total, "card", str(len(order) + 1))
            card: Card = node.pick(drawn.number)
            order.append((card, drawn))
            pile = without(pile, card)
        return tuple(order)

    def _next_card(self, pile: Pile) -> tuple[Card, DayDrawn]:
        """The first card of the day's order that still lies in the pile, whatever else has become of the others."""
        left = Counter(dict(zip(deal(pile).outcomes, deal(pile).weights, strict=True)))
        gone = Counter(card for card, _ in self._cards) - left
        for card, drawn in self._cards:
            if not gone[card]:
                return card, drawn
            gone[card] -= 1
        raise ValueError("There is no card left to deal.")

    def bot_seed(self, position: str) -> str:
        """The seed of a bot's randomness in a position: the same for every player who reaches it."""
        return hmac.digest(self._key, message(BOT_SEED, position.encode().hex()), "sha256").hex()


class RollCount:
    """Counts rolls by round and seat, from what happened; what a game needs to know of its past."""

    def __init__(self, events: Iterable[Event] = (), before: tuple[int, int] = (0, 0)) -> None:
        self._rolls: Counter[Seat] = Counter(dict(enumerate(before)))
        self.take(events)

    @property
    def both(self) -> tuple[int, int]:
        """How often each seat has rolled in this round."""
        return self._rolls[0], self._rolls[1]

    def take(self, events: Iterable[Event]) -> None:
        """Go on with what happened next."""
        for event in events:
            if isinstance(event, RoundStarted):
                self._rolls.clear()
            elif isinstance(event, DiceRolled):
                self._rolls[event.seat] += 1

    def of(self, seat: Seat) -> int:
        """How often the seat has rolled in this round."""
        return self._rolls[seat]


def _picked(node: Distribution, drawn: DayDrawn) -> tuple[Outcome, DayDrawn]:
    return node.pick(drawn.number), drawn


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
        wrong = tuple(check for check in self.checks if not check.ok)
        return wrong or tuple(wrong_draw(check, f"outcome {check.draw.index}") for check in self.draws if not check.ok)

    @property
    def ok(self) -> bool:
        return not self.findings


def verify_day(proof: DayProof, record: Record) -> DayReport:
    """Check the promise of a day and make every draw of a game again; never raises for a record that can be read."""
    promised = check_promise(proof)
    if not promised.ok or proof.seed is None:
        return DayReport((promised,))
    draws: list[DrawCheck[DayDraw]] = []
    try:
        for draw in _draws(DayDice(proof.day, proof.seed), record):
            draws.append(draw)  # noqa: PERF402 - what came before a step that the rules refuse is still reported
    except RulesError as error:
        return DayReport((promised, Check("rules", False, str(error))), tuple(draws))
    return DayReport((promised,), tuple(draws))


def check_promise(proof: DayProof) -> Check:
    """Whether the seed of a day is the one that was promised for it."""
    if proof.seed is None:
        sentence = "The seed of this day has not been opened yet; the dice can be checked after the day."
        return Check("seed", False, sentence)
    try:
        kept = commitment(proof.day, proof.seed) == proof.commitment
    except DayError as error:
        return Check("seed", False, str(error))
    if kept:
        return Check("seed", True, f"The opened seed gives the commitment that was published for {proof.day}.")
    return Check("seed", False, f"The opened seed is not the one that was promised for {proof.day}.")


def _draws(dice: DayDice, record: Record) -> Iterator[DrawCheck[DayDraw]]:
    place, rolls, index = places(), RollCount(), 0
    for before, step, events, _ in record.replay():
        if is_chance(before):
            expected, drawn = dice.drawn(before, rolls.of(before.turn))
            recorded = outcome_text(step)  # type: ignore[arg-type]
            yield DrawCheck(place(step), DayDraw(index, *drawn), outcome_text(expected), recorded)  # type: ignore[arg-type]
            index += 1
        rolls.take(events)
