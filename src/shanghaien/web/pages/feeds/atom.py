"""What happened in a person's games as an Atom feed (RFC 4287)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from shanghaien.web.http.i18n import gettext, language
from shanghaien.web.notices.private_feeds import FeedEvent

ATOM = "http://www.w3.org/2005/Atom"
NAME = "urn:shanghaien:game"
BEFORE_ALL = 0


def atom(events: Sequence[FeedEvent], site: str, address: str) -> bytes:
    """The feed of these events, the latest first; `address` is where it is read."""
    top = Element("feed", {"xmlns": ATOM, "xml:lang": language()})
    _say(top, "title", gettext("Shanghaien: your games"))
    _say(top, "id", address)
    _say(top, "updated", _time(events[0].at if events else BEFORE_ALL))
    _say(SubElement(top, "author"), "name", "Shanghaien")
    SubElement(top, "link", rel="self", href=address)
    SubElement(top, "link", rel="alternate", href=f"{site}/")
    for event in events:
        _entry(top, event, site)
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + tostring(top, encoding="unicode")).encode()


def _entry(top: Element, event: FeedEvent, site: str) -> None:
    entry = SubElement(top, "entry")
    _say(entry, "title", event.title)
    _say(entry, "id", f"{NAME}:{event.game}:{event.kind}:{event.number}")
    _say(entry, "updated", _time(event.at))
    SubElement(entry, "link", rel="alternate", href=f"{site}/t/{event.game}")
    _say(entry, "content", event.line or event.title).set("type", "text")


def _say(parent: Element, name: str, text: str) -> Element:
    element = SubElement(parent, name)
    # XML has no way to write control characters.
    element.text = "".join(sign for sign in text if sign >= " ")
    return element


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
