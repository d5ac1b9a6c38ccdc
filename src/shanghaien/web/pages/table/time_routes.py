"""What is chosen about time at a table: what follows when it is up, and what is done for a player who is not there."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath

from shanghaien.web.http.fields import read_fields
from shanghaien.web.ids import GameId
from shanghaien.web.play.orders import Orders

from .views import Answer, TableVisit


@post("/t/{game:str}/claim-win", status_code=200)
async def claim_win(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Take the win, since the opponent's time is up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.claim_win)


@post("/t/{game:str}/give-time", status_code=200)
async def give_time(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Give the opponent, whose time is up, a day more: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.give_time)


@post("/t/{game:str}/abandon", status_code=200)
async def abandon(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Call the game off, since the opponent's time is up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.abandon)


@post("/t/{game:str}/orders", status_code=200)
async def give_orders(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Say what is done for oneself where nothing else is possible: `version`, `id`, `forced` and `roll`."""
    fields = await read_fields(visit.request)
    orders = Orders(fields.flag("forced"), fields.flag("roll"))
    return await visit.change(game, fields, lambda asked: visit.tables.order(asked, orders))


TIME_ROUTES = [claim_win, give_time, abandon, give_orders]
