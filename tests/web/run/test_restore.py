"""A copy is brought back with `shanghaien restore`, and games are played on from where they stood."""

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.run.prepare import exclusive_lock
from shanghaien.web.tables.dice.log_reader import DailyHeads
from shanghaien.web.tables.dice.log_writer import present_log, public_keys
from tests.web.browser_like import Visitor
from tests.web.core.database.databases import with_database
from tests.web.core.database.later_version import later_version
from tests.web.server import running
from tests.web.stored.fixture import unpacked
from tests.web.tables.test_unreadable import damage, play_some


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two games in it, and a copy of them."""
    folder = tmp_path / "data"
    folder.mkdir()
    play_some(folder, 2)
    (folder / "games.db").rename(folder / "shanghaien.db")
    assert main(["backup", str(tmp_path / "copy.db"), "--data", str(folder)]) == 0
    return folder


@pytest.fixture
def copy(data: Path) -> Path:
    return data.parent / "copy.db"


def restore(copy: Path, data: Path, *flags: str) -> int:
    return main(["restore", str(copy), "--data", str(data), *flags])


def games_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
    return int(count)


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_restored_game_is_played_on_and_a_running_server_is_left_alone(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running(data) as server, server.client() as http:
        ada = Visitor(http)
        table = ada.act(ada.create())
        assert main(["backup", str(copy), "--data", str(data)]) == 0
        later = ada.act(table)
        cookies = dict(http.cookies)
        assert restore(copy, data) == 2
        assert ada.look(table["id"])["version"] == later["version"]
        server.kill()  # so that its -wal and -shm stay behind
    assert (data / "shanghaien.db-wal").stat().st_size
    assert restore(copy, data) == 0
    assert not {"shanghaien.db-wal", "shanghaien.db-shm"} & names_in(data)
    with running(data) as server, server.client() as http:
        http.cookies.update(cookies)
        ada = Visitor(http)
        assert ada.look(table["id"])["state"] == table["state"]
        again = ada.look(table["id"])
        for _ in range(5):
            again = ada.act(again)
        assert again["version"] > later["version"]
        server.stop()
    assert main(["check", "--data", str(data)]) == 0


def test_what_was_there_before_is_kept_whole_however_often(data: Path, copy: Path) -> None:
    with closing(sqlite3.connect(data / "shanghaien.db")) as connection:
        connection.execute("CREATE TABLE mark (n)")  # it stays in the -wal, since this connection is still open
        connection.commit()
        for part in ("shanghaien.db", "shanghaien.db-wal"):
            shutil.copy(data / part, data.parent / part)
    for part in ("shanghaien.db", "shanghaien.db-wal"):
        shutil.copy(data.parent / part, data / part)
    assert restore(copy, data) == restore(copy, data) == 0
    with closing(sqlite3.connect(data / "shanghaien.db.before")) as connection:
        assert connection.execute("SELECT count(*) FROM mark").fetchone() == (0,)
    assert games_in(data / "shanghaien.db.before2") == games_in(data / "shanghaien.db") == 2
    with closing(sqlite3.connect(data / "shanghaien.db")) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT * FROM mark")


def test_it_brings_back_what_is_gone_or_broken(data: Path, copy: Path) -> None:
    for broken in (b"", b"no database at all" * 1000, None):
        (data / "shanghaien.db").unlink()
        if broken is not None:
            (data / "shanghaien.db").write_bytes(broken)
        assert restore(copy, data) == 0
        assert games_in(data / "shanghaien.db") == 2


def test_a_copy_with_a_damaged_game_is_restored_only_if_that_is_wished(
    data: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (data / "shanghaien.db").read_bytes()
    copy.rename(data.parent / "games.db")
    damage(data.parent, "DELETE FROM entries WHERE number = 5 AND game = (SELECT min(id) FROM games)")
    (data.parent / "games.db").rename(copy)
    assert restore(copy, data) == 2
    assert "1 is damaged" in capsys.readouterr().err
    assert (data / "shanghaien.db").read_bytes() == before
    assert not [name for name in names_in(data) if "restoring" in name or "before" in name]
    assert restore(copy, data, "--damaged-too") == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "There is no copy of games in"),
        (b"no database at all" * 1000, "file is not a database"),
        ("other", "it holds no games of shanghaien"),
        ("cut", "malformed"),
        ("missing", "There is no copy of games in"),
        ("itself", "is the database itself"),
    ],
)
def test_what_is_no_copy_is_told_and_changes_nothing(
    data: Path, copy: Path, content: bytes | str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (data / "shanghaien.db").read_bytes()
    if content == "other":
        copy.unlink()
        with closing(sqlite3.connect(copy)) as connection, connection:
            connection.execute("CREATE TABLE stamps (n)")
    elif content == "missing":
        copy.unlink()
    elif content == "itself":
        copy = data / "shanghaien.db"
    else:
        copy.write_bytes(content if isinstance(content, bytes) else copy.read_bytes()[:20_000])
    assert restore(copy, data) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert (data / "shanghaien.db").read_bytes() == before
    assert not [name for name in names_in(data) if "restoring" in name or "before" in name]


def test_a_copy_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    copy = unpacked(tmp_path / "copy")
    before = copy.read_bytes()
    (tmp_path / "data").mkdir()
    with later_version(tmp_path):
        assert restore(copy, tmp_path / "data") == 0
        assert copy.read_bytes() == before
        assert main(["check", "--data", str(tmp_path / "data")]) == 0


def log_of(file: Path) -> dict[str, str]:
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT name, value FROM facts WHERE name LIKE '%-key:%' OR name = 'public-log'")
        return dict(rows.fetchall())


def test_a_restored_copy_signs_no_second_log_with_the_same_key_and_keeps_no_reservation(data: Path, copy: Path) -> None:
    with_database(f"sqlite+aiosqlite:///{data / 'shanghaien.db'}", sign_today)
    with closing(sqlite3.connect(data / "shanghaien.db")) as connection, connection:
        connection.execute("INSERT INTO reservations (game, secrets, ends, until) VALUES ('g', x'00', '', 1 << 60)")
    copy.unlink()
    assert main(["backup", str(copy), "--data", str(data)]) == 0
    before = log_of(copy)
    assert restore(copy, data) == 0
    after = log_of(data / "shanghaien.db")
    assert json.loads(after["public-log"])["epoch"] == json.loads(before["public-log"])["epoch"] + 1
    assert "receipt-key:1" in before
    assert "receipt-key:1" not in after
    assert before["receipt-key:1"] not in str(after)
    with closing(sqlite3.connect(data / "shanghaien.db")) as connection:
        assert connection.execute("SELECT count(*) FROM reservations").fetchone() == (0,)


def test_for_postgres_there_is_another_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert restore(tmp_path / "copy.db", tmp_path, "--database", "postgresql://127.0.0.1:1/games") == 2
    assert "pg_restore" in capsys.readouterr().err


def test_after_it_the_rest_is_done_here(empty_postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["restore", "--database", empty_postgres]
    assert main(flags) == 2
    assert "it holds no games of shanghaien" in capsys.readouterr().err
    with_database(empty_postgres, sign_today)
    assert main(flags) == 0
    assert "The servers can be started." in capsys.readouterr().out
    with_database(empty_postgres, has_begun_anew)


async def sign_today(database: Database) -> None:
    await DailyHeads(database).sign(now() // 1000)


async def has_begun_anew(database: Database) -> None:
    async with database.read() as connection:
        log, keys = await present_log(connection), await public_keys(connection)
    assert log is not None
    assert (log.epoch, list(keys)) == (2, [1])


def test_a_copy_has_to_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "shanghaien: Name the copy that is to be restored.\n"


def test_a_copy_holds_people_and_their_keys_and_everybody_signs_in_again(data: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("INSERT INTO people (id, name, created) VALUES ('ines', 'Ines', 1)")
        connection.execute("INSERT INTO names (folded, person) VALUES ('ines', 'ines')")
        connection.execute("INSERT INTO recovery_codes (hash, person) VALUES ('code', 'ines')")
        connection.execute("INSERT INTO sessions (hash, person, label, created, seen) VALUES ('s', 'ines', '', 1, 1)")
        connection.execute("INSERT INTO once (hash, kind, text, until) VALUES ('o', 'link', '', 9999999999999)")
    assert restore(copy, data) == 0
    with closing(sqlite3.connect(data / "shanghaien.db")) as connection:
        tables = ("people", "names", "recovery_codes", "sessions", "once")
        kept = {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}  # noqa: S608
    assert kept == {"people": 1, "names": 1, "recovery_codes": 1, "sessions": 0, "once": 0}


@pytest.fixture
def others_data(data: Path) -> Iterator[tuple[Path, int]]:
    """A folder with games, and the user whose it is: somebody else if root runs the tests, who else cannot give it away."""
    with TemporaryDirectory(prefix="restore-") as place:
        owner, folder = 61_234 if os.geteuid() == 0 else os.geteuid(), Path(place) / "data"
        Path(place).chmod(0o755)
        shutil.copytree(data, folder)
        folder.chmod(0o700)
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner, -1)
        (folder / "shanghaien.db").chmod(0o640)
        yield folder, owner


@contextmanager
def running_as(user: int) -> Iterator[None]:
    own = os.geteuid()
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(own)


def assert_open_to(owner: int, file: Path) -> None:
    """The owner can do with the file what a server does."""
    with running_as(owner):
        assert games_in(file) == 2
        with exclusive_lock(file, ""), closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")


def test_whoever_restores_the_database_stays_its_owners(others_data: tuple[Path, int], copy: Path) -> None:
    folder, owner = others_data
    assert restore(copy, folder) == 0
    assert {path.stat().st_uid for path in folder.iterdir()} == {owner}
    assert stat.S_IMODE((folder / "shanghaien.db").stat().st_mode) == 0o640
    assert_open_to(owner, folder / "shanghaien.db")


@pytest.mark.parametrize("left", ["nothing", "a file of whoever restored before"])
def test_without_a_database_of_the_owner_the_folder_tells_whose_it_is(
    left: str, others_data: tuple[Path, int], copy: Path
) -> None:
    folder, owner = others_data
    for path in folder.iterdir():
        path.unlink()
    if left != "nothing":
        assert main(["backup", str(folder / "shanghaien.db"), "--database", f"sqlite:///{copy}"]) == 0
    assert restore(copy, folder) == 0
    assert stat.S_IMODE((folder / "shanghaien.db").stat().st_mode) == 0o600
    assert_open_to(owner, folder / "shanghaien.db")


def test_who_is_neither_root_nor_the_owner_is_told_who_may_do_it(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory(prefix="restore-") as place:
        Path(place).chmod(0o755)
        open_to_all = Path(shutil.copy(copy, place))
        open_to_all.chmod(0o644)
        with running_as(os.geteuid() or 61_234):
            assert restore(open_to_all, Path("/")) == 2
    sentence = "shanghaien: /shanghaien.db belongs to root; run this as that user or as root.\n"
    assert capsys.readouterr().err == sentence
