"""Keeping one's games, signing in, and the ways in: all routes."""

from litestar import Router
from litestar.di import Provide

from .keeping import KEEP_ROUTES
from .keys import KEY_ROUTES
from .link_routes import LINK_ROUTES
from .passkey_routes import PASSKEY_ROUTES
from .signing_in import SIGN_IN_ROUTES
from .visit import KeepVisit

PAGE_ROUTES = [*KEEP_ROUTES, *PASSKEY_ROUTES, *SIGN_IN_ROUTES, *LINK_ROUTES, *KEY_ROUTES]
ROUTES = [Router("/", route_handlers=PAGE_ROUTES, dependencies={"visit": Provide(KeepVisit, sync_to_thread=False)})]
