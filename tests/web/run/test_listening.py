"""Sockets that listen: small answers leave at once, ports are shared by processes, addresses are told as browsers want them."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvloop

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.run.server import (
    Server,
    address_of,
    addresses_for_others,
    config_for,
    listen,
    listen_for_all,
    listen_for_each,
)
from shanghaien.wrong_input import WrongInput
from tests.web.patience import PATIENCE

DATABASE = "postgresql://db/games"


@pytest.mark.parametrize("new_loop", [uvloop.new_event_loop, asyncio.new_event_loop])
def test_an_accepted_connection_sends_without_delay(
    tmp_path: Path, new_loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    settings = load({"data": tmp_path, "port": 0}, {})

    async def run() -> list[int]:
        listening, app = listen(settings), create_app(settings)
        server = Server(config_for(settings, app), app, lambda: None)
        serving = asyncio.create_task(server.serve([listening]))
        host, port = listening.getsockname()
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"GET /robots.txt HTTP/1.1\r\nhost: h\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        accepted = [connection.transport.get_extra_info("socket") for connection in server.server_state.connections]
        options = [one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in accepted]
        writer.close()
        server.should_exit = True
        await serving
        return options

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(run()) == [1]


def test_each_process_has_a_socket_of_its_own_on_the_same_port(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "port": 0, "processes": 3, "database": DATABASE}, {})
    sockets = listen_for_all(settings)
    assert len({one.fileno() for one in sockets}) == 3
    assert len({one.getsockname() for one in sockets}) == 1
    for one in sockets:
        one.close()


def test_each_process_may_have_one_more_port_that_is_its_own(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        first = free.getsockname()[1]
    flags = {"data": tmp_path, "port": 0, "processes": 2, "database": DATABASE, "process_ports": first}
    with ExitStack() as open_:
        sockets = [[open_.enter_context(one) for one in each] for each in listen_for_each(load(flags, {}))]
        assert [own.getsockname()[1] for _, own in sockets] == [first, first + 1]
        assert len({shared.getsockname() for shared, _ in sockets}) == 1
        with pytest.raises(WrongInput, match=f"port {first}"):  # nobody else listens there
            listen_for_each(load(flags, {}))


def test_there_must_be_a_port_for_each_process(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="process_ports"):
        load({"data": tmp_path, "processes": 3, "database": DATABASE, "process_ports": 65_534}, {})


def test_one_process_shares_its_port_with_nobody(tmp_path: Path) -> None:
    with listen(load({"data": tmp_path, "port": 0}, {})) as first:
        port = first.getsockname()[1]
        with pytest.raises(WrongInput, match=f"Cannot listen on 127.0.0.1 port {port}: Address already in use"):
            listen(load({"data": tmp_path, "port": port}, {}))


@pytest.mark.parametrize(
    ("host", "said"),
    [("127.0.0.1", "localhost"), ("0.0.0.0", "localhost"), ("::1", "localhost"), ("127.0.0.2", "127.0.0.2")],  # noqa: S104 - an address to be told, not to listen at
)
def test_this_machine_is_told_by_its_name_since_passkeys_hold_for_no_bare_address(
    tmp_path: Path, host: str, said: str
) -> None:
    with listen(load({"data": tmp_path, "port": 0, "host": host}, {})) as listening:
        port = listening.getsockname()[1]
        assert address_of(listening).startswith(f"http://{said}")
        assert address_of(listening).endswith(f":{port}")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104 - every address, which is what others need
def test_whoever_listens_for_all_is_told_addresses_that_others_can_type(tmp_path: Path, host: str) -> None:
    settings = load({"data": tmp_path, "port": 0, "host": host}, {})
    with listen(settings) as listening:
        others = [urlsplit(address) for address in addresses_for_others(settings, listening)]
        for other in others:
            assert not ip_address(other.hostname or "").is_loopback
            with socket.create_connection((other.hostname, other.port), PATIENCE):
                pass
    assert (
        others or len(Path("/proc/net/route").read_text().splitlines()) < 2
    )  # where there is no network, there are none


def test_whoever_listens_for_this_machine_alone_is_told_none(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "port": 0, "host": "127.0.0.2"}, {})
    with listen(settings) as listening:
        assert addresses_for_others(settings, listening) == []


def test_others_come_by_the_public_address_if_there_is_one(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "port": 0, "public_url": "https://play.example"}, {})
    with listen(settings) as listening:
        assert addresses_for_others(settings, listening) == ["https://play.example"]
