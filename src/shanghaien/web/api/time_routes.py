"""What programs choose about time: what follows when the opponent's is up, and what is done while they are away."""

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from shanghaien.web.ids import GameId
from shanghaien.web.play.orders import Orders

from .game_visit import GameVisit
from .problems import problems
from .requests import ChangeRequest, OrdersRequest
from .shapes import GameShape

Visit = NamedDependency[GameVisit]
REFUSED = problems(403, 404, 409, 422)


@post("/games/{game:str}/claim-win", status_code=200, summary="Take the win", responses=REFUSED)
async def claim_win(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Take the win of a game of days, since your opponent's time is up: `clocks.up` names their seat then."""
    return await visit.change(game, data, visit.tables.claim_win)


@post("/games/{game:str}/give-time", status_code=200, summary="Give a day more", responses=REFUSED)
async def give_time(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Give your opponent, whose time is up, a day more."""
    return await visit.change(game, data, visit.tables.give_time)


@post("/games/{game:str}/abandon", status_code=200, summary="Call a running game off", responses=REFUSED)
async def abandon(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Call the game off, since your opponent's time is up; it counts for nobody."""
    return await visit.change(game, data, visit.tables.abandon)


@post("/games/{game:str}/orders", status_code=200, summary="Give standing orders", responses=REFUSED)
async def give_orders(visit: Visit, game: FromPath[GameId], data: JSONBody[OrdersRequest]) -> Response[GameShape]:
    """Say what the server does for you where nothing else is possible."""
    orders = Orders(data.forced, data.roll)
    return await visit.change(game, data, lambda asked: visit.tables.order(asked, orders))


TIME_ROUTES = [claim_win, give_time, abandon, give_orders]
