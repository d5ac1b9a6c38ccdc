"""The same games in every run: ids that follow from a seed, and a secret that everybody knows."""

import hashlib
from collections.abc import Callable
from itertools import count

SECRET = "a secret that only the tests know!!"  # noqa: S105


def ids(seed: str = "") -> Callable[[], str]:
    """A source of ids for games; with the secret they decide every die and every whim of a bot."""
    numbers = count()
    return lambda: hashlib.sha256(f"{seed} {next(numbers)}".encode()).hexdigest()[:16]
