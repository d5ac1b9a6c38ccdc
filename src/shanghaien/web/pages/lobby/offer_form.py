"""The form that offers a table, read into a set-up and for whom it is."""

from shanghaien.rules import N_
from shanghaien.web.http.fields import Fields
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.lobby.offers import WantedOpponent
from shanghaien.web.pages.new_game.form import read_options
from shanghaien.web.pages.new_game.pace_form import read_pace
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.play.setup import Setup, SetupRequest
from shanghaien.web.play.table import Mode

DELAYS = (0, 60, 120, 300, 900)
"""By how many seconds whoever watches may be behind; the first one is usual."""


def read_offer(fields: Fields, name: str) -> tuple[Setup, WantedOpponent]:
    """What the form asks for: preset or options, pace, rated, delay, low, high, word, and one's own part of the dice."""
    asked = SetupRequest(
        mode=Mode.INVITE,
        options=read_options(fields),
        name=name,
        dice=read_own_dice(fields),
        pace=read_pace(fields, Mode.INVITE),
        rated=fields.flag("rated"),
        delay=fields.number("delay") if "delay" in fields else 0,
    ).checked()
    return asked, WantedOpponent(_bound(fields, "low"), _bound(fields, "high"), fields.text("word", ""))


def _bound(fields: Fields, name: str) -> int | None:
    """An end of the range of strength; empty: there is none."""
    text = fields.text(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Unreadable(N_("A range of strength goes from a lower number to a higher one."))
    return int(text)
