"""The page checks a server's public log as the command does: each cheat is named by both, an honest log by neither."""

from typing import Any

import pytest

from shanghaien.cli.verify.http_log import HttpLog
from shanghaien.fairness.public_log import LogReport, SeenLog, check_log
from shanghaien.fairness.receipts import Receipt
from shanghaien.web.tables.dice.script_texts import sentences
from tests.fairness.cheating_log import CHEATS, HONEST, LogServer, Story, serving
from tests.scripts.node import call

NOTHING: dict[str, Any] = {"keys": {}, "heads": {}}


def by_the_page(server: LogServer, seen: dict[str, Any], story: Story) -> dict[str, Any]:
    found: dict[str, Any] = call("log", server.address, seen, story.memory)
    said = {each["says"] for each in (*found["findings"], *found["notes"])}
    assert said <= set(sentences())
    return found


def by_the_command(server: LogServer, seen: SeenLog, story: Story) -> LogReport:
    receipts = [Receipt.read(line) for line in story.receipts]
    return check_log(HttpLog(server.address), seen, receipts, key=story.memory["key"])


def page_names(report: dict[str, Any]) -> list[str]:
    return sorted(each["name"] for each in report["findings"])


def command_names(report: LogReport) -> list[str]:
    return sorted(each.name for each in report.findings)


@pytest.mark.parametrize("name", [*CHEATS, *HONEST])
def test_the_page_and_the_command_find_the_same(name: str) -> None:
    story = (CHEATS | HONEST)[name]()
    with serving(story.first) as server:
        first, first_by_command = by_the_page(server, NOTHING, story), by_the_command(server, SeenLog(), story)
        assert set(page_names(first)) == set(command_names(first_by_command))
        server.shown = story.second
        second = by_the_page(server, first["seen"], story)
        second_by_command = by_the_command(server, first_by_command.seen, story)
    assert set(page_names(second)) == set(command_names(second_by_command))
    assert set(page_names(second)) >= story.found
    assert bool(page_names(second)) is (name in CHEATS)
    assert [note["says"] for note in second["notes"]] == [note.name for note in second_by_command.notes]
