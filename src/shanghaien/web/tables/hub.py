"""News of tables, from whoever changed one to whoever looks at it: "this game is now at version n"."""

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from enum import IntEnum

from shanghaien.rules import Seat
from shanghaien.web.core.bus.base import Bus, Cancel, NullBus
from shanghaien.web.core.ids import GameId, Version

NEWS = "news."
"""What the subject of a message about a game begins with."""
SAID = "said "
"""What a message under such a subject begins with if it tells of talk: the number of what was said follows."""
TERMS = "terms"
"""The message under such a subject that other terms may hold."""
BOTH = 2


class Heard(IntEnum):
    """What a listener hears next; of several things that wait the first of these."""

    END = 1
    """Nothing will come any more."""
    GAP = 2
    """Something may have been missed: look for yourself, at everything."""
    NEWS = 3
    """The game has changed."""
    TERMS = 4
    """Who may see the game, or say and read something there, may have changed."""
    TALK = 5
    """Something was said."""
    PEOPLE = 6
    """Who is at the table has changed."""
    SILENCE = 7
    """Nothing for as long as they would wait."""


class Listener:
    """Somebody who looks at a game; one who lags behind hears of each kind of news once, and of the newest version."""

    def __init__(self, *, people: bool = False, seats: Collection[Seat] = ()) -> None:
        self.people = people
        """Whether they show who is at the table; nobody else is woken by that."""
        self.seats = seats
        """The seats that are theirs; none for watchers."""
        self.version = Version(0)
        """The newest version that was heard of."""
        self._pending: set[Heard] = set()
        """What they have not heard yet."""
        self._waiting: asyncio.Future[None] | None = None

    def notify(self, heard: Heard, version: Version | None = None) -> None:
        """Let them hear."""
        if version is not None:
            self.version = max(self.version, version)
        self._pending.add(heard)
        self._wake()

    async def hear(self, patience: float) -> Heard:
        """What comes next, or silence after so many seconds; nothing comes after an end."""
        if not self._pending:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            timer = loop.call_later(patience, self._wake)
            try:
                await self._waiting
            finally:
                timer.cancel()
        heard = min(self._pending, default=Heard.SILENCE)
        if heard is Heard.GAP:
            self._pending.clear()
        elif heard is not Heard.END:
            self._pending.discard(heard)
        return heard

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """Tells the listeners in this process at once, and those elsewhere over the bus.

    It carries versions, never content: a lost or doubled message does no harm, since readers ask the store.
    """

    def __init__(self, bus: Bus | None = None, *, store_tells: bool = False) -> None:
        self.bus = bus or NullBus()
        self.bus.after_gap.append(self.look_again)
        self._store_tells = store_tells
        """Whether the store itself tells the others of a move, in the transaction that holds it."""
        self._listeners: dict[GameId, set[Listener]] = {}
        self._subscriptions: dict[GameId, Cancel] = {}
        self._closed = False

    def publish(self, game: GameId, version: Version, *, stored: bool = True) -> None:
        """Tell everybody who listens to the game; never waits and never fails.

        What no move has `stored` the store tells nobody, whatever it is.
        """
        self._notify(game, Heard.NEWS, version)
        if not (self._store_tells and stored):
            self.bus.send(NEWS + game, str(version))

    def publish_talk(self, game: GameId, number: int) -> None:
        """Tell everybody who listens to the game that something was said, once it is stored."""
        self._notify(game, Heard.TALK)
        self.bus.send(NEWS + game, f"{SAID}{number}")

    def publish_terms(self, game: GameId) -> None:
        """Tell everybody who listens to the game that they may no longer see it, or that others may talk there now."""
        self._notify(game, Heard.TERMS)
        self.bus.send(NEWS + game, TERMS)

    def notify_people(self, game: GameId) -> None:
        """Tell those in this process who show who is at the table that it has changed; others are not even woken."""
        for listener in self._listeners.get(game, ()):
            if listener.people:
                listener.notify(Heard.PEOPLE)

    def has_both_players(self, game: GameId) -> bool:
        """Whether somebody listens in this process for each of the two seats."""
        return len({seat for listener in self._listeners.get(game, ()) for seat in listener.seats}) == BOTH

    @contextmanager
    def listen(self, game: GameId, *, people: bool = False, seats: Collection[Seat] = ()) -> Iterator[Listener]:
        """Hear of the game from now on; of who is at the table only if that is shown."""
        listener = Listener(people=people, seats=seats)
        if self._closed:
            listener.notify(Heard.END)
        listeners = self._listeners.setdefault(game, set())
        listeners.add(listener)
        if game not in self._subscriptions:
            self._subscriptions[game] = self.bus.subscribe(NEWS + game, self._hear)
        try:
            yield listener
        finally:
            listeners.discard(listener)
            if not listeners:
                del self._listeners[game]
                self._subscriptions.pop(game)()

    def listening(self) -> int:
        """How many listen now."""
        return sum(map(len, self._listeners.values()))

    def look_again(self) -> None:
        """Let everybody look once: what was said meanwhile is not known."""
        self._notify_all(Heard.GAP)

    def close(self) -> None:
        """End all listening; may be called from a signal handler."""
        self._closed = True
        self._notify_all(Heard.END)

    def _hear(self, subject: str, message: str) -> None:
        game, number = GameId(subject.removeprefix(NEWS)), message.removeprefix(SAID)
        if message == TERMS:
            self._notify(game, Heard.TERMS)
        elif not (number.isascii() and number.isdigit()):
            return
        elif number == message:
            self._notify(game, Heard.NEWS, Version(int(number)))
        else:
            self._notify(game, Heard.TALK)

    def _notify(self, game: GameId, heard: Heard, version: Version | None = None) -> None:
        for listener in self._listeners.get(game, ()):
            listener.notify(heard, version)

    def _notify_all(self, heard: Heard) -> None:
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                listener.notify(heard)
