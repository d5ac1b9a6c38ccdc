"""The events of a game, followed from its start, lead to the same table as the states do."""

import pytest

from shanghaien import rules
from shanghaien.rules import State
from tests.conformance.playing import MIXES, mix_name, play, some_setups
from tests.conformance.table import Table
from tests.rules.positions import owned


def check(table: Table, state: State) -> None:
    """The table told by the events is the table of the state."""
    assert (table.round, tuple(table.tavern), table.end) == (state.round, state.tavern, state.end)
    assert tuple(sorted(table.face_down)) == state.face_down
    assert state.phase == "roll all" or state.rolled == table.rolled  # there the dice picked up are in the hand
    for seat, player in enumerate(state.players):
        assert tuple(table.dice[seat].count(number) for number in range(1, 7)) == player.dice
        assert table.used[seat] == player.trick_used
        assert sorted(map(str, table.cards[seat])) == sorted(map(str, owned(player)))


@pytest.mark.parametrize("mix", MIXES, ids=mix_name)
def test_the_events_tell_every_change_of_the_table(mix: dict[str, bool]) -> None:
    for seed, options in enumerate(some_setups(mix, 4, seed=8)):
        table = Table([owned(player) for player in rules.new_game(options).players])
        for move in play(options, seed):
            for event in move.events:
                table.hear(event)
            check(table, move.after)
        assert table.points == rules.points(move.after)
