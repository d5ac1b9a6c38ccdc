"""What a form brings to the dice of a game: the end of a chain and its first link, and a typed word."""

from shanghaien.web.http.fields import Fields
from shanghaien.web.play.setup import OwnDice


def read_own_dice(fields: Fields) -> OwnDice:
    """The fields `end`, `link` and `contribution`, all of which may be missing."""
    end, link = fields.text("end", ""), fields.text("link", "")
    return OwnDice(end, link, fields.text("contribution", "").strip())
