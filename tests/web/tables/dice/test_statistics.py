"""The statistics of the dice: every die of the last games counted once, and what chance alone would do."""

import random
from pathlib import Path

import pytest
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.core.i18n import language_context
from shanghaien.web.core.settings import load
from shanghaien.web.tables.dice.routes import chance_of_more, deviation, statistics
from shanghaien.web.tables.dice.statistics import RollStatistics, fallen
from tests.web.browser_like import Visitor
from tests.web.randomness import SECRET, ids


def test_dice_are_counted_and_cards_and_starters_are_not() -> None:
    counted = fallen({"3-5": 2, "4-4": 3, "2": 1, "1-1-6": 1, "A": 9, "FRE3": 9, "both": 9})
    assert counted.faces == (2, 1, 2, 6, 2, 1)
    assert (counted.dice, counted.pairs, counted.doubles) == (14, 5, 3)


def test_nothing_is_said_of_too_few_dice() -> None:
    assert statistics(RollStatistics((9,) * 6, 27, 4)) is None


def test_equal_faces_fill_half_of_every_bar_and_differ_from_nothing() -> None:
    told = statistics(RollStatistics((100,) * 6, 300, 50))
    assert told is not None
    assert {row.bar for row in told.rows} == {100}
    assert {row.share for row in told.rows} == {"16.7%"}
    assert "100%" in told.verdict
    with language_context("de"):
        in_german = statistics(RollStatistics((100,) * 6, 300, 50))
        assert in_german is not None
        assert in_german.rows[0].share.startswith("16,7")


@pytest.mark.parametrize(("distance", "chance"), [(0.0, 1.0), (4.351, 0.5), (9.236, 0.1), (15.086, 0.01)])
def test_the_chance_of_a_deviation_is_that_of_the_tables(distance: float, chance: float) -> None:
    assert chance_of_more(distance) == pytest.approx(chance, abs=0.0005)


def test_a_loaded_die_is_told_from_a_fair_one() -> None:
    rng = random.Random(5)
    fair = tuple(map([rng.randrange(6) for _ in range(6000)].count, range(6)))
    assert chance_of_more(deviation(fair)) > 0.01
    assert chance_of_more(deviation((900, 900, 900, 900, 900, 1500))) < 1e-9


def test_the_page_without_a_game_tells_how_dice_have_fallen(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})
    with TestClient(create_app(settings, ids())) as client:
        ada = Visitor(client)
        table = ada.create(mode="hot-seat")
        while table["state"]["round"] < 4:
            table = ada.act(table)
        ada.resign(table)
        assert "How the dice fall here" in ada.get("/dice").text
