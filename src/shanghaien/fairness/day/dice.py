"""What chance brings on a day: cards in one order for everybody, rolls numbered by round, seat and roll."""

import hmac
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from shanghaien import rules
from shanghaien.fairness.transcript import is_dice
from shanghaien.rules import (
    WHO_STARTS,
    Card,
    DiceRolled,
    Distribution,
    Event,
    Options,
    Outcome,
    Pile,
    RoundStarted,
    Seat,
    State,
    deal,
    full_pile,
    without,
)

from .messages import day_key, message

WORDS = 2**32
"""A draw uses the first four bytes of a digest."""
OPTIONS = Options()
"""What is played every day: the base game."""
WHIM = "whim"


class DayDrawn(NamedTuple):
    """One draw with everything needed to follow it by hand."""

    name: str
    """What is drawn: "start", "card 7", or "roll 3 A 2" for the second roll of seat A in round 3."""
    below: int
    digest: str
    number: int


class DayDice:
    """Everything that is drawn on one day; the same day and seed always give the same.

    It knows the seed: nothing of it may be told that has not been reached in the game of whoever asks.
    """

    def __init__(self, day: str, seed: bytes) -> None:
        self.day = day
        self._key = day_key(day, seed)

    def draw(self, below: int, *name: str) -> DayDrawn:
        """A number from 0 to below - 1, each equally likely, with the digest it was taken from."""
        attempt = 0
        while True:
            digest = hmac.digest(self._key, message("draw", *name, str(attempt)), "sha256")
            word = int.from_bytes(digest[:4], "big")
            # The last, incomplete stretch of `below` words would favour small remainders: draw again instead.
            if word < WORDS - WORDS % below:
                return DayDrawn(" ".join(name), below, digest.hex(), word % below)
            attempt += 1

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

    def whim(self, position: str) -> str:
        """What a bot's mood hangs on in a position: the same for everybody who comes there."""
        return hmac.digest(self._key, message(WHIM, position.encode().hex()), "sha256").hex()


class RollCount:
    """Counts rolls by round and seat, from what happened; what a game needs to know of its past."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._rolls: Counter[Seat] = Counter()
        self.take(events)

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
