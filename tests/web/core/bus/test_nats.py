"""What only NATS can do: groups, passwords; and what is said of an URL that cannot be used."""

import asyncio
from collections.abc import Iterator

import pytest

from shanghaien.web.core.bus import open_bus
from shanghaien.web.core.bus.base import NullBus
from shanghaien.wrong_input import WrongInput
from tests.web.core.bus.conftest import SQLITE, bus_over
from tests.web.core.bus.talk import Ear, opened, say_until_heard, until
from tests.web.nats_server import NatsServer


def test_of_a_group_one_member_hears_each_message(nats_url: str) -> None:
    async def run() -> None:
        speaker, one, two = bus_over(nats_url), bus_over(nats_url), bus_over(nats_url)
        ear, other_ear, everything = Ear(), Ear(), Ear()
        one.subscribe("work.bots", ear, "bots")
        two.subscribe("work.bots", other_ear, "bots")
        two.subscribe("work.*", everything)
        async with opened(speaker, one, two):
            for number in range(200):
                speaker.send("work.bots", str(number))
            await until(lambda: len(everything.heard) == 200 and len(ear.heard) + len(other_ear.heard) >= 200)
        shared = [message for _, message in ear.heard + other_ear.heard]
        assert sorted(shared, key=int) == [str(number) for number in range(200)]
        assert ear.heard
        assert other_ear.heard

    asyncio.run(run())


@pytest.fixture(params=["--user ada --pass let-me-in", "--auth let-me-in"], ids=["password", "token"])
def guarded(request: pytest.FixtureRequest) -> Iterator[tuple[NatsServer, str]]:
    """A server that lets in only who knows, and how to write that into its URL."""
    server = NatsServer(*request.param.split())
    server.start()
    yield server, "ada:let-me-in@" if "--user" in request.param else "let-me-in@"
    server.kill()


def test_a_guarded_server_lets_in_who_knows_and_the_password_is_not_logged(
    guarded: tuple[NatsServer, str], caplog: pytest.LogCaptureFixture
) -> None:
    server, known = guarded

    async def run() -> None:
        speaker, listener = (bus_over(server.url.replace("nats://", f"nats://{known}")) for _ in range(2))
        stranger, ear = bus_over(server.url.replace("nats://", "nats://eve:wrong-word@")), Ear()
        listener.subscribe("limits", ear)
        async with opened(speaker, listener, stranger):
            await say_until_heard(speaker, "limits", ear)
            assert not stranger.connected

    asyncio.run(run())
    told = [record for record in caplog.records if record.name == "shanghaien.bus"]
    assert [record.getMessage() for record in told] == ["the bus is away"]
    assert "Authorization Violation" in vars(told[0])["reason"]
    assert not any("wrong-word" in str(vars(record)) or "let-me-in" in str(vars(record)) for record in told)


def test_one_of_several_servers_is_enough(nats_url: str) -> None:
    async def run() -> None:
        bus = bus_over(f"nats://127.0.0.1:9,{nats_url}")
        async with opened(bus):
            await until(lambda: bus.connected)

    asyncio.run(run())


@pytest.mark.parametrize("url", ["localhost", "http://localhost:4222", "nats://", "nats://host:port", "nats://a,,b"])
def test_an_url_that_cannot_be_used_gets_one_sentence(url: str) -> None:
    with pytest.raises(WrongInput) as refusal:
        open_bus(SQLITE, url, "")
    assert str(refusal.value) == ("Setting nats must look like nats://HOST:4222 or tls://USER:PASSWORD@HOST:4222.")


def test_sqlite_without_nats_needs_no_bus() -> None:
    assert isinstance(open_bus(SQLITE, "", "me"), NullBus)
