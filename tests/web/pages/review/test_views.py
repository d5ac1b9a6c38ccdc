"""From whose side a review is seen: one's own unless the address names the other, a watcher's as they choose."""

import pytest
from litestar.testing import RequestFactory

from shanghaien.web.pages.review.views import _seen
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.table import Viewer
from tests.web.pages.review.accounts import TURNS
from tests.web.pages.table.positions import played


def seen(side: str, *seats: int) -> SeenTable:
    return _seen(RequestFactory().get(f"/review/g?side={side}"), played(*TURNS), Viewer(frozenset(seats)))


@pytest.mark.parametrize(("seat", "own", "other"), [(0, "a", "b"), (1, "b", "a")])
def test_a_player_is_spoken_to_from_their_own_side_and_watches_from_the_others(seat: int, own: str, other: str) -> None:
    for side in ("", own):
        assert (seen(side, seat).below, seen(side, seat).viewer.seats) == (seat, {seat})
        assert seen(side, seat).table == played(*TURNS)
    across = seen(other, seat)
    assert (across.below, across.viewer.seats) == (1 - seat, frozenset())


@pytest.mark.parametrize("seats", [(), (0, 1)])
def test_watchers_and_two_people_at_one_screen_choose_their_side(seats: tuple[int, ...]) -> None:
    for side, below in (("", 0), ("a", 0), ("b", 1), ("c", 0)):
        assert (seen(side, *seats).below, seen(side, *seats).viewer.seats) == (below, frozenset())
