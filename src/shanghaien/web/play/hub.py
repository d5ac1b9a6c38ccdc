"""News of tables, from whoever changed one to whoever looks at it: "this game is now at version n"."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from shanghaien.web.bus.bus import Bus, Cancel, NoBus
from shanghaien.web.ids import GameId, Version

NEWS = "news."
"""What the subject of a message about a game begins with."""
SAID = "said "
"""What a message under such a subject begins with if it tells of talk: the number of what was said follows."""


class Heard(Enum):
    """What a listener hears next."""

    NEWS = "news"
    TALK = "talk"
    """Somebody has said something, and nothing else has happened."""
    SILENCE = "silence"
    """Nothing for as long as they would wait."""
    GAP = "gap"
    """Something may have been missed: look for yourself."""
    END = "end"
    """Nothing will come any more."""


class Listener:
    """Somebody who looks at a game; one who lags behind is told the newest version only."""

    def __init__(self) -> None:
        self.version = Version(0)
        """The newest version that was heard of."""
        self.said = 0
        """The number of the newest thing that was said, as far as was heard."""
        self._heard: Heard | None = None
        self._waiting: asyncio.Future[None] | None = None

    def tell(self, heard: Heard, version: Version | None = None, said: int = 0) -> None:
        """Let them hear; an end drowns everything else, and talk drowns nothing."""
        if version is not None:
            self.version = max(self.version, version)
        self.said = max(self.said, said)
        if self._heard is not Heard.END and not (heard is Heard.TALK and self._heard is not None):
            self._heard = heard
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def hear(self, patience: float) -> Heard:
        """What comes next, or silence after so many seconds."""
        if self._heard is None:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            timer = loop.call_later(patience, self._give_up)
            try:
                await self._waiting
            finally:
                timer.cancel()
        heard, self._heard = self._heard or Heard.SILENCE, None if self._heard is not Heard.END else Heard.END
        return heard

    def _give_up(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Hub:
    """Tells the listeners in this process at once, and those elsewhere over the bus.

    It carries versions, never content: a lost or doubled message does no harm, since readers ask the store.
    """

    def __init__(self, bus: Bus | None = None, *, store_tells: bool = False) -> None:
        self.bus = bus or NoBus()
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
        self._tell(game, version)
        if not (self._store_tells and stored):
            self.bus.send(NEWS + game, str(version))

    def publish_talk(self, game: GameId, number: int) -> None:
        """Tell everybody who listens to the game that something was said, once it is stored."""
        self._tell_talk(game, number)
        self.bus.send(NEWS + game, f"{SAID}{number}")

    def nudge(self, game: GameId) -> None:
        """Let everybody in this process who listens to the game look up, since something beside it has changed."""
        self._tell_talk(game, 0)

    @contextmanager
    def listen(self, game: GameId) -> Iterator[Listener]:
        """Hear of the game from now on."""
        listener = Listener()
        if self._closed:
            listener.tell(Heard.END)
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
        self._tell_all(Heard.GAP)

    def close(self) -> None:
        """End all listening; may be called from a signal handler."""
        self._closed = True
        self._tell_all(Heard.END)

    def _hear(self, subject: str, message: str) -> None:
        game, number = GameId(subject.removeprefix(NEWS)), message.removeprefix(SAID)
        if not (number.isascii() and number.isdigit()):
            return
        if number == message:
            self._tell(game, Version(int(number)))
        else:
            self._tell_talk(game, int(number))

    def _tell(self, game: GameId, version: Version) -> None:
        for listener in self._listeners.get(game, ()):
            listener.tell(Heard.NEWS, version)

    def _tell_talk(self, game: GameId, number: int) -> None:
        for listener in self._listeners.get(game, ()):
            listener.tell(Heard.TALK, said=number)

    def _tell_all(self, heard: Heard) -> None:
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                listener.tell(heard)
