"""Files that commands read and write; an error about one is a sentence with its name."""

import sys
from pathlib import Path

from shanghaien.rules import Record, RulesError, load, seat_letter
from shanghaien.wrong_input import WrongInput

STANDARD_INPUT = "-"
RECORD_HELP = "a game record, as text or JSON; - reads standard input"


def read_record(file: str) -> Record:
    """The record in a file, or on standard input for ``-``."""
    text = read_text(file)
    try:
        return load(text)
    except RulesError as error:
        raise wrong(file, str(error)) from None


def read_text(file: str) -> str:
    try:
        return sys.stdin.buffer.read().decode() if file == STANDARD_INPUT else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise wrong(file, "This is not a text file in UTF-8, so it cannot be a record.") from None


def wrong(file: str, sentence: str) -> WrongInput:
    """What is wrong with a file, with its name."""
    return WrongInput(f"{'standard input' if file == STANDARD_INPUT else file}: {sentence}")


def player_names(record: Record) -> tuple[str, str]:
    """The names of the players in a record; with the letters of their seats where both are called the same."""
    first, second = record.tags.get("Player-A", "A"), record.tags.get("Player-B", "B")
    if first != second:
        return first, second
    return f"{first} ({seat_letter(0)})", f"{second} ({seat_letter(1)})"


def check_file(target: Path) -> None:
    """Refuse a place where no file can be written, before the work is done."""
    if target.is_dir() or not target.parent.is_dir():
        raise WrongInput(f"{target} must be a file in a folder that exists.")


def check_folder(target: Path, use: str = "") -> None:
    """Refuse a file where a folder is wanted, before the work is done."""
    if target.exists() and not target.is_dir():
        raise WrongInput(f"{target} is a file; name a folder{use}.")
