"""Which table an outcome was drawn from, and where in a game it belongs; its own text tells both."""

from collections.abc import Callable

from shanghaien.rules import WHO_STARTS, Distribution, Outcome, Sailor, rolls


def is_dice(outcome: Outcome) -> bool:
    """Whether an outcome is a roll of dice."""
    return isinstance(outcome, tuple) and not isinstance(outcome, Sailor)


def table_of(outcome: Outcome, cards: Distribution) -> Distribution:
    """The table that an outcome was drawn from, which its kind tells; `cards` is the table of the pile."""
    if isinstance(outcome, int):
        return WHO_STARTS
    return rolls(len(outcome)) if is_dice(outcome) else cards


def places() -> Callable[[Outcome], str]:
    """A function that says where each outcome belongs, when it is told all of them in order."""
    dealt, rolled = 0, 0

    def place(outcome: Outcome) -> str:
        nonlocal dealt, rolled
        if isinstance(outcome, int):
            return f"round {(dealt + 5) // 6}, a seat" if dealt else "who starts"
        if is_dice(outcome):
            rolled += 1
            return f"round {(dealt + 5) // 6}, roll {rolled}"
        dealt, rolled = dealt + 1, 0
        return f"round {(dealt + 5) // 6}, card {(dealt - 1) % 6 + 1}"

    return place
