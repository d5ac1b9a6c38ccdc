"""The service worker as it is sent: the program, and before it what it needs to know of the page for no network."""

import hashlib
import re
from functools import cache

import msgspec

from shanghaien.web.http.assets import STATIC, address
from shanghaien.web.http.i18n import language, speaking
from shanghaien.web.http.site import environment

COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
OFFLINE = "/offline"
FILES = ("style.css", "icons/icon.svg", "js/offline.js")
"""What the page for no network is made of; nothing else is ever kept."""


def worker(theme: str) -> str:
    """The program of the service worker for somebody with this light, in the language of the page.

    It differs when the page for no network does, so that a browser then keeps the new one.
    """
    known = {
        "version": f"offline-{_digest(offline_page(language(), theme))}",
        "offline": OFFLINE,
        "files": [address(file) for file in FILES],
        "icon": address("icons/icon-192.png"),
        "badge": address("icons/badge-96.png"),
    }
    return f"self.site = {msgspec.json.encode(known).decode()};\n{_program()}"


@cache
def offline_page(code: str, theme: str) -> str:
    """The page for no network in a language and a light."""
    with speaking(code):
        return environment().get_template("app/offline.html").render(language=code, theme=theme)


@cache
def _program() -> str:
    return COMMENT.sub("", (STATIC / "js" / "worker.js").read_text(encoding="utf-8"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]
