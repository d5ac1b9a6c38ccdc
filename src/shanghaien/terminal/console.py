"""Where the commands write: colours as the terminal and NO_COLOR allow, and every text as it is."""

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, track

Item = TypeVar("Item")


def shell(stderr: bool = False) -> Console:
    """A console that takes nothing in a text, such as a player's name, for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def with_progress_bar(items: Iterable[Item], doing: str, total: int) -> Iterable[Item]:
    console = shell(stderr=True)
    return track(items, doing, total, console=console, transient=True, disable=not console.is_terminal)


def passing_bar() -> Progress:
    """A progress bar that leaves nothing behind, and is not there without a terminal."""
    console = shell(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


class TrainingBars:
    """One bar per task, added when the task is first heard of."""

    def __init__(self, bars: Progress) -> None:
        self.bars = bars
        self.tasks: dict[str, TaskID] = {}

    def __call__(self, task: str, done: int, total: int) -> None:
        if task not in self.tasks:
            self.tasks[task] = self.bars.add_task(task, total=total)
        self.bars.update(self.tasks[task], completed=done, total=total)


def progress_bars(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console)
