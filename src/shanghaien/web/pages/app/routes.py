"""What makes an app of the site: the manifest, the service worker, and the page for when there is no network."""

from litestar import Response, get

from shanghaien.web.http.i18n import language
from shanghaien.web.http.preferences import preferences_of
from shanghaien.web.http.requests import AnyRequest

from .manifest import manifest
from .worker import OFFLINE, offline_page, worker

ASKED_EACH_TIME = {"Cache-Control": "private, no-cache"}
ONLY_OURS = "default-src 'none'; connect-src 'self'; img-src 'self'"
"""What the service worker may ask for: this server and nobody else."""


@get("/manifest.webmanifest", sync_to_thread=False)
def manifest_file(request: AnyRequest) -> Response[object]:
    """What a system needs to install the site as an app."""
    told = manifest(preferences_of(request).theme)
    return Response(told, media_type="application/manifest+json", headers=ASKED_EACH_TIME)


@get("/sw.js", sync_to_thread=False)
def service_worker(request: AnyRequest) -> Response[str]:
    """The program that shows notices; browsers look again whether it has changed."""
    headers = {**ASKED_EACH_TIME, "Content-Security-Policy": ONLY_OURS, "Service-Worker-Allowed": "/"}
    return Response(worker(preferences_of(request).theme), media_type="text/javascript", headers=headers)


@get(OFFLINE, sync_to_thread=False)
def offline(request: AnyRequest) -> Response[str]:
    """The page that a browser keeps for when there is no network."""
    page = offline_page(language(), preferences_of(request).theme)
    return Response(page, media_type="text/html", headers=ASKED_EACH_TIME)


ROUTES = [manifest_file, service_worker, offline]
