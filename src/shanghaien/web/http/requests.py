"""A request as every route sees it, and what its address asks for."""

from typing import Any

from litestar import Request

from shanghaien.rules import Seat

AnyRequest = Request[Any, Any, Any]

SIDES: dict[str, Seat] = {"a": 0, "b": 1}
"""The two sides of a table as addresses name them."""


def side_in(request: AnyRequest) -> Seat | None:
    """The side from which the page is to be seen, if the address names one."""
    return SIDES.get(request.query_params.get("side", ""))


def step_in(text: str) -> int | None:
    """The number of a step of a game, if the text is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def address_for_links(request: AnyRequest, public_url: str) -> str:
    """Where links begin that people hand on: the site's public address if it has one, else what the browser asked for."""
    return public_url or str(request.base_url).rstrip("/")
