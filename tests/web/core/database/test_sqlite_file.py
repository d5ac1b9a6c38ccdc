"""A SQLite file that cannot be used is told of in one sentence before the server starts; it never answers with a fault."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from shanghaien.web.core.database.sqlite_file import UnusableFile, look_at, look_through, wal_of
from shanghaien.web.core.settings import Settings, load
from shanghaien.web.run.prepare import check_file, prepared
from shanghaien.wrong_input import WrongInput
from tests.web.tables.test_unreadable import play_some


@pytest.fixture
def file(tmp_path: Path) -> Path:
    play_some(tmp_path)
    return tmp_path / "games.db"


def settings_for(file: Path) -> Settings:
    return load({"data": file.parent, "database": f"sqlite:///{file}"}, {})


def refusal(file: Path) -> str:
    """What is said when a server is to start."""
    with pytest.raises(WrongInput) as refused:
        _start(file)
    sentence = str(refused.value)
    assert sentence.startswith("The database cannot be used: ")
    assert "\n" not in sentence
    return sentence


def _start(file: Path) -> None:
    check_file(file)
    asyncio.run(prepared(settings_for(file)))


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_a_sound_file_and_none_are_welcome(file: Path, tmp_path: Path) -> None:
    _start(file)
    _start(tmp_path / "new.db")
    look_through(file)


def test_a_server_that_was_killed_before_it_made_any_table_can_be_started_again(tmp_path: Path) -> None:
    look_at(tmp_path / "new.db")
    _start(tmp_path / "new.db")


def test_an_empty_file_is_no_new_database(file: Path) -> None:
    file.write_bytes(b"")
    assert "is empty" in refusal(file)
    assert file.read_bytes() == b""


def test_a_missing_file_whose_remains_are_there_is_no_new_database(file: Path) -> None:
    file.unlink()
    wal_of(file).write_bytes(b"something")
    assert "is missing, though games.db-wal is there" in refusal(file)


def test_what_is_no_database_is_told_so(file: Path) -> None:
    file.write_text("no database at all, but long enough to be read as one" * 100)
    assert "is no database of SQLite" in refusal(file)


@pytest.mark.parametrize("left", [0.3, 0.9])
def test_cut_pages_are_found(file: Path, left: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * left)])
    assert "is damaged" in refusal(file)


def test_a_page_that_was_overwritten_is_found(file: Path) -> None:
    content = bytearray(file.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 100] = b"\xaa" * 100
    file.write_bytes(content)
    assert "is damaged" in refusal(file)
    with pytest.raises(UnusableFile):
        look_through(file)


def test_the_quick_look_ends_in_time_though_it_has_not_seen_everything(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE much (n INTEGER PRIMARY KEY, text TEXT)")
        connection.executemany("INSERT INTO much (text) VALUES (?)", (["x" * 50] for _ in range(200_000)))
    look_at(file, seconds=0)


@pytest.mark.parametrize("table", ["entries", "seated", "facts", "links"])
def test_a_missing_table_is_named(file: Path, table: str) -> None:
    change(file, "PRAGMA foreign_keys=OFF", f"DROP TABLE {table}")
    assert f"its table {table} is missing" in refusal(file)


def test_a_missing_column_is_named(file: Path) -> None:
    change(file, "ALTER TABLE games DROP COLUMN digest")
    assert "column digest of its table games is missing" in refusal(file)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer version"),
        ("UPDATE alembic_version SET version_num = 'abcd'", "its revision 'abcd' is none"),
        ("UPDATE alembic_version SET version_num = ''", "its revision '' is none"),
        ("DELETE FROM alembic_version", "alembic_version"),
        ("INSERT INTO alembic_version VALUES ('0000')", "alembic_version"),
        ("DROP TABLE alembic_version", "alembic_version"),
    ],
)
def test_an_unknown_revision_is_told(file: Path, statement: str, sentence: str) -> None:
    change(file, statement)
    before = file.read_bytes()
    assert sentence in refusal(file)
    assert file.read_bytes() == before


def test_a_folder_in_its_place_is_told(file: Path) -> None:
    file.unlink()
    file.mkdir()
    assert "unable to open" in refusal(file)
    shutil.rmtree(file)
