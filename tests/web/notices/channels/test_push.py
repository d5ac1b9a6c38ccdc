"""Push notices reach the browsers they are for, which alone can open them; what does not answer is left in peace."""

import asyncio
from dataclasses import replace

import httpx
import pytest
from cryptography.exceptions import InvalidTag

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices.acts import read_act
from shanghaien.web.notices.channels.push import MOST, PushChannel, VapidKeys
from shanghaien.web.notices.model import NOBODY, SENT, NoticeKind
from shanghaien.web.notices.place_store import APART_MS
from tests.web.core.database.databases import with_database
from tests.web.notices.channels.browser import Browser, claims
from tests.web.notices.channels.notices import ADA, SIGNER, your_turn
from tests.web.notices.channels.pushing import KNOWN, ON_LOOPBACK, Pushing, pushing

HOUR = 3600_000


def test_the_browser_opens_what_was_sent_and_can_press_its_buttons(database_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        assert await pushed.channel.places(ADA) == [place]
        assert await pushed.channel.send(place, your_turn()) == SENT
        told = pushed.browser.opened(pushed.service.posted[0].body)
        assert (told["title"], told["url"], told["tag"], told["version"]) == (
            "Your turn against Márta",
            "/t/g1",
            "g1",
            41,
        )
        assert [act["label"] for act in told["acts"]] == ["3 on Italian 4", "5 on Dutch 2"]
        act = read_act(SIGNER, told["acts"][1]["id"])
        assert act is not None
        assert (act.person, act.game, act.version, act.text) == (ADA, "g1", 41, "place 5")

    pushing(database_url, story)


def test_the_service_is_told_who_sends_and_for_how_long_to_keep_it(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        for left in (2 * HOUR, HOUR // 2, 100 * 24 * HOUR):
            await pushed.channel.send(place, your_turn(deadline=now() + left))
        await pushed.channel.send(place, your_turn(kind=NoticeKind.DIGEST, game=""))
        heads = [posted.headers for posted in pushed.service.posted]
        said, key = claims(heads[0]["authorization"])
        assert (said["aud"], said["sub"]) == (pushed.service.address, "mailto:host@play.example")
        assert 0 < said["exp"] - now() // 1000 <= 24 * 3600
        assert key == (await pushed.keys.get()).public
        assert heads[0]["content-encoding"] == "aes128gcm"
        assert [head["urgency"] for head in heads] == ["normal", "high", "normal", "normal"]
        assert [
            int(head["ttl"]) // 60 in range(most - 5, most + 1)
            for head, most in zip(heads, (120, 30, 40320, 1440), strict=True)
        ] == [True] * 4

    pushing(sqlite_url, story)


def test_a_later_notice_of_a_game_replaces_an_earlier_one_that_was_not_delivered(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        for notice in (your_turn(), your_turn(turn=50, version=51), your_turn(game="g2")):
            await pushed.channel.send(place, notice)
        first, second, other = (posted.headers["topic"] for posted in pushed.service.posted)
        assert first == second != other
        assert len(first) <= 32
        assert "g1" not in first

    pushing(sqlite_url, story)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(sqlite_url: str, status: int) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        pushed.service.status = status
        assert await pushed.channel.send(place, your_turn()) == NOBODY
        assert await pushed.store.of(ADA) == []
        assert await pushed.channel.send(place, your_turn()) == NOBODY
        assert len(pushed.service.posted) == 1

    pushing(sqlite_url, story)


def test_a_service_that_is_busy_or_broken_is_asked_again_when_it_wants(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        pushed.service.status, pushed.service.headers = 429, {"Retry-After": "30"}
        outcome = await pushed.channel.send(place, your_turn())
        assert (outcome.word, outcome.retry_after) == ("failed", 30)
        assert (await pushed.the_row()).failures == 0
        pushed.service.status, pushed.service.headers = 503, {"Retry-After": "Wed, 21 Oct 2099 07:28:00 GMT"}
        outcome = await pushed.channel.send(place, your_turn())
        assert (outcome.word, outcome.retry_after) == ("failed", 24 * 3600)
        assert (await pushed.the_row()).failures == 1
        pushed.service.status = 201
        assert await pushed.channel.send(place, your_turn()) == SENT
        assert (await pushed.the_row()).failures == 0

    pushing(sqlite_url, story)


@pytest.mark.parametrize("status", [400, 403, 413, 307])
def test_what_a_service_will_never_take_is_not_tried_again(sqlite_url: str, status: int) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        pushed.service.status, pushed.service.headers = status, {"Location": f"{pushed.service.address}/elsewhere"}
        assert await pushed.channel.send(place, your_turn()) == NOBODY
        assert [posted.path for posted in pushed.service.posted] == ["/abc"]
        assert (await pushed.the_row()).failures == 1

    pushing(sqlite_url, story)


def test_where_nobody_listens_nothing_arrived_and_where_nobody_answers_it_may_have(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        pushed.service.mute = True
        with pytest.raises(httpx.RemoteProtocolError):
            await pushed.channel.send(place, your_turn())
        row = await pushed.the_row()
        assert row.failures == 1
        gone = replace(row, id="gone", endpoint="http://127.0.0.1:1/x", person=PersonId("bob"))
        await pushed.store.add(gone, MOST)
        assert (await pushed.channel.send("push:gone", your_turn(person=PersonId("bob")))).word == "failed"

    pushing(sqlite_url, story)


def test_a_browser_that_never_answers_is_left_in_peace_until_it_is_wanted_again(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        row = await pushed.the_row()
        for day in range(3):
            await pushed.store.failed(row.id, day * APART_MS)
        assert await pushed.channel.places(ADA) == []
        await pushed.store.answered(row.id)
        assert await pushed.channel.places(ADA) == [place]

    pushing(sqlite_url, story)


def test_nobody_else_gets_it_and_nowhere_is_reached_without_a_contact(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        assert await pushed.channel.send(place, your_turn(person=PersonId("bob"))) == NOBODY
        assert pushed.service.posted == []
        await pushed.channel.send(place, your_turn())
        with pytest.raises(InvalidTag):
            Browser().opened(pushed.service.posted[0].body)
        silent = PushChannel(pushed.store, pushed.keys, ON_LOOPBACK, "", SIGNER)
        assert await silent.places(ADA) == []
        strict = PushChannel(pushed.store, pushed.keys, KNOWN, "mailto:host@play.example", SIGNER)
        assert await strict.send(place, your_turn()) == NOBODY

    pushing(sqlite_url, story)


def test_all_servers_of_a_database_have_one_key(database_url: str) -> None:
    async def use(database: Database) -> None:
        keys = await asyncio.gather(*(VapidKeys(database).get() for _ in range(4)))
        assert len({key.public for key in keys}) == 1

    with_database(database_url, use)


def test_a_long_notice_still_fits_into_a_message(sqlite_url: str) -> None:
    async def story(pushed: Pushing) -> None:
        place = await pushed.subscribe()
        assert await pushed.channel.send(place, your_turn(line="Ж" * 4000)) == SENT
        assert pushed.browser.opened(pushed.service.posted[0].body)["line"] == "Ж" * 200
        assert len(pushed.service.posted[0].body) < 4096

    pushing(sqlite_url, story)
