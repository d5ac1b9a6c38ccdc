"""A person's own address gets signed notices; nobody can have the server talk to its own networks that way."""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.notices.channels.address_guard import AddressGuard, WrongAddress
from shanghaien.web.notices.channels.webhook import SIGNATURE, WebhookChannel, Webhooks, signature
from shanghaien.web.notices.model import NOBODY, SENT, NoticeKind, WaitingGame
from shanghaien.web.notices.place_store import APART_MS, WebhookRow, WebhookStore
from tests.web.core.database.databases import with_database
from tests.web.notices.channels.certificate import secured
from tests.web.notices.channels.listener import Listener, listening
from tests.web.notices.channels.notices import ADA, your_turn

LOOSE = AddressGuard(allowed=bool, scheme="http", ports=frozenset())
SITE = "https://play.example"


class Hooked:
    """Ada's own address, and who sends to it."""

    def __init__(self, database: Database, server: Listener) -> None:
        self.server = server
        self.store = WebhookStore(database)
        self.channel = WebhookChannel(self.store, LOOSE, SITE)

    async def set(self) -> str:
        return await Webhooks(self.store, LOOSE).set(ADA, f"{self.server.address}/in?key=1")

    async def the_row(self) -> WebhookRow:
        row = await self.store.of(ADA)
        assert row is not None
        return row


def hooked(url: str, story: Callable[[Hooked], Awaitable[None]]) -> None:
    async def use(database: Database) -> None:
        async with listening() as server:
            await story(Hooked(database, server))

    with_database(url, use)


def test_a_program_can_check_that_the_notice_comes_from_here(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        secret = await hook.set()
        assert await hook.channel.places(ADA) == ["webhook"]
        assert await hook.channel.send("webhook", your_turn(deadline=5)) == SENT
        (posted,) = hook.server.posted
        assert (posted.path, posted.headers["host"]) == ("/in?key=1", f"127.0.0.1:{hook.server.port}")
        at, seal = (part.partition("=")[2] for part in posted.headers[SIGNATURE.lower()].split(","))
        assert seal == hmac.new(secret.encode(), f"{at}.".encode() + posted.body, hashlib.sha256).hexdigest()
        assert abs(int(at) * 1000 - now()) < 3600_000
        told = json.loads(posted.body)
        assert (told["kind"], told["url"], told["deadline"]) == ("turn", f"{SITE}/t/g1", 5)
        assert told["acts"] == [
            {"text": "place 3", "label": "3 on Italian 4"},
            {"text": "place 5", "label": "5 on Dutch 2"},
        ]

    hooked(sqlite_url, story)


def test_the_program_of_the_page_knows_what_is_ours() -> None:
    page = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(def is_ours.*?)```", page, re.DOTALL)
    assert found
    program: dict[str, Any] = {"hmac": hmac, "hashlib": hashlib, "time": time}
    exec(found[1], program)  # noqa: S102 - our own page
    at = int(time.time())
    assert program["is_ours"](signature("secret", at, b"{}"), b"{}", "secret")
    assert not program["is_ours"](signature("secret", at, b"{}"), b"{} ", "secret")
    assert not program["is_ours"](signature("other", at, b"{}"), b"{}", "secret")
    assert not program["is_ours"](signature("secret", at - 3600, b"{}"), b"{}", "secret")


def test_a_digest_names_every_game(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        waiting = (WaitingGame("Márta", "2 days left", "/t/g1"), WaitingGame("Bob", "", "/t/g2"))
        await hook.channel.send("webhook", your_turn(kind=NoticeKind.DIGEST, game="", url="/", waiting=waiting))
        told = json.loads(hook.server.posted[0].body)
        assert [game["url"] for game in told["waiting"]] == [f"{SITE}/t/g1", f"{SITE}/t/g2"]

    hooked(sqlite_url, story)


@pytest.mark.parametrize(
    ("status", "word", "failures"),
    [
        (200, "sent", 0),
        (204, "sent", 0),
        (302, "nobody", 1),
        (404, "nobody", 1),
        (429, "failed", 0),
        (500, "failed", 1),
    ],
)
def test_what_an_answer_means(sqlite_url: str, status: int, word: str, failures: int) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        hook.server.status = status
        hook.server.headers = {"Location": f"{hook.server.address}/elsewhere"}
        assert (await hook.channel.send("webhook", your_turn())).word == word
        assert [posted.path for posted in hook.server.posted] == ["/in?key=1"]
        assert (await hook.the_row()).failures == failures

    hooked(sqlite_url, story)


def test_an_address_that_is_gone_for_good_is_forgotten(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        hook.server.status = 410
        assert await hook.channel.send("webhook", your_turn()) == NOBODY
        assert await hook.store.of(ADA) is None
        assert await hook.channel.send("webhook", your_turn()) == NOBODY

    hooked(sqlite_url, story)


def test_an_answer_without_end_is_cut_off(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        hook.server.body = b"x" * 5_000_000
        assert await hook.channel.send("webhook", your_turn()) == SENT

    hooked(sqlite_url, story)


def test_without_an_answer_nobody_knows_whether_it_arrived(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        hook.server.mute = True
        with pytest.raises(httpx.RemoteProtocolError):
            await hook.channel.send("webhook", your_turn())
        assert (await hook.the_row()).failures == 1

    hooked(sqlite_url, story)


def test_a_silent_address_is_left_in_peace(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        for day in range(3):
            await hook.store.failed(ADA, day * APART_MS)
        assert await hook.channel.places(ADA) == []

    hooked(sqlite_url, story)


def test_an_address_that_comes_to_lead_inside_is_not_asked(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        await hook.set()
        strict = WebhookChannel(hook.store, AddressGuard(scheme="http", ports=frozenset()), SITE)
        assert await strict.send("webhook", your_turn()) == NOBODY
        assert hook.server.posted == []

    hooked(sqlite_url, story)


def test_an_address_inside_is_not_taken_at_all(sqlite_url: str) -> None:
    async def story(hook: Hooked) -> None:
        said = []
        for name in ("127.0.0.1", f"{'a' * 64}.example"):  # the second leads nowhere, and is told the same
            with pytest.raises(WrongAddress) as refusal:
                await Webhooks(hook.store, AddressGuard()).set(ADA, f"https://{name}/in")
            said.append(str(refusal.value))
        assert said[0] == said[1]
        assert await hook.store.of(ADA) is None

    hooked(sqlite_url, story)


def test_the_name_is_looked_up_once_and_its_certificate_is_checked(sqlite_url: str, tmp_path: Path) -> None:
    shown, believing = secured("hooks.example", tmp_path)
    asked: list[str] = []

    async def found(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    guard = AddressGuard(found, allowed=bool, ports=frozenset())

    async def use(database: Database) -> None:
        store = WebhookStore(database)
        async with listening(shown) as server:
            await store.set(ADA, f"https://hooks.example:{server.port}/in", "secret")
            assert await WebhookChannel(store, guard, SITE, believing).send("webhook", your_turn()) == SENT
            assert asked == ["hooks.example"]
            assert server.posted[0].headers["host"] == f"hooks.example:{server.port}"
            assert (await WebhookChannel(store, guard, SITE).send("webhook", your_turn())).word == "failed"
            await store.set(ADA, f"https://other.example:{server.port}/in", "secret")
            channel = WebhookChannel(store, guard, SITE, believing)
            assert (await channel.send("webhook", your_turn())).word == "failed"
            assert len(server.posted) == 1

    with_database(sqlite_url, use)
