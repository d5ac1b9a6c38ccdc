"""A judgement made up for tests: every card, every nation, every kind of trick and the next starter matter in it."""

from itertools import product

import numpy as np

from shanghaien.ai.round.position import Holding, Position, Way
from shanghaien.ai.value.payoff import SHARINGS, Floats
from shanghaien.rules import Nation, Player, Seat, Starter, State, Trick, win


def worth_of(players: tuple[Player, Player], starter: Seat) -> float:
    """What cards and the next start are worth to seat 0; the same for a state and for the payoff."""
    return _worth_of_one(players[0]) - _worth_of_one(players[1]) + (0.7 if starter == 0 else -0.7)


def after_round(state: State) -> float:
    """`worth_of` a state between rounds."""
    return worth_of(state.players, state.starter)


class FakePayoff:
    """`worth_of` as a payoff, worked out one by one."""

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        """See `Payoff`."""
        worth = np.empty((2, len(ways[0]), len(ways[1]), len(SHARINGS)))
        for (a, way_a), (b, way_b) in product(enumerate(ways[0]), enumerate(ways[1])):
            held = position.holdings[0].after(way_a), position.holdings[1].after(way_b)
            for number, sharing in enumerate(SHARINGS):
                players = (_winner(held[0], position, sharing == 1), _winner(held[1], position, sharing == 2))
                for caller in (0, 1):
                    worth[caller, a, b, number] = worth_of(players, _next_starter(position, caller))
        return worth


def _next_starter(position: Position, caller: Seat) -> Seat:
    return 1 - (position.starter if position.options.starter is Starter.ALTERNATE else caller)


def _winner(held: Holding, position: Position, takes: Floats) -> Player:
    player = Player(held.hand, held.crews, tuple((Trick("wild"),) * count for count in held.wilds))
    for place, card in enumerate(position.tavern):
        if takes[place]:
            player = win(player, card)
    return player


def _worth_of_one(player: Player) -> float:
    crews = sum((1 + 0.1 * nation) * player.strength(nation) ** 1.5 for nation in Nation)
    tricks = {Trick("shift"): 1.9, Trick("again"): 1.6, Trick("both"): 2.3}
    return float(crews + sum(tricks.get(card, 1.0) for card in player.hand) ** 0.9)
