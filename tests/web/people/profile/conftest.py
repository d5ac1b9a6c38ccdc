"""One server for all tests of a file, with a few people and what they have played."""

from collections.abc import Iterator

import pytest

from shanghaien.web.core.settings import load
from tests.web.people.arriving import a_site
from tests.web.people.profile.town import Town
from tests.web.randomness import SECRET


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """A server at which people arrive."""
    data = tmp_path_factory.mktemp("data")
    with a_site(load({"data": data, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})) as (parts, new):
        yield Town(parts, new)
