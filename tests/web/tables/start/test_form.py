"""The form of a new game, read into what is set up."""

import pytest

from shanghaien.rules import EXPANSIONS, PILE_TRICKS, PRESETS, First, Options, Starter
from shanghaien.web.core.errors import DomainError
from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.model import DEFAULT_LEVEL, Mode
from shanghaien.web.tables.setup import OwnDice
from shanghaien.web.tables.start.new_game_routes import read_options, read_setup
from shanghaien.web.tables.start.new_game_views import count_field

COUNTS = [count_field(trick) for trick in PILE_TRICKS]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_brings_its_expansions_without_any_tick(name: str) -> None:
    assert read_options(Fields({"preset": name})) == PRESETS[name]


@pytest.mark.parametrize("option", EXPANSIONS)
def test_a_tick_adds_to_the_preset_and_takes_nothing_away(option: str) -> None:
    assert read_options(Fields({option: "on"})) == Options(**{option: True})
    assert read_options(Fields({"preset": "base", option: "on"})) == Options(**{option: True})
    assert read_options(Fields({"preset": "everything", option: "off"})) == PRESETS["everything"]


def test_without_a_preset_or_with_an_unknown_one_only_ticks_count() -> None:
    assert read_options(Fields({})) == Options()
    assert read_options(Fields({"preset": "nonsense"})) == Options()


@pytest.mark.rule(7, 13)
def test_who_starts_first_and_later_is_read_each_from_its_own_field() -> None:
    assert read_options(Fields({"first": "b"})) == Options(first=First.SEAT_B)
    assert read_options(Fields({"starter": "alternate"})) == Options(starter=Starter.ALTERNATE)


@pytest.mark.rule(4)
def test_the_trick_cards_are_counted_in_the_order_of_the_pile() -> None:
    assert read_options(Fields(dict(zip(COUNTS, "521", strict=True)))).tricks == (5, 2, 1)
    for wrong in ("500", "99x"):
        with pytest.raises(DomainError):
            read_options(Fields(dict(zip(COUNTS, wrong, strict=True))))
    with pytest.raises(DomainError):
        read_options(Fields({COUNTS[1]: "8"}))


def test_every_field_of_the_form_reaches_the_table() -> None:
    sent = {"mode": "bots", "level": "captain", "level_b": "deckhand"}
    assert read_setup(Fields(sent)).levels == ("captain", "deckhand")
    both = read_setup(Fields({"mode": "hot-seat", "name": "Ann", "name_b": "Ben"}))
    assert (both.mode, both.names, both.levels) == (Mode.HOT_SEAT, ("Ann", "Ben"), (DEFAULT_LEVEL, DEFAULT_LEVEL))
    assert [read_setup(Fields({"mode": "bot", "seat": seat})).seat for seat in "ab"] == [0, 1]
    assert read_setup(Fields({"mode": "bot"})).seat is None


def test_what_one_brings_to_the_dice_is_read_without_the_space_around_a_word() -> None:
    sent = {"mode": "bot", "end": "e" * 64, "link": "l" * 64, "contribution": "  two words "}
    assert read_setup(Fields(sent)).dice == OwnDice("e" * 64, "l" * 64, "two words")
    assert not read_setup(Fields({"mode": "bot", "contribution": "  "})).dice
