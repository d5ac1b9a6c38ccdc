"""The same games in every run: ids that follow from a seed, and a secret that everybody knows."""

import hashlib
from collections.abc import Callable
from itertools import count

from shanghaien.web.setting_checks import ChosenSecret

SECRET = ChosenSecret("a secret that only the tests know!!")
"""Taken though it can be guessed, since it says that it was checked."""


def ids(seed: str = "") -> Callable[[], str]:
    """A source of ids for games; with the secret they decide every die and every whim of a bot."""
    numbers = count()
    return lambda: hashlib.sha256(f"{seed} {next(numbers)}".encode()).hexdigest()[:16]
