"""The same games in every run: ids and secrets that follow from a seed, and a secret that everybody knows."""

import hashlib
from itertools import count

from shanghaien.web.core.setting_checks import ChosenSecret
from shanghaien.web.core.signing import Randomness

SECRET = ChosenSecret("a secret that only the tests know!!")
"""Taken though it can be guessed, since it says that it was checked."""


class SeededRandomness(Randomness):
    """Ids for games, from which every die follows; with the site's secret also every seed of a bot."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._numbers = count()
        self._of_forms: dict[str, str] = {}

    def new_game(self) -> str:
        return hashlib.sha256(f"{self._seed} {next(self._numbers)}".encode()).hexdigest()[:16]

    def game_by_form(self, made: str) -> str:
        """The next game, since forms and people have other ids in every run; the same form makes the same game."""
        if made not in self._of_forms:
            self._of_forms[made] = self.new_game()
        return self._of_forms[made]

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        return b"".join(hashlib.sha256(f"{game} {number}".encode()).digest() for number in range(count))


def ids(seed: str = "") -> Randomness:
    """A source of games that are the same in every run."""
    return SeededRandomness(seed)


class RandomnessByTest(Randomness):
    """Names the games of one test after another, at a server that several tests share."""

    def __init__(self) -> None:
        self.of("")

    def of(self, test: str) -> None:
        """From now on the games are those of a test."""
        self._known = ids(test)

    def new_game(self) -> str:
        return self._known.new_game()

    def game_by_form(self, made: str) -> str:
        return self._known.game_by_form(made)

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        return self._known.new_secrets(game, count)
