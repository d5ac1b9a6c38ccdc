"""`/metrics`: figures for whoever watches over the site, by a token or from this machine only."""

import secrets
from ipaddress import ip_address
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException

from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.settings import Settings
from shanghaien.web.workers.lookout import Lookout

LOCAL: Final = "local"
"""The setting that lets this machine alone read them."""
PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "forwarded", "x-real-ip", "via")
"""Headers that tell of a proxy: whoever comes through one may be anybody."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


@get("/metrics")
async def metrics(
    request: AnyRequest, settings: NamedDependency[Settings], lookout: NamedDependency[Lookout]
) -> Response[bytes]:
    """The figures of all processes of this machine, and what waits in the store."""
    let_in(request, settings.metrics)
    from .exposition import exposed  # noqa: PLC0415 - who tells nobody need not load it

    text = exposed(request.app.state.figure_files.told(), await lookout.due(), await lookout.sums())
    return Response(text, media_type=TEXT, headers={"Cache-Control": "no-store"})


def let_in(request: AnyRequest, setting: str) -> None:
    """Refuse whoever may not read figures; where nobody may, or not from there, there is nothing at this address."""
    if not setting or (setting == LOCAL and not _of_this_machine(request)):
        raise NotFoundException
    if setting == LOCAL:
        return
    shown = request.headers.get("authorization", "").encode()
    if not secrets.compare_digest(shown, f"Bearer {setting}".encode()):
        raise NotAuthorizedException(headers={"WWW-Authenticate": "Bearer"})


def _of_this_machine(request: AnyRequest) -> bool:
    """Whether the request was made here, and for here: a page of elsewhere may have a name that leads here."""
    names = request.client.host if request.client else "", request.url.hostname or ""
    return all(_is_loopback(name) for name in names) and not any(name in request.headers for name in PASSED_ON)


def _is_loopback(name: str) -> bool:
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


ROUTES = [metrics]
