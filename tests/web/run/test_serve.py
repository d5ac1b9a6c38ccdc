"""The server as a host runs it: starting, logging, copying, stopping; and what it says about wrong settings."""

import asyncio
import json
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.web.browser_like import Visitor
from tests.web.own_process import OwnProcess
from tests.web.patience import PATIENCE
from tests.web.server import Server, running


def shanghaien(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "shanghaien", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def listen_to(server: Server, game: str, heard: threading.Barrier, told: list[str]) -> None:
    with server.client() as http, http.stream("GET", f"/t/{game}/events") as stream:
        lines = stream.iter_lines()
        told.append(next(lines))
        heard.wait(PATIENCE)
        told.extend(lines)


def version_in(line: str) -> int:
    """The version of the table that a line of its stream tells of; 0 if it tells of something else."""
    return int(json.loads(line.removeprefix("data:")).get("version", 0))


def test_a_stop_ends_open_streams_and_the_bots_and_leaves_everything_stored(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with server.client() as http:
            visitor = Visitor(http)
            table = visitor.create(mode="bots", level="cabin-boy")
            heard, told = threading.Barrier(4), list[str]()
            streams = [threading.Thread(target=listen_to, args=(server, table["id"], heard, told)) for _ in range(3)]
            for stream in streams:
                stream.start()
            heard.wait(PATIENCE)  # all three streams are open
        assert server.stop() == 0
        for stream in streams:
            stream.join(PATIENCE)
            assert not stream.is_alive()
    messages = [json.loads(line)["message"] for line in server.lines]
    assert messages[-1] == "stopped"
    assert not any("timed out" in message or "Cancel" in message for message in messages)  # nobody had to be cut off
    versions = [version_in(line) for line in told if line.startswith("data:")]
    with sqlite3.connect(tmp_path / "shanghaien.db") as database:
        (stored,) = database.execute("SELECT max(number) FROM entries").fetchone()
    database.close()
    assert max(versions) <= stored  # nothing was told that was not stored


def test_the_stream_tells_each_new_version(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as http:
        visitor = Visitor(http)
        table = visitor.create()
        with server.client() as watcher, watcher.stream("GET", f"/t/{table['id']}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = (line for line in stream.iter_lines() if line.startswith("data:"))
            for _ in range(5):
                assert version_in(next(lines)) == table["version"]
                table = visitor.act(table, table["legal"][-1])
        assert server.stop() == 0


def test_logs_are_json_and_hold_no_token(tmp_path: Path) -> None:
    with running(tmp_path, "--access-log") as server, server.client() as http:
        visitor = Visitor(http)
        table = visitor.create(mode="invite")
        links = (f"/join/{table['invitation']}", visitor.private_link(table["id"]))
        for link in links:
            visitor.get(link)
            visitor.get(link + "?from=mail")
        visitor.get("/t/nope")
        server.stop()
    told = [json.loads(line) for line in server.lines]
    requests = [line for line in told if line["message"] == "request"]
    assert {"method": "GET", "path": "/t/nope", "status": 404}.items() <= requests[-1].items()
    for link in links:
        assert link.split("/")[-1] not in "".join(server.lines)
    assert sum("/join/…" in line["path"] for line in requests) == 2


def test_a_copy_is_made_while_games_go_on(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running(data) as server, server.client() as http:
        visitor = Visitor(http)
        table = visitor.act(visitor.create())
        result = shanghaien("backup", str(copy), "--data", str(data))
        assert (result.returncode, result.stderr) == (0, "")
        visitor.act(table)
        server.stop()
    with sqlite3.connect(copy) as database:
        (stored,) = database.execute("SELECT max(number) FROM entries").fetchone()
    database.close()
    assert stored == table["version"]
    (tmp_path / "again").mkdir()
    copy.rename(tmp_path / "again" / "shanghaien.db")
    with running(tmp_path / "again") as server, server.client() as http:
        assert Visitor(http).look(table["id"])["state"] == table["state"]


def test_a_copy_of_a_folder_that_is_not_there_makes_none(tmp_path: Path) -> None:
    result = shanghaien("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "wrong"))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = shanghaien("serve", "--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"shanghaien: The folder {tmp_path / 'file' / 'data'} cannot be used: Not a directory.\n"


def modes(folder: Path) -> dict[str, int]:
    """Who may read and write each file of the database."""
    return {name: stat.S_IMODE((folder / name).stat().st_mode) for name in FILES}


FILES = ("shanghaien.db", "shanghaien.db-wal", "shanghaien.db-shm")


def test_a_database_in_a_folder_that_was_there_is_its_owners_alone_and_an_open_folder_is_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o755)
    server = OwnProcess(sys.executable, "-m", "shanghaien", "serve", "--data", str(data), "--port", "0")
    server.wait_for("listening")
    found = modes(data)
    assert server.stop() == 0
    assert found == dict.fromkeys(FILES, 0o600)
    told = [line for line in map(json.loads, server.lines) if line["level"] == "warning"]
    assert [(line["message"], line["folder"]) for line in told] == [
        ("other users of this machine can look into the folder of the database; close it with chmod o-rwx", str(data))
    ]


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o640, 0o600), (0o664, 0o660), (0o660, 0o660)])
def test_an_older_database_is_closed_to_others_but_not_to_a_group_that_writes_to_it(
    tmp_path: Path, before: int, after: int
) -> None:
    with running(tmp_path) as server:
        assert server.stop() == 0
    (tmp_path / "shanghaien.db").chmod(before)
    with sqlite3.connect(tmp_path / "shanghaien.db") as left_open:  # so that all three files are there
        left_open.execute("SELECT count(*) FROM games").fetchone()
        for name in ("shanghaien.db-wal", "shanghaien.db-shm"):
            (tmp_path / name).chmod(before)
        with running(tmp_path) as server:
            assert modes(tmp_path) == dict.fromkeys(FILES, after)
            assert server.stop() == 0
    left_open.close()
    assert [line for line in map(json.loads, server.lines) if line["level"] == "warning"] == []


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, ...]]:
    """A command as a user runs it whom the system does not know, as those that systemd makes up for services."""
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    unknown = "import pwd, sys; pwd.getpwuid = {}.__getitem__; from shanghaien.cli.main import main; sys.exit(main())"
    return lambda *words: (sys.executable, "-c", unknown, *words)


def test_a_user_without_a_home_serves_from_a_folder_that_is_set(
    nobody: Callable[..., tuple[str, ...]], tmp_path: Path
) -> None:
    server = OwnProcess(*nobody("serve", "--port", "0", "--data", str(tmp_path)))
    server.wait_for("listening")
    assert server.stop() == 0


@pytest.mark.parametrize("flags", [(), ("--data", "~/games")])
def test_a_user_without_a_home_is_told_to_set_a_folder(
    nobody: Callable[..., tuple[str, ...]], flags: tuple[str, ...]
) -> None:
    said = subprocess.run(nobody("serve", *flags), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert said.returncode == 2
    assert "data must name a folder" in said.stderr
    assert said.stderr.count("\n") == 1


def test_head_is_answered_by_the_real_server(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as http:
        for path in ("/", "/robots.txt", "/nothing"):
            got, head = http.get(path), http.head(path)
            assert (head.status_code, head.content) == (got.status_code, b"")
        assert server.stop() == 0
    assert "ERROR" not in "".join(server.lines)
    assert not any("request" in line for line in server.lines)  # requests are logged only if somebody wants it


def test_a_file_has_one_server_and_who_wants_to_play_is_led_to_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        second = shanghaien("serve", "--data", str(tmp_path), "--port", "0")
        file = tmp_path / "shanghaien.db"
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == (
            f"shanghaien: A server at {server.address} uses {file} already; "
            "stop it first, or give this one another --data.\n"
        )
        play = shanghaien("play", "--data", str(tmp_path), "--no-browser")
        assert (play.returncode, play.stdout) == (0, f"Shanghaien is at {server.address} already.\n")
        server.kill()
    with running(tmp_path) as again, again.client() as http:
        assert http.get("/healthz").status_code == 200


def test_play_says_where_it_is_and_stops_with_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "shanghaien", "play", "--no-browser", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    address = line.split()[3]
    assert httpx.get(address, headers={"accept": "text/html"}, timeout=PATIENCE).status_code == 200
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (0, ("", ""))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["serve", "--port", "x"], "--port must be a whole number from 0 to 65535, not 'x'."),
        (["serve", "--database", "mysql://db"], "--database must begin with sqlite:/// or postgresql://."),
        (["serve", "--secret", "short"], "--secret must have at least 32 characters."),
        (["serve", "--database", "sqlite:////no/such/folder/games.db"], "The database cannot be used"),
        (["serve", "--database", "postgresql://127.0.0.1:1/games"], "The database cannot be used"),
        (
            ["serve", "--host", "203.0.113.7"],
            "Cannot listen on 203.0.113.7 port 8000: Cannot assign requested address.",
        ),
        (["serve", "--processes", "2"], "--processes must be 1 with SQLite; for several give a PostgreSQL address"),
        (["serve", "--processes", "2", "--database", "postgresql://127.0.0.1:1/games"], "The database cannot be used"),
        (["backup", "copy.db"], "There are no games yet"),
    ],
)
def test_wrong_settings_get_one_sentence_and_exit_code_2(tmp_path: Path, words: list[str], reason: str) -> None:
    result = shanghaien(*words, "--data", str(tmp_path))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"shanghaien: {reason}")
    assert result.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    async def run() -> subprocess.CompletedProcess[str]:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        async with server:
            port = str(server.sockets[0].getsockname()[1])
            return await asyncio.to_thread(shanghaien, "serve", "--port", port, "--data", str(tmp_path))

    result = asyncio.run(run())
    assert (result.returncode, "Address already in use" in result.stderr) == (2, True)
