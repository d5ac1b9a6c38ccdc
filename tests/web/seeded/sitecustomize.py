"""Makes the games of a server known: Python runs this file before anything else in each process that tests start.

The n-th game of a site has the same id, dice and deals in every run, whichever of its processes makes it: they count
together, in a file. With the site's secret, which tests give, the bots decide alike too.
"""

import fcntl
import hashlib
import os
from pathlib import Path

from shanghaien.web.play.luck import Luck

COUNTER = Path(os.environ["GAMES_COUNTED_IN"])


class KnownLuck(Luck):
    """Ids in their order, from which everything else follows."""

    def new_game(self) -> str:
        """The id of the next game of the site."""
        with COUNTER.open("a+b") as counter:
            fcntl.flock(counter, fcntl.LOCK_EX)
            number = counter.seek(0, os.SEEK_END)
            counter.write(b".")
        return hashlib.sha256(f"game {number}".encode()).hexdigest()[:16]

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        """The secrets of a game follow from its id."""
        return b"".join(hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(count))


Luck.new_game = KnownLuck.new_game  # type: ignore[assignment,method-assign]
Luck.new_secrets = KnownLuck.new_secrets  # type: ignore[assignment,method-assign]
