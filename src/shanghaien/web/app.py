"""The application: its routes, what each of them may ask for, and what every answer has in common."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import chain

from litestar import Litestar, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import ControllerRouterHandler

from shanghaien.web.api.router import api_router, description
from shanghaien.web.http.dependencies import hand_over_in_turn
from shanghaien.web.http.form_guard import FormGuard
from shanghaien.web.http.front_door import FrontDoor
from shanghaien.web.http.limits import Limits
from shanghaien.web.http.preferences import speak_to_person
from shanghaien.web.http.problems import fault, http_error, refused
from shanghaien.web.http.rate_limit import RateLimit
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.security import header_writer
from shanghaien.web.http.site import environment
from shanghaien.web.http.static_files import static_file
from shanghaien.web.metrics.routes import metrics
from shanghaien.web.metrics.watching import watched
from shanghaien.web.pages.account.routes import ROUTES as ACCOUNT
from shanghaien.web.pages.app.routes import ROUTES as APP
from shanghaien.web.pages.day.routes import ROUTES as DAY
from shanghaien.web.pages.dice.routes import ROUTES as DICE
from shanghaien.web.pages.feeds.routes import ROUTES as FEEDS
from shanghaien.web.pages.help.routes import ROUTES as HELP
from shanghaien.web.pages.host.routes import ROUTES as HOST
from shanghaien.web.pages.keep.routes import ROUTES as KEEP
from shanghaien.web.pages.lobby.routes import ROUTES as LOBBY
from shanghaien.web.pages.mistakes.routes import ROUTES as MISTAKES
from shanghaien.web.pages.new_game.routes import ROUTES as NEW_GAME
from shanghaien.web.pages.notices.routes import ROUTES as NOTICES
from shanghaien.web.pages.order.routes import ROUTES as ORDER
from shanghaien.web.pages.profile.routes import ROUTES as PROFILE
from shanghaien.web.pages.puzzles.routes import ROUTES as PUZZLES
from shanghaien.web.pages.replay.routes import ROUTES as REPLAY
from shanghaien.web.pages.review.routes import ROUTES as REVIEW
from shanghaien.web.pages.rules.routes import ROUTES as RULES
from shanghaien.web.pages.seats.routes import ROUTES as SEATS
from shanghaien.web.pages.settings.routes import ROUTES as SETTINGS
from shanghaien.web.pages.share.routes import ROUTES as SHARE
from shanghaien.web.pages.standings.routes import ROUTES as STANDINGS
from shanghaien.web.pages.start.routes import ROUTES as START
from shanghaien.web.pages.table.routes import ROUTES as TABLE
from shanghaien.web.pages.talk.routes import ROUTES as TALK
from shanghaien.web.pages.tokens.routes import ROUTES as TOKENS
from shanghaien.web.pages.vacation.routes import ROUTES as VACATION
from shanghaien.web.pages.voyage.routes import ROUTES as VOYAGE
from shanghaien.web.play.luck import Luck

from .assembly import Assembly, build
from .health import StoreProbe, healthz, readyz
from .limit_sharing import sharing
from .settings import Settings

AREAS: tuple[Sequence[ControllerRouterHandler], ...] = (
    *(START, NEW_GAME, SEATS, TABLE, REPLAY, REVIEW),
    *(PUZZLES, RULES, HELP, VOYAGE, DICE, TOKENS, SETTINGS, SHARE, APP, NOTICES, FEEDS, KEEP, ACCOUNT, VACATION),
    *(HOST, LOBBY, PROFILE, STANDINGS, DAY, MISTAKES, TALK, ORDER),
)
"""The routes of each page or area."""
LARGEST_BODY = 256 * 1024
"""Bytes; the record of a long game has about a tenth of it."""
BROTLI_QUALITY, GZIP_LEVEL = 4, 6
"""How hard pages are packed as they are sent: more would take longer than it saves. Over plain http it is always gzip."""


PREVIEWERS = ("facebookexternalhit", "Twitterbot", "LinkedInBot", "TelegramBot", "WhatsApp", "Discordbot", "Slackbot")
"""Who looks at a link that somebody hands on, to show what is behind it; they look at nothing else."""
FOR_SEARCHERS = "User-agent: *\nAllow: /$\nAllow: /rules\nAllow: /static/\nAllow: /share/start.png\nDisallow: /\n"


@get("/robots.txt", media_type="text/plain", sync_to_thread=False)
def robots() -> str:
    """What searching machines may read: the game is for everybody, the tables are their players'."""
    return "".join(f"User-agent: {name}\n" for name in PREVIEWERS) + "Allow: /\n\n" + FOR_SEARCHERS


def create_app(settings: Settings, luck: Luck | None = None) -> Litestar:
    """The server for these settings; the database is opened and brought up to date when it starts."""
    return application(build(settings, luck))


def application(parts: Assembly) -> Litestar:
    """The server made of these parts."""
    settings, limits = parts.settings, Limits(parts.settings.rate_limit or 1, parts.settings.streams)
    app = FrontDoor(
        route_handlers=[*chain(*AREAS), api_router(), healthz, readyz, metrics, robots, static_file],
        dependencies={name: _given(part) for name, part in parts.for_routes().items()},
        lifespan=[_running(parts, limits)],
        before_request=speak_to_person,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment())),
        compression_config=CompressionConfig(
            "brotli",
            brotli_quality=BROTLI_QUALITY,
            gzip_compress_level=GZIP_LEVEL,
            minimum_size=600,
            exclude=["/events$", "^/static/"],
        ),
        middleware=[parts.register.recognition(), _guard(parts)],
        exception_handlers={Refused: refused, HTTPException: http_error, Exception: fault},
        before_send=[header_writer(https=settings.https)],
        request_max_body_size=LARGEST_BODY,
        openapi_config=description(),
        include_in_schema=False,
        logging_config=None,
        state=_state(parts, limits),
    )
    return hand_over_in_turn(watched(app, settings, parts.tables))


def _state(parts: Assembly, limits: Limits) -> State:
    settings = parts.settings
    return State(
        {
            "hub": parts.hub,
            "bus": parts.bus,
            "stopping": False,
            "https": settings.https,
            "public_url": settings.public_url,
            "probe": StoreProbe(settings.sqlite_file),
            "rate_limit": RateLimit(limits) if settings.rate_limit else None,
        }
    )


def _guard(parts: Assembly) -> FormGuard:
    return FormGuard(parts.tables.signer, parts.register.guests, secure=parts.settings.https)


def _given(part: object) -> Provide:
    return Provide(lambda: part, sync_to_thread=False)


def _running(parts: Assembly, limits: Limits) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await parts.start()
        try:
            async with sharing(limits, parts.bus), app.state.figure_files.sharing():
                yield
        finally:
            await parts.stop()

    return running
