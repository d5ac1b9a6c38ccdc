"""A server on which it is Monday."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shanghaien.web.core.settings import load
from tests.web.daily.pages.harbour_of_days import HarbourOfDays, harbour_of_days
from tests.web.randomness import SECRET


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[HarbourOfDays]:
    settings = load({"data": tmp_path / "data", "secret": SECRET, "bot_workers": 0, "rate_limit": 0}, {})
    with harbour_of_days(settings) as opened:
        yield opened
