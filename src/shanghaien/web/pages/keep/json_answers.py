"""How the scripts of these pages are answered: where to go next, or why nothing was changed."""

from typing import Any

from litestar import Response
from litestar.datastructures import Cookie
from litestar.exceptions import SerializationException

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.refusals import Refused, Unreadable
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.people.passkeys import Begun

JSON = "application/json"
LONGEST_TOKEN = 100


def begun(asked: Begun) -> Response[dict[str, Any]]:
    """What the browser shall ask its device."""
    return Response({"token": asked.token, "options": asked.options}, media_type=JSON, status_code=200)


def lead_to(path: str, cookies: list[Cookie]) -> Response[dict[str, Any]]:
    """Where the page goes next."""
    return Response({"to": path}, media_type=JSON, status_code=200, cookies=cookies)


async def read_answer(request: AnyRequest) -> tuple[str, dict[str, Any]]:
    """The token and the answer that a script sends back."""
    try:
        body = await request.json()
    except SerializationException:
        body = None
    match body:
        case {"token": str(token), "answer": dict(answer)} if len(token) <= LONGEST_TOKEN:
            return token, answer
    raise Unreadable(N_("This request cannot be read."))


def refused_as_json(request: AnyRequest, refusal: Refused) -> Response[dict[str, Any]]:
    """Why nothing was changed, in a sentence."""
    headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else {}
    said = {"said": refusal.said(gettext), "code": refusal.code}
    return Response(said, media_type=JSON, status_code=refusal.status, headers=headers)


FOR_SCRIPTS: Any = {Refused: refused_as_json}
"""How routes that only scripts ask tell of refusals."""
