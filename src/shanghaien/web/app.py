"""The application: its routes, what each of them may ask for, and what every answer has in common."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain

from litestar import Litestar, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.compression import CompressionMiddleware
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import ASGIApp

from shanghaien.version import full_version
from shanghaien.web.api import api_router, description
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.features import declared
from shanghaien.web.core.limits import Limits, sharing
from shanghaien.web.core.parts import Parts, open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Randomness
from shanghaien.web.run.health import StoreProbe
from shanghaien.web.run.metrics import metric_files
from shanghaien.web.site.assets import static_file
from shanghaien.web.site.load_shedding import RateLimit
from shanghaien.web.site.middleware import Admission, Application, HeadAsGet, HotRoutes, RequestCounter, SecurityHeaders
from shanghaien.web.site.problems import handle_domain_error, handle_unexpected, http_error
from shanghaien.web.site.sessions import WITHOUT_COOKIES, VisitorMiddleware
from shanghaien.web.site.templates import Foot, environment
from shanghaien.web.site.web_app import ROUTES as WEB_APP_ROUTES
from shanghaien.web.tables.api.hot_routes import hot_routes
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.pages.page_socket import hot_forms

LARGEST_BODY = 256 * 1024
"""Bytes; the record of a long game has about a tenth of it."""
COMPRESSION = CompressionConfig(
    "brotli", brotli_quality=4, gzip_compress_level=6, minimum_size=600, exclude=["/events$", "^/static/"]
)
"""How hard answers are packed as they are sent: more would take longer than it saves. Over plain http it is always gzip."""
PREVIEWERS = ("facebookexternalhit", "Twitterbot", "LinkedInBot", "TelegramBot", "WhatsApp", "Discordbot", "Slackbot")
"""Programs that preview a link in a message; they read nothing else."""
FOR_SEARCHERS = "User-agent: *\nAllow: /$\nAllow: /rules\nAllow: /static/\nAllow: /share/start.png\nDisallow: /\n"


@get("/robots.txt", media_type="text/plain", sync_to_thread=False, opt=WITHOUT_COOKIES)
def robots() -> str:
    """What search engines may read: pages about the game, and no tables."""
    return "".join(f"User-agent: {name}\n" for name in PREVIEWERS) + "Allow: /\n\n" + FOR_SEARCHERS


def create_app(settings: Settings, randomness: Randomness | None = None) -> Application:
    """The server for these settings; the database is opened and brought up to date when it starts."""
    return application(open_site(settings, randomness))


def application(parts: Parts) -> Application:
    """The server made of these parts; the last middleware is the first that a request passes."""
    settings, limits = parts.settings, Limits(parts.settings.rate_limit or 1, parts.settings.streams)
    state = _state(parts, limits)
    litestar = _litestar(parts, limits, state)
    asgi: ASGIApp = CompressionMiddleware(litestar, COMPRESSION)
    # Outside of the compression, which would take longer than it saves for the few kB of a game.
    asgi = HotRoutes(asgi, [*hot_routes(parts), *hot_forms(parts)])
    asgi = HeadAsGet(asgi)
    asgi = Admission(asgi, state.rate_limit)
    asgi = SecurityHeaders(asgi, state, https=settings.https)
    if settings.metrics:
        asgi = RequestCounter(asgi)
    return Application(litestar, asgi)


def _litestar(parts: Parts, limits: Limits, state: State) -> Litestar:
    return Litestar(
        route_handlers=[*chain.from_iterable(declared("routes")), *WEB_APP_ROUTES, api_router(), robots, static_file],
        dependencies={name: _given(part) for name, part in {"parts": parts, **parts.named}.items()},
        lifespan=[_running(parts, limits)],
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment())),
        middleware=[parts[VisitorMiddleware]],
        exception_handlers={DomainError: handle_domain_error, HTTPException: http_error, Exception: handle_unexpected},
        request_max_body_size=LARGEST_BODY,
        openapi_config=description(),
        include_in_schema=False,
        logging_config=None,
        state=state,
    )


def _state(parts: Parts, limits: Limits) -> State:
    settings = parts.settings
    return State(
        {
            "hub": parts[Hub],
            "bus": parts.bus,
            "stopping": False,
            "public_url": settings.public_url,
            "foot": Foot(full_version(), settings.source_url, settings.imprint_url, settings.privacy_url),
            "probe": StoreProbe(settings.sqlite_file),
            "rate_limit": RateLimit(limits) if settings.rate_limit else None,
            "metric_files": metric_files(settings, parts[Hub]),
        }
    )


def _given(part: object) -> Provide:
    return Provide(lambda: part, use_cache=True, sync_to_thread=False)


def _running(parts: Parts, limits: Limits) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await upgrade(parts.database)
        await parts.start()
        try:
            async with sharing(limits, parts.bus), app.state.metric_files.sharing():
                yield
        finally:
            await parts.close()

    return running
