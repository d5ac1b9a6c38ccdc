"""Whether one person sits on both sides of a table, as after signing in on two devices: such a game counts for nobody."""

from collections.abc import Iterable

from shanghaien.web.ids import PersonId
from shanghaien.web.store.rows import SeatedPerson


def same_person(people: Iterable[SeatedPerson]) -> bool:
    """Whether somebody holds both seats."""
    first, second = set[PersonId](), set[PersonId]()
    for seat, person in people:
        (second if seat else first).add(person)
    return not first.isdisjoint(second)
