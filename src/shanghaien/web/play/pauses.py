"""Times in which no clock goes on: how much of a span is counted, and when so much of it will have been."""

from collections.abc import Iterable
from typing import NamedTuple


class Pause(NamedTuple):
    """A time in which a clock stands; `ends` is the first moment after it. Milliseconds since 1970."""

    begins: int
    ends: int


def counted(begins: int, ends: int, pauses: Iterable[Pause]) -> int:
    """How many milliseconds of a span lie outside all pauses."""
    span = max(0, ends - begins)
    return span - sum(max(0, min(ends, pause.ends) - max(begins, pause.begins)) for pause in merged(pauses))


def moment_after(begins: int, milliseconds: int, pauses: Iterable[Pause]) -> int:
    """When so many milliseconds outside all pauses will have gone by."""
    at = begins
    for pause in merged(pauses):
        if pause.ends <= at:
            continue
        if pause.begins >= at + milliseconds:
            break
        milliseconds -= max(0, pause.begins - at)
        at = pause.ends
    return at + milliseconds


def merged(pauses: Iterable[Pause]) -> list[Pause]:
    """The same times, in order, none of which touches another."""
    apart: list[Pause] = []
    for pause in sorted(pauses):
        if pause.ends <= pause.begins:
            continue
        if apart and pause.begins <= apart[-1].ends:
            apart[-1] = Pause(apart[-1].begins, max(apart[-1].ends, pause.ends))
        else:
            apart.append(pause)
    return apart
