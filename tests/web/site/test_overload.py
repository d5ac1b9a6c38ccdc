"""What a request costs decides how many of its kind may be under way; one too many is refused and leaves no trace."""

from typing import Any

import pytest

from shanghaien.web.site.load_shedding import MOST, Kind, kind_of, places


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", Kind.PAGE),
        ("HEAD", "/t/g", Kind.PAGE),
        ("GET", "/api/v1/games/g", Kind.PAGE),
        ("POST", "/t/g/act", Kind.MOVE),
        ("DELETE", "/api/v1/token", Kind.MOVE),
        ("POST", "/import", Kind.HEAVY),
        ("GET", "/t/g/review", Kind.HEAVY),
        ("GET", "/replay/g", Kind.HEAVY),
        ("GET", "/api/v1/games/g/record.txt", Kind.HEAVY),
        ("GET", "/t/g/events", Kind.FREE),
        ("GET", "/static/style.css", Kind.FREE),
        ("GET", "/readyz", Kind.FREE),
    ],
)
def test_a_request_has_the_kind_of_its_address_and_method(method: str, path: str, kind: Kind) -> None:
    asked: Any = {"method": method, "path": path}
    assert kind_of(asked) is kind


def test_each_kind_has_its_own_bound_and_a_place_is_free_again_after_an_answer() -> None:
    under_way = places({Kind.MOVE: 2, Kind.PAGE: 1})
    moves, pages = under_way[Kind.MOVE], under_way[Kind.PAGE]
    assert [moves.begin() for _ in range(3)] == [True, True, False]
    assert [pages.begin() for _ in range(2)] == [True, False]
    moves.end()
    assert moves.begin()
    assert (moves.count, pages.count) == (2, 1)
    assert (moves.refused, pages.refused) == (1, 1)


def test_one_address_has_a_part_of_the_places_and_leaves_no_trace() -> None:
    pages = places({Kind.PAGE: 8})[Kind.PAGE]
    assert [pages.begin("one") for _ in range(4)] == [True, True, False, False]
    assert [pages.begin(f"other {number}") for number in range(7)] == [True] * 6 + [False]
    for address in ("one", "one", *(f"other {number}" for number in range(6))):
        pages.end(address)
    assert pages.count == 0
    assert pages.of == {}
    assert all(pages.begin() for _ in range(8))  # who may be many is not divided


def test_what_is_free_is_never_refused() -> None:
    free = places()[Kind.FREE]
    assert all(free.begin() for _ in range(2 * max(MOST.values())))
