"""How a refusal or a fault is told: problem details (RFC 9457) to programs, a page to people.

Who asks is told by the address alone: programs ask under /api/, people everywhere else.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.core.counters import STORE_ERRORS
from shanghaien.web.core.errors import Refused
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.outages import store_is_gone
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.preferences import speak_in_language_of
from shanghaien.web.site.templates import site_of

log = logging.getLogger("shanghaien.web")

FOR_PROGRAMS = "/api/"
SENTENCES = {
    400: N_("This request cannot be read."),
    403: N_("This form has expired; go back, reload the page and try again."),
    404: N_("There is nothing at this address."),
    405: N_("You can’t do that here."),
    413: N_("This request is too large."),
    429: N_("Too many requests at once; please wait a moment."),
    503: N_("The games are out of reach for a moment; nothing that was stored is lost. Try again in a few seconds."),
}
CODES = {
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    429: "too-many-requests",
    503: "unavailable",
}
SECONDS_TO_COME_BACK = 3
"""After which it is worth trying again when the store is gone."""
FAULT = N_("Something went wrong on our side; nothing you did was lost. Try again in a moment.")


class Unforeseen(Refused):
    """What the framework refuses, or a fault of ours, in the shape of every other refusal."""

    def __init__(self, status: int) -> None:
        super().__init__(SENTENCES.get(status, FAULT if status >= 500 else SENTENCES[400]))
        self.status = status
        self.code = CODES.get(status, "fault" if status >= 500 else "malformed")


def refused(request: AnyRequest, refusal: Refused) -> Response[Any]:
    """A request that changes nothing, with the reason."""
    headers = {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else {}
    return tell(request, refusal, headers | ({"Retry-After": str(refusal.retry_after)} if refusal.retry_after else {}))


def http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown addresses, wrong methods, missing tokens, too much at once."""
    more = {"errors": error.extra} if isinstance(error, ValidationException) and error.extra else {}
    return tell(request, Unforeseen(error.status_code), error.headers or {}, **more)


def fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: told in the log with its cause, and to whoever asked without."""
    if store_is_gone(error):
        STORE_ERRORS.add("requests")
        cause = str(error).partition("\n")[0] or type(error).__name__
        log.error("the store is out of reach", extra={"path": request.url.path, "cause": cause})
        return tell(request, Unforeseen(503), {"Retry-After": str(SECONDS_TO_COME_BACK)})
    log.error("fault", exc_info=error, extra={"path": request.url.path, "method": request.method})
    return tell(request, Unforeseen(500))


def tell(request: AnyRequest, refusal: Refused, headers: Mapping[str, str] | None = None, **more: Any) -> Response[Any]:
    """A refusal in the form that whoever asked can use; `more` is for programs."""
    if request.url.path.startswith(FOR_PROGRAMS):
        return problem_details(refusal, headers, **more)
    return _problem_page(request, refusal, headers)


def problem_details(refusal: Refused, headers: Mapping[str, str] | None = None, **more: Any) -> Response[Any]:
    """A refusal for programs, in English."""
    content = {
        "type": f"urn:shanghaien:{refusal.code}",
        "title": HTTPStatus(refusal.status).phrase,
        "status": refusal.status,
        "detail": str(refusal),
        "code": refusal.code,
    }
    media_type = "application/problem+json"
    return Response(content | more, status_code=refusal.status, media_type=media_type, headers=dict(headers or {}))


def _problem_page(request: AnyRequest, refusal: Refused, headers: Mapping[str, str] | None) -> Template:
    speak_in_language_of(request)  # what the framework refuses has not come by the hook that does it
    context = {
        "status": refusal.status,
        "code": refusal.code,
        "sentence": refusal.said(gettext),
        "title": title_of(refusal.status),
        "site": site_of(request),
    }
    return Template(
        "site/error.html",
        context=context,
        status_code=refusal.status,
        media_type=MediaType.HTML,
        headers=dict(headers or {}),
    )


def title_of(status: int) -> str:
    """What stands over the page that tells of a refusal."""
    titles = {
        404: gettext("Nothing here"),
        409: gettext("The game has moved on"),
        429: gettext("Too fast"),
        503: gettext("Back in a moment"),
    }
    return titles.get(status, gettext("Something went wrong") if status >= 500 else gettext("That is not possible"))
