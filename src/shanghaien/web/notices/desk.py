"""What everybody who tells people something needs: the game as it is stored, who plays, and what they wish."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.wishes import NoticeWishes, Wishes, WishStore
from shanghaien.web.play.loaded_game import LoadedGame
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.table import Mode, Table
from shanghaien.web.store.due import DueStore
from shanghaien.web.store.notices import NoticeStore
from shanghaien.web.store.push import PushStore

from .compose import NoticeReader
from .notice import Channel

NOTICE, REMIND, DIGEST, WISHED = "notice", "remind", "digest", "wished"
"""The kinds of what is due: the subjects are person and game; these and a share of the time; and twice the person."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts of the server that notices need."""

    games: OpenGames
    wishes: WishStore
    store: NoticeStore
    due: DueStore
    channels: Sequence[Channel]

    async def table(self, game: GameId, told: int = 0) -> Table | None:
        """A game between two people as it is stored, not before the version told of; None if there is none."""
        try:
            loaded = await self.games.current(game)
            if loaded.version < told:  # it is stored, and not announced yet
                loaded = await self._stored(game)
        except NoSuchGame:
            return None
        table = loaded.table()
        return table if table.mode is Mode.INVITE else None

    async def _stored(self, game: GameId) -> LoadedGame:
        stored = await self.games.games.load(game)
        if stored is None:
            raise NoSuchGame("")
        loaded = LoadedGame(stored.row)
        loaded.load(stored)
        return loaded

    async def players(self, game: GameId) -> list[tuple[Seat, PersonId]]:
        """Who plays against somebody else there; whoever has both seats plays alone and need not be told anything."""
        people = await self.games.games.people_of(game)
        return [(seat, person) for seat, person in people if (1 - seat, person) not in people]

    async def seat_of(self, game: GameId, person: PersonId) -> Seat | None:
        """Where the person sits; None if they do not play there, or play alone."""
        return next((seat for seat, player in await self.players(game) if player == person), None)

    def switched_on(self, wishes: NoticeWishes) -> list[Channel]:
        """The channels that the person wants to use."""
        return [channel for channel in self.channels if getattr(wishes, channel.name)]

    async def reaches(self, person: PersonId, wishes: NoticeWishes) -> bool:
        """Whether there is any place where the person can be told something."""
        for channel in self.switched_on(wishes):
            if await channel.places(person):
                return True
        return False

    async def reader(self, person: PersonId, wishes: Wishes) -> NoticeReader:
        """The person as a reader, now; whoever has chosen no language reads that of the browser that they set up last."""
        code = wishes.language
        if not code:
            browsers = await PushStore(self.store.database).of(person)
            code = browsers[-1].language if browsers else ""
        return NoticeReader(person, code, now())


def subject(*words: object) -> str:
    """What is due, by who and what it is about."""
    return " ".join(map(str, words))
