"""The two fields that every form at a table sends: the version it was made for, and an id of the request."""

from shanghaien.web.http.fields import Fields
from shanghaien.web.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.play.request import TableRequest

LONGEST_REQUEST_ID = 64


def read_change(fields: Fields, game: GameId, person: PersonId | None) -> TableRequest:
    """The change that a form asks for: `version` and `id`."""
    version, request_id = fields.number("version"), fields.text("id", longest=LONGEST_REQUEST_ID)
    return TableRequest(game, person, Version(version), RequestId(request_id))
