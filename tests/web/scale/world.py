"""A few people at a real server, with games of their own in all states: who asks, and what their addresses are."""

import random
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from shanghaien.web.core.clock import now
from tests.web.browser_like import Visitor
from tests.web.people.arriving import Resident

DAY_MS = 86_400_000
FEED = re.compile(r"/feed/([\w.-]+)\.atom")


@dataclass
class World:
    """People by their parts in the story, and what is known of each of their addresses."""

    people: dict[str, Resident] = field(default_factory=dict)
    known: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, part: str, browser: Resident, **known: str) -> None:
        """Somebody comes."""
        self.people[part] = browser
        self.known[part] = known


def days() -> dict[str, str]:
    """Today and yesterday, as addresses name them."""
    today, before = (datetime.fromtimestamp((now() - ago) / 1000, UTC).date().isoformat() for ago in (0, DAY_MS))
    return {"day": today, "before": before}


def play(browsers: tuple[Resident, Resident], game: str, moves: int) -> dict[str, Any]:
    """Let two people make some moves, and tell how the table stands."""
    chance = random.Random(1)
    for _ in range(moves):
        for browser in browsers:
            table = browser.look(game)
            if table["legal"]:
                browser.act(table, chance.choice(table["legal"]))
                break
    return browsers[0].look(game)


def games_between(one: Resident, two: Resident, **values: str) -> dict[str, str]:
    """A game that runs, one that is over, and an invitation; as addresses name them."""
    running = one.create(mode="invite", seat="a", **values)
    two.join(running["invitation"])
    play((one, two), running["id"], 12)
    over = one.create(mode="invite", seat="a", **values)
    two.join(over["invitation"])
    play((one, two), over["id"], 12)
    two.resign(two.look(over["id"]))
    waiting = one.create(mode="invite", seat="a", **values)["invitation"]
    return {"game": running["id"], "over": over["id"], "invitation": waiting}


def addresses_of(browser: Visitor, game: str) -> dict[str, str]:
    """What is this person's alone: the address of their feed, and a link to their seat."""
    feed = FEED.search(browser.get("/notices").text)
    link = browser.private_link(game)
    known = {"link": link.removeprefix("/seat/")} if link else {}
    return known | ({"feed": feed[1]} if feed else {})


def in_address(name: str) -> str:
    """A name as it stands in an address."""
    return quote(name, safe="")
