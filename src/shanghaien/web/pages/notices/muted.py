"""A game in the list of those of which somebody wants no notices."""

from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.tables import Tables
from shanghaien.web.words.players import names

from .model import MutedGame


async def muted_game(tables: Tables, game: GameId, person: PersonId, *, muted: bool) -> MutedGame | None:
    """The game as the list tells of it; None if it is gone, or none of the person's."""
    try:
        table, viewer = await tables.look(game, person)
    except NoSuchGame:
        return None
    if not viewer.seats:
        return None
    opponent = names(table)[1 - min(viewer.seats)]
    state = gettext("The game is over") if table.over else gettext("Round %(round)s") % {"round": table.state.round}
    silence = gettext("no notices") if muted else gettext("notices are sent")
    return MutedGame(game, gettext("Against %(names)s") % {"names": opponent}, f"{state}, {silence}", muted)
