"""How far somebody has got on the first voyage: kept in a plain cookie, so that it can be left and resumed."""

from dataclasses import dataclass

from litestar.datastructures import Cookie

from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.requests import AnyRequest

from .lessons import STEPS

COOKIE = "voyage"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """The step at which the voyage goes on; 0 if it has not begun."""

    step: int = 0
    done: bool = False
    steps: int = STEPS


def progress_of(request: AnyRequest) -> Progress:
    """What the cookie of a request says."""
    kept = request.cookies.get(COOKIE, "")
    if kept == DONE:
        return Progress(done=True)
    known = kept.isascii() and kept.isdigit() and 1 <= int(kept) <= STEPS
    return Progress(int(kept) if known else 0)


def kept(before: Progress, number: int, *, right: bool) -> list[Cookie]:
    """What the browser is to keep once this page is shown; whoever has been through it all stays so."""
    following = number + right
    if before.done:
        return []
    value = DONE if following > STEPS else str(following)
    return [Cookie(key=COOKIE, value=value, max_age=ONE_YEAR, path="/", samesite="lax")]
