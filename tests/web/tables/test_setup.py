"""What somebody asks for when they set up a table: who sits where under which name, against whom."""

from dataclasses import replace
from typing import Any

import pytest

from shanghaien.rules import Options
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.tables.model import DEFAULT_LEVEL, Mode
from shanghaien.web.tables.setup import Setup, SetupRequest


def asked(mode: Mode | str, **values: Any) -> Setup:
    return replace(SetupRequest(mode=str(mode), options=Options()), **values).checked()


@pytest.mark.parametrize("mode", [Mode.BOT, Mode.INVITE])
def test_ones_own_name_goes_to_the_seat_that_one_takes(mode: Mode) -> None:
    first, second = (asked(mode, seat=seat, name="Ann") for seat in "ab")
    assert (first.seat, first.names) == (0, ("Ann", ""))
    assert (second.seat, second.names) == (1, ("", "Ann"))


@pytest.mark.parametrize("mode", [Mode.HOT_SEAT, Mode.REAL_DICE, Mode.BOTS])
def test_where_both_seats_are_ones_own_or_nobodys_the_names_stay_in_their_order(mode: Mode) -> None:
    made = asked(mode, seat="b", name="Ann", name_b="Ben")
    assert (made.seat, made.names) == (0, ("Ann", "Ben"))


def test_two_bots_may_be_of_two_levels() -> None:
    assert asked(Mode.BOTS, level="captain", level_b="deckhand").levels == ("captain", "deckhand")
    assert asked(Mode.BOTS, level="captain").levels == ("captain", "captain")
    assert asked(Mode.BOTS).levels == (DEFAULT_LEVEL, DEFAULT_LEVEL)


def test_against_a_person_there_is_one_bot_and_a_second_level_means_nothing() -> None:
    assert asked(Mode.BOT, level="captain", level_b="nonsense").levels == ("captain", "captain")


def test_a_seat_that_is_drawn_is_not_known_yet_and_names_go_with_whoever_comes_to_it() -> None:
    made = asked(Mode.INVITE, seat="random", name="Ann")
    assert made.seat is None
    first, second = (made.at(seat) for seat in (0, 1))
    assert (first.seat, first.names) == (0, ("Ann", ""))
    assert (second.seat, second.names) == (1, ("", "Ann"))


def test_a_seat_that_was_chosen_stays_whatever_is_drawn() -> None:
    assert asked(Mode.INVITE, seat="b").at(0).seat == 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"mode": "chess"}, "A table is for one of hot-seat, bot, invite, bots, real-dice, not for “chess”."),
        ({"seat": "c"}, "Seat must be a, b or random."),
        ({"level": "god"}, "There is no level “god”; there are cabin-boy, deckhand, boatswain, first-mate, captain."),
        ({"mode": "bots", "level_b": "god"}, "There is no level “god”; there are"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadRequestError) as refused:
        asked(**{"mode": "bot", **values})
    assert str(refused.value).startswith(sentence)
