import json
from pathlib import Path
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.bridges.card_sets import later_cards
from shanghaien.bridges.observation import BASE, FULL, layout_for
from shanghaien.rules import End, Options, Phase, State
from tests.bridges.play import FIRST_EXPANSIONS, MIXES, random_game

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "golden" / "observations.json").read_text(encoding="utf-8")
)
"""Observations as they were made before the blocks were derived from the cards, block by block."""


def relevant(state: State) -> tuple[object, ...]:
    """What the rest of the game can depend on."""
    players = tuple(
        (p.hand, tuple(p.strength(n) for n in range(8)), p.dice, p.trick_used, p.in_force) for p in state.players
    )
    row = state.tavern[::-1] if state.end is End.RIGHT else state.tavern
    flow = (state.phase, state.round, state.starter, state.turn, state.end, state.announced)
    table = (row, state.pile, players, state.rolled, state.middle, state.face_down, state.memory)
    return (*flow, *table, state.objected, state.refused, state.must_roll)


def replayed(options: Options, steps: list[str]) -> State:
    """The state after these steps."""
    state = rules.new_game(options)
    for text in steps:
        step = rules.parse_outcome(text) if rules.is_chance(state) else rules.parse_action(text)
        state, _ = rules.take(state, step)
    return state


@pytest.mark.parametrize("seen", GOLDEN, ids=lambda seen: f"{seen['text'][0]} {seen['text'][15:16]}")
def test_what_is_seen_never_changes(seen: dict[str, Any]) -> None:
    """Stored nets read these numbers; a card that comes later gets blocks of its own behind them."""
    state = replayed(Options.from_dict(seen["options"]), [text for text in seen["steps"].split(", ") if text])
    layout = layout_for(state.options)
    numbers = layout.numbers(state, seen["seat"])
    by_block = {name: " ".join(map(str, numbers[part])) for name, part in layout.slices.items()}
    assert list(by_block.items()) == list(seen["numbers"].items())
    assert layout.text(numbers).splitlines() == seen["text"]


@pytest.mark.parametrize("options", MIXES)
def test_text_and_numbers_tell_the_same_states_apart(options: Options) -> None:
    layout = layout_for(options)
    by_state: dict[tuple[object, ...], tuple[str, tuple[int, ...]]] = {}
    for seed in range(4):
        for state in random_game(options, seed):
            numbers = layout.numbers(state, 0)
            by_state[relevant(state)] = (layout.text(numbers), tuple(numbers))
    texts, tensors = zip(*by_state.values(), strict=True)
    assert len(by_state) == len(set(texts)) == len(set(tensors))


@pytest.mark.parametrize("options", MIXES)
def test_the_tensor_stays_between_0_and_2(options: Options) -> None:
    layout = layout_for(options)
    for state in random_game(options, 1):
        numbers = layout.numbers(state, 1)
        assert len(numbers) == layout.size == len(layout.scale)
        assert all(0 <= value <= 2 * scale for value, scale in zip(numbers, layout.scale, strict=True))


def test_a_seat_sees_itself_first() -> None:
    for state in random_game(FIRST_EXPANSIONS, 2):
        own, other = FULL.numbers(state, 0), FULL.numbers(state, 1)
        dice = FULL.slices["dice on cards"]
        assert own[dice] == [*state.players[0].dice, *state.players[1].dice]
        assert other[dice] == [*state.players[1].dice, *state.players[0].dice]
        assert own[FULL.slices["hand"]] == other[FULL.slices["other hand"]]


def test_the_dice_that_were_rolled_are_in_numbers_and_text() -> None:
    state = next(state for state in random_game(Options(), 3) if state.phase == Phase.PLACE)
    numbers = BASE.numbers(state, 0)
    assert [die for die in range(1, 7) for _ in range(numbers[BASE.slices["rolled"]][die - 1])] == list(state.rolled)
    assert f"rolled: {' '.join(map(str, state.rolled))}" in BASE.text(numbers).splitlines()


def test_the_cards_lie_in_the_order_of_their_numbers() -> None:
    state = next(state for state in random_game(Options(), 5) if state.end is End.RIGHT)
    lines = dict(line.split(": ") for line in BASE.text(BASE.numbers(state, 0)).splitlines())
    sailors, tricks = lines["sailors in the tavern"].split(), lines["tricks in the tavern"].split()
    seen = [trick if sailor == "-" else sailor for sailor, trick in zip(sailors, tricks, strict=True)]
    assert seen == [rules.card_text(state.card_numbered(number)) for number in range(1, 7)]


def test_the_base_layout_is_the_beginning_of_the_full_one() -> None:
    state = rules.new_game(Options())
    assert FULL.numbers(state, 0)[: BASE.size] == BASE.numbers(state, 0)
    assert (BASE.size, FULL.size) == (157, 310)


@pytest.mark.parametrize("options", MIXES)
def test_the_layout_is_told_by_the_cards_that_take_part(options: Options) -> None:
    layout, later = layout_for(options), later_cards(options)
    if not later:
        assert layout is (BASE if options.expansions <= {"extra_wild"} else FULL)
    else:
        assert layout.blocks[: len(FULL.blocks)] == FULL.blocks
        assert all(f"{card.key} in hands" in layout.slices for card in later)
