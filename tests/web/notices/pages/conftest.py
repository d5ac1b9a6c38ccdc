"""One server for all tests of a file; it has set up push notices and webhooks, and no mail."""

from collections.abc import Iterator

import pytest

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from tests.web.browser_like import Visitor, clients_of
from tests.web.over_http.visiting import NewVisitor
from tests.web.randomness import SECRET, ids


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewVisitor]:
    """Makes visitors to one server, each with cookies of their own."""
    given = {"data": tmp_path_factory.mktemp("data"), "secret": SECRET, "bot_pause": 60, "rate_limit": 0}
    able = {"push_contact": "mailto:host@example.org", "webhooks": True}
    with clients_of(create_app(load(given | able, {}), ids())) as client:
        yield lambda: Visitor(client())


@pytest.fixture
def ada(visitor: NewVisitor) -> Visitor:
    return visitor()
