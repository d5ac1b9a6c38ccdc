"""The anchors of the bots: one for each level, in their order, and what a bot's rating is."""

from itertools import pairwise

import pytest

from shanghaien.ai.bots import LEVELS, Level
from shanghaien.ai.review.model import BELOW, Grade
from shanghaien.ratings.anchors import ANCHORS, anchor
from shanghaien.ratings.glicko import expected
from shanghaien.ratings.too_perfect import PERFECT


def test_every_level_has_an_anchor_and_they_rise_as_the_levels_do() -> None:
    assert list(ANCHORS) == [level.name for level in LEVELS]
    assert list(ANCHORS.values()) == sorted(ANCHORS.values())
    assert ANCHORS["boatswain"] == 1500


@pytest.mark.parametrize(("below", "above"), list(pairwise(LEVELS)), ids=lambda level: level.name)
def test_anchors_foretell_what_the_arena_measured(below: Level, above: Level) -> None:
    """The arena's 95 % intervals are up to 9 points of 100 wide on either side (docs/strength.md)."""
    assert above.beats_one_below is not None
    assert expected(anchor(above.name), anchor(below.name)) == pytest.approx(above.beats_one_below, abs=0.1)


def test_a_bot_is_known_well() -> None:
    assert not anchor("captain").provisional
    assert anchor("captain").deviation < anchor("captain", exact=False).deviation
    assert anchor("captain").value == anchor("captain", exact=False).value


def test_the_watch_calls_perfect_what_the_review_calls_best() -> None:
    assert BELOW[Grade.BEST] == PERFECT
