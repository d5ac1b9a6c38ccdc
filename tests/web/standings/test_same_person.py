"""A game counts for nobody if one person holds both seats."""

import pytest

from shanghaien.web.standings.model import same_person
from shanghaien.web.tables.store.rows import SeatedPerson
from tests.web.persons import ADA, BOB


@pytest.mark.parametrize(
    ("people", "same"),
    [
        ([], False),
        ([(0, ADA)], False),
        ([(0, ADA), (1, BOB)], False),
        ([(0, ADA), (0, BOB), (1, ADA)], True),
        ([(1, ADA), (0, ADA)], True),
    ],
)
def test_whoever_holds_both_seats_plays_against_themselves(people: list[SeatedPerson], same: bool) -> None:
    assert same_person(people) is same
