"""The lines above and below the row, from both seats and for watchers."""

import pytest

from shanghaien.web.tables.model import Table
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.seat_lines import SeatLine, seat_line
from shanghaien.web.tables.pages.seen_table import SeenTable
from tests.rules.positions import after, position, side
from tests.web.tables.pages.positions import (
    FROM_THE_FIRST,
    FROM_THE_SECOND,
    everybody,
    hot_seat,
    played,
    seen,
    table,
    watching,
    with_dice,
)

ANNA = side("135", hand="shift again", crews="SPA3 FRE1")
MARTA = side("2", hand="both", crews="GER4", force="captain")


def rolled() -> Table:
    """Anna has rolled 2 and 4; her points are 2 tricks, Spanish 3 and French 1, Marta's a trick and German 4."""
    return table(position(ANNA, MARTA, roll="24", crazy_captain=True))


def lines(seen: SeenTable) -> tuple[SeatLine, SeatLine]:
    page = present(seen)
    return page.above, page.below


@pytest.mark.parametrize("who", FROM_THE_FIRST)
def test_the_first_seat_lies_below_with_its_own_dice_tricks_and_points(who: str) -> None:
    above, below = lines(everybody(rolled())[who])
    assert (below.dice, below.dice_label, len(below.tricks), below.points) == (1, "1 die left", 2, 6)
    assert (above.dice, above.dice_label, len(above.tricks), above.points) == (5, "5 dice left", 1, 5)
    assert (below.of, above.of) == ("me", "them")


@pytest.mark.parametrize("who", FROM_THE_SECOND)
def test_the_second_seat_lies_below_with_its_own_dice_tricks_and_points(who: str) -> None:
    above, below = lines(everybody(rolled())[who])
    assert (below.dice, len(below.tricks), below.points) == (5, 1, 5)
    assert (above.dice, len(above.tricks), above.points) == (1, 2, 6)


def test_each_player_reads_you_at_their_own_line_and_a_watcher_both_names() -> None:
    assert [line.name for line in lines(seen(rolled(), 0))] == ["Marta", "You"]
    assert [line.name for line in lines(seen(rolled(), 1))] == ["Anna", "You"]
    assert [line.name for line in lines(watching(rolled()))] == ["Marta", "Anna"]
    assert [line.name for line in lines(hot_seat(rolled()))] == ["Marta", "Anna"]


@pytest.mark.rule(42)
def test_the_lamp_burns_at_whoever_is_to_play_wherever_one_sits() -> None:
    for looking in everybody(rolled()).values():
        assert (seat_line(looking, 0).lit, seat_line(looking, 1).lit) == (True, False)
    assert seat_line(seen(rolled(), 0), 0).tag == "Your turn"
    assert seat_line(seen(rolled(), 1), 0).tag == "To play"
    assert seat_line(seen(rolled(), 0), 1).tag == ""


def test_who_starts_a_round_is_told_so() -> None:
    assert seat_line(seen(played(), 0), 0).tag == "You start"
    assert seat_line(seen(played(), 1), 0).tag == "Starts"


@pytest.mark.rule(15, 43)
def test_the_captain_tells_whose_trick_is_used() -> None:
    for looking in (seen(rolled(), 0), seen(rolled(), 1), watching(rolled())):
        assert (seat_line(looking, 0).used, seat_line(looking, 1).used) == (False, True)
    assert seat_line(seen(rolled(), 0), 0).captain == "Trick available"
    assert seat_line(seen(rolled(), 0), 1).captain == "Trick used: Marta"
    assert seat_line(seen(rolled(), 1), 1).captain == "Your trick is used"


@pytest.mark.rule(26)
def test_a_card_in_force_lies_before_its_owner() -> None:
    for looking in everybody(rolled()).values():
        lying = seat_line(looking, 1).in_force
        assert seat_line(looking, 0).in_force is None
        assert lying is not None
        assert lying.label == "trick card “Crazy Captain”"


@pytest.mark.parametrize(("mine", "theirs"), [("", ""), ("11", "2"), ("1122", "33"), ("123456", "1")])
def test_the_dice_left_are_those_that_do_not_lie_on_cards(mine: str, theirs: str) -> None:
    shown = with_dice(mine, theirs)
    for looking in everybody(shown).values():
        assert (seat_line(looking, 0).dice, seat_line(looking, 1).dice) == (6 - len(mine), 6 - len(theirs))


@pytest.mark.rule(44)
def test_after_a_shanghai_the_dice_that_still_lie_there_are_not_left() -> None:
    turns = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-4",
        "place 4",
        "roll",
        "2-3",
        "place 2",
        "roll",
        "3-4",
        "place 3",
    )
    told = played(*turns, "shanghai", "ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    assert [seat_line(watching(told), seat).dice for seat in (0, 1)] == [4, 4]


@pytest.mark.rule(28, 42)
def test_while_somebody_may_object_the_lamp_burns_at_them_and_not_at_whose_turn_it_is() -> None:
    asked = table(after(position(ANNA, MARTA, roll="24", crazy_captain=True), "place 4"))
    assert asked.state.turn == 0
    for looking in everybody(asked).values():
        assert (seat_line(looking, 0).lit, seat_line(looking, 1).lit) == (False, True)
    assert seat_line(seen(asked, 1), 1).tag == "Your turn"
    assert seat_line(seen(asked, 0), 1).tag == "To play"
