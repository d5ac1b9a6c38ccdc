import json
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.rules import Record, to_json, to_text
from tests.fairness.honest import House

RECORD = House(seat="a").play().record()


def written(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("write", [to_text, to_json])
def test_an_honest_record_passes_in_both_forms(
    write: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(write)
    assert main(["verify", written(tmp_path, write(RECORD))]) == 0
    assert "Nothing is wrong" in capsys.readouterr().out


def test_every_step_can_be_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", "--steps", written(tmp_path, to_text(RECORD))])
    shown = capsys.readouterr().out
    assert "draw 0.0 who starts" in shown
    assert shown.count(" mod ") == sum(not hasattr(step, "__dataclass_fields__") for step in RECORD.steps)


def test_a_changed_die_is_named_even_if_the_record_cannot_be_played_any_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = json.loads(to_json(RECORD))
    place = next(number for number, step in enumerate(values["steps"]) if step[:1].isdigit())
    values["steps"][place] = "4-4" if values["steps"][place] != "4-4" else "5-5"
    assert main(["verify", written(tmp_path, json.dumps(values))]) == 1
    shown = capsys.readouterr().out
    assert "outcome 1.0: Draw 1.0 (round 1, roll 1)" in shown
    assert "rules: " in shown


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [("[Dice shanghaien-fair-2]", "[Dice shanghaien-fair-9]", "protocol"), ("invite a", "invite b", "seat")],
)
def test_a_changed_tag_is_named(
    old: str, new: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = to_text(RECORD)
    assert old in text
    assert main(["verify", written(tmp_path, text.replace(old, new))]) == 1
    assert f"  {name}: " in capsys.readouterr().out


def test_the_report_as_json_holds_every_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["verify", "--json", written(tmp_path, to_text(RECORD))])
    report = json.loads(capsys.readouterr().out)
    assert report["ok"]
    assert report["draws"][0]["draw"]["below"] == 2
    assert all(draw["ok"] for draw in report["draws"])


@pytest.mark.parametrize(("tags", "told"), [({}, "holds no commitment"), ({"Dice": "manual"}, "real dice and cards")])
def test_a_record_that_promises_nothing_is_told_in_one_sentence(
    tags: dict[str, str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", written(tmp_path, to_text(Record(RECORD.options, RECORD.steps, tags)))]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_no_text_is_told_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.bin"
    path.write_bytes(b"\xff\xfe\x00\x81")
    assert main(["verify", str(path)]) == 2
    assert "game.bin: This is not a text file in UTF-8" in capsys.readouterr().err
