"""Playing a whole game between two players with dice from a seeded source, and keeping its record."""

import random
from collections.abc import Iterator

from shanghaien.rules import Options, Outcome, PlayedStep, Record, State, chance, new_game, to_move
from shanghaien.rules.record import take

from .players import Player


def draw(state: State, rng: random.Random) -> Outcome:
    """What chance decides in this state, each outcome with its exact probability."""
    node = chance(state)
    outcome: Outcome = node.pick(rng.randrange(node.total))
    return outcome


def play(options: Options, players: tuple[Player, Player], rng: random.Random) -> Iterator[PlayedStep]:
    """A game that two players play to its end, step by step."""
    state = new_game(options)
    while not state.over:
        seat = to_move(state)
        step = draw(state, rng) if seat is None else players[seat](state)
        after, events = take(state, step)
        yield PlayedStep(state, step, events, after)
        state = after


def play_game(options: Options, players: tuple[Player, Player], rng: random.Random) -> Record:
    """The record of a game that two players play to its end."""
    return Record(options, tuple(moment.step for moment in play(options, players, rng)))
