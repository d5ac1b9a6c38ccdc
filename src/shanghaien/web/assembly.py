"""The parts of the server, put together once; routes are given those that they ask for, one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shanghaien.web.bus.bus import Bus
from shanghaien.web.bus.open_bus import new_sender, open_bus
from shanghaien.web.bus.postgres_format import CHANNEL, news_prefix
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.signing import Fresh, Signer, new_id
from shanghaien.web.pages.puzzles.book import PuzzleBook
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.play.hub import Hub
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.database import Database, NewsChannel
from shanghaien.web.store.games import GameStore
from shanghaien.web.store.migrate import upgrade
from shanghaien.web.store.tokens import TokenStore
from shanghaien.web.workers.bot_processes import BotProcesses
from shanghaien.web.workers.bots import BotRunner
from shanghaien.web.workers.reviews import Reviews

from .settings import Settings


@dataclass(frozen=True)
class Assembly:
    """All parts of one server; only whoever starts and stops the server knows it as a whole."""

    settings: Settings
    database: Database
    bus: Bus
    hub: Hub
    signer: Signer
    tables: Tables
    bots: BotRunner
    reviews: Reviews
    tokens: Tokens
    puzzles: PuzzleBook = field(default_factory=PuzzleBook)

    def for_routes(self) -> Mapping[str, object]:
        """The parts that a route may ask for, by the name under which it does."""
        return {
            "settings": self.settings,
            "person_cookie": PersonCookie(self.signer, secure=self.settings.https),
            "tables": self.tables,
            "seating": Seating(self.tables),
            "reviews": self.reviews,
            "tokens": self.tokens,
            "puzzles": self.puzzles,
        }

    async def start(self) -> None:
        """Bring the database up to date and let waiting bots go on."""
        await upgrade(self.database)
        await self.bus.start()
        await self.bots.resume()

    async def stop(self) -> None:
        """End streams and bots and let the database go; nothing stored is lost, nothing unstored was told."""
        self.hub.close()
        await self.bots.close()
        await self.reviews.close()
        await self.bus.close()
        await self.database.close()


def build(settings: Settings, fresh: Fresh = new_id) -> Assembly:
    """The parts of the server for these settings; nothing is opened yet. `fresh` names the games."""
    database, bus, hub = _connections(settings)
    signer, memory = Signer(settings.secret, fresh), settings.cache_mb * 1_000_000
    games = OpenGames(GameStore(database), hub, memory, alone_at_the_store=database.is_sqlite)
    tables = Tables(games, signer)
    bots = BotRunner(tables, BotProcesses(settings.bot_workers), settings.bot_pause)
    games.after_change.append(bots.wake)
    reviews, tokens = Reviews(settings.data / "reviews"), Tokens(TokenStore(database))
    return Assembly(settings, database, bus, hub, signer, tables, bots, reviews, tokens)


def _connections(settings: Settings) -> tuple[Database, Bus, Hub]:
    """The database, the bus to other processes, and the hub; without NATS the database itself tells of moves."""
    sender = new_sender()
    store_tells = not settings.nats and settings.sqlite_file is None
    news = NewsChannel(CHANNEL, news_prefix(sender)) if store_tells else None
    bus = open_bus(settings.database, settings.nats, sender)
    return Database(settings.database, news=news), bus, Hub(bus, store_tells=store_tells)
