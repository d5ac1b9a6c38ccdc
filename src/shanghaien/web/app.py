"""The application: its routes, what each of them may ask for, and what every answer has in common."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain

from litestar import Litestar, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ControllerRouterHandler

from shanghaien import __version__
from shanghaien.web.api.router import api_router, description
from shanghaien.web.http.assets import STATIC, drawings, script, style_sheet
from shanghaien.web.http.head_requests import HeadAnsweringApp
from shanghaien.web.http.preferences import speak_to_person
from shanghaien.web.http.problems import fault, http_error, refused
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.security import RateLimit, header_writer
from shanghaien.web.http.signing import Fresh, new_id
from shanghaien.web.http.site import environment
from shanghaien.web.pages.dice.routes import ROUTES as DICE
from shanghaien.web.pages.new_game.routes import ROUTES as NEW_GAME
from shanghaien.web.pages.puzzles.routes import ROUTES as PUZZLES
from shanghaien.web.pages.replay.routes import ROUTES as REPLAY
from shanghaien.web.pages.review.routes import ROUTES as REVIEW
from shanghaien.web.pages.rules.routes import ROUTES as RULES
from shanghaien.web.pages.seats.routes import ROUTES as SEATS
from shanghaien.web.pages.settings.routes import ROUTES as SETTINGS
from shanghaien.web.pages.start.routes import ROUTES as START
from shanghaien.web.pages.table.routes import ROUTES as TABLE
from shanghaien.web.pages.tokens.routes import ROUTES as TOKENS
from shanghaien.web.play.tables import Tables

from .assembly import Assembly, build
from .settings import Settings

AREAS: tuple[Sequence[ControllerRouterHandler], ...] = (
    *(START, NEW_GAME, SEATS, TABLE, REPLAY, REVIEW),
    *(PUZZLES, RULES, DICE, TOKENS, SETTINGS),
)
"""The routes of each page or area."""
LARGEST_BODY = 256 * 1024
"""Bytes; the record of a long game has about a tenth of it."""
KEPT = CacheControlHeader(max_age=365 * 24 * 3600, public=True, immutable=True)
"""For files whose address names their content."""


@get("/healthz")
async def healthz(tables: NamedDependency[Tables]) -> dict[str, str]:
    """Whether the server can read its database."""
    await tables.check_store()
    return {"status": "ok", "version": __version__}


@get("/robots.txt", media_type="text/plain", sync_to_thread=False)
def robots() -> str:
    """What searching machines may read: the game is for everybody, the tables are their players'."""
    return "User-agent: *\nAllow: /$\nAllow: /rules\nAllow: /static/\nDisallow: /\n"


@get("/static/style.css", media_type="text/css", sync_to_thread=False, cache_control=KEPT)
def styles() -> str:
    """The style sheet, made of its parts."""
    return style_sheet()


@get("/static/table.js", media_type="text/javascript", sync_to_thread=False, cache_control=KEPT)
def scripts() -> str:
    """The table's script, made of its parts."""
    return script()


def create_app(settings: Settings, fresh: Fresh = new_id) -> Litestar:
    """The server for these settings; the database is opened and brought up to date when it starts."""
    return application(build(settings, fresh))


def application(parts: Assembly) -> Litestar:
    """The server made of these parts."""
    settings = parts.settings
    return HeadAnsweringApp(
        route_handlers=[*chain(*AREAS), api_router(), healthz, robots, styles, scripts, art, _static()],
        dependencies={name: _given(part) for name, part in parts.for_routes().items()},
        lifespan=[_running(parts)],
        before_request=speak_to_person,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment())),
        csrf_config=CSRFConfig(secret=settings.secret, cookie_secure=settings.https, cookie_httponly=True),
        compression_config=CompressionConfig("brotli", minimum_size=600, exclude="/events$"),
        middleware=[RateLimit(settings.rate_limit)] if settings.rate_limit else [],
        exception_handlers={Refused: refused, HTTPException: http_error, Exception: fault},
        before_send=[header_writer(https=settings.https)],
        request_max_body_size=LARGEST_BODY,
        openapi_config=description(),
        include_in_schema=False,
        logging_config=None,
        state=State({"hub": parts.hub, "stopping": False}),
    )


def _given(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)


def _running(parts: Assembly) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await parts.start()
        try:
            yield
        finally:
            await parts.stop()

    return running


@get("/static/art.svg", media_type="image/svg+xml", sync_to_thread=False, cache_control=KEPT)
def art() -> str:
    """The drawings, made of their parts."""
    return drawings()


def _static() -> Router:
    return create_static_files_router("/static", [STATIC], cache_control=KEPT)
