"""What a system needs to know to install the site as an app: its name, its icons, where it begins, in the reader's language."""

import hashlib
from functools import cache
from typing import Any

import msgspec
from litestar import Response, get

from shanghaien.web.core.i18n import gettext, language, language_context
from shanghaien.web.site.assets import address, content_of
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.templates import environment

DAY, NIGHT = "#dfceae", "#1d1410"
"""The wall behind everything, in either light."""
ICONS = (
    ("icons/icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, sizes, type, and what a system may do with it."""


def manifest(theme: str) -> dict[str, Any]:
    """The web app manifest for a person who has chosen this theme."""
    wall = DAY if theme == "light" else NIGHT
    return {
        "id": "/",
        "name": "Shanghaien",
        "short_name": "Shanghaien",
        "description": gettext("The game of dice, sailors and dirty tricks for two."),
        "lang": language(),
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": wall,
        "background_color": wall,
        "categories": ["games"],
        "icons": [_icon(*icon) for icon in ICONS],
        "shortcuts": [{"name": gettext("New game"), "url": "/new"}, {"name": gettext("Notices"), "url": "/notices"}],
    }


def _icon(file: str, sizes: str, kind: str, purpose: str) -> dict[str, str]:
    return {"src": address(file), "sizes": sizes, "type": kind, "purpose": purpose}


# The service worker as it is sent: the program, and before it what it needs to know of the page for no network.

PROGRAM = "site/scripts/service_worker.js"
OFFLINE = "/offline"
FILES = ("style.css", "icons/icon.svg", "site/scripts/offline.js")
"""What the page for no network is made of; nothing else is ever kept."""


def worker(theme: str) -> str:
    """The program of the service worker for a person with this theme, in the language of the page.

    It differs when the page for no network does, so that a browser then keeps the new one.
    """
    known = {
        "version": f"offline-{_digest(offline_page(language(), theme))}",
        "offline": OFFLINE,
        "files": [address(file) for file in FILES],
        "icon": address("icons/icon-192.png"),
        "badge": address("icons/badge-96.png"),
    }
    return f"self.site = {msgspec.json.encode(known).decode()};\n{content_of(PROGRAM).decode()}"


@cache
def offline_page(code: str, theme: str) -> str:
    """The page for no network in a language and a light."""
    with language_context(code):
        return environment().get_template("site/offline.html").render(language=code, theme=theme)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


# What makes an app of the site: the manifest, the service worker, and the page for when there is no network.

ASKED_EACH_TIME = {"Cache-Control": "private, no-cache"}
ONLY_OURS = "default-src 'none'; connect-src 'self'; img-src 'self'"
"""What the service worker may ask for: this server and no other."""


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
