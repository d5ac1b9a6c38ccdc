"""`shanghaien replay`: what a person sees of a recorded game."""

import io
import re
from pathlib import Path

import pytest

from shanghaien.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text()
(EXAMPLE,) = re.findall(r"```text\n(\[Shanghaien.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(EXAMPLE)
    return str(file)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["replay", *words]) == 0
    return capsys.readouterr().out


def test_a_game_is_shown_turn_by_turn_with_every_round_and_how_it_ended(
    example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output = shown(capsys, example)
    for words in (
        "Ann (A) against Ben (B): B resigned",
        "Round 1 of 8: Ben starts",
        "Ben rolled 3 and 6; chose the right end as card 1; placed a 6 on Italian 4.",
        "Ann wanted to call Shanghai; but Ben objected; rolled 2 and 5; placed a 2",
        "Ben rolled 3 and 3; rolled one die again: 1 and 3; played Die ±1: the 1 becomes a 2",
        "Ann rolled 2 and 2; took The Double.",
        "Round 3 of 8: Ben starts",
        "Ben gave up; Ann wins.",
    ):
        assert words in " ".join(output.split())


def test_the_end_alone_shows_no_turn(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, example, "--final")
    assert "rolled" not in output
    assert "Ben gave up; Ann wins." in output


def test_one_round_alone_can_be_shown(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = shown(capsys, example, "--round", "2")
    assert "Round 2 of 8" in output
    assert "Round 1 of 8" not in output
    assert "gave up" not in output


def test_no_line_is_wider_than_80_columns(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert max(map(len, shown(capsys, example).splitlines())) <= 80


def test_a_record_can_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.encode())))
    assert "Ben gave up" in shown(capsys, "-", "--final")


def test_an_unfinished_game_is_shown_as_it_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(re.sub(r"\[Check.*\n", "", EXAMPLE).replace("B resigned", "unfinished"))
    assert "The game is not finished." in shown(capsys, str(file))


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (EXAMPLE.replace("3-6 place 6", "3-6 place 5").encode(), "line 15: You have not rolled a 5"),
        (EXAMPLE.replace("[Rules 1]", "[Rules 7]").encode(), "revision 7"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"", "expected [Shanghaien 1]"),
    ],
)
def test_a_wrong_file_is_told_in_one_line_with_its_name(
    content: bytes, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert error.lower() in told.err.lower()
    assert str(file) in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_a_file_that_can_not_be_read_is_told_in_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_players_of_one_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(EXAMPLE.replace("[Player-A Ann]", "[Player-A Ben]"))
    output = " ".join(shown(capsys, str(file)).split())
    assert "Ben (A) against Ben (B): B resigned" in output
    assert "Round 1 of 8: Ben (B) starts" in output
    assert "Ben (B) gave up; Ben (A) wins." in output
