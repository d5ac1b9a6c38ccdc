"""Tables in the middle of a game, made up at random, for tests of the solver."""

import random
from dataclasses import dataclass, field, replace
from typing import Any

from shanghaien.ai.round.dice_sets import Counts
from shanghaien.rules import (
    KIND_NUMBER,
    PILE_KINDS,
    PILE_TRICKS,
    SAILOR_VALUES,
    Card,
    End,
    Nation,
    Options,
    Phase,
    Player,
    Sailor,
    Seat,
    State,
    Trick,
)

SAILORS = [Sailor(nation, value) for nation in Nation for value in SAILOR_VALUES]


@dataclass(frozen=True)
class Table:
    """A recipe for a state before a turn; everything not named is drawn from the seed."""

    seed: int = 0
    round: int = 8
    hands: tuple[tuple[Trick, ...], tuple[Trick, ...]] = ((), ())
    dice: tuple[int, int] = (0, 0)
    """How many dice each seat has on cards."""
    turn: Seat = 0
    end: End | None = End.LEFT
    options: Options = field(default_factory=Options)
    tricks_in_row: int = 0
    crew: int = 12
    """Sailor cards of each player."""

    def state(self, **changes: Any) -> State:
        """The state, with some fields changed at the end."""
        rng = random.Random(self.seed)
        deck = SAILORS.copy()
        rng.shuffle(deck)
        row: list[Card] = [*deck[: 6 - self.tricks_in_row], *rng.choices(PILE_TRICKS, k=self.tricks_in_row)]
        rng.shuffle(row)
        left = deck[6:]
        players = tuple(
            Player(self.hands[seat], _crews(left[seat::2][: self.crew]), dice=_dice(rng, self.dice[seat]))
            for seat in (0, 1)
        )
        pile = [0] * len(PILE_KINDS)
        for card in left[2 * self.crew :][: 6 * (8 - self.round)]:
            pile[KIND_NUMBER[card]] += 1
        state = State(
            self.options,
            Phase.TURN,
            tuple(pile),
            (players[0], players[1]),
            round=self.round,
            starter=self.turn if sum(self.dice) % 2 == 0 else 1 - self.turn,
            turn=self.turn,
            tavern=tuple(row),
            end=self.end,
        )
        return state.evolve(**changes)

    def but(self, **changes: Any) -> "Table":
        """The same recipe with some parts changed."""
        return replace(self, **changes)


def _crews(sailors: list[Sailor]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(card.value for card in sailors if card.nation is nation)) for nation in Nation)


def _dice(rng: random.Random, number: int) -> Counts:
    dice = [rng.randrange(6) for _ in range(number)]
    return tuple(dice.count(die) for die in range(6))
