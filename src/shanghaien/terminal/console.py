"""Where the commands write: colours as the terminal and NO_COLOR allow, and every text as it is."""

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def shell(stderr: bool = False) -> Console:
    """A console that takes nothing in a text, such as a player's name, for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def with_progress_bar(items: Iterable[Item], doing: str, total: int) -> Iterable[Item]:
    """The same items one by one, with a progress bar on standard error if that is a terminal."""
    console = shell(stderr=True)
    return track(items, doing, total, console=console, transient=True, disable=not console.is_terminal)
