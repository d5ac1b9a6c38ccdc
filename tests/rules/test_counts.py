"""Counts to a fixed depth from fixed positions; a changed rule changes one of them."""

from typing import Any

import pytest

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, State
from tests.rules.counts import breakdown, count
from tests.rules.positions import position, side

EVERYTHING: dict[str, Any] = dict.fromkeys(EXPANSIONS, True)
FULL_HANDS = (side("1", hand="wild captain extra1 extra2 shift", crews="AME1"), side("3", hand="extra1 double both"))

COUNTS: dict[str, tuple[State, list[int]]] = {
    "new game": (rules.new_game(), [2, 70, 2402]),
    # 21 rolls; 6 doubles with one die to place and 15 others with two, at either end
    "first turn": (position(end=None), [1, 21, 72, 72, 1512, 2592]),
    "base tricks": (
        position(side("1", hand="shift again both", crews="AME1 SPA3"), side("3", hand="both", crews="FRE2")),
        [1, 21, 264, 824, 2279],
    ),
    "last call": (position(side("1234"), side("2345"), number=8), [2, 21, 36, 72, 756, 1296]),
    "extra wild": (
        position(side("1", hand="wild", crews="AME1 SPA3"), side("3", hand="wild", crews="FRE1"), extra_wild=True),
        [1, 21, 78, 108, 828, 3564],
    ),
    "captain in hand": (
        position(side("1", hand="captain both"), side("3", hand="captain again"), crazy_captain=True),
        [1, 21, 78, 93, 1233, 5202],
    ),
    "captain in force": (
        position(side("1", hand="shift both"), side("3", force="captain"), crazy_captain=True),
        [1, 21, 117, 234, 1189, 5945],
    ),
    "captain and a call": (
        position(side("123", hand="shift"), side("3", force="captain"), crazy_captain=True, number=8),
        [2, 23, 97, 213, 1108, 4688],
    ),
    "extra 1 in hand": (
        position(side("1", hand="extra1"), side("3", hand="extra1"), extra_1=True),
        [1, 21, 78, 1248, 3438],
    ),
    "no Shanghai": (position(side("123", force="extra1"), side("2345"), extra_1=True), [1, 21, 36, 36, 756, 1296]),
    "extra 2": (
        position(side("1", hand="extra2"), side("3", hand="extra2"), face_down=(5,), extra_2=True),
        [1, 21, 87, 87, 1827],
    ),
    "extra 3": (
        position(side("1", hand="again"), side("3", hand="double"), extra_3=True),
        [1, 21, 57, 387, 1488, 3594],
    ),
    "everything": (position(*FULL_HANDS, **EVERYTHING), [1, 21, 212, 1167]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_games_are_possible_as_ever(name: str) -> None:
    state, counts = COUNTS[name]
    assert count(state, len(counts)) == counts, breakdown(state, len(counts))


@pytest.mark.parametrize("option", EXPANSIONS)
def test_every_option_is_on_alone_in_some_counted_position(option: str) -> None:
    alone = {name: name == option for name in EXPANSIONS}
    assert [
        state
        for state, _ in COUNTS.values()
        if {name: name in state.options.expansions for name in EXPANSIONS} == alone
    ]


def test_a_breakdown_adds_up_to_the_count() -> None:
    state, counts = COUNTS["extra 3"]
    assert sum(breakdown(state, 4).values()) == counts[3]
