"""The page for the host, which only administrators find."""

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.response import Template

from shanghaien import __version__
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.http.visitor import visitor_of
from shanghaien.web.set_up import set_up
from shanghaien.web.settings import Settings
from shanghaien.web.workers.lookout import Lookout

from .model import heads, kinds, numbers, parts


@get("/host")
async def host_page(
    request: AnyRequest, settings: NamedDependency[Settings], lookout: NamedDependency[Lookout]
) -> Template:
    """What is set up and what waits; for anybody else there is nothing at this address."""
    account = visitor_of(request).account
    if account is None or not account.administers:
        raise NotFoundException
    context = {
        "site": site_of(request),
        "parts": parts(set_up(settings)),
        "heads": heads(),
        "kinds": kinds(await lookout.due()),
        "numbers": numbers(await lookout.sums()),
        "version": __version__,
    }
    return Template("host/page.html", context=context)


ROUTES = [host_page]
