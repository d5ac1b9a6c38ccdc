"""A site for people with accounts."""

from collections.abc import Iterator

import pytest

from shanghaien.web.assembly import Assembly
from shanghaien.web.core.settings import Settings
from tests.web.people.arriving import NewResident, a_site


@pytest.fixture
def site(settings: Settings) -> Iterator[tuple[Assembly, NewResident]]:
    with a_site(settings) as made:
        yield made


@pytest.fixture
def resident(site: tuple[Assembly, NewResident]) -> NewResident:
    return site[1]
