import pytest

from shanghaien import rules
from shanghaien.bridges.observation import BASE, FULL, layout_for
from shanghaien.rules import End, Options, Phase, State
from tests.bridges.play import EVERYTHING, MIXES, random_game


def relevant(state: State) -> tuple[object, ...]:
    """What the rest of the game can depend on."""
    players = tuple(
        (p.hand, tuple(p.strength(n) for n in range(8)), p.dice, p.trick_used, p.in_force) for p in state.players
    )
    row = state.tavern[::-1] if state.end is End.RIGHT else state.tavern
    flow = (state.phase, state.round, state.starter, state.turn, state.end, state.announced)
    return (*flow, row, state.pile, players, state.rolled, state.middle, state.face_down, state.objected, state.refused)


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
    for state in random_game(EVERYTHING, 2):
        own, other = FULL.numbers(state, 0), FULL.numbers(state, 1)
        dice = FULL.slices["dice on cards"]
        assert own[dice] == [*state.players[0].dice, *state.players[1].dice]
        assert other[dice] == [*state.players[1].dice, *state.players[0].dice]
        assert own[FULL.slices["hand"]] == other[FULL.slices["other hand"]]


def test_the_dice_that_were_rolled_are_in_numbers_and_text() -> None:
    state = next(state for state in random_game(Options(), 3) if state.phase is Phase.PLACE)
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
