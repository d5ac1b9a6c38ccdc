"""`shanghaien verify --log ADDRESS`: a site's public log is compared with the last visit and with one's receipts."""

import json
from pathlib import Path
from typing import Any

import pytest

from shanghaien.cli.main import main
from tests.fairness.cheating_log import CHEATS, HONEST, LogServer, ServedLog, Story, honest, restored, serving


class Checker:
    """Somebody who runs the command again and again, and whose page remembers a game."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.kept, self._mine, self._capsys = folder / "kept" / "logs.json", folder / "mine.json", capsys

    def visit(self, server: LogServer, memory: dict[str, Any] | None = None) -> dict[str, Any]:
        words = ["verify", "--json", "--log", server.address, "--remember", str(self.kept)]
        if memory is not None:
            self._mine.write_text(json.dumps(memory))
            words += ["--mine", str(self._mine)]
        status = main(words)
        told: dict[str, Any] = json.loads(self._capsys.readouterr().out)
        assert status == (0 if told["ok"] else 1)
        found: dict[str, Any] = told["log"]
        return found


@pytest.fixture
def checker(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Checker:
    return Checker(tmp_path, capsys)


def names(told: list[dict[str, Any]]) -> set[str]:
    return {each["name"] for each in told}


def visits(checker: Checker, story: Story) -> tuple[dict[str, Any], dict[str, Any]]:
    with serving(story.first) as server:
        first = checker.visit(server, story.memory)
        server.shown = story.second
        return first, checker.visit(server, story.memory)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_log_that_cheats_is_named(cheat: str, checker: Checker) -> None:
    story = CHEATS[cheat]()
    first, second = visits(checker, story)
    assert names(second["findings"]) >= story.found
    assert bool(first["findings"]) is story.at_once


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_log_has_nothing_wrong_with_it(name: str, checker: Checker) -> None:
    for told in visits(checker, HONEST[name]()):
        assert told["findings"] == []
        assert told["receipts"] == 2


def test_another_log_after_a_restore_is_a_note(checker: Checker) -> None:
    first, second = visits(checker, restored(lost=2))
    assert names(first["notes"]) == {"log-first"}
    assert names(second["notes"]) == {"log-anew", "log-lost"}


def test_what_was_wrong_stays_wrong_at_the_next_visit(checker: Checker) -> None:
    story = CHEATS["another beginning"]()
    visits(checker, story)
    with serving(story.first) as server:
        seen = json.loads(checker.kept.read_text())
        (before,) = seen.values()
        checker.kept.write_text(json.dumps({server.address: before}))
        server.shown = story.second
        assert names(checker.visit(server)["findings"]) == {"log-consistency"}


def test_people_are_told_in_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = CHEATS["the size goes backwards"]()
    with serving(story.first) as server:
        words = ["verify", "--log", server.address, "--remember", str(tmp_path / "logs.json")]
        assert main(words) == 0
        assert "ok    The public log (9 entries, number 1) is signed" in capsys.readouterr().out
        server.shown = story.second
        assert main(words) == 1
        assert "  log-size: The log has 6 entries now, and had 9 before." in capsys.readouterr().out


def test_a_site_that_does_not_answer_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(honest().first) as server:
        pass
    assert main(["verify", "--log", server.address, "--remember", str(tmp_path / "logs.json")]) == 2
    assert capsys.readouterr().err == (
        f"shanghaien: The public log of {server.address} could not be checked: it does not answer.\n"
    )


@pytest.mark.parametrize("kept", ["[1]", "{", '{"ADDRESS": {"keys": 3}}'])
def test_a_file_that_remembers_nothing_readable_is_named(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "logs.json"
    with serving(ServedLog()) as server:
        file.write_text(kept.replace("ADDRESS", server.address))
        assert main(["verify", "--log", server.address, "--remember", str(file)]) == 2
    assert "logs.json: This is not what was remembered" in capsys.readouterr().err


def test_something_to_check_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 2
    assert "Name the record of a game, or a site with --log." in capsys.readouterr().err
