"""The parts of a process that only works: bots and reviews for servers elsewhere, without pages."""

import asyncio
import logging
import signal
from dataclasses import dataclass, replace

from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.bus.bus import Bus
from shanghaien.web.bus.open_bus import new_sender, open_bus
from shanghaien.web.bus.postgres_format import CHANNEL, news_prefix
from shanghaien.web.http.signing import Signer
from shanghaien.web.play.hub import Hub
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.database import Database, NewsChannel
from shanghaien.web.store.games import GameStore
from shanghaien.web.store.migrate import NewerDatabase, upgrade
from shanghaien.web.workers.janitor import KeptDays
from shanghaien.web.workers.workforce import Posts, Workforce, hire
from shanghaien.wrong_input import WrongInput

from .settings import Settings
from .shared_secret import agreed_secret

log = logging.getLogger("shanghaien.work")


@dataclass(frozen=True)
class WorkAssembly:
    """All parts of one such process."""

    database: Database
    bus: Bus
    workforce: Workforce

    async def start(self) -> None:
        """Begin to work; the database is up to date."""
        await self.bus.start()
        await self.workforce.start()

    async def stop(self) -> None:
        """Give back what was begun, and let everything go."""
        await self.workforce.close()
        await self.bus.close()
        await self.database.close()


def build_worker(settings: Settings, reviewers: int) -> WorkAssembly:
    """The parts for these settings; nothing is opened yet."""
    sender, store_tells = new_sender(), not settings.nats
    bus = open_bus(settings.database, settings.nats, sender)
    news = NewsChannel(CHANNEL, news_prefix(sender)) if store_tells else None
    database, hub = Database(settings.database, settings.connections, news), Hub(bus, store_tells=store_tells)
    games = OpenGames(GameStore(database), hub, settings.cache_mb * 1_000_000, alone_at_the_store=False)
    posts = Posts(settings.bot_workers, settings.bot_pause, reviewers, kept_days(settings))
    return WorkAssembly(database, bus, hire(Tables(games, Signer(settings.secret)), bus, posts))


def run(settings: Settings, reviewers: int) -> None:
    """Work until told to stop; WrongInput if the database cannot be used."""
    asyncio.run(_run(settings, reviewers))


async def prepared(settings: Settings) -> Settings:
    """The settings with the secret that all servers share; the database is brought up to date first."""
    database = Database(settings.database)
    try:
        await upgrade(database)
        return replace(settings, secret=await agreed_secret(database, settings.secret))
    except (SQLAlchemyError, OSError, NewerDatabase) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


def kept_days(settings: Settings) -> KeptDays:
    """What the janitor keeps, and for how long."""
    return KeptDays(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)


async def _run(settings: Settings, reviewers: int) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    parts = build_worker(await prepared(settings), reviewers)
    try:
        await parts.start()
        log.info("working", extra={"bots": settings.bot_workers, "reviewers": reviewers})
        await stopped.wait()
    finally:
        await parts.stop()
