"""The `ratings` command: works all ratings out anew, checks them, and shows somebody's."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, update

from shanghaien.cli.main import main
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.schema import names, people
from shanghaien.web.standings.result_log import ResultWriter
from shanghaien.web.standings.schema import standings
from tests.web.standings.results import pair, put

INES, OTTO = PersonId("i1"), PersonId("o1")


async def prepare(data: Path, *, spoilt: bool) -> None:
    """A site where Ines has won three games, with a rating that somebody has spoilt."""
    database = Database(f"sqlite+aiosqlite:///{data / 'shanghaien.db'}")
    await upgrade(database)
    async with database.write() as connection:
        for person, name in ((INES, "Ines"), (OTTO, "Otto"), (PersonId("n1"), "Nora")):
            await connection.execute(insert(people).values(id=person, name=name, created=1))
            await connection.execute(insert(names).values(folded=normalised_name(name), person=person))
    for number in range(3):
        await put(ResultWriter(database), pair(f"g{number}", INES, OTTO, at=number))
    if spoilt:
        async with database.write() as connection:
            await connection.execute(update(standings).where(standings.c.person == INES).values(rating=2500.0))
    await database.close()


def test_ratings_are_shown_checked_and_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(prepare(tmp_path, spoilt=True))
    flags = ["--data", str(tmp_path)]
    assert main(["ratings", "show", "Ines", *flags]) == 0
    assert "live: 2500? ± " in capsys.readouterr().out
    assert main(["ratings", "check", *flags]) == 1
    assert "i1 (live)" in capsys.readouterr().out
    assert main(["ratings", "rebuild", *flags]) == 0
    assert capsys.readouterr().out == "All ratings were worked out anew from the log of results.\n"
    assert main(["ratings", "check", *flags]) == 0
    assert main(["ratings", "show", "ines", *flags]) == 0
    assert "after 3 games" in capsys.readouterr().out
    assert main(["ratings", "show", "Nora", *flags]) == 0
    assert "has played no rated game" in capsys.readouterr().out


def test_programs_read_ratings_and_what_is_wrong_with_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(code: int, *words: str) -> list[dict[str, Any]]:
        assert main(["ratings", *words, "--json", "--data", str(tmp_path)]) == code
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    asyncio.run(prepare(tmp_path, spoilt=True))
    (standing,) = told(0, "show", "Ines")
    assert (standing["list"], standing["rating"], standing["games"]) == ("live", 2500.0, 3)
    assert (standing["provisional"], standing["without_luck"]) == (True, None)
    assert told(1, "check") == [{"ok": False, "different": [{"person": "i1", "list": "live"}]}]
    assert told(0, "rebuild") == [{"rebuilt": True}]
    assert told(0, "check") == [{"ok": True, "different": []}]
    assert told(0, "show", "Nora") == []


@pytest.mark.parametrize("words", [["show"], ["rebuild", "Ines"], ["show", "Nobody"]])
def test_what_makes_no_sense_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    asyncio.run(prepare(tmp_path, spoilt=False))
    assert main(["ratings", *words, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
