"""``shanghaien jobs`` in a shell: what waits, what failed, and trying it again."""

import json
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.run.monitoring import WaitingStore
from tests.web.core.database.databases import with_database

HOUR = 3_600_000


@pytest.fixture
def flags(database_url: str, tmp_path: Path) -> list[str]:
    """A database in which one thing waits, one is late, one failed and one is being done."""

    async def fill(database: Database) -> None:
        jobs, present = JobStore(database), now()
        await jobs.set("clock", "a-game", present + HOUR)
        await jobs.set("digest", "somebody", present - HOUR)
        for subject in ("failed", "working"):
            await jobs.set("notice", f"{subject} and a subject that is very long", present - HOUR)
        for row in await jobs.claim(["notice"], 2, HOUR):
            if row.subject.startswith("failed"):
                await jobs.later(row, HOUR, "mail.example:25 cannot be reached")

    with_database(database_url, fill)
    plain = database_url.replace("+aiosqlite", "").replace("+asyncpg", "")
    return ["--database", plain, "--data", str(tmp_path)]


def lines(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(["jobs", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_it_lists_what_waits_and_its_state(flags: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    head, *told = lines(capsys, *flags)
    assert head.split() == ["id", "kind", "subject", "when", "(UTC)", "tries", "state"]
    assert sorted((line.split()[1], line.split()[-1], line.split()[-2]) for line in told) == [
        ("clock", "waiting", "0"),
        ("digest", "late", "0"),
        ("notice", "failed", "1"),
        ("notice", "working", "1"),
    ]
    assert "very long" not in "".join(told)


def test_a_notice_that_did_not_arrive_and_is_set_anew_counts_as_failed(database_url: str) -> None:
    async def run(database: Database) -> None:
        jobs = JobStore(database)
        texts = {"notice a": "", "notice b": "2", "digest a": "20000 0", "digest b": "20000 3", "turn a": "17"}
        for words, text in texts.items():
            kind, subject = words.split()
            await jobs.set(kind, subject, now() + HOUR, text)
        failed = await WaitingStore(database).jobs(failed=True, limit=9)
        assert sorted((row.kind, row.subject, row.tries) for row in failed) == [("digest", "b", 3), ("notice", "b", 2)]

    with_database(database_url, run)


def test_it_lists_what_failed_as_json_and_tries_it_at_once(
    flags: list[str], database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines(capsys, "--failed", "--json", *flags)
    failed = json.loads(line)
    assert (failed["kind"], failed["state"], failed["tries"]) == ("notice", "failed", 1)
    assert failed["problem"] == "mail.example:25 cannot be reached"
    head, row = lines(capsys, "--failed", *flags)
    assert head.split()[-1] == "problem"
    assert row.endswith("failed  mail.example:25 cannot be reached")
    (told,) = lines(capsys, "now", str(failed["id"]), *flags)
    assert told == f"{failed['id']} is next; a running server does it within a few seconds."

    async def claimed(database: Database) -> None:
        (row,) = await JobStore(database).claim(["notice"], 5, HOUR)
        assert row.subject.startswith("failed")

    with_database(database_url, claimed)


def test_what_is_done_just_now_or_unknown_is_left_alone(
    flags: list[str], database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = [json.loads(line)["id"] for line in lines(capsys, "--json", *flags) if "working" in line]
    for number in (*numbers, 99_999):
        assert main(["jobs", "now", str(number), *flags]) == 2
        assert f"No task {number} is waiting" in capsys.readouterr().err
    assert main(["jobs", "now", *flags]) == 2
    assert "give its number" in capsys.readouterr().err


def test_nothing_is_told_of_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["jobs", "--data", str(tmp_path)]) == 2
    assert "There are no games yet" in capsys.readouterr().err
    file = tmp_path / "shanghaien.db"

    async def nothing(database: Database) -> None:
        assert await WaitingStore(database).jobs(failed=False, limit=5) == []

    with_database(f"sqlite+aiosqlite:///{file}", nothing)
    assert lines(capsys, "--data", str(tmp_path)) == ["Nothing is scheduled."]
    assert lines(capsys, "--failed", "--data", str(tmp_path)) == ["Nothing has failed."]


def test_lengths_and_sums_count_what_the_list_lists(flags: list[str], database_url: str) -> None:
    async def run(database: Database) -> None:
        store = WaitingStore(database)
        assert await store.lengths() == {
            ("clock", "waiting"): 1,
            ("digest", "late"): 1,
            ("notice", "failed"): 1,
            ("notice", "working"): 1,
        }
        names = ("reviews_waiting", "reports_waiting", "people", "sessions", "games_asked")
        assert await store.sums() == dict.fromkeys(names, 0)

    with_database(database_url, run)
