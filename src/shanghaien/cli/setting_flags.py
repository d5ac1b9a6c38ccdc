"""Settings of the server among the flags of a command; an error names the flag as it was typed."""

# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs
import argparse
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from shanghaien.wrong_input import WrongInput

from .flags import flag

if TYPE_CHECKING:
    from shanghaien.web.core.settings import Settings


def add_data_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (your data folder)")


def add_database_flags(parser: argparse.ArgumentParser) -> None:
    """Add ``--data`` and ``--database``."""
    add_data_flag(parser)
    parser.add_argument("--database", metavar="URL", help="the database, if it is not in that folder")


def settings_of(args: argparse.Namespace, *, create: bool = True, **fixed: Any) -> "Settings":
    """The settings that the flags, the environment and the defaults make."""
    from shanghaien.web.core.settings import load

    given = given_settings(args)
    try:
        return load(given | fixed, create=create)
    except WrongInput as error:
        raise WrongInput(_by_flag(str(error), given)) from None


def settings_of_games(args: argparse.Namespace) -> "Settings":
    """The settings for a command that needs games to be there already; nothing is made."""
    settings = settings_of(args, create=False)
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        raise WrongInput(f"There are no games yet in {settings.sqlite_file}.")
    return settings


def given_settings(args: argparse.Namespace) -> dict[str, Any]:
    from shanghaien.web.core.settings import Settings

    known = {setting.name for setting in fields(Settings)}
    return {name: value for name, value in vars(args).items() if name in known and value is not None}


def _by_flag(sentence: str, given: dict[str, Any]) -> str:
    for name in given:
        sentence = sentence.replace(f"Setting {name} ", f"{flag(name)} ")
    return sentence
