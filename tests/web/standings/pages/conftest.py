"""A site for people with accounts."""

from collections.abc import Iterator

import pytest

from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import Settings
from tests.web.people.arriving import NewResident, a_site


@pytest.fixture
def site(settings: Settings) -> Iterator[tuple[Parts, NewResident]]:
    with a_site(settings) as made:
        yield made


@pytest.fixture
def resident(site: tuple[Parts, NewResident]) -> NewResident:
    return site[1]
