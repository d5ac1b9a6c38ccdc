"""Everything that one process does besides serving pages: bots, reviews, and what is due; put together once."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from shanghaien.web.bus.bus import Bus
from shanghaien.web.commitments.daily_heads import KIND as LOG_HEAD
from shanghaien.web.commitments.daily_heads import DailyHeads
from shanghaien.web.play.leaving import Leaving
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.claims import MemoryClaims, StoredClaims
from shanghaien.web.store.due import DueStore
from shanghaien.web.store.reviews import ReviewStore

from .bot_processes import BotProcesses
from .bots import BotRunner
from .deadlines import Deadlines
from .due_runner import DueRunner, Handler
from .heartbeats import Heartbeats
from .janitor import KIND, Janitor, KeptDays
from .owners import Owners
from .pokes import BotPokes
from .review_runner import ReviewRunner
from .together import together
from .waits import Waits

NO_MORE: Mapping[str, Handler] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Posts:
    """How many processes think, how long a bot waits before it acts, and what the janitor keeps."""

    bots: int
    bot_pause: float
    reviewers: int
    keep: KeptDays


@dataclass(frozen=True, slots=True)
class Workforce:
    """The workers of one process, started and stopped together."""

    bots: BotRunner | None
    owners: Owners
    waits: Waits
    reviewers: ReviewRunner
    due: DueRunner
    janitor: Janitor
    heads: DailyHeads
    heartbeats: Heartbeats

    async def start(self) -> None:
        """Begin to work, with what was left first; the database is up to date."""
        await self.heartbeats.start()
        if self.bots is not None:
            await self.bots.resume()
        await self.reviewers.start()
        await self.janitor.start()
        await self.heads.start()
        await self.due.start()

    async def close(self) -> None:
        """Stop, and give back what was begun, so that other processes go on at once; that still needs the bus."""
        closing = [self.reviewers.close(), self.due.close(), self.heartbeats.close()]
        if self.bots is not None:
            closing.append(self.bots.close())
        await together(*closing)


def hire(tables: Tables, bus: Bus, posts: Posts, duties: Mapping[str, Handler] = NO_MORE) -> Workforce:
    """The workers for these tables, who have other duties too; from now on every change of a table may wake a bot, here or elsewhere."""
    games = tables.games
    database = games.games.database
    janitor, heads = Janitor(database, posts.keep, games.forget), DailyHeads(database)
    owners, waits = Owners(games.games, bus), Waits(bus)
    due = DueRunner(DueStore(database), {**_duties(games, janitor, heads), **duties})
    # Whoever looks at the end of a game waits for what it has changed.
    games.after_change.append(lambda table: due.poke() if table.over else None)
    return Workforce(
        bots=_bots(tables, bus, posts, owners, waits),
        owners=owners,
        waits=waits,
        reviewers=ReviewRunner(ReviewStore(database), posts.reviewers, bus),
        due=due,
        heartbeats=Heartbeats(games),
        janitor=janitor,
        heads=heads,
    )


def _duties(games: OpenGames, janitor: Janitor, heads: DailyHeads) -> dict[str, Handler]:
    leaving = Leaving(games)
    daily = {KIND: janitor.daily, LOG_HEAD: heads.daily}
    return {**daily, leaving.kind: leaving.carry_out, **Deadlines(games).handlers()}


def _bots(tables: Tables, bus: Bus, posts: Posts, owners: Owners, waits: Waits) -> BotRunner | None:
    watchers, database = tables.games.after_change, tables.games.games.database
    if not posts.bots:
        watchers.append(BotPokes(bus).wake)
        return None
    # A process that is alone need not write its claims down: nobody else could make any.
    claims = MemoryClaims() if database.is_sqlite else StoredClaims(database)
    bots = BotRunner(tables, BotProcesses(posts.bots), posts.bot_pause, claims, bus, owners, waits)
    watchers.append(bots.wake)
    return bots
