"""Whatever a program sends, the server answers as its description says and never with a fault of its own."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from litestar.handlers import HTTPRouteHandler
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from shanghaien.web.api import about, revoke
from shanghaien.web.core.features import declared
from tests.web.patience import PATIENCE
from tests.web.server import running

CHECKS = [not_a_server_error, response_schema_conformance, status_code_conformance]
OPERATIONS = sorted(
    (method, path)
    for route in (about, revoke, *chain.from_iterable(declared("api")))
    if isinstance(route, HTTPRouteHandler)
    for method in route.http_methods
    for path in route.paths
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A process of its own: whatever draws a random number in this one would be laid to the strategies' charge."""
    with running(tmp_path_factory.mktemp("data"), "--bot-pause", "0") as process:
        yield process.address


@pytest.fixture(scope="module")
def described(server: str) -> Any:
    return schemathesis.openapi.from_url(f"{server}/api/v1/openapi.json")


@pytest.fixture
def game(program: httpx.Client) -> str:
    """A game that is over, so that its stream ends."""
    made = program.post("/games", json={"mode": "hot-seat"}).json()
    change = {"version": made["version"], "id": "fuzz"}
    assert program.post(f"/games/{made['id']}/resign", json=change).is_success
    return str(made["id"])


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_request_brings_about_a_fault(
    described: Any, program: httpx.Client, game: str, method: str, path: str, *, long: bool
) -> None:
    headers = {"authorization": program.headers["authorization"]}
    operation = described[f"/api/v1{path.replace(':str', '')}"][method]

    @given(case=operation.as_strategy())
    @settings(max_examples=50 if long else 12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS, timeout=PATIENCE)
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = game
            case.call_and_validate(headers=headers, checks=CHECKS, timeout=PATIENCE)

    ask()


def test_everything_is_described(described: Any) -> None:
    paths = set(described.raw_schema["paths"])
    assert paths == {f"/api/v1{path.replace(':str', '')}" for _, path in OPERATIONS}
