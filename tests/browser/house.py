"""A house in which every page has something to show: people with a past, games in all states, and who looks after it."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text

from shanghaien.ai.puzzles import shipped_puzzles, to_values
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.core.settings import load
from shanghaien.web.daily.mistake_store import MistakeRow, MistakeStore
from shanghaien.web.daily.own_mistakes import new_card
from shanghaien.web.people.credentials import Recovery
from tests.web.people.arriving import NewResident, Resident, a_site, run_in
from tests.web.randomness import SECRET
from tests.web.scale.addresses import addresses
from tests.web.scale.crowd import Size, make_crowd, name, person
from tests.web.scale.sweep import WHOLE
from tests.web.scale.world import World, addresses_of, days, games_between, in_address

PLAYER, FRIEND, KEEPER, CLOSED = 0, 302, 200, 9
"""People of the crowd: one with many games, one they play with, one who looks after the site, one who was sent away."""
MISTAKE = 3
"""The step of the mistake in the example of its address."""
SENT_ON, REFUSED = 303, 400
ELEMENT, MARK = re.compile(r"<([a-z]\w*)([^>]*)>"), re.compile(r'\bclass="[^"]*"|\bdata-[a-z-]+(?:="[a-z-]+")?')
"""An element, and what a style sheet tells it from others by; numbers and ids only name something."""


@dataclass
class House:
    """What is needed to walk through it in a browser."""

    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    pages: dict[str, list[str]] = field(default_factory=dict)
    """The addresses of pages, by whose eyes they are seen with."""
    code: str = ""
    """With which somebody whose account is closed tries to sign in."""


def furnish(data: Path) -> House:
    """Make the house in an empty folder, ready to be served."""
    make_crowd(f"sqlite+aiosqlite:///{data / 'shanghaien.db'}", Size(400, 1000, now()))
    house = House()
    with a_site(load({"data": data, "secret": SECRET, "bot_workers": 0, "rate_limit": 0}, {})) as (parts, new):
        world = _inhabited(parts, new, house)
        seen = defaultdict[str, set[str]](set)
        for part, browser in world.people.items():
            house.pages[part] = list(_new_pages(browser, addresses(world.known[part]), seen))
            house.cookies[part] = dict(browser.http.cookies)
    return house


def _new_pages(browser: Resident, asked: Iterable[tuple[str, str]], seen: dict[str, set[str]]) -> Iterator[str]:
    """Those addresses that show a whole page with something on it that nobody has `seen` on a page of its route.

    All refusals are one page.
    """
    for route, address in asked:
        if route not in WHOLE and not route.startswith("/api"):
            answer = browser.get(address)
            known = seen[route if answer.status_code < REFUSED else ""]
            new = things(answer.text.partition("<main")[2]) - known
            if new:
                known |= new
                yield address


def things(html: str) -> set[str]:
    """What a page is made of."""
    return {" ".join((tag, *MARK.findall(rest))) for tag, rest in ELEMENT.findall(html)}


def _inhabited(parts: Parts, new: NewResident, house: House) -> World:
    world, (player, friend, keeper, guest, other) = World(), [new() for _ in range(5)]
    run_in(keeper, _give_role, parts)  # before they come: what somebody may do is remembered for a while
    for number, browser in ((PLAYER, player), (FRIEND, friend), (KEEPER, keeper)):
        browser.arrive(person(number))
    games, of_guests = games_between(player, friend), games_between(guest, other)
    run_in(keeper, _err, parts, person(PLAYER), games["over"])
    house.code = run_in(keeper, Recovery(parts.database).renew, person(CLOSED))[0]
    closed = keeper.post(f"/order/people/{person(CLOSED)}/close", {"reason": "Rude to everybody, time and again"})
    assert closed.status_code == SENT_ON, closed.text
    shared = days() | {"report": "a1", "person": person(PLAYER)}
    names = {"name": in_address(name(PLAYER)), "other": in_address(name(FRIEND))}
    world.add("guest", guest, **shared, **of_guests, **names, **addresses_of(guest, of_guests["game"]))
    for part, browser, own, of in (
        ("player", player, PLAYER, FRIEND),
        ("friend", friend, FRIEND, PLAYER),
        ("keeper", keeper, KEEPER, PLAYER),
    ):
        names = {"name": in_address(name(own)), "other": in_address(name(of))}
        world.add(part, browser, **shared, **games, **names, **addresses_of(browser, games["game"]))
    return world


async def _give_role(parts: Parts) -> None:
    async with parts.database.write() as connection:
        role = text("UPDATE people SET role = 'administrator' WHERE id = :keeper")
        await connection.execute(role, {"keeper": person(KEEPER)})


async def _err(parts: Parts, who: str, game: str) -> None:
    """Write a mistake of somebody into the store that can be repeated."""
    puzzle, at = shipped_puzzles()[3], now()
    played, card = puzzle.choices[1].action, new_card(at)
    row = MistakeRow(PersonId(who), GameId(game), MISTAKE, json.dumps(to_values(puzzle)), played, card, at, at)
    await MistakeStore(parts.database).add(row.person, [row])
