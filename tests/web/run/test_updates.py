"""An update changes the database once, keeps a copy of what was there, and says so."""

import asyncio
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.settings import load
from shanghaien.web.run.prepare import prepared
from shanghaien.wrong_input import WrongInput
from tests.web.core.database.later_version import later_version
from tests.web.stored.fixture import load_into_postgres, unpacked

UPDATED = "the database was updated"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the stored site in it."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    unpacked(tmp_path / "stored").rename(folder / "shanghaien.db")
    return folder


def schema_in(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(revision)


def start(data: Path) -> None:
    asyncio.run(prepared(load({"data": data}, {})))


def test_an_update_keeps_a_copy_and_says_what_it_did(
    data: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, copy = data / "shanghaien.db", data / "shanghaien.db.schema-0001"
    with later_version(tmp_path):
        start(data)
        [said] = [record for record in caplog.records if record.message == UPDATED]
        caplog.clear()
        start(data)
    assert (said.__dict__["before"], said.__dict__["schema"], said.__dict__["copy"]) == ("0001", "0002", str(copy))
    assert said.levelno == logging.WARNING
    assert (schema_in(file), schema_in(copy)) == ("0002", "0001")
    assert copy.stat().st_mode & 0o777 == file.stat().st_mode & 0o777
    assert UPDATED not in caplog.messages


def test_of_processes_that_start_together_on_postgresql_one_says_that_it_has_updated(
    empty_postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    load_into_postgres(unpacked(tmp_path / "stored"), empty_postgres)
    settings = load({"data": tmp_path / "data", "database": empty_postgres}, {})

    async def start_together() -> None:
        await asyncio.gather(*(prepared(settings) for _ in range(4)))

    with later_version(tmp_path):
        asyncio.run(start_together())
    [said] = [record for record in caplog.records if record.message == UPDATED]
    assert (said.__dict__["before"], said.__dict__["schema"]) == ("0001", "0002")
    assert "copy" not in said.__dict__
    assert [file.name for file in tmp_path.rglob("*") if "schema-" in file.name] == []


def test_without_a_copy_nothing_is_updated(data: Path, tmp_path: Path) -> None:
    copy = data / "shanghaien.db.schema-0001"
    copy.mkdir()
    (copy / "something").touch()
    with (
        later_version(tmp_path),
        pytest.raises(WrongInput, match=r"without a copy of the database, and .*schema-0001 cannot be written"),
    ):
        start(data)
    assert schema_in(data / "shanghaien.db") == "0001"
    assert {file.name for file in data.iterdir()} >= {"shanghaien.db", copy.name}
    assert not list(data.glob("*.partial"))


def test_the_copy_takes_an_update_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with later_version(tmp_path):
        start(data)
    file, copy = data / "shanghaien.db", data / "shanghaien.db.schema-0001"
    assert main(["check", "--data", str(data)]) == 2
    assert "newer version of shanghaien" in capsys.readouterr().err
    assert main(["restore", str(copy), "--data", str(data)]) == 0
    assert main(["check", "--data", str(data)]) == 0
    assert (schema_in(file), schema_in(data / "shanghaien.db.before"), schema_in(copy)) == ("0001", "0002", "0001")


def test_a_first_start_copies_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    start(tmp_path)
    assert [file.name for file in tmp_path.iterdir() if "schema" in file.name] == []
    assert UPDATED not in caplog.messages


def test_copies_in_a_folder_are_named_after_the_day_and_only_the_newest_stay(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("shanghaien-2025-01-01.db", "shanghaien-2025-01-02.db", "notes-2025-01-01.db"):
        (copies / name).touch()
    assert main(["backup", str(copies), "--data", str(data), "--keep", "2"]) == 0
    names = {file.name for file in copies.iterdir()}
    [made] = names - {"shanghaien-2025-01-02.db", "notes-2025-01-01.db"}
    assert re.fullmatch(r"shanghaien-20\d\d-\d\d-\d\d\.db", made)
    assert len(names) == 3
    assert (copies / made).stat().st_mode & 0o777 == 0o600
    assert re.search(r"shanghaien-2025-01-01\.db: deleted", capsys.readouterr().out)


def test_only_in_a_folder_of_copies_are_old_ones_deleted(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--data", str(data), "--keep", "2"]) == 2
    assert capsys.readouterr().err == f"shanghaien: --keep is for a folder of copies; {copy} is none.\n"
