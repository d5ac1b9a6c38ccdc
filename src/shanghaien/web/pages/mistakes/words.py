"""When a mistake comes again, and what was chosen then, in words."""

from datetime import timedelta

from markupsafe import Markup

from shanghaien.rules import parse_action
from shanghaien.web.clock import now
from shanghaien.web.daily.mistake_desk import OwnMistake
from shanghaien.web.daily.repeating import Repeated
from shanghaien.web.http.i18n import gettext, language
from shanghaien.web.pages.shared.action_words import action_words


def comes_again(noted: Repeated | None) -> str:
    """What an answer has come to; one that was only practice comes to nothing."""
    if noted is None:
        return gettext("For practice: it is not due, so nothing was noted.")
    if noted.sits:
        return gettext("You know it now. You will see it again %(when)s.") % {"when": from_now(noted.due)}
    return gettext("You will see it again %(when)s.") % {"when": from_now(noted.due)}


def from_now(at: int | None) -> str:
    """How long it is until then: in 8 days; empty for never."""
    if at is None:
        return ""
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.dates import format_timedelta  # noqa: PLC0415 - see above

    left = timedelta(milliseconds=max(60_000, at - now()))
    return format_timedelta(left, add_direction=True, locale=language())


def was_chosen(mistake: OwnMistake) -> Markup:
    """What was chosen in the game, in words, with the dice drawn."""
    return action_words(mistake.puzzle.state, parse_action(mistake.row.played), "me")
