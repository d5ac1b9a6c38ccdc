"""Visitors to one server, and what its pages say to them."""

from collections.abc import Callable
from html import unescape

import httpx

from tests.web.browser_like import Visitor

NewVisitor = Callable[[], Visitor]
"""Makes a visitor with cookies of their own."""


def sentence(answer: httpx.Response) -> str:
    """What a page says, as people read it."""
    assert answer.headers["content-type"].startswith("text/html")
    return unescape(answer.text)
