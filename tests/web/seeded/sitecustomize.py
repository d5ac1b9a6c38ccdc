"""Makes the games of a server known: Python runs this file before anything else in each process that tests start.

The n-th game of a site has the same id, dice and deals in every run, whichever of its processes makes it: they count
together, in a file. With the site's secret, which tests give, the bots decide alike too.
"""

import fcntl
import hashlib
import os
from pathlib import Path

from shanghaien.web.core.signing import Randomness

MADE = Path(os.environ["GAMES_MADE"])
"""A line for each game that was made; it names the form if one made it."""


class SeededRandomness(Randomness):
    """Ids in their order, from which everything else follows."""

    def new_game(self) -> str:
        """The id of the next game of the site."""
        return _numbered("")

    def game_by_form(self, made: str) -> str:
        """The id of the next game; the same form makes the same game, also in another process."""
        return _numbered(made)

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        """The secrets of a game follow from its id."""
        return b"".join(hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(count))


def _numbered(form: str) -> str:
    with MADE.open("a+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        made = file.read().splitlines()
        if not form or form not in made:
            made.append(form)
            file.write(f"{form}\n")
    number = made.index(form) if form else len(made) - 1
    return hashlib.sha256(f"game {number}".encode()).hexdigest()[:16]


for name in ("new_game", "game_by_form", "new_secrets"):
    setattr(Randomness, name, vars(SeededRandomness)[name])
