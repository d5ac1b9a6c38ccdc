"""What people and bots are called."""

from dataclasses import replace

from shanghaien.web.core.i18n import language_context
from shanghaien.web.tables.model import LEVELS, SeatKind, TableSeat
from shanghaien.web.tables.words.players import RANKS, nameless, names, rank
from tests.web.tables.pages.positions import played


def test_every_level_has_a_rank_of_its_own() -> None:
    assert [rank(level) for level in LEVELS] == ["Cabin Boy", "Deckhand", "Boatswain", "First Mate", "Captain"]
    assert rank("old-salt") == "Old Salt"


def test_whoever_gave_no_name_is_called_by_what_they_are() -> None:
    assert nameless(TableSeat(SeatKind.BOT, level="deckhand")) == "Deckhand"
    assert nameless(TableSeat(SeatKind.OPEN)) == "Free seat"
    assert nameless(TableSeat(SeatKind.HUMAN)) == "Guest"


def test_two_players_are_never_called_the_same() -> None:
    shown = played()
    assert names(shown) == ("Anna", "Marta")
    assert names(replace(shown, chairs=(TableSeat(SeatKind.HUMAN), TableSeat(SeatKind.HUMAN)))) == (
        "Guest 1",
        "Guest 2",
    )


def test_ranks_are_told_in_the_language_of_the_page() -> None:
    assert set(RANKS) == set(LEVELS)
    with language_context("de"):
        assert [rank(level) for level in LEVELS][-1] == "Kapitän"
