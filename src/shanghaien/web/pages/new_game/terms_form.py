"""Whether a new game counts, and how far behind whoever watches is: what the form offers, and what it asks for."""

from shanghaien.web.http.fields import Fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.pace import MINUTE
from shanghaien.web.play.table import Mode
from shanghaien.web.words.times import duration

RATED, RATED_BOT, DELAY = "rated", "rated_bot", "delay"
"""The field for a game with somebody elsewhere, that for one against a bot, and that for watchers."""
TERM_FIELDS = (RATED, RATED_BOT, DELAY)
DELAYS = (0, MINUTE, 5 * MINUTE, 15 * MINUTE)


def delay_options() -> tuple[tuple[str, str], ...]:
    """How far behind watchers can be, in seconds and in words."""
    return tuple((str(delay), duration(delay) if delay else gettext("at once")) for delay in DELAYS)


def read_rated(fields: Fields, mode: str, pace: str) -> bool:
    """Whether the game is to count: only one with a clock can."""
    return bool(pace) and fields.flag(RATED_BOT if mode == Mode.BOT else RATED)


def read_delay(fields: Fields) -> int:
    """By how many seconds watchers are behind."""
    return fields.number(DELAY) if fields.text(DELAY, "") else 0
