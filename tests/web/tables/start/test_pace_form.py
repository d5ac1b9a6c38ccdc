"""How much time there is, as the form of a new game asks for it."""

import pytest

from shanghaien.web.core.errors import DomainError
from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace
from shanghaien.web.tables.start.new_game_routes import read_setup, sent_again
from shanghaien.web.tables.start.new_game_views import far_options, here_options

OWN_DAYS = {"mode": "invite", "pace": "own-days", "days": "2", "more": "1", "most": "4"}


def pace(**sent: str) -> str:
    wanted = read_setup(Fields(sent)).pace
    return "" if wanted is None else str(wanted)


def test_without_a_choice_no_time_is_counted() -> None:
    assert pace(mode="invite") == pace(mode="bot") == pace(mode="hot-seat") == ""


@pytest.mark.parametrize("known", [*LIVE_PACES, DAYS_PACE], ids=str)
def test_a_pace_that_is_offered_can_be_had_with_a_friend(known: Pace) -> None:
    values = [option.value for option in far_options()]
    plain = str(known).removesuffix(" vacation")
    assert plain in values
    assert pace(mode="invite", pace=plain, vacation="1") == str(known)


def test_vacation_is_asked_apart_and_only_counts_for_days() -> None:
    assert pace(mode="invite", pace="days 259200 86400 432000") == "days 259200 86400 432000"
    assert pace(mode="invite", pace="live 300 10", vacation="1") == "live 300 10"


def test_times_of_ones_own_are_typed_in_minutes_and_days() -> None:
    assert pace(mode="invite", pace="own-live", minutes="7", seconds="3") == "live 420 3"
    assert pace(**OWN_DAYS, vacation="1") == "days 172800 86400 345600 vacation"
    assert pace(mode="bot", here="own-live", here_minutes="1", here_seconds="0") == "live 60 0"


def test_against_a_bot_and_at_one_screen_there_is_a_field_of_its_own_without_days() -> None:
    assert not any(option.value.startswith(("days", "own-days")) for option in here_options())
    assert pace(mode="bot", pace="days 259200 86400 432000", here="live 300 10") == "live 300 10"
    assert pace(mode="bots", here="live 300 10") == ""


@pytest.mark.parametrize(
    "sent",
    [
        {"mode": "invite", "pace": "own-live", "minutes": "0", "seconds": "5"},
        {"mode": "invite", "pace": "own-live", "minutes": "x", "seconds": "5"},
        {"mode": "invite", "pace": "soon"},
        {"mode": "bot", "here": "days 259200 86400 432000"},
        OWN_DAYS | {"most": "1"},
    ],
)
def test_what_cannot_be_played_is_refused(sent: dict[str, str]) -> None:
    with pytest.raises(DomainError):
        read_setup(Fields(sent))


def test_a_page_that_asks_once_more_keeps_the_pace() -> None:
    assert {"pace", "days", "more", "most"} <= {name for name, _ in sent_again(Fields(OWN_DAYS))}
