"""The assembly: the one place that knows all parts of the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from jinja2 import Environment, PackageLoader
from litestar import Litestar, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig

from shanghaien import __version__

from .answers import fault, http_error, refused
from .security import RateLimit, header_writer
from .services import Services, build
from .settings import Settings
from .tables.errors import Refused
from .tables.pages import PAGES
from .tables.routes import ROUTES

LARGEST_BODY = 256 * 1024
"""Bytes; the record of a long game has about a tenth of it."""
STATIC = Path(__file__).parent / "static"


@get("/healthz")
async def healthz(services: NamedDependency[Services]) -> dict[str, str]:
    """Whether the server can read its database."""
    await services.tables.desk.games.seats_of("", None)
    return {"status": "ok", "version": __version__}


def create_app(settings: Settings) -> Litestar:
    """The server for these settings; the database is opened and brought up to date when it starts."""
    services = build(settings)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await services.start()
        try:
            yield
        finally:
            await services.stop()

    return Litestar(
        route_handlers=[*PAGES, *ROUTES, healthz, _static()],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[running],
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(_templates())),
        csrf_config=CSRFConfig(secret=settings.secret, cookie_secure=settings.https, cookie_httponly=True),
        compression_config=CompressionConfig("brotli", minimum_size=600, exclude="/events$"),
        middleware=[RateLimit(settings.rate_limit)] if settings.rate_limit else [],
        exception_handlers={Refused: refused, HTTPException: http_error, Exception: fault},
        before_send=[header_writer(https=settings.https)],
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
        state=State({"services": services}),
    )


def _templates() -> Environment:
    return Environment(loader=PackageLoader("shanghaien.web"), autoescape=True, extensions=["jinja2.ext.i18n"])


def _static() -> Router:
    return create_static_files_router("/static", [STATIC], cache_control=CacheControlHeader(max_age=3600, public=True))
