"""A request as every route sees it, and what its address asks for."""

import re
from typing import Any
from urllib.parse import parse_qsl

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.exceptions import SerializationException
from litestar.types import ReceiveMessage, Scope

from shanghaien.rules import N_, Seat
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.limits import network
from shanghaien.web.core.visitor import GUEST, Visitor

AnyRequest = Request[Visitor, Any, Any]
"""A request; `user` is its sender (`VisitorMiddleware`)."""
SAFE = {"GET", "HEAD", "OPTIONS"}
"""Methods that change nothing."""


def visitor_of(request: AnyRequest) -> Visitor:
    """Who sent a request, also one that has come to no route; routes themselves ask `request.user`."""
    return request.scope.get("user") or GUEST


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


def place_of(request: AnyRequest) -> str:
    """The address that a request came from; of IPv6 the network, of which each client has one."""
    return network(request.client.host) if request.client else ""


# The fields of a form; what cannot be read is refused in a sentence.

LONGEST_TEXT = 200
UNSOUND = re.compile("[\0\ud800-\udfff]")
"""What can neither be stored nor shown: a zero, and half of a letter."""
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
"""The two ways in which a browser sends a form."""


class Fields:
    """Values by name, checked as they are read."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
        """A text of limited length; refused if it is missing and there is no default."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or len(value) > longest or UNSOUND.search(value):
            template = N_("Field %(field)s must be a text of at most %(longest)s characters.")
            raise BadRequestError(template, field=name, longest=longest)
        return value

    def number(self, name: str) -> int:
        """A whole number from 0 to ten million."""
        text = self._values.get(name)
        if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 7):
            raise BadRequestError(N_("Field %(field)s must be a whole number."), field=name)
        return int(text)

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self._values.get(name) in ("true", "on", "1", "yes")


async def read_fields(request: AnyRequest) -> Fields:
    """The fields of the form that a request brings."""
    kind, _ = request.content_type
    if kind not in FORMS:
        raise BadRequestError(N_("Send a form."))
    form = await read_form(request)
    return Fields(dict(form.dict()) | {name: form.get(name) for name in form})


async def read_form(request: AnyRequest) -> FormMultiDict:
    """The form as it was sent; refused if it is none."""
    try:
        return await request.form()
    except (ValueError, SerializationException):
        raise BadRequestError(N_("The form cannot be read.")) from None


# A form as the script of a page sends it, which has the page already and wants to know only what became of it.

BRIEFLY = (b"accept", b"application/json")
URL_ENCODED = b"application/x-www-form-urlencoded"


class NotPlain(Exception):
    """What was sent has to be read by the route itself."""


def plain_form(scope: Scope, message: ReceiveMessage) -> Fields:
    """The fields of such a form that came with the first message; NotPlain if anything else came."""
    body = b"" if message["type"] != "http.request" or message["more_body"] else message["body"]
    if not body or BRIEFLY not in scope["headers"]:
        raise NotPlain
    kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
    pairs = parse_qsl(body.decode("latin-1"), keep_blank_values=True)
    fields = dict(pairs)
    if kind.partition(b";")[0] != URL_ENCODED or len(fields) < len(pairs):
        raise NotPlain
    return Fields(fields)
