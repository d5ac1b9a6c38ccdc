"""`shanghaien verify` as a person meets it, with and without what their page remembers."""

import json
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.fairness.receipts import LogHead, Receipt, ReceiptSigner
from shanghaien.rules import to_json, to_text
from tests.fairness.honest import House

HOUSE = House().play()
SIGNER = ReceiptSigner(bytes(range(32)))
RECEIPT = Receipt(HOUSE.game, HOUSE.reservation.hash, HOUSE.ledger.contract.hash, LogHead(1, "0" * 64, 1_795_000_000))


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def mine(folder: Path, **changes: object) -> str:
    return written(folder, "mine.json", json.dumps(json.loads(HOUSE.remembered("guest")) | changes))


@pytest.mark.parametrize("write", [to_text, to_json])
def test_an_honest_record_passes_in_both_forms_and_its_limits_are_told(
    write: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(write)
    game = written(tmp_path, "game.txt", write(HOUSE.record()))
    assert main(["verify", "--steps", game, "--mine", mine(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "Nothing is wrong" in shown
    assert "note  65 groups had no witness" in shown
    assert "draw 0.0 the creator's seat" in shown


def test_what_the_page_remembers_otherwise_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(tmp_path, "game.txt", to_text(HOUSE.record()))
    assert main(["verify", game, "--mine", mine(tmp_path, reservation="0" * 64)]) == 1
    assert "  reservation: " in capsys.readouterr().out


def test_receipts_are_compared_with_the_record_and_with_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path, "game.txt", to_text(HOUSE.record()))
    honest = SIGNER.receipt(RECEIPT).text
    other = SIGNER.receipt(Receipt(HOUSE.game, "1" * 64, "-", LogHead(1, "2" * 64, 1_795_000_001))).text
    assert main(["verify", game, "--mine", mine(tmp_path, receipts=[honest], key=SIGNER.public)]) == 0
    assert main(["verify", game, "--mine", mine(tmp_path, receipts=[honest, other, "x"], key=SIGNER.public)]) == 1
    shown = capsys.readouterr().out
    for name in ("reservation", "two-reservations", "two-logs", "receipt"):
        assert f"  {name}: " in shown


def test_a_changed_die_is_named_in_the_report_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = json.loads(to_json(HOUSE.record()))
    place = next(number for number, step in enumerate(values["steps"]) if step[:1].isdigit())
    values["steps"][place] = "4-4" if values["steps"][place] != "4-4" else "5-5"
    assert main(["verify", "--json", written(tmp_path, "game.json", json.dumps(values))]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [finding["name"] for finding in report["findings"]] == ["outcome 2.0"]
    assert not report["rules"]["ok"]
    assert report["notes"][0]["name"] == "unwitnessed"


def test_a_file_that_no_page_has_written_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(tmp_path, "game.txt", to_text(HOUSE.record()))
    assert main(["verify", game, "--mine", written(tmp_path, "mine.json", "Ahoy!")]) == 2
    assert "mine.json: This is not what a page remembers" in capsys.readouterr().err
