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

from shanghaien.web.api import api_router, description
from shanghaien.web.assembly import Assembly, build
from shanghaien.web.core.errors import Refused
from shanghaien.web.core.limits import Limits, sharing
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Luck
from shanghaien.web.daily.mistake_routes import ROUTES as MISTAKES
from shanghaien.web.daily.routes import ROUTES as DAY
from shanghaien.web.home.routes import ROUTES as START
from shanghaien.web.learn.help_routes import ROUTES as HELP
from shanghaien.web.learn.rules_routes import ROUTES as RULES
from shanghaien.web.learn.voyage_routes import ROUTES as VOYAGE
from shanghaien.web.lobby.routes import ROUTES as LOBBY
from shanghaien.web.moderation.report_routes import ROUTES as ORDER
from shanghaien.web.notices.pages.feed_routes import ROUTES as FEEDS
from shanghaien.web.notices.pages.routes import ROUTES as NOTICES
from shanghaien.web.people.pages.account_routes import ROUTES as ACCOUNT
from shanghaien.web.people.pages.credential_routes import ROUTES as KEEP
from shanghaien.web.people.pages.settings_routes import ROUTES as SETTINGS
from shanghaien.web.people.pages.settings_routes import TOKENS_ROUTES as TOKENS
from shanghaien.web.people.profile.routes import ROUTES as PROFILE
from shanghaien.web.reviews.puzzles.routes import ROUTES as PUZZLES
from shanghaien.web.reviews.replay.routes import ROUTES as REPLAY
from shanghaien.web.reviews.routes import REVIEW_ROUTES as REVIEW
from shanghaien.web.run.health import StoreProbe, healthz, readyz
from shanghaien.web.run.metrics import metrics, watched
from shanghaien.web.run.status_routes import ROUTES as HOST
from shanghaien.web.share.routes import ROUTES as SHARE
from shanghaien.web.site.assets import static_file
from shanghaien.web.site.csrf import FormGuard
from shanghaien.web.site.load_shedding import FrontDoor, RateLimit
from shanghaien.web.site.middleware import hand_over_in_turn
from shanghaien.web.site.preferences import speak_to_person
from shanghaien.web.site.problems import fault, http_error, refused
from shanghaien.web.site.security_headers import header_writer
from shanghaien.web.site.templates import environment
from shanghaien.web.site.web_app import ROUTES as APP
from shanghaien.web.standings.routes import ROUTES as STANDINGS
from shanghaien.web.tables.dice.routes import ROUTES as DICE
from shanghaien.web.tables.pages.routes import ROUTES as TABLE
from shanghaien.web.tables.start.new_game_routes import ROUTES as NEW_GAME
from shanghaien.web.tables.start.seat_routes import ROUTES as SEATS
from shanghaien.web.tables.start.vacation_routes import ROUTES as VACATION
from shanghaien.web.talk.routes import ROUTES as TALK

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
