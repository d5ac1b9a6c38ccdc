"""What every process of a site stands on, whether it serves pages or only works: database, bus, hub and tables."""

import logging
import os
import threading
from dataclasses import dataclass

from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.bus.open_bus import new_sender, open_bus
from shanghaien.web.core.bus.postgres_format import CHANNEL, news_prefix
from shanghaien.web.core.database.engine import Database, NewsChannel
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Luck, Signer
from shanghaien.web.daily.service import Daily
from shanghaien.web.lobby.service import Lobby, open_lobby
from shanghaien.web.notices.channels.setup import Senders, senders
from shanghaien.web.notices.jobs import notices
from shanghaien.web.notices.letters import letters_due
from shanghaien.web.people.preferences import WishStore
from shanghaien.web.reviews.jobs import ReviewedDuty
from shanghaien.web.run.cleanup import KeptDays
from shanghaien.web.run.workers import Posts, Workforce, hire
from shanghaien.web.standings.jobs import StandingDuties, standing_duties
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.jobs import ModeratedSeats
from shanghaien.web.tables.open_games import OpenGames
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.games import GameStore

log = logging.getLogger("shanghaien.web")
BYTES_OF_A_MB = 1_000_000
SECONDS_TO_CLOSE = 1.6
"""How long databases and workers may take to be closed: a process that is told to stop is gone within three seconds."""


@dataclass(frozen=True)
class Foundation:
    """The parts that all processes of a site have in common."""

    database: Database
    bus: Bus
    hub: Hub
    tables: Tables
    workforce: Workforce
    senders: Senders
    standings: StandingDuties
    daily: Daily
    lobby: Lobby

    async def start(self) -> None:
        """Join the other processes and begin to work; the database is up to date."""
        await self.bus.start()
        await self.standings.start()
        await self.daily.start()
        await self.workforce.start()
        await self.lobby.start()

    async def stop(self) -> None:
        """End streams, give back what was begun, and close everything that was opened, however long it takes.

        No part is given up on, since a statement that is cancelled twice leaves its connection behind; the process of
        a database that hangs is ended by `end_process_soon`.
        """
        self.hub.close()
        for let_go in (self.lobby.close, self.workforce.close, self.senders.close, self.bus.close, self.database.close):
            try:
                await let_go()
            except Exception:  # the database may be away, and nothing that is stored hangs on a farewell
                log.warning("something was let go without a farewell", exc_info=True)


def lay(settings: Settings, reviewers: int, luck: Luck | None = None) -> Foundation:
    """The foundation for these settings; nothing is opened yet. Without NATS a database of many tells of moves itself."""
    sender = new_sender()
    alone = settings.sqlite_file is not None
    news = None if alone or settings.nats else NewsChannel(CHANNEL, news_prefix(sender))
    database, bus = (
        Database(settings.database, settings.connections, news),
        open_bus(settings.database, settings.nats, sender),
    )
    hub = Hub(bus, store_tells=news is not None)
    games = OpenGames(GameStore(database), hub, settings.cache_mb * BYTES_OF_A_MB, alone_at_the_store=alone)
    tables = Tables(games, Signer(settings.secret), luck)
    posts = Posts(settings.bot_workers, settings.bot_pause, reviewers, kept_days(settings))
    sending = senders(settings, database, tables.signer)
    telling = notices(games, WishStore(database), sending.channels)
    standings, daily, reviewed = standing_duties(games), Daily.of(tables, luck), ReviewedDuty()
    reviewed.after_review += [standings.intake.reviewed, daily.reviewed]
    lobby = open_lobby(tables)
    duties = {
        **telling.handlers(),
        **letters_due(settings, database),
        **reviewed.handlers(),
        **standings.handlers(),
        **daily.handlers(),
        **lobby.handlers(),
        **ModeratedSeats(games).handlers(),
    }
    workforce = hire(tables, bus, posts, duties)
    standings.requests.poke = daily.results.poke = workforce.reviewers.poke
    return Foundation(database, bus, hub, tables, workforce, sending, standings, daily, lobby)


def kept_days(settings: Settings) -> KeptDays:
    """What the janitor keeps, and for how long."""
    return KeptDays(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)


def end_process_soon() -> None:
    """End the process even if a database hangs and cannot be closed: whatever was acknowledged is stored."""
    timer = threading.Timer(SECONDS_TO_CLOSE, os._exit, [0])
    timer.daemon = True
    timer.start()
