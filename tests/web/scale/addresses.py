"""An example of every address that can be looked at, found in the routes: pages that somebody adds are asked too."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.site.middleware import Application

PARAMETER = re.compile(r"\{(\w+):\w+\}")
EXAMPLES: dict[str, tuple[str, ...]] = {
    "/join/{token:str}": ("/join/{invitation}",),
    "/join/{token:str}/code.svg": ("/join/{invitation}/code.svg",),
    "/seat/{token:str}": ("/seat/{link}",),
    "/feed/{name:str}": ("/feed/{feed}.atom",),
    "/calendar/{name:str}": ("/calendar/{feed}.ics",),
    "/unsubscribe/{token:str}": ("/unsubscribe/unknown",),
    "/in/{token:str}": ("/in/unknown",),
    "/share/{name:str}": ("/share/start.png", "/share/{game}.png", "/share/{over}.png"),
    "/puzzles/{number:int}": ("/puzzles/1",),
    "/voyage/{number:int}": ("/voyage/2",),
    "/people/{name:str}": ("/people/{name}", "/people/{other}"),
    "/people/{name:str}/games": ("/people/{name}/games", "/people/{other}/games"),
    "/people/{name:str}/records.zip": ("/people/{name}/records.zip",),
    "/people/{name:str}/versus": ("/people/{name}/versus?other={other}", "/people/{other}/versus?other={name}"),
    "/people/{name:str}/versus/{other:str}": ("/people/{name}/versus/{other}", "/people/{other}/versus/{name}"),
    "/api/v1/people/{name:str}": ("/api/v1/people/{name}", "/api/v1/people/{other}"),
    "/api/v1/people/{name:str}/games": ("/api/v1/people/{name}/games", "/api/v1/people/{other}/games"),
    "/api/v1/people/{name:str}/standings": ("/api/v1/people/{name}/standings", "/api/v1/people/{other}/standings"),
    "/mistakes/{game:str}/{step:int}": ("/mistakes/{over}/3",),
    "/bots/{level:str}": ("/bots/boatswain",),
    "/day/{day:str}": ("/day/{day}", "/day/{before}"),
    "/day/{day:str}/table": ("/day/{day}/table", "/day/{before}/table"),
    "/day/{day:str}/captain": ("/day/{before}/captain",),
    "/order/reports/{report:str}": ("/order/reports/{report}",),
    "/order/people": ("/order/people?name={name}", "/order/people?name={other}"),
    "/order/people/{person:str}": ("/order/people/{person}",),
    "/block": ("/block?game={game}&seat=1", "/block?name={other}"),
    "/report": ("/report?game={game}", "/report?name={other}"),
    "/keep/name": ("/keep/name?name=Somebody",),
    "/dice/log/entries": ("/dice/log/entries", "/dice/log/entries?game={game}"),
    "/dice/log/inclusion": ("/dice/log/inclusion?number=0&size=1",),
    "/dice/log/consistency": ("/dice/log/consistency?from=1&to=1",),
}
"""Addresses of routes that need more than a game: `{name}` and the like come from whoever asks."""
NOT_ASKED = {
    "/record/{code:str}": "the game is in the address itself, and nothing is stored",
    "/record/{code:str}/steps": "the game is in the address itself, and nothing is stored",
    "/record/{code:str}/overviews": "the game is in the address itself, and nothing is stored",
    "/record/{code:str}/review": "the game is in the address itself, and only its review is stored",
    "/static/{name:path}": "a file",
    "/api/v1/openapi.json/{path:str}": "a description, made once",
}
"""Routes that cannot be asked like a page, and why."""
OTHERS = {"game": "over", "day": "before"}
"""Parts of addresses that need no example, each with another one of its kind: a game that is over, a day before."""
STREAM = "/events"
"""How the address of a stream ends, which is not looked at: it does not end."""
WHAT_TO_DO = (
    "has no example of its address: add one to EXAMPLES in tests/web/scale/addresses.py, or the reason to NOT_ASKED, "
    "so that its statements, its escaping and what it tells of people are looked at"
)


@cache
def routes_to_look_at() -> list[str]:
    """Every route that answers GET, and has an end."""
    with TemporaryDirectory() as data:
        routes = create_app(load({"data": Path(data)}, {})).litestar.routes
    paths = {route.path for route in routes if "GET" in getattr(route, "methods", ())}
    return sorted(path for path in paths if not path.endswith(STREAM))


def addresses(known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each route with examples of its address; those that need something that is not known here are left out."""
    for route in routes_to_look_at():
        if route in NOT_ASKED:
            continue
        for example in examples_of(route):
            if all(name in known for name in re.findall(r"\{(\w+)\}", example)):
                yield route, example.format_map(known)


def examples_of(route: str) -> tuple[str, ...]:
    """The examples of a route; AssertionError says what to do for one that nobody has thought of."""
    if route in EXAMPLES:
        return EXAMPLES[route]
    parameters = set(PARAMETER.findall(route))
    assert parameters <= OTHERS.keys(), f"{route} {WHAT_TO_DO}"
    plain = PARAMETER.sub(r"{\1}", route)
    return tuple(dict.fromkeys((plain, *(plain.replace(f"{{{one}}}", f"{{{OTHERS[one]}}}") for one in parameters))))


def templates(app: Application) -> Iterator[tuple[str, str]]:
    """Every route of the app with each of its methods: examples of what is looked at, else the route's own parameters."""
    for route in app.litestar.routes:
        for method in sorted(getattr(route, "methods", {"GET"}) - {"OPTIONS"}):
            plain = (PARAMETER.sub(r"{\1}", route.path),)
            asked = method == "GET" and route.path in EXAMPLES
            yield from ((method, template) for template in (EXAMPLES[route.path] if asked else plain))


LINK = re.compile(r'href="(/[^"]*\?[^"]*)"')
VARIES = re.compile(r"=[^&]*")


def further(route: str, page: str, seen: set[str]) -> Iterator[str]:
    """The addresses with questions to which a page leads, one for each way of asking: filters, and the next page."""
    for link in LINK.findall(page):
        address = link.replace("&amp;", "&").partition("#")[0]
        asked = f"{route} {VARIES.sub('', address.partition('?')[2])}"
        if asked not in seen and "/login" not in address:
            seen.add(asked)
            yield address


def is_text(answer: Any) -> bool:
    """Whether an answer is a page, a feed or JSON."""
    return any(kind in answer.headers.get("content-type", "") for kind in ("text", "json", "xml"))
