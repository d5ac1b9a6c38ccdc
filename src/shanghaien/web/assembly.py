"""The parts of the server, put together once; routes are given those that they ask for, one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shanghaien.web.bus.bus import Bus
from shanghaien.web.commitments.log_paths import LogPaths
from shanghaien.web.commitments.log_reading import LogReader
from shanghaien.web.daily.desk import DayDesk
from shanghaien.web.daily.mistake_desk import MistakeDesk
from shanghaien.web.daily.puzzle_days import PuzzleDays
from shanghaien.web.notices.places import NoticeDesk, open_desk
from shanghaien.web.order.fair_play import FairPlay
from shanghaien.web.order.keeping_away import KeepingAway
from shanghaien.web.order.moderation import Moderation
from shanghaien.web.order.own_notes import OwnNotes
from shanghaien.web.order.records import OrderRecords
from shanghaien.web.order.reporting import Reporting
from shanghaien.web.order.talk import TableTalk
from shanghaien.web.order.word_desk import WordDesk
from shanghaien.web.pages.puzzles.book import PuzzleBook
from shanghaien.web.pages.share.painter import Painter
from shanghaien.web.pages.table.company import Company
from shanghaien.web.pages.talk.beside import Beside
from shanghaien.web.play.hub import Hub
from shanghaien.web.play.luck import Luck
from shanghaien.web.play.rematches import Rematches
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.tables import Tables
from shanghaien.web.standings.list_pages import ListPages
from shanghaien.web.standings.rated_games import RatedGames
from shanghaien.web.standings.standings import Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.store.migrate import upgrade
from shanghaien.web.store.reviews import ReviewStore
from shanghaien.web.workers.advice import Advice
from shanghaien.web.workers.lookout import Lookout
from shanghaien.web.workers.quotas import Quotas
from shanghaien.web.workers.review_files import ReviewFiles
from shanghaien.web.workers.reviews import Reviews

from .foundation import Foundation, lay
from .register import Register, open_register
from .settings import Settings


@dataclass(frozen=True)
class Assembly:
    """All parts of one server; only whoever starts and stops the server knows it as a whole."""

    settings: Settings
    foundation: Foundation
    reviews: Reviews
    register: Register
    advice: Advice = field(default_factory=Advice)
    puzzles: PuzzleBook = field(default_factory=PuzzleBook)
    painter: Painter = field(default_factory=Painter)

    @property
    def tables(self) -> Tables:
        """The service of tables."""
        return self.foundation.tables

    @property
    def hub(self) -> Hub:
        """The hub, whose closing ends all streams."""
        return self.foundation.hub

    @property
    def bus(self) -> Bus:
        """The bus to the other processes."""
        return self.foundation.bus

    def for_routes(self) -> Mapping[str, object]:
        """The parts that a route may ask for, by the name under which it does."""
        seating = Seating(self.tables)
        return {
            "settings": self.settings,
            **self.register.for_routes(),
            "tables": self.tables,
            "seating": seating,
            "rematches": Rematches(self.tables, seating),
            "reviews": self.reviews,
            "advice": self.advice,
            "puzzles": self.puzzles,
            "painter": self.painter,
            "quotas": Quotas(self.foundation.workforce.owners, limited=self.settings.rate_limit > 0),
            "waits": self.foundation.workforce.waits,
            "public_log": LogPaths(LogReader(self.foundation.database)),
            "notice_desk": self._notice_desk(),
            "days": self._day_desk(),
            "puzzle_days": PuzzleDays(self.foundation.database),
            "mistakes": MistakeDesk(self.foundation.database),
            "lookout": Lookout(self.foundation.database),
            **self._strength(),
            **self._order(),
            "lobby": self.foundation.lobby,
        }

    def _strength(self) -> dict[str, object]:
        database, seeing = self.foundation.database, self.register.about_people.seeing
        return {
            "standings": Standings(database),
            "list_pages": ListPages(database, seeing),
            "rated_games": RatedGames(database, seeing),
            "unrating": Unrating(self.foundation.standings.desk),
        }

    def _order(self) -> Mapping[str, object]:
        """Talk, and the keeping of order."""
        tables, register = self.tables, self.register
        database, talk = self.foundation.database, TableTalk(tables, register.wishes)
        moderation = Moderation(database)
        rated = RatedGames(database, register.about_people.seeing)
        moderation.after_change += [register.sessions.forget, register.tokens.forget]
        return {
            "talk": talk,
            "company": Company(Beside(tables, talk, OwnNotes(tables)), self.foundation.lobby, rated),
            "keeping_away": KeepingAway(tables),
            "reporting": Reporting(tables, register.keys.attempts),
            "moderation": moderation,
            "fair_play": FairPlay(Unrating(self.foundation.standings.desk)),
            "records": OrderRecords(database),
            "word_desk": WordDesk(database, [tables.words, register.naming.words]),
        }

    def _day_desk(self) -> DayDesk:
        register, keeper = self.register, self.foundation.daily.keeper
        return DayDesk(self.tables.days, keeper, register.wishes, register.blocks)

    def _notice_desk(self) -> NoticeDesk:
        foundation, wishes = self.foundation, self.register.wishes
        return open_desk(self.settings, foundation.database, self.tables.signer, wishes, foundation.senders)

    async def start(self) -> None:
        """Bring the database up to date and let waiting bots go on."""
        await upgrade(self.foundation.database)
        await self.foundation.start()

    async def stop(self) -> None:
        """End streams and bots and let the database go; nothing stored is lost, nothing unstored was told."""
        self.hub.close()
        await self.advice.close()
        await self.foundation.stop()


def build(settings: Settings, luck: Luck | None = None) -> Assembly:
    """The parts of the server for these settings; nothing is opened yet. `luck` names the games and makes their secrets."""
    foundation = lay(settings, min(settings.bot_workers, 1), luck)
    database, poke = foundation.database, foundation.workforce.reviewers.poke
    reviews = Reviews(ReviewStore(database), ReviewFiles(settings.data / "reviews"), poke)
    return Assembly(
        settings, foundation, reviews, open_register(foundation, secure=settings.https, contact=settings.contact)
    )
