import json
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.rules import Record, legal_actions, to_text
from tests.ai.review.test_reviewer import random_game

GAME = random_game(12)
RECORD = Record(GAME.options, GAME.steps, {"Player-A": "Ann", "Player-B": "[red]Ben"})
LAST = len(RECORD.steps)


def step_of(phase: str) -> int:
    """The last step of round 8 before which the game waits for this."""
    return max(
        number
        for number, moment in enumerate(RECORD.played, start=1)
        if moment.before.phase == phase and moment.before.round == 8
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(to_text(RECORD), encoding="utf-8")
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["analyse", *words]) == 0
    return capsys.readouterr().out


def test_every_action_of_a_choice_is_in_the_table_and_the_one_played_is_marked(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    number = step_of("place")
    shown = told(capsys, file, "--step", str(number))
    before = RECORD.played[number - 1].before
    assert shown.startswith(f"Step {number}, round 8 of 8: {('Ann', '[red]Ben')[before.turn]} chooses.")
    assert sum(line.startswith(("place", "play")) for line in shown.splitlines()) == len(legal_actions(before))
    assert [line.split("  ")[0] for line in shown.splitlines() if "played" in line] == [RECORD.step_texts[number - 1]]
    assert "Best line: " in shown
    assert "Exact." in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_roll_shows_all_outcomes_with_their_probabilities(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, file, "--step", str(step_of("roll")))
    assert " rolls. " in shown
    assert shown.count("1/36") + shown.count("1/18") == 21
    assert shown.count("came") == 1


def test_a_deal_is_judged_as_a_whole(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "it is drawn who starts" in told(capsys, file, "--step", "1")
    first = " ".join(told(capsys, file, "--step", "2").split())
    assert "cards are dealt" in first
    assert "The first round counts as even." in first
    later = [number for number, moment in enumerate(RECORD.played, start=1) if moment.before.phase == "deal"][-1]
    assert "off by 3.1 points" in told(capsys, file, "--step", str(later))


def test_without_a_step_it_is_the_last_position_in_which_the_game_goes_on(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads(told(capsys, file, "--json"))["step"] == LAST
    assert "the game is over" in told(capsys, file, "--step", str(LAST + 1))
    open_game = tmp_path / "open.txt"
    open_game.write_text(to_text(Record(GAME.options, GAME.steps[:-1])), encoding="utf-8")
    shown = json.loads(told(capsys, str(open_game), "--json"))
    assert (shown["step"], shown["played"], shown["kind"]) == (LAST, None, "decision")
    empty = tmp_path / "empty.txt"
    empty.write_text(to_text(Record(GAME.options)), encoding="utf-8")
    assert json.loads(told(capsys, str(empty), "--json"))["outcomes"][0]["probability"] == "1/2"


def test_the_json_form_has_the_whole_analysis(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    number = step_of("place")
    shown = json.loads(told(capsys, file, "--step", str(number), "--json"))
    assert shown["played"] == RECORD.step_texts[number - 1]
    assert shown["played"] in [each["action"] for each in shown["actions"]]
    assert (shown["round"], shown["exact"], shown["off_by"]) == (8, True, 0.0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--step", str(LAST + 2)), f"The record has {LAST} steps, so --step is at most {LAST + 1}."),
        (("--step", "0"), "expected a number from 1 on, not '0'"),
        (("--step", "last"), "expected a number from 1 on, not 'last'"),
    ],
)
def test_a_step_that_is_not_there_is_refused_in_one_sentence(
    file: str, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["analyse", file, *words])
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    assert code == 2
    complaint = capsys.readouterr().err
    assert sentence in complaint
    assert complaint.count("\n") == 1


def test_a_file_that_is_no_record_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "none.txt"
    assert main(["analyse", str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err
    missing.write_text("no record")
    assert main(["analyse", str(missing)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
