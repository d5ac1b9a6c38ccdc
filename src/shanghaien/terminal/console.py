"""Where the commands write: colours as the terminal and NO_COLOR allow, and every text as it is."""

from rich.console import Console


def shell(stderr: bool = False) -> Console:
    """A console that takes nothing in a text, such as a player's name, for markup."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
