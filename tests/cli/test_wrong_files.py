"""What is wrong with a file is told in one line with its name, and before any work is done."""

import gc
from pathlib import Path

import pytest

from shanghaien.cli.main import main

READERS = (["replay"], ["review"], ["verify"], ["terminal", "--resume"])


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.removeprefix("shanghaien: ").removesuffix("\n")


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_file_that_is_no_text_is_named(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "binary.bin"
    file.write_bytes(b"\xff\xfe\x00")
    told = complaint(capsys, *command, str(file))
    assert told == f"{file}: This is not a text file in UTF-8, so it cannot be a record."


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize("content", ["Ahoy!", "", "{}", '{"steps": 3}'])
def test_a_file_that_is_no_record_is_named(
    command: list[str], content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "garbage.txt"
    file.write_text(content)
    assert complaint(capsys, *command, str(file)).startswith(f"{file}: ")


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_a_file_that_is_not_there_is_named(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, *command, str(tmp_path / "no.txt")) == f"{tmp_path / 'no.txt'}: No such file or directory"


def test_the_check_of_the_dice_says_what_a_record_begins_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "garbage.txt"
    file.write_text("Ahoy!")
    told = complaint(capsys, "verify", str(file))
    assert told == f"{file}: This is not a game record (no [Shanghaien 1] at its start)."


@pytest.mark.parametrize("command", ["puzzles", "backup"])
def test_a_place_that_cannot_be_written_is_told_before_the_work(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shanghaien.db").touch()
    target = tmp_path / "no" / "file"
    more = ["--data", str(tmp_path)] if command == "backup" else ["--games", "1000000"]
    assert complaint(capsys, command, str(target), *more) == f"{target} must be a file in a folder that exists."


@pytest.mark.parametrize(
    ("words", "use"), [(["train", "--quick"], ""), (["simulate", "--games", "1000000", "--save"], " for the records")]
)
def test_a_file_where_a_folder_is_wanted_is_told_before_the_work(
    words: list[str], use: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert complaint(capsys, *words, str(file)) == f"{file} is a file; name a folder{use}."


def test_puzzles_from_no_games_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["puzzles", str(tmp_path / "out.json"), "--games", "0"])
    assert caught.value.code == 2
    assert "--games: expected a number from 1 on" in capsys.readouterr().err
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize(
    ("flag", "value"), [("--log-level", "loud"), ("--port", "many"), ("--bot-pause", "-1"), ("--data", "")]
)
def test_a_wrong_setting_is_named_as_it_was_typed(
    flag: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, "serve", "--data", str(tmp_path), f"{flag}={value}").startswith(f"{flag} must ")


def test_a_server_that_does_not_start_leaves_garbage_to_be_collected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint(capsys, "serve", "--data", str(tmp_path), "--port", "x")
    assert gc.isenabled()
