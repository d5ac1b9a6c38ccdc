"""The page of help: the parts of the table, the keys, sounds and settings."""

from litestar import get
from litestar.response import Template

from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of

from .model import labels, shortcuts


@get("/help", sync_to_thread=False)
def help_page(request: AnyRequest) -> Template:
    """How the screen is used, in the reader's language."""
    context = {"site": site_of(request), "labels": labels(), "shortcuts": shortcuts()}
    return Template("help/page.html", context=context)


ROUTES = [help_page]
