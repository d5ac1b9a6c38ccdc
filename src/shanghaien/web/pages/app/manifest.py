"""What a system needs to know to install the site as an app: its name, its icons, where it begins, in the reader's language."""

from typing import Any

from shanghaien.web.http.assets import address
from shanghaien.web.http.i18n import gettext, language

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
    """The web app manifest for somebody who has chosen this light."""
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
