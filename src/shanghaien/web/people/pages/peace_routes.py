"""Talk and peace: how one wants to talk, whom one keeps away from, what one has reported. Features show each of it."""

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import PeacePanels
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of


@get("/talk")
async def peace_page(
    request: AnyRequest, person_cookie: NamedDependency[GuestCookie], peace_panels: NamedDependency[PeacePanels]
) -> Template:
    """The page; `told` in the address says what has just been done."""
    shown = await peace_panels.context(request, person_cookie.known(request))
    return Template("people/peace.html", context={"site": site_of(request), "told": "", **shown})


ROUTES = [peace_page]
