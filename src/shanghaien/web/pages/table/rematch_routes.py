"""Asking for a rematch, taking up the other player's, and withdrawing one's own."""

from contextlib import suppress

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.play.refusals import IllegalMove, Stale
from shanghaien.web.play.rematches import Rematches


@post("/t/{game:str}/rematch")
async def rematch(
    request: AnyRequest,
    rematches: NamedDependency[Rematches],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Redirect:
    """Another game with the seats swapped: one's own part of the dice, and the `offer` that one was shown, if any."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    reservation, offer = fields.text("reservation", ""), fields.text("offer", "")
    table = await rematches.ask(game, person, read_own_dice(fields), reservation, offer)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@post("/t/{game:str}/rematch/withdraw")
async def withdraw_rematch(
    request: AnyRequest,
    rematches: NamedDependency[Rematches],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Redirect:
    """Take one's own offer back; if the other player was faster, the page shows that the game has begun."""
    with suppress(IllegalMove, Stale):
        await rematches.withdraw(game, person_cookie.known(request))
    return Redirect(f"/t/{game}", status_code=303)


REMATCH_ROUTES = [rematch, withdraw_rematch]
