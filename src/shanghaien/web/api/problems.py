"""Refusals as problem details (RFC 9457) with stable codes, whatever the program says it accepts."""

import logging
from http import HTTPStatus
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.problems import CODES, FAULT, SENTENCES
from shanghaien.web.http.refusals import Refused

from .shapes import Problem

log = logging.getLogger("shanghaien.web")


def told(status: int, code: str, sentence: str, headers: dict[str, str] | None = None, **more: Any) -> Response[Any]:
    """A problem as an answer."""
    content = {"type": f"urn:shanghaien:{code}", "title": HTTPStatus(status).phrase, "status": status}
    content |= {"detail": sentence, "code": code} | more
    return Response(content, status_code=status, media_type="application/problem+json", headers=headers)


def refused(request: AnyRequest, refusal: Refused) -> Response[Any]:
    """A request that changed nothing, with the reason."""
    headers = {"WWW-Authenticate": "Bearer"} if refusal.status == 401 else None
    return told(refusal.status, refusal.code, str(refusal), headers)


def http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses; where a field is wrong, `errors` tells which."""
    status = error.status_code
    sentence = SENTENCES.get(status, FAULT if status >= 500 else SENTENCES[400])
    more = {"errors": error.extra} if isinstance(error, ValidationException) and error.extra else {}
    return told(status, CODES.get(status, "malformed"), sentence, dict(error.headers or {}), **more)


def fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: told in the log with its cause, and to the program without."""
    log.error("fault", exc_info=error, extra={"path": request.url.path, "method": request.method})
    return told(500, "fault", FAULT)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route for the description."""
    reasons = {
        400: "The request cannot be read (`malformed`).",
        401: "No valid token (`no-token`).",
        403: "The seat is somebody else's (`not-yours`).",
        404: "There is no such game or link (`no-such-game`, `bad-link`).",
        409: "The game has moved on (`stale`), or the seat is taken (`seat-taken`).",
        422: "The rules forbid it now (`illegal`).",
        429: "Too much at once (`too-many-requests`); wait as `Retry-After` says.",
    }
    return {
        status: ResponseSpec(
            Problem, description=reasons[status], media_type="application/problem+json", generate_examples=False
        )
        for status in (*statuses, 400, 401, 429)
    }
