"""The parts of the server, put together once; routes are given those that they ask for, one by one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shanghaien.web.bots.quotas import Quotas
from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Luck
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.mistakes import MistakeDesk
from shanghaien.web.daily.service import DayDesk
from shanghaien.web.foundation import Foundation, lay
from shanghaien.web.moderation.actions import Moderation
from shanghaien.web.moderation.blocking import KeepingAway
from shanghaien.web.moderation.fair_play import FairPlay
from shanghaien.web.moderation.host import WordDesk
from shanghaien.web.moderation.reports import OrderRecords, Reporting
from shanghaien.web.notices.places import NoticeDesk, open_desk
from shanghaien.web.people.account_names import Naming
from shanghaien.web.people.accounts import Accounts, Departures
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.credentials import KeyRing, key_ring
from shanghaien.web.people.pages.sign_in_views import Arrivals
from shanghaien.web.people.person_data import OwnArchive
from shanghaien.web.people.preferences import WishStore
from shanghaien.web.people.profile.service import AboutPeople, open_about_people
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.people.store import SessionStore
from shanghaien.web.people.tokens import Tokens, TokenStore
from shanghaien.web.reviews.puzzles.book import PuzzleBook
from shanghaien.web.reviews.service import Advice, Reviews
from shanghaien.web.reviews.store import ReviewStore
from shanghaien.web.run.monitoring import Lookout
from shanghaien.web.share.painter import Painter
from shanghaien.web.site.csrf import Recognition
from shanghaien.web.site.sessions import PersonCookie, SessionCookie
from shanghaien.web.standings.service import ListPages, RatedGames, Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.dice.log_proofs import LogPaths
from shanghaien.web.tables.dice.log_reader import LogReader
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.open_games import MovedSeats
from shanghaien.web.tables.pages.stream import Company
from shanghaien.web.tables.rematch import Rematches
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.talk.service import OwnNotes, TableTalk
from shanghaien.web.talk.views import Beside

# The people of a site, put together: who is signed in, what they wish, what they are called, how they arrive.


@dataclass(frozen=True)
class Register:
    """What knows the people of a site."""

    guests: PersonCookie
    cookie: SessionCookie
    sessions: Sessions
    tokens: Tokens
    wishes: WishStore
    joining: Accounts
    keys: KeyRing
    departures: Departures
    own_archive: OwnArchive
    blocks: Blocks
    about_people: AboutPeople

    @property
    def naming(self) -> Naming:
        """Who looks after names."""
        return self.joining.naming

    def recognition(self) -> Recognition:
        """What finds out who a request is from."""
        return Recognition(self.sessions, self.joining.bring, self.guests, self.cookie)

    def for_routes(self) -> Mapping[str, object]:
        """The parts that a route may ask for, by the name under which it does."""
        return {
            "person_cookie": self.guests,
            "sessions": self.sessions,
            "tokens": self.tokens,
            "wishes": self.wishes,
            "naming": self.naming,
            "departures": self.departures,
            "own_archive": self.own_archive,
            "key_ring": self.keys,
            "blocks": self.blocks,
            "about_people": self.about_people,
            "arrivals": Arrivals(self.joining, self.sessions, self.guests, self.cookie),
        }


def open_register(foundation: Foundation, *, secure: bool, contact: str = "") -> Register:
    """The register of a site; nothing is read yet."""
    database, tables = foundation.database, foundation.tables
    sessions, tokens, wishes = Sessions(SessionStore(database)), Tokens(TokenStore(database)), WishStore(database)
    wishes.after_change.append(sessions.forget)
    joining = Accounts(database, sessions, tokens, MovedSeats(tables.games, foundation.bus).tell, contact)
    guests, cookie = PersonCookie(tables.signer, secure=secure), SessionCookie(secure=secure)
    keys = key_ring(database, tables.signer.secret_for("attempts", "key"))
    departures, own_archive = Departures(database, sessions, tokens), OwnArchive(database)
    blocks = Blocks(database)
    about = open_about_people(database, wishes, blocks)
    return Register(
        guests, cookie, sessions, tokens, wishes, joining, keys, departures, own_archive, blocks, about_people=about
    )


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
    reviews = Reviews(ReviewStore(database), poke)
    return Assembly(
        settings, foundation, reviews, open_register(foundation, secure=settings.https, contact=settings.contact)
    )
