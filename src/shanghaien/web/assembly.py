"""The parts of the server, put together once and handed to every route."""

from collections.abc import Callable
from dataclasses import dataclass

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles
from shanghaien.web.http.guests import Guests
from shanghaien.web.http.signing import Fresh, Signer, new_id
from shanghaien.web.people.tokens import Tokens
from shanghaien.web.play.hub import Hub, MemoryHub
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.database import Database
from shanghaien.web.store.games import GameStore
from shanghaien.web.store.migrate import upgrade
from shanghaien.web.store.tokens import TokenStore
from shanghaien.web.workers.bot_processes import BotProcesses
from shanghaien.web.workers.bots import BotRunner
from shanghaien.web.workers.reviews import Reviews

from .settings import Settings


@dataclass(frozen=True)
class Services:
    """What routes work with."""

    settings: Settings
    database: Database
    hub: Hub
    guests: Guests
    tables: Tables
    seating: Seating
    bots: BotRunner
    reviews: Reviews
    tokens: Tokens
    puzzles: Callable[[], tuple[Puzzle, ...]] = shipped_puzzles

    async def start(self) -> None:
        """Bring the database up to date and let waiting bots go on."""
        await upgrade(self.database)
        await self.bots.resume()

    async def stop(self) -> None:
        """End streams and bots and let the database go; nothing stored is lost, nothing unstored was told."""
        self.hub.close()
        await self.bots.close()
        await self.reviews.close()
        await self.database.close()


def build(settings: Settings, fresh: Fresh = new_id) -> Services:
    """The parts of the server for these settings; nothing is opened yet. `fresh` names the games."""
    database, hub, links = Database(settings.database), MemoryHub(), Signer(settings.secret, fresh)
    games = OpenGames(GameStore(database), hub, settings.cache_games)
    tables = Tables(games, links)
    bots = BotRunner(tables, BotProcesses(settings.bot_workers), settings.bot_pause)
    games.after_change.append(bots.wake)
    guests = Guests(links, secure=settings.https)
    seating, reviews = Seating(tables), Reviews(settings.data / "reviews")
    tokens = Tokens(TokenStore(database))
    return Services(settings, database, hub, guests, tables, seating, bots, reviews, tokens)
