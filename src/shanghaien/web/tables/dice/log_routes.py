"""The public log of commitments: a page for people; entries, paths, keys and daily heads to check the server."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.fairness.messages import FairnessError, checked_game_id
from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError, NotFoundError
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import WITHOUT_COOKIES
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.log_reader import DailyHead, LogPaths, LogReader, NumberedEntry
from shanghaien.web.tables.dice.log_writer import LogState

# The daily heads of the public log as an Atom feed (RFC 4287), in English for programs.

ATOM = "http://www.w3.org/2005/Atom"
NAME = "urn:shanghaien:public-log"
BEFORE_ALL = 0


def feed(heads: Sequence[DailyHead], keys: Mapping[int, str]) -> str:
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


# What can be asked about the public log.

LONGEST_NUMBER = 9
"""Digits; no log is longer."""


async def asked_log(request: AnyRequest, reader: LogReader) -> LogState:
    """The log that the address names by `epoch`, else the present one, the only one with its root."""
    present = await reader.state()
    now = LogState(1, 0, "") if present is None else present
    epoch = asked_number(request, "epoch", now.epoch)
    if epoch == now.epoch:
        return now
    if not (size := await reader.size(epoch)):
        raise NotFoundError(N_("There is no log with this number."))
    return LogState(epoch, size, "")


def asked_number(request: AnyRequest, name: str, default: int | None = None) -> int:
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise BadRequestError(N_("Field %(field)s must be a whole number."), field=name)
    return int(text)


def within(number: int, most: int) -> int:
    """The number, if the log reaches so far."""
    if most < 0:
        raise NotFoundError(N_("A log of this size has no entry."))
    if number > most:
        raise NotFoundError(
            N_("The log does not reach so far; the largest number that can be asked for is %(most)s."), most=most
        )
    return number


def asked_game(request: AnyRequest) -> str:
    try:
        return checked_game_id(str(request.query_params["game"]))
    except FairnessError:
        raise BadRequestError(N_("There is no such game.")) from None


AT_ONCE = 1000
"""Entries of one answer."""
SHOWN_HEADS, FED_HEADS = 10, 100
SETTLED = {"Cache-Control": "public, max-age=86400"}
"""For what never changes and is the same for all; so no cookie comes with it."""
GROWING = {"Cache-Control": "public, max-age=10"}
NEVER_KEPT = {"Cache-Control": "no-store"}


@get("/dice/log")
async def log_page(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Template:
    reader = public_log.reader
    context = {"log": await reader.state(), "keys": await reader.keys(), "heads": await reader.heads(SHOWN_HEADS)}
    return Template("tables/dice/log.html", context={"site": site_of(request), **context})


@get("/dice/log/key", media_type=MediaType.TEXT, opt=WITHOUT_COOKIES)
async def log_keys(public_log: NamedDependency[LogPaths]) -> Response[str]:
    """The public keys, one in each line, that of the present log last."""
    keys = await public_log.reader.keys()
    return Response("".join(f"{key}\n" for key in keys.values()), headers=GROWING)


@get("/dice/log/head", opt=WITHOUT_COOKIES)
async def log_head(public_log: NamedDependency[LogPaths]) -> Response[dict[str, Any]]:
    """The head of the present log, signed; a later request has to see it grow, so no answer is kept."""
    signed = await public_log.reader.signed_head()
    if signed is None:
        raise NotFoundError(N_("There is no log with this number."))
    head = signed.head
    told = {"size": head.size, "root": head.root, "time": head.time, "signature": head.signature}
    return Response({"epoch": signed.epoch, **told, "key": signed.key}, headers=NEVER_KEPT)


@get("/dice/log/entries", opt=WITHOUT_COOKIES)
async def log_entries(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[list[dict[str, Any]]]:
    """The leaves of the log from a number on; or everything about one game, if its id is given."""
    if "game" in request.query_params:
        found = await public_log.reader.of_game(asked_game(request))
        told = [{"epoch": epoch, "number": number, **entry._asdict()} for epoch, number, entry in found]
        return Response(told, headers=GROWING)
    asked = await asked_log(request, public_log.reader)
    start = within(asked_number(request, "from", 0), asked.size)
    found = await public_log.reader.between(asked.epoch, start, min(start + AT_ONCE, asked.size))
    last = start + AT_ONCE > asked.size
    following = f'</dice/log/entries?epoch={asked.epoch}&from={start + AT_ONCE}>; rel="next"'
    headers = GROWING if last else _kept(request) | {"Link": following}
    return Response([_leaf(each) for each in found], headers=headers)


@get("/dice/log/inclusion", opt=WITHOUT_COOKIES)
async def log_inclusion(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[dict[str, Any]]:
    """The path from an entry to the head of the log when it had a size."""
    asked = await asked_log(request, public_log.reader)
    size = within(asked_number(request, "size"), asked.size)
    number = within(asked_number(request, "number"), size - 1)
    (entry,) = await public_log.reader.between(asked.epoch, number, number + 1)
    path = await public_log.inclusion(asked.epoch, number, size)
    told = {"epoch": asked.epoch, "number": number, "size": size, "leaf": entry.entry.leaf, "path": path}
    return Response(told, headers=_kept(request))


@get("/dice/log/consistency", opt=WITHOUT_COOKIES)
async def log_consistency(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[dict[str, Any]]:
    """The path between two sizes of the log."""
    asked = await asked_log(request, public_log.reader)
    second = within(asked_number(request, "to"), asked.size)
    first = within(asked_number(request, "from"), second)
    path = await public_log.consistency(asked.epoch, first, second)
    return Response({"epoch": asked.epoch, "from": first, "to": second, "path": path}, headers=_kept(request))


@get("/dice/log/heads.atom", opt=WITHOUT_COOKIES)
async def log_heads(public_log: NamedDependency[LogPaths]) -> Response[str]:
    heads, keys = await public_log.reader.heads(FED_HEADS), await public_log.reader.keys()
    return Response(feed(heads, keys), media_type="application/atom+xml; charset=utf-8", headers=GROWING)


def _kept(request: AnyRequest) -> dict[str, str]:
    """An answer about a log named by its epoch never changes; which log is the present one does."""
    return SETTLED if "epoch" in request.query_params else GROWING


def _leaf(each: NumberedEntry) -> dict[str, Any]:
    """A public entry without the game's id, with which a stranger could watch a game that is meant for friends."""
    return {"number": each.number, "kind": each.entry.kind, "leaf": each.entry.leaf}


LOG_ROUTES = [log_page, log_keys, log_head, log_entries, log_inclusion, log_consistency, log_heads]
