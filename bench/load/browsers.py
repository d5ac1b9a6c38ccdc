"""Browsers at a table: one page each, presses, and a socket or a stream of either kind that the server has had."""

import asyncio
import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

from .connection import BROWSER, JSON, Connection, Event, Person
from .own_chain import OwnChain
from .page_buttons import Buttons

PATIENCE = 120.0
MOST_CHOICES = 9
NOW, VERSION = re.compile(r'<[^<>]*\bid="now"[^<>]*>'), re.compile(r'data-version="(\d+)"')
_ids = count()


class Browser:
    """One person's page. It knows its version, and what can be pressed."""

    def __init__(self, address: str, person: Person, game: str, chain: OwnChain | None = None) -> None:
        self.address, self.game, self.chain = address, game, chain
        self.asking, self.looking = Connection(address, person), Connection(address, person)
        self.listening = Connection(address, person)
        self.buttons = Buttons("")
        self.choice: Buttons | None = None
        """What an open choice covers the page with."""
        self.version = -1
        self.yours = False
        self.by_parts = True
        self.sizes: list[int] = []
        """Bytes of each event on the wire."""
        self.whole_pages = 0
        self._news = asyncio.Condition()

    async def open(self) -> "Browser":
        """Load the page once, and listen from its version on."""
        await asyncio.gather(self.asking.open(), self.looking.open(), self.listening.open())
        await self.load()
        self._task = asyncio.create_task(self._listen())
        return self

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        for connection in (self.asking, self.looking, self.listening):
            connection.close()

    async def load(self) -> None:
        answer = await self.looking.send("GET", f"/t/{self.game}")
        assert answer.status == 200, answer
        self._show(answer.text)

    async def reached(self, version: int) -> None:
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: self.version >= version or self._task.done()), PATIENCE)
        if self._task.done():
            self._task.result()

    async def press(self, dice: random.Random) -> int:
        """Press one of the buttons (the only way to do it may be choices to open first); the version it led to."""
        for _ in range(MOST_CHOICES):
            if actions := (self.choice or self.buttons).actions:
                return await self.act(dice.choice(actions))
            await self._open_choice(dice.choice((self.choice or self.buttons).links))
        raise AssertionError("choices lead to choices for ever")

    async def act(self, action: str) -> int:
        """Send the form; the version that it led to."""
        self.choice = None
        values = {"action": action} | (self.chain.with_choice(action) if self.chain else {})
        if not self.by_parts:
            return await self._redirected("act", values)
        return await self._opened(await self._change("act", values))

    async def _change(self, to: str, values: dict[str, str]) -> int:
        """Send a form as the script does; the version that it led to."""
        path, form = f"/t/{self.game}/{to}", urlencode(self._form(values)).encode()
        answer = await self.asking.send("POST", path, form, accept=JSON)
        assert answer.status == 200, (answer.status, answer.text)
        return int(json.loads(answer.text)["version"])

    async def _redirected(self, to: str, values: dict[str, str]) -> int:
        """The same where the server answers with a page."""
        path, form = f"/t/{self.game}/{to}", urlencode(self._form(values)).encode()
        answer = await self.asking.send("POST", path, form, accept="text/html")
        assert answer.status == 303, (answer.status, answer.text)
        self._show((await self.asking.send("GET", answer.headers["location"])).text)
        await self._tell()
        return self.version

    def _form(self, values: dict[str, str]) -> dict[str, str]:
        token = self.asking.person.cookies.get("csrftoken", "")
        return {"_csrf_token": token, "version": str(self.version), "id": f"b{next(_ids)}", **values}

    async def _opened(self, version: int) -> int:
        """Open the link that the table waits for after a choice, if it does; the version that it led to."""
        if self.chain is None:
            return version
        await self.reached(version)
        if not (link := self.chain.wanted):
            return version
        return await self._change("open", {"link": link})

    async def _open_choice(self, link: str) -> None:
        """What the script does when a link of a choice is pressed."""
        if not self.by_parts:
            self._show((await self.looking.send("GET", link)).text)
            return
        chosen = quote(link.partition("?")[2], safe="=&")
        answer = await self.looking.send("GET", f"/t/{self.game}/parts?since={self.version}&{chosen}", accept=JSON)
        assert answer.status == 200, (answer.status, answer.text)
        update = json.loads(answer.text)
        await self._take(update)
        self.choice = Buttons("".join(update["choice"]["parts"].values()))

    async def _listen(self) -> None:
        async for event in self.listening.events(f"/t/{self.game}/events?version={self.version}"):
            await self._hear(event)

    async def _hear(self, event: Event) -> None:
        if event.name == "version":
            self.by_parts = False
            if int(event.data) > self.version:
                await self.load()
        elif event.data.startswith("{"):
            update = json.loads(event.data)
            if "parts" in update:
                self.sizes.append(event.size)
            await self._take_news(update)
        await self._tell()

    async def _take_news(self, update: dict[str, Any]) -> None:
        if update.get("version", self.version) > self.version or update.get("whole"):
            await self._take(update)

    async def _take(self, update: dict[str, object]) -> None:
        parts = update.get("parts")
        if update.get("whole") or not isinstance(parts, dict):
            self.whole_pages += 1
            await self.load()
            return
        for name, html in parts.items():
            self.buttons.renew(name, html)
        self.version, self.yours = int(str(update["version"])), bool(update["yours"])
        self.choice = None
        if self.chain:
            self.chain.read(update.get("dice"))

    def _show(self, page: str) -> None:
        found = NOW.search(page)
        assert found, page[:500]
        self.buttons, self.choice = Buttons(page), None
        self.version = int(VERSION.findall(found[0])[0])
        self.yours = "data-yours" in found[0]
        if self.chain:
            self.chain.read_page(found[0])

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


class SocketBrowser(Browser):
    """The same with events and forms over one WebSocket, compressed as browsers ask for it."""

    async def open(self) -> "SocketBrowser":
        """Load the page once, and call the socket from its version on."""
        await self.looking.open()
        await self.load()
        person, connect = self.looking.person, import_module("websockets.asyncio.client").connect
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        self.socket = await connect(
            f"{self.address.replace('http', 'ws', 1)}/t/{self.game}/socket?version={self.version}",
            origin=self.address,
            additional_headers={"Cookie": cookies, **dict(line.split(": ", 1) for line in BROWSER[:2])},
            user_agent_header=None,
            ping_interval=None,
            max_size=None,
            local_addr=(person.home, 0),
        )
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._task = asyncio.create_task(self._listen())
        return self

    async def close(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self.socket.close()
        self.looking.close()

    async def _change(self, to: str, values: dict[str, str]) -> int:
        number = next(_ids)
        self.answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"re": number, "to": to, "form": self._form(values)}))
        answer = await asyncio.wait_for(self.answers[number], PATIENCE)
        assert answer["status"] == 200, answer
        return int(json.loads(answer["body"])["version"])

    async def _listen(self) -> None:
        async for text in self.socket:
            for message in json.loads(text):
                if message["event"] == "answer":
                    self.answers.pop(message["re"]).set_result(message)
                else:
                    await self._take_news(message["data"])
            await self._tell()


Route = Callable[[str], str]
"""The address of the server to which a proxy takes everybody at a game."""


def places(route: Route | None, game: str, first: str, second: str) -> tuple[str, str]:
    """Where the two players of a game come to."""
    return (first, second) if route is None else (route(game), route(game))


class Pair:
    """Two browsers at one game, perhaps at two servers; with a route both at the one where it leads.

    `kind` is how they talk to it.
    """

    kind: type[Browser] = SocketBrowser

    def __init__(self, number: int, route: Route | None = None) -> None:
        self.dice, self.route = random.Random(number), route

    async def open(self, first: str, second: str) -> "Pair":
        """Set a game up, sit down on both sides, and load both pages."""
        game, people, chains = await invite(first, second)
        pages = zip(places(self.route, game, first, second), people, chains, strict=True)
        both = (self.kind(address, person, game, chain) for address, person, chain in pages)
        self.browsers = tuple(await asyncio.gather(*(browser.open() for browser in both)))
        return self

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not any(browser.yours for browser in self.browsers)

    async def move(self) -> None:
        """One move: done when both pages show it."""
        mover = next(browser for browser in self.browsers if browser.yours)
        version = await mover.press(self.dice)
        await asyncio.gather(*(browser.reached(version) for browser in self.browsers))

    async def close(self) -> None:
        await asyncio.gather(*(browser.close() for browser in self.browsers))


class StreamPair(Pair):
    """Two browsers where no socket comes through: events by a stream, moves by requests."""

    kind = Browser


Invited = tuple[str, tuple[Person, Person], tuple[OwnChain | None, OwnChain | None]]
"""A game between two people, what they know of themselves, and their chains if the server knows of such."""


async def invite(first: str, second: str, *, chains: bool = True) -> Invited:
    """Set up a game between two people, with chains of their own if wished; an older server has none."""
    host, guest = await Connection(first).open(), await Connection(second).open()
    await asyncio.gather(host.make_token(), guest.make_token())
    status, reserved = await host.api("POST", "/reservation", {}) if chains else (0, {})
    own = OwnChain(reserved["id"], "creator-1") if status == 200 else None
    other = OwnChain(reserved["id"], "guest-1") if status == 200 else None
    promise = {"reservation": reserved["token"], **own.first} if own else {}
    status, game = await host.api("POST", "/games", {"mode": "invite", **promise})
    assert status == 201, game
    token = game["invitation"].rsplit("/", 1)[-1]
    status, joined = await guest.api("POST", f"/invitations/{token}", other.first if other else {})
    assert status == 201, joined
    host.close()
    guest.close()
    return game["id"], (host.person, guest.person), (own, other)
