"""The same games in every run: ids and secrets that follow from a seed, and a secret that everybody knows."""

import hashlib
from itertools import count

from shanghaien.web.play.luck import Luck
from shanghaien.web.setting_checks import ChosenSecret

SECRET = ChosenSecret("a secret that only the tests know!!")
"""Taken though it can be guessed, since it says that it was checked."""


class KnownLuck(Luck):
    """Ids for games, from which every die follows; with the site's secret also every whim of a bot."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._numbers = count()
        self._by_form: dict[str, str] = {}

    def new_game(self) -> str:
        return hashlib.sha256(f"{self._seed} {next(self._numbers)}".encode()).hexdigest()[:16]

    def game_by_form(self, made: str) -> str:
        if made not in self._by_form:  # who sends which form is another one in every run
            self._by_form[made] = self.new_game()
        return self._by_form[made]

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        return b"".join(hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(count))


def ids(seed: str = "") -> Luck:
    """A source of games that are the same in every run."""
    return KnownLuck(seed)
