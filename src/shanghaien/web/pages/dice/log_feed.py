"""The daily heads of the public log as an Atom feed (RFC 4287), in English for programs."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from shanghaien.web.commitments.log_reading import DailyHead

ATOM = "http://www.w3.org/2005/Atom"
NAME = "urn:shanghaien:public-log"
BEFORE_ALL = 0


def feed(heads: Sequence[DailyHead], keys: Mapping[int, str]) -> str:
    """The feed of these heads, the youngest first."""
    top = Element("feed", xmlns=ATOM)
    _say(top, "title", "Shanghaien: signed heads of the public log")
    _say(top, "id", NAME)
    _say(top, "updated", _time(heads[0].head.time if heads else BEFORE_ALL))
    _say(SubElement(top, "author"), "name", "Shanghaien")
    SubElement(top, "link", rel="self", href="/dice/log/heads.atom")
    SubElement(top, "link", rel="alternate", href="/dice/log")
    for head in heads:
        _entry(top, head, keys.get(head.epoch, ""))
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(top, encoding="unicode")


def _entry(top: Element, daily: DailyHead, key: str) -> None:
    """One head; its text is what is signed, in one line: size, root, time, signature, key."""
    head, entry = daily.head, SubElement(top, "entry")
    _say(entry, "title", f"{daily.day}: {head.size} entries")
    _say(entry, "id", f"{NAME}:{daily.epoch}:{daily.day}")
    _say(entry, "updated", _time(head.time))
    SubElement(entry, "link", rel="alternate", href="/dice/log")
    _say(entry, "content", f"{head.size} {head.root} {head.time} {head.signature} {key}").set("type", "text")


def _say(parent: Element, name: str, text: str) -> Element:
    element = SubElement(parent, name)
    element.text = text
    return element


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
