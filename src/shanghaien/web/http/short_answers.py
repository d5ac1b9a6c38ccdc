"""Answers that need no route: a page or problem details so short that an overloaded server can afford them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus

from litestar.types import Scope, Send
from markupsafe import escape

from . import i18n
from .problems import CODES, FOR_PROGRAMS, SENTENCES, title_of

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<main>
<h1>{title}</h1>
<p>{sentence}</p>
</main>
</html>
"""


async def answer_shortly(scope: Scope, send: Send, status: int, headers: Mapping[str, str]) -> None:
    """Tell why a request is not served, to a person in their language; only what the head of the request says is read."""
    for_program = scope["path"].startswith(FOR_PROGRAMS)
    kind, body = _problem(status) if for_program else _page(status, _language(scope))
    said = {"content-type": kind, "content-length": str(len(body)), "cache-control": "no-store", **headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in said.items()]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})


@lru_cache(64)
def _problem(status: int) -> tuple[str, bytes]:
    code, detail = CODES.get(status, "malformed"), SENTENCES[status]
    told = {"type": f"urn:shanghaien:{code}", "title": HTTPStatus(status).phrase, "status": status}
    return "application/problem+json", json.dumps(told | {"detail": detail, "code": code}).encode()


@lru_cache(64)
def _page(status: int, language: str) -> tuple[str, bytes]:
    with i18n.speaking(language):
        title, sentence = escape(title_of(status)), escape(i18n.gettext(SENTENCES[status]))
    return "text/html; charset=utf-8", PAGE.format(language=language, title=title, sentence=sentence).encode()


def _language(scope: Scope) -> str:
    said = {
        name: value.decode("latin-1") for name, value in scope["headers"] if name in {b"cookie", b"accept-language"}
    }
    pairs = (pair.strip().partition("=") for pair in said.get(b"cookie", "").split(";"))
    own = next((value for name, _, value in pairs if name == "lang"), None)
    return i18n.choose(own, said.get(b"accept-language", ""))
