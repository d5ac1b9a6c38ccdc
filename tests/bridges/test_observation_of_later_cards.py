"""What an observation would add for a card that came later, read from positions with cards that are known."""

import pytest

from shanghaien.bridges.observation import ANYTHING_ELSE, KINDS, SAILORS, TRICKS, blocks_of
from shanghaien.rules import BY_KEY, Nation, Sailor, State, Trick
from tests.rules.positions import A, B, after, position, side

ANN = side("135", hand="shift captain", crews="SPA3 FRE1 FRE1")
BEN = side("2", crews="GER4", force="captain")


def told(state: State, seat: int, card: str | None = None) -> dict[str, tuple[list[int], str]]:
    """Every block by its name: its numbers, and what people read."""
    blocks = ANYTHING_ELSE if card is None else blocks_of(BY_KEY[Trick(card)])
    read = {block.name: (block, list(block.read(state, seat))) for block in blocks}
    assert all(len(numbers) == block.size for block, numbers in read.values())
    return {name: (numbers, block.write(numbers)) for name, (block, numbers) in read.items()}


def test_crews_are_told_sailor_by_sailor_ones_own_first() -> None:
    state = position(ANN, BEN, crazy_captain=True)
    numbers, own = told(state, A)["sailors in crews"]
    assert own == "2xFRE1 SPA3 | GER4"
    assert numbers[SAILORS.index(Sailor(Nation.FRENCH, 1))] == 2
    assert numbers[len(SAILORS) + SAILORS.index(Sailor(Nation.GERMAN, 4))] == 1
    assert told(state, B)["sailors in crews"][1] == "GER4 | 2xFRE1 SPA3"


def test_what_left_the_game_and_what_lies_in_the_middle_is_told_to_both() -> None:
    state = position(ANN, BEN, crazy_captain=True, extra_3=True).evolve(
        removed=(Sailor(Nation.DUTCH, 2), Trick("shift"), Trick("shift"))
    )
    for seat in (A, B):
        gone, words = told(state, seat)["out of the game"]
        assert words == "DUT2 2xshift"
        assert gone[KINDS.index(Trick("shift"))] == 2
        middle, lying = told(state, seat)["tricks in the middle"]
        assert lying == "double"
        assert middle == [int(card == "double") for card in TRICKS]
    assert told(position(), A)["tricks in the middle"][1] == "-"


@pytest.mark.parametrize(("seat", "hands", "force"), [(A, "1 | 0", "other"), (B, "0 | 1", "own")])
def test_a_card_is_told_where_it_lies_and_for_whom_it_works(seat: int, hands: str, force: str) -> None:
    state = position(ANN, BEN, roll="24", crazy_captain=True)
    blocks = told(state, seat, "captain")
    assert blocks["captain in hands"][1] == hands
    assert blocks["captain in force"][1] == force
    assert blocks["captain in the middle"][0] == [0]
    assert (blocks["captain out of the game"][0], blocks["captain refused"][1]) == ([0], "-")
    assert blocks["captain step"][1] == "-"
    asked = told(after(state, "place 4"), seat, "captain")
    assert asked["captain step"][1] == "objection"


def test_a_card_that_never_stays_or_remembers_has_no_block_for_it() -> None:
    names = set(told(position(), A, "extra2"))
    assert "extra2 in hands" in names
    assert not {"extra2 in force", "extra2 remembers", "extra2 step"} & names


def test_a_card_in_the_middle_or_out_of_the_game_is_counted_and_a_refusal_told() -> None:
    state = position(extra_3=True).evolve(removed=(Trick("double"),), refused=Trick("double"))
    blocks = told(state, A, "double")
    assert blocks["double in the middle"][0] == [1]
    assert blocks["double out of the game"][0] == [1]
    assert blocks["double refused"][1] == "yes"
