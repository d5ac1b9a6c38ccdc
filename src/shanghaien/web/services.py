"""The parts of the server, put together once and handed to every route."""

from collections.abc import Callable
from dataclasses import dataclass

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles

from .api.tokens import Tokens
from .bots.runner import Bots
from .bots.thinkers import Thinkers
from .hub import Hub, MemoryHub
from .identity import Guests
from .links import Fresh, Links, new_id
from .review.service import Reviews
from .settings import Settings
from .store.database import Database
from .store.games import Games
from .store.migrate import upgrade
from .store.tokens import TokenStore
from .tables.desk import Desk
from .tables.seating import Seating
from .tables.service import Tables


@dataclass(frozen=True)
class Services:
    """What routes work with."""

    settings: Settings
    database: Database
    hub: Hub
    guests: Guests
    tables: Tables
    seating: Seating
    bots: Bots
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
    database, hub, links = Database(settings.database), MemoryHub(), Links(settings.secret, fresh)
    desk = Desk(Games(database), hub, settings.cache_games)
    tables = Tables(desk, links)
    bots = Bots(tables, Thinkers(settings.bot_workers), settings.bot_pause)
    desk.after_change.append(bots.wake)
    guests = Guests(links, secure=settings.https)
    seating, reviews = Seating(tables), Reviews(settings.data / "reviews")
    tokens = Tokens(TokenStore(database))
    return Services(settings, database, hub, guests, tables, seating, bots, reviews, tokens)
