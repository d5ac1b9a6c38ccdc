"""What `shanghaien work` and `shanghaien janitor` say, and what they refuse."""

import asyncio
import json
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.retention import DAY_MS
from shanghaien.web.core.settings import load
from shanghaien.web.run.prepare import prepared
from shanghaien.wrong_input import WrongInput
from tests.web.core.database.databases import add_game, opened_database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a year-old game, an invitation of last month, and a game of today."""

    async def fill() -> None:
        async with opened_database(f"sqlite+aiosqlite:///{tmp_path / 'shanghaien.db'}") as database:
            await add_game(database, "old", updated=now() - 400 * DAY_MS)
            await add_game(database, "invitation", kinds=("human", "open"), waits_for=None, updated=now() - 40 * DAY_MS)
            await add_game(database, "young", updated=now())

    asyncio.run(fill())
    return tmp_path


def games_in(folder: Path) -> int:
    async def count() -> int:
        database = Database(f"sqlite+aiosqlite:///{folder / 'shanghaien.db'}")
        async with database.connect() as connection:
            counted = (await connection.exec_driver_sql("SELECT count(*) FROM games")).scalar_one()
        await database.close()
        return int(counted)

    return asyncio.run(count())


def test_the_janitor_tells_what_would_go_and_then_removes_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "1 unfinished game, 1 unused invitation and 0 reviews. Finished games stay.\n"
    assert main(["janitor", "--data", str(folder), "--dry-run"]) == 0
    assert capsys.readouterr().out == f"Would remove {told}"
    assert games_in(folder) == 3
    assert main(["janitor", "--data", str(folder), "--keep-guest-games-days", "0"]) == 0
    assert games_in(folder) == 2
    assert main(["janitor", "--data", str(folder)]) == 0
    assert games_in(folder) == 1
    assert "Removed 1 unfinished game, 0 unused invitations and 0 reviews." in capsys.readouterr().out


def test_the_janitor_tells_the_numbers_to_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["janitor", "--data", str(folder), "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"removed": False, "games": 1, "invitations": 1, "reviews": 0}
    assert games_in(folder) == 3
    assert main(["janitor", "--data", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["removed"] is True
    assert games_in(folder) == 1


def test_the_janitor_says_when_there_is_nothing_to_look_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["janitor", "--data", str(tmp_path / "nowhere")]) == 2
    assert "There are no games yet in" in capsys.readouterr().err
    (tmp_path / "shanghaien.db").write_text("no database at all, but long enough to look like one" * 99)
    assert main(["janitor", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "shanghaien: The database cannot be used: file is not a database.\n"


def test_workers_need_postgresql_and_something_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["work", "--data", str(tmp_path)]) == 2
    assert "With SQLite the server does this work itself" in capsys.readouterr().err
    nothing = ["work", "--data", str(tmp_path), "--database", "postgresql://127.0.0.1:1/none", "--bot-workers", "0"]
    assert main([*nothing, "--reviews", "0"]) == 2
    assert "There is nothing to do" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*nothing, "--reviews", "many"])
    assert "expected a number from 0 to 64" in capsys.readouterr().err


def test_a_worker_says_when_the_database_is_not_there(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "database": "postgresql://127.0.0.1:1/none"}, {})
    with pytest.raises(WrongInput, match="The database cannot be used: "):
        asyncio.run(prepared(settings))
