"""What `shanghaien people` does for a host, and what it refuses in a sentence."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.moderation.host import HostCommands
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.account_names import take_name
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.store import PeopleStore
from tests.web.core.database.databases import add_game, opened_database, with_database
from tests.web.people.databases import rows_of

Capture = pytest.CaptureFixture[str]


async def fill(database: Database) -> None:
    """Ada, who has a game and a session, and Bert."""
    await add_game(database, "one")
    for name in ("Ada", "Bert"):
        async with database.write() as connection:
            await take_name(connection, PersonId(name.lower()), normalised_name(name))
            await PeopleStore(database).add(connection, PersonId(name.lower()), name)
    await Sessions(database).begin(PersonId("ada"), "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    async def made() -> None:
        async with opened_database(f"sqlite+aiosqlite:///{tmp_path / 'shanghaien.db'}") as database:
            await fill(database)

    asyncio.run(made())
    return tmp_path


def people(folder: Path, *words: str) -> int:
    return main(["people", *words, "--data", str(folder)])


def test_everybody_is_listed_with_games_and_devices(folder: Path, capsys: Capture) -> None:
    assert people(folder) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [(line[0], line[4], line[6]) for line in lines] == [("Ada", "1", "1"), ("Bert", "0", "0")]


def test_programs_read_who_keeps_games_what_was_done_and_the_list_of_words(folder: Path, capsys: Capture) -> None:
    def told(*words: str) -> list[dict[str, Any]]:
        assert people(folder, *words, "--json") == 0
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert people(folder, "close", "Bert", "--reason", "Two accounts.") == 0
    assert people(folder, "words", "add", "*landlubber") == 0
    capsys.readouterr()
    ada, bert = told()
    assert datetime.fromisoformat(ada.pop("created")).tzinfo == UTC
    assert ada == {"name": "Ada", "games": 1, "devices": 1, "role": "", "closed": False}
    assert bert["closed"]
    added, closed = told("audit")
    assert (closed["what"], closed["name"], closed["reason"]) == ("close", "Bert", "Two accounts.")
    assert (added["by"], added["detail"]) == ("host", "*landlubber")
    assert {"word": "landlubber", "inside": True} in told("words", "list")


@pytest.mark.parametrize("words", [("rename", "Ada", "Adele"), ("sign-out", "Ada"), ("words", "add", "landlubber")])
def test_nothing_is_done_where_json_is_asked_for_what_lists_nothing(
    folder: Path, capsys: Capture, words: tuple[str, ...]
) -> None:
    assert people(folder, *words, "--json") == 2
    assert "--json is for what is listed" in capsys.readouterr().err
    assert people(folder, "audit", "--json") == 0
    assert capsys.readouterr().out == ""


def test_somebody_is_renamed_signed_out_and_made_administrator(folder: Path, capsys: Capture) -> None:
    assert people(folder, "rename", "ada", "Adele") == 0
    assert people(folder, "sign-out", "Adele") == 0
    assert people(folder, "administrator", "Adele") == 0
    assert people(folder, "list") == 0
    told = capsys.readouterr().out
    assert "Ada is called Adele now." in told
    assert "Adele is signed out on all devices" in told
    assert "Adele is an administrator now." in told
    assert told.splitlines()[-2].split()[-3:] == ["devices", "0", "administrator"]
    assert people(folder, "administrator", "Adele", "--off") == 0
    assert "no longer" in capsys.readouterr().out
    assert people(folder, "audit") == 0
    assert [line.split("  ")[1:] for line in capsys.readouterr().out.splitlines()][::-1] == [
        ["host", "rename", "Ada", "Adele"],
        ["host", "sign-out", "Adele"],
        ["host", "administrator", "Adele"],
        ["host", "no-role", "Adele"],
    ]


def test_what_is_refused_does_not_stand_in_the_audit(folder: Path, capsys: Capture) -> None:
    assert people(folder, "rename", "Ada", "Bert") == 2
    assert people(folder, "sign-out", "Carla") == 2
    capsys.readouterr()
    assert people(folder, "audit") == 0
    assert capsys.readouterr().out == "Nothing was done yet.\n"


def test_a_deletion_stands_in_the_audit_and_no_name_of_who_was_deleted(folder: Path, capsys: Capture) -> None:
    assert people(folder, "rename", "Ada", "Adele") == 0
    assert people(folder, "delete", "Adele", "--yes") == 0
    capsys.readouterr()
    assert people(folder, "audit") == 0
    assert [line.split("  ")[1:] for line in capsys.readouterr().out.splitlines()] == [
        ["host", "delete"],
        ["host", "rename"],
    ]


def test_nobody_is_deleted_without_being_sure(folder: Path, capsys: Capture) -> None:
    assert people(folder, "delete", "Ada") == 2
    assert "add --yes" in capsys.readouterr().err
    assert people(folder, "delete", "Ada", "--yes") == 0
    assert people(folder, "list") == 0
    told = capsys.readouterr().out
    assert "Ada is deleted." in told
    assert told.splitlines()[-1].startswith("Bert")


def test_moderators_closed_accounts_and_words_are_the_hosts_and_stand_in_the_audit(
    folder: Path, capsys: Capture
) -> None:
    assert people(folder, "moderator", "Bert") == 0
    assert people(folder, "close", "ada", "--reason", "Two accounts.") == 0
    assert people(folder, "reopen", "Ada", "--reason", "A mistake.") == 0
    assert people(folder, "words", "add", "*landlubber") == 0
    assert people(folder, "words", "remove", "bastard") == 0
    told = capsys.readouterr().out
    assert "Bert is a moderator now." in told
    assert "The account of Ada is closed" in told
    assert people(folder, "words") == 0
    listed = capsys.readouterr().out.splitlines()
    assert "*landlubber" in listed
    assert "bastard" not in listed
    assert people(folder, "moderator", "Bert", "--off") == 0
    capsys.readouterr()
    assert people(folder, "audit") == 0
    deeds = [line.split("  ")[1:] for line in capsys.readouterr().out.splitlines()]
    assert deeds[::-1] == [
        ["host", "moderator", "Bert"],
        ["host", "close", "Ada", "Two accounts."],
        ["host", "reopen", "Ada", "A mistake."],
        ["host", "word-add", "*landlubber"],
        ["host", "word-off", "bastard"],
        ["host", "no-role", "Bert"],
    ]


def test_games_are_taken_out_of_the_ratings_and_count_again_and_somebody_is_watched_anew(
    folder: Path, capsys: Capture
) -> None:
    assert people(folder, "unrate", "ada", "2026-01-31", "--reason", "A program played.") == 0
    assert people(folder, "unrate", "ada", "--reason", "All of them.") == 0
    assert people(folder, "count-again", "Ada", "--reason", "A mistake.") == 0
    assert people(folder, "clear", "Ada", "--reason", "Plays well.") == 0
    assert capsys.readouterr().out.splitlines() == [
        "Games of Ada do not count from 2026-01-31 on.",
        "Games of Ada do not count any more.",
        "Games of Ada count again.",
        "Monitoring of Ada starts from zero.",
    ]
    assert people(folder, "audit") == 0
    deeds = [line.split("  ")[2] for line in capsys.readouterr().out.splitlines()]
    assert deeds == ["clear", "count-again", "unrate", "unrate"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["unrate", "Ada", "yesterday", "--reason", "x"], "Write the day as in 2026-01-31, not yesterday."),
        (["unrate"], "Write shanghaien people unrate NAME [DAY] --reason WHY"),
        (["count-again", "Ada", "--reason", "x"], "Their games count already."),
        (["clear", "Ada"], "Give a reason"),
        (["close", "Ada"], "Give a reason"),
        (["reopen", "Ada", "--reason", "x"], "This account is not closed."),
        (["moderator"], "Write shanghaien people moderator NAME"),
        (["words", "shout"], "Write shanghaien people words list, words add WORD or words remove WORD."),
        (["words", "remove", "harmless"], "This word is not on the list."),
        (["rename", "Ada"], "Write shanghaien people rename NAME NEW"),
        (["sign-out"], "Write shanghaien people sign-out NAME"),
        (["list", "Ada"], "Write shanghaien people list"),
        (["sign-out", "Carla"], "Nobody here is called Carla; shanghaien people lists everybody."),
        (["rename", "Ada", "Bert"], "The name Bert is taken. Bert of the quay is available."),
        (["rename", "Ada", "x"], "A name has 2 to 20 characters."),
        (["dance"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    folder: Path, capsys: Capture, words: list[str], reason: str
) -> None:
    try:
        code: object = people(folder, *words)
    except SystemExit as end:
        code = end.code
    assert code == 2
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1


def test_a_place_without_games_is_told_so(tmp_path: Path, capsys: Capture) -> None:
    assert people(tmp_path / "nowhere") == 2
    assert "There are no games yet in" in capsys.readouterr().err


def test_of_somebody_who_is_deleted_nothing_is_left_but_seats_to_be_given_up(database_url: str) -> None:
    async def test(database: Database) -> None:
        await fill(database)
        await HostCommands(database).delete("ADA")
        assert await rows_of(database, people_schema.people, "id") == [("bert",)]
        assert await rows_of(database, people_schema.sessions, "person") == []
        assert ("leave", "ada") in await rows_of(database, database_schema.jobs, "kind", "subject")
        owners = await rows_of(database, people_schema.names, "folded", "person")
        assert owners == [("ada", ""), ("bert", "bert")]

    with_database(database_url, test)
