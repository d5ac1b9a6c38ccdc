import json
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.ai.review.json_form import from_dict, to_dict
from shanghaien.ai.review.reviewer import review
from shanghaien.ai.value.payoff import HandMade
from shanghaien.cli.main import main
from shanghaien.rules import Record, to_text
from tests.ai.review.test_reviewer import random_game

RECORD = Record(*(random_game(12).options, random_game(12).steps), {"Player-A": "Ann", "Player-B": "[red]Ben"})


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(to_text(RECORD), encoding="utf-8")
    return str(path)


def test_the_account_is_told_in_tables(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["review", "--judge", "thumb", file]) == 0
    told = capsys.readouterr().out
    assert "without luck" in told
    assert "For Ann: start 50.0 + luck" in told
    assert "[red]Ben" in told
    assert "blunder: that or more" in told


def test_on_80_columns_every_heading_and_name_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(to_text(Record(RECORD.options, RECORD.steps, {"Player-A": "cabin-boy", "Player-B": "cabin-boy"})))
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["review", "--judge", "thumb", "--all", str(path)]) == 0
    told = capsys.readouterr().out
    assert "…" not in told
    assert max(map(len, told.splitlines())) <= 80
    for word in ("accuracy", "choices", "lost", "luck", "result", "grade", "cabin-boy (A)", "cabin-boy (B)"):
        assert word in told


def test_everything_can_be_listed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", "--judge", "thumb", "--all", file])
    every = capsys.readouterr().out
    main(["review", "--judge", "thumb", file])
    assert len(every.splitlines()) > len(capsys.readouterr().out.splitlines()) + 50


def test_the_json_form_balances(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", "--judge", "thumb", "--json", file])
    told = json.loads(capsys.readouterr().out)
    own, other = told["totals"]["A"], told["totals"]["B"]
    start = 0.5 + own["luck"] + own["unforeseen"]
    assert abs(start - own["loss"] + other["loss"] - own["result"]) < 1e-6


def test_the_chart_is_written(file: str, tmp_path: Path) -> None:
    out = tmp_path / "chart.svg"
    main(["review", "--judge", "thumb", "--svg", str(out), file])
    assert "Ann ahead" in out.read_text(encoding="utf-8")


def test_a_review_can_be_kept_as_json_and_read_back() -> None:
    account = review(RECORD, HandMade())
    again = from_dict(json.loads(json.dumps(to_dict(account))))
    assert to_dict(again) == to_dict(from_dict(to_dict(again)))
    assert [entry.number for entry in again.turning_points] == [entry.number for entry in account.turning_points]
    assert again.totals[0].luck == pytest.approx(account.totals[0].luck, abs=1e-6)
    assert again.options == rules.Options()


def test_a_damaged_record_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(to_text(RECORD).replace("round 1: ", "round 1: AME9 "), encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
