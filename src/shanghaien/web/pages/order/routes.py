"""The pages of those who keep order: moderators and administrators."""

from litestar.di import Provide
from litestar.router import Router

from .person_routes import PERSON_ROUTES
from .queue_routes import QUEUE_ROUTES
from .visit import OrderVisit
from .watch_routes import WATCH_ROUTES
from .word_routes import WORD_ROUTES

ROUTES = [
    Router(
        "/",
        route_handlers=[*QUEUE_ROUTES, *PERSON_ROUTES, *WATCH_ROUTES, *WORD_ROUTES],
        dependencies={"visit": Provide(OrderVisit, sync_to_thread=False)},
    )
]
