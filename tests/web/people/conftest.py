"""One server for all tests of a file, at which people can arrive."""

from collections.abc import Iterator

import pytest

from shanghaien.web.core.settings import load
from tests.web.people.arriving import NewResident, a_site
from tests.web.randomness import SECRET


@pytest.fixture(scope="module")
def resident(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewResident]:
    """Makes browsers that come to one server."""
    data = tmp_path_factory.mktemp("data")
    with a_site(load({"data": data, "bot_pause": 60, "rate_limit": 0, "secret": SECRET}, {})) as (_, new):
        yield new
