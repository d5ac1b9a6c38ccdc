"""How a refusal or a fault is answered: problem details (RFC 9457) to programs, a page to people.

The only place that knows which HTTP status belongs to which code of an error.
The address alone says who asks: programs ask under /api/, people everywhere else.
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
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.outages import store_is_gone
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import speak_in_language_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.site.wanted import wanted_body

log = logging.getLogger("shanghaien.web")

FOR_PROGRAMS = "/api/"
STATUS = {
    "malformed": 400,
    "passkey": 400,
    "push-service": 400,
    "webhook-address": 400,
    "wrong-code": 400,
    "no-token": 401,
    "account-closed": 403,
    "does-not-fit": 403,
    "forbidden": 403,
    "kept-back": 403,
    "muted": 403,
    "no-webhooks": 403,
    "not-allowed": 403,
    "not-yours": 403,
    "play-first": 403,
    "scope": 403,
    "sign-in-first": 403,
    "bad-link": 404,
    "no-such-game": 404,
    "not-found": 404,
    "method-not-allowed": 405,
    "already-played": 409,
    "cannot-block": 409,
    "cannot-say": 409,
    "id-used": 409,
    "last-way": 409,
    "name-taken": 409,
    "no-such-way": 409,
    "nothing-to-do": 409,
    "offer-gone": 409,
    "reported": 409,
    "seat-taken": 409,
    "stale": 409,
    "taken-address": 409,
    "too-long": 409,
    "too-many-browsers": 409,
    "too-many-names": 409,
    "too-many-offers": 409,
    "too-many-passkeys": 409,
    "too-many-tokens": 409,
    "unreadable-game": 410,
    "used-link": 410,
    "too-large": 413,
    "bad-offer": 422,
    "bad-record": 422,
    "illegal": 422,
    "no-reservation": 422,
    "refused": 422,
    "wrong-link": 422,
    "left-too-often": 429,
    "too-many-requests": 429,
    "too-often": 429,
    "fault": 500,
    "not-ready": 503,
    "unavailable": 503,
}
"""The status of each code of an error; 400 for a code that is not there."""
SENTENCES = {
    400: N_("This request cannot be read."),
    403: N_("This form has expired; go back, reload the page and try again."),
    404: N_("There is nothing at this address."),
    405: N_("You can’t do that here."),
    413: N_("This request is too large."),
    429: N_("Too many requests at once; please wait a moment."),
    503: N_("The games cannot be reached right now; nothing that was stored is lost. Try again in a few seconds."),
}
CODES = {
    STATUS[code]: code
    for code in ("forbidden", "not-found", "method-not-allowed", "too-large", "too-many-requests", "unavailable")
}
"""The codes of what the framework refuses."""
SECONDS_TO_COME_BACK = 3
"""After which it is worth trying again when the store is gone."""
FAULT = N_("Something went wrong on our side; nothing you did was lost. Try again in a moment.")


class InternalError(DomainError):
    """What the framework refuses, or a fault of ours, in the shape of every other refusal."""

    def __init__(self, status: int, retry_after: int = 0) -> None:
        super().__init__(SENTENCES.get(status, FAULT if status >= 500 else SENTENCES[400]))
        self.status = status
        self.code = CODES.get(status, "fault" if status >= 500 else "malformed")
        self.retry_after = retry_after


def status_of(refusal: DomainError | None) -> int:
    """The HTTP status of the answer that tells of a refusal; 200 if nothing was refused."""
    if refusal is None:
        return 200
    return refusal.status if isinstance(refusal, InternalError) else STATUS.get(refusal.code, 400)


def too_fast(retry_after: int) -> DomainError:
    """Too much was asked for; after so many seconds it may be asked for again."""
    return InternalError(429, retry_after)


def handle_domain_error(request: AnyRequest, refusal: DomainError) -> Response[Any]:
    """A request that changes nothing, with the reason."""
    headers = {"WWW-Authenticate": "Bearer"} if status_of(refusal) == 401 else {}
    return problem_response(
        request, refusal, headers | ({"Retry-After": str(refusal.retry_after)} if refusal.retry_after else {})
    )


def http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown addresses, wrong methods, missing tokens, too much at once."""
    refusal, more = InternalError(error.status_code), dict[str, Any]()
    errors = error.extra if isinstance(error, ValidationException) and isinstance(error.extra, list) else []
    if errors:
        more["errors"] = errors
    wanted = wanted_body(request.scope.get("route_handler"), errors) if error.status_code == 400 else ""
    if wanted:
        more["detail"] = f"{refusal} {wanted}"
    return problem_response(request, refusal, error.headers or {}, **more)


def handle_unexpected(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: logged with its cause, and answered without."""
    refusal = unforeseen(error, path=request.url.path, method=request.method)
    return problem_response(
        request, refusal, {"Retry-After": str(SECONDS_TO_COME_BACK)} if refusal.code == "unavailable" else {}
    )


def unforeseen(error: Exception, **about: str) -> DomainError:
    """What is said of an error of ours or of the store; the log has its cause, and what the request was about."""
    if store_is_gone(error):
        STORE_ERRORS.add("requests")
        cause = str(error).partition("\n")[0] or type(error).__name__
        log.error("the store is out of reach", extra={**about, "cause": cause})
        return InternalError(503)
    log.error("fault", exc_info=error, extra=about)
    return InternalError(500)


def problem_response(
    request: AnyRequest, refusal: DomainError, headers: Mapping[str, str] | None = None, **more: Any
) -> Response[Any]:
    """A refusal in the form that the client can use; `more` is for programs."""
    if request.url.path.startswith(FOR_PROGRAMS):
        return problem_details(refusal, headers, **more)
    return _problem_page(request, refusal, headers)


def problem_details(refusal: DomainError, headers: Mapping[str, str] | None = None, **more: Any) -> Response[Any]:
    """A refusal for programs, in English."""
    status = status_of(refusal)
    content = {
        "type": f"urn:shanghaien:{refusal.code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(refusal),
        "code": refusal.code,
    }
    media_type = "application/problem+json"
    return Response(content | more, status_code=status, media_type=media_type, headers=dict(headers or {}))


def _problem_page(request: AnyRequest, refusal: DomainError, headers: Mapping[str, str] | None) -> Template:
    speak_in_language_of(request)  # what the framework refuses has not come by the hook that does it
    status = status_of(refusal)
    context = {
        "status": status,
        "code": refusal.code,
        "sentence": refusal.said(gettext),
        "title": title_of(status),
        "site": site_of(request),
    }
    return Template(
        "site/error.html",
        context=context,
        status_code=status,
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
