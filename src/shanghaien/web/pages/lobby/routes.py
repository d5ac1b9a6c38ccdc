"""The addresses of this area."""

from litestar.types import ControllerRouterHandler

ROUTES: list[ControllerRouterHandler] = []
