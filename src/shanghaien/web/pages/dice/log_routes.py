"""The public log of commitments: a page for people; entries, paths, keys and daily heads for whoever checks the server."""

from typing import Any

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.commitments.log_paths import LogPaths
from shanghaien.web.commitments.log_reading import NumberedEntry
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of

from .log_feed import feed
from .log_questions import asked_game, asked_log, asked_number, within

AT_ONCE = 1000
"""Entries of one answer."""
SHOWN_HEADS, FED_HEADS = 10, 100
SETTLED = {"Cache-Control": "public, max-age=86400"}
"""For what never changes, whoever asks; so nobody's cookie comes with it."""
GROWING = {"Cache-Control": "public, max-age=10"}
FOR_EVERYBODY = {"exclude_from_csrf": True}


@get("/dice/log")
async def log_page(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Template:
    """What the log is, how long it is now, its keys, and its latest heads."""
    reader = public_log.reader
    context = {"log": await reader.state(), "keys": await reader.keys(), "heads": await reader.heads(SHOWN_HEADS)}
    return Template("dice/log.html", context={"site": site_of(request), **context})


@get("/dice/log/key", media_type=MediaType.TEXT, opt=FOR_EVERYBODY)
async def log_keys(public_log: NamedDependency[LogPaths]) -> Response[str]:
    """The public keys, one in each line, that of the present log last."""
    keys = await public_log.reader.keys()
    return Response("".join(f"{key}\n" for key in keys.values()), headers=GROWING)


@get("/dice/log/entries", opt=FOR_EVERYBODY)
async def log_entries(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[list[dict[str, Any]]]:
    """The leaves of the log from a number on; or everything about one game, for whoever knows its id."""
    if "game" in request.query_params:
        found = await public_log.reader.of_game(asked_game(request))
        return Response([_whole(each) for each in found], headers=GROWING)
    asked = await asked_log(request, public_log.reader)
    start = within(asked_number(request, "from", 0), asked.size)
    found = await public_log.reader.between(asked.epoch, start, min(start + AT_ONCE, asked.size))
    last = start + AT_ONCE > asked.size
    following = f'</dice/log/entries?epoch={asked.epoch}&from={start + AT_ONCE}>; rel="next"'
    headers = GROWING if last else _kept(request) | {"Link": following}
    return Response([_leaf(each) for each in found], headers=headers)


@get("/dice/log/inclusion", opt=FOR_EVERYBODY)
async def log_inclusion(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[dict[str, Any]]:
    """The path from an entry to the head of the log when it had a size."""
    asked = await asked_log(request, public_log.reader)
    size = within(asked_number(request, "size"), asked.size)
    number = within(asked_number(request, "number"), size - 1)
    (entry,) = await public_log.reader.between(asked.epoch, number, number + 1)
    path = await public_log.inclusion(asked.epoch, number, size)
    told = {"epoch": asked.epoch, "number": number, "size": size, "leaf": entry.entry.leaf, "path": path}
    return Response(told, headers=_kept(request))


@get("/dice/log/consistency", opt=FOR_EVERYBODY)
async def log_consistency(request: AnyRequest, public_log: NamedDependency[LogPaths]) -> Response[dict[str, Any]]:
    """The path between two sizes of the log."""
    asked = await asked_log(request, public_log.reader)
    second = within(asked_number(request, "to"), asked.size)
    first = within(asked_number(request, "from"), second)
    path = await public_log.consistency(asked.epoch, first, second)
    return Response({"epoch": asked.epoch, "from": first, "to": second, "path": path}, headers=_kept(request))


@get("/dice/log/heads.atom", opt=FOR_EVERYBODY)
async def log_heads(public_log: NamedDependency[LogPaths]) -> Response[str]:
    """The signed head of each day, for programs that keep them."""
    heads, keys = await public_log.reader.heads(FED_HEADS), await public_log.reader.keys()
    return Response(feed(heads, keys), media_type="application/atom+xml; charset=utf-8", headers=GROWING)


def _kept(request: AnyRequest) -> dict[str, str]:
    """What is said of one log never changes; which one is the present log does."""
    return SETTLED if "epoch" in request.query_params else GROWING


def _leaf(each: NumberedEntry) -> dict[str, Any]:
    """What everybody is told: with the id a stranger could watch a game that is meant for friends."""
    return {"number": each.number, "kind": each.entry.kind, "leaf": each.entry.leaf}


def _whole(each: NumberedEntry) -> dict[str, Any]:
    entry = each.entry
    return {"epoch": each.epoch, "number": each.number, "kind": entry.kind, "game": entry.game, "hash": entry.hash}


LOG_ROUTES = [log_page, log_keys, log_entries, log_inclusion, log_consistency, log_heads]
