"""What people do in a full house besides playing: they meet, talk, block and report, and order is kept."""

from collections.abc import Iterator
from typing import NamedTuple

import httpx

from tests.web.people.arriving import Resident
from tests.web.scale.crowd import name

DAYS = "days 259200 86400 432000"
WHY = {"reason": "A reason"}


class Deed(NamedTuple):
    """What somebody did, and what they were answered."""

    what: str
    answer: httpx.Response


def deeds(many: Resident, few: Resident, keeper: Resident, numbers: tuple[int, int], game: str) -> Iterator[Deed]:
    """Everything in turn; `numbers` are those of the first two, who sit at the table of a game."""
    yield from _meeting(many, few, keeper)
    yield from _talking(many, few, game)
    yield from _keeping_away(many, few, numbers, game)
    yield from _order(keeper, name(numbers[1]))


def _meeting(many: Resident, few: Resident, keeper: Resident) -> Iterator[Deed]:
    yield Deed("offer a table", few.submit("/lobby/new", "/lobby/new", pace=DAYS, rated="1", word="Come along"))
    own = next(offer for offer in few.api("GET", "/offers").json() if offer["word"] == "Come along")
    yield Deed("withdraw an offer", few.post("/lobby/withdraw", {"offer": own["id"]}))
    offered = keeper.api("POST", "/offers", json={"pace": DAYS, "rated": True})
    yield Deed("offer a table by a program", offered)
    yield Deed("sit down", many.post("/lobby/sit", {"offer": offered.json()["id"]}))
    yield Deed("play somebody", many.post("/seek", {"rated": "1"}))
    yield Deed("stop looking", many.post("/seek/stop"))


def _talking(many: Resident, few: Resident, game: str) -> Iterator[Deed]:
    yield Deed("say something", many.post(f"/t/{game}/say", {"say": "hello"}))
    yield Deed("switch texts on", few.post(f"/t/{game}/talk", {"phrases": "1", "free": "1"}))
    yield Deed("write something down", many.post(f"/t/{game}/notes", {"notes": "Beware."}))
    yield Deed("go away", few.post(f"/t/{game}/away"))


def _keeping_away(many: Resident, few: Resident, numbers: tuple[int, int], game: str) -> Iterator[Deed]:
    words = {"reason": "words", "words": "They were rude."}
    yield Deed("report from a table", many.post("/report", {"game": game, **words}))
    yield Deed("report from a profile", few.post("/report", {"name": name(numbers[0]), **words}))
    yield Deed("block", many.post("/block", {"name": name(numbers[1])}))
    yield Deed("unblock", many.submit("/talk", "/unblock"))


def _order(keeper: Resident, whom: str) -> Iterator[Deed]:
    found = keeper.get(f"/order/people?name={whom}").headers["location"]
    yield Deed("mute", keeper.post(f"{found}/mute", {"days": "7", **WHY}))
    yield Deed("unmute", keeper.post(f"{found}/unmute", WHY))
    yield Deed("watch anew", keeper.post(f"{found}/clear", WHY))
    yield Deed("let no game count", keeper.post(f"{found}/unrate", {"since": "2020-01-01", **WHY}))
    yield Deed("let games count again", keeper.post(f"{found}/count-again", WHY))
    yield Deed("close a report", keeper.post("/order/reports/a1/close", {"outcome": "dismissed"}))
    yield Deed("add a word", keeper.post("/order/words", {"word": "xyzzyx"}))
    yield Deed("take a word off", keeper.post("/order/words/off", {"word": "xyzzyx"}))
