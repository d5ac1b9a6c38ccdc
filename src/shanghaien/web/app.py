"""The assembly: the one place that knows all parts of the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
from shanghaien.web.http.assets import STATIC, script, style_sheet
from shanghaien.web.http.head_requests import HeadAnsweringApp
from shanghaien.web.http.preferences import speak_to_visitor
from shanghaien.web.http.problems import fault, http_error, refused
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.security import RateLimit, header_writer
from shanghaien.web.http.signing import Fresh, new_id
from shanghaien.web.http.site import environment
from shanghaien.web.pages.dice.routes import ROUTES as FAIRNESS
from shanghaien.web.pages.replay.routes import REPLAYS
from shanghaien.web.pages.review.routes import REVIEWS
from shanghaien.web.pages.rules.routes import LESSONS
from shanghaien.web.pages.settings.routes import ROUTES as SETTINGS
from shanghaien.web.pages.table.routes import ROUTES
from shanghaien.web.pages.table.views import PAGES
from shanghaien.web.pages.tokens.routes import PAGES as TOKENS

from .assembly import Services, build
from .settings import Settings

LARGEST_BODY = 256 * 1024
"""Bytes; the record of a long game has about a tenth of it."""
KEPT = CacheControlHeader(max_age=365 * 24 * 3600, public=True, immutable=True)
"""For files whose address names their content."""


@get("/healthz")
async def healthz(services: NamedDependency[Services]) -> dict[str, str]:
    """Whether the server can read its database."""
    await services.tables.games.games.seats_of("", None)
    return {"status": "ok", "version": __version__}


@get("/robots.txt", media_type="text/plain", sync_to_thread=False)
def robots() -> str:
    """What searching machines may read: the game is for everybody, the tables are their players'."""
    return "User-agent: *\nAllow: /$\nAllow: /rules\nAllow: /static/\nDisallow: /\n"


def create_app(settings: Settings, fresh: Fresh = new_id) -> Litestar:
    """The server for these settings; the database is opened and brought up to date when it starts."""
    services = build(settings, fresh)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await services.start()
        try:
            yield
        finally:
            await services.stop()

    return HeadAnsweringApp(
        route_handlers=[
            *(*PAGES, *REPLAYS, *ROUTES, *LESSONS, *FAIRNESS, *REVIEWS, *TOKENS),
            *(api_router(), *SETTINGS, healthz, robots, *_files()),
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[running],
        before_request=speak_to_visitor,
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
        state=State({"services": services}),
    )


@get("/static/style.css", media_type="text/css", sync_to_thread=False, cache_control=KEPT)
def styles() -> str:
    """The style sheet, made of its parts."""
    return style_sheet()


@get("/static/table.js", media_type="text/javascript", sync_to_thread=False, cache_control=KEPT)
def scripts() -> str:
    """The table's script, made of its parts."""
    return script()


def _files() -> list[ControllerRouterHandler]:
    return [styles, scripts, _static()]


def _static() -> Router:
    return create_static_files_router("/static", [STATIC], cache_control=KEPT)
