"""How a refusal or a fault is told: problem details (RFC 9457) to programs, a page to people."""

import logging
from http import HTTPStatus
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException
from litestar.response import Template

from .guests import AnyRequest
from .i18n import N_, gettext
from .preferences import speak_in_language_of
from .refusals import Refused
from .site import site_of

log = logging.getLogger("shanghaien.web")

SENTENCES = {
    400: N_("This request cannot be read."),
    403: N_("This form has expired; go back, reload the page and try again."),
    404: N_("There is nothing at this address."),
    405: N_("This address does not do that."),
    413: N_("This request is too large."),
    429: N_("That was too much at once; wait a moment."),
}
CODES = {403: "forbidden", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 429: "too-many-requests"}
FAULT = N_("Something went wrong on our side; nothing you did was lost. Try again in a moment.")


def title_of(status: int) -> str:
    """What stands over the page that tells of a refusal."""
    titles = {404: gettext("Nothing here"), 409: gettext("The table has moved on"), 429: gettext("Too fast")}
    return titles.get(status, gettext("Something went wrong") if status >= 500 else gettext("That is not possible"))


def wants_json(request: AnyRequest) -> bool:
    """Whether a program is asking; whoever says nothing, or sends JSON, is one."""
    accept = request.headers.get("accept", "*/*")
    return "text/html" not in accept and request.headers.get("hx-request") != "true"


def problem(request: AnyRequest, status: int, code: str, sentence: str, **more: Any) -> Response[Any]:
    """A refusal in the form that whoever asked can use."""
    if wants_json(request):
        content = {"type": f"urn:shanghaien:{code}", "title": HTTPStatus(status).phrase, "status": status}
        content |= {"detail": sentence, "code": code} | more
        return Response(content, status_code=status, media_type="application/problem+json")
    speak_in_language_of(request)  # what the framework refuses has not come by the hook that does it
    context = {
        "status": status,
        "code": code,
        "sentence": gettext(sentence),
        "title": title_of(status),
        "site": site_of(request),
    }
    return Template("shared/error.html", context=context, status_code=status, media_type=MediaType.HTML)


def refused(request: AnyRequest, refusal: Refused) -> Response[Any]:
    """A request that changes nothing, with the reason."""
    return problem(request, refusal.status, refusal.code, str(refusal))


def http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown addresses, wrong methods, missing tokens, too much at once."""
    status = error.status_code
    sentence = SENTENCES.get(status, FAULT if status >= 500 else SENTENCES[400])
    response = problem(request, status, CODES.get(status, "malformed"), sentence)
    response.headers.update(error.headers or {})
    return response


def fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: told in the log with its cause, and to the visitor without."""
    log.error("fault", exc_info=error, extra={"path": request.url.path, "method": request.method})
    return problem(request, 500, "fault", FAULT)
