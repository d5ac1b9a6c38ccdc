"""Playing a whole game between two players with dice from a seeded source, and keeping its record."""

import random
from collections.abc import Iterator, Mapping

from shanghaien.rules import Move, Options, Outcome, Record, State, advance, apply, chance, is_chance, new_game, to_move
from shanghaien.terminal.players import Player


def draw(state: State, rng: random.Random) -> Outcome:
    """What chance decides in this state, each outcome with its exact probability."""
    node = chance(state)
    outcome: Outcome = node.pick(rng.randrange(node.total))
    return outcome


def play_game(
    options: Options,
    players: tuple[Player, Player],
    rng: random.Random,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record of a game that two players play to its end."""
    return Record(options, tuple(_moves(new_game(options), players, rng)), tags or {})


def _moves(state: State, players: tuple[Player, Player], rng: random.Random) -> Iterator[Move]:
    while not state.over:
        if is_chance(state):
            outcome = draw(state, rng)
            state = advance(state, outcome).state
            yield outcome
        else:
            seat = to_move(state)
            assert seat is not None
            action = players[seat](state)
            state = apply(state, action).state
            yield action
