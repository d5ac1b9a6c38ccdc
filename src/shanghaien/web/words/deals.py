"""What a game is called that is played with the dice of a day."""

from datetime import datetime

from shanghaien.web.http.i18n import gettext

from .times import day_words


def deal_words(day: str) -> str:
    """Deal of the day, 16 November; empty for a game of no day."""
    return gettext("Deal of the day, %(date)s") % {"date": day_words(datetime.fromisoformat(day))} if day else ""
