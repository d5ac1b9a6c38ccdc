"""Whose work it is: who plays a game, or has set it up, and from where they came; known to all processes of a site."""

import json
import time
from collections.abc import Mapping

from cachetools import LRUCache

from shanghaien.web.bots.fair_queue import Owner
from shanghaien.web.core.bus.base import Bus, NullBus
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.store.games import GameStore

OWNERS = "work.owners"
"""A person has asked for work; the message is their id, their place, and the game if they have set one up."""
MOST_REMEMBERED = 20_000
"""People and games; of others the store knows who plays, and no process where they came from."""
NOBODY = PersonId("")


class WorkOwners:
    """Remembers in memory alone where people came from: no address is written down."""

    def __init__(self, store: GameStore, bus: Bus | None = None) -> None:
        self._store = store
        self._bus = bus or NullBus()
        self._places: LRUCache[PersonId, str] = LRUCache(MOST_REMEMBERED)
        self._games: LRUCache[GameId, PersonId] = LRUCache(MOST_REMEMBERED)
        self._bus.subscribe(OWNERS, self._hear)

    def note(self, person: PersonId, place: str, game: GameId | None = None) -> None:
        """Remember where a person is, and which game they have set up."""
        if game is not None or self._places.get(person) != place:
            self._bus.send(OWNERS, json.dumps([person, place, game]))
        self._keep(person, place, game)

    def of_person(self, person: PersonId | None) -> Owner:
        """The person at their place; without a known one they are a place of their own."""
        return Owner(self._places.get(person or NOBODY) or person or NOBODY, person or NOBODY)

    async def of_game(self, game: GameId) -> Owner:
        """Who plays the game, or has set it up; all shows of unknown origin share one owner."""
        person = self._games.get(game)
        if person is None:
            people = sorted(person for _, person in await self._store.people_of(game))
            person = people[0] if people else NOBODY
            if people:
                self._games[game] = person
        return self.of_person(person)

    def _keep(self, person: PersonId, place: str, game: GameId | None) -> None:
        self._places[person] = place
        if game is not None:
            self._games[game] = person

    def _hear(self, subject: str, message: str) -> None:
        try:
            person, place, game = json.loads(message)
        except (ValueError, TypeError):
            return  # of another version of the program
        self._keep(PersonId(str(person)), str(place), None if game is None else GameId(str(game)))


# Games whose bot waits for its turn to think, and how many others are before it; known to all processes of a site.

POSITIONS = "work.positions"
"""Games that wait, each with how many others are before it."""
SECONDS_TRUE = 6.0
"""How long a message about a game holds; the processes that think repeat it meanwhile."""
MOST_TOLD = 100
"""Games in one message, which has to stay short: those that come next are sent."""


class QueuePositions:
    """What is known of games that wait; one that is not known of does not wait, or not for long."""

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or NullBus()
        self._bus.subscribe(POSITIONS, self._hear)
        self._ahead: dict[GameId, tuple[int, float]] = {}
        self._told: frozenset[GameId] = frozenset()

    def publish(self, ahead: Mapping[GameId, int]) -> None:
        """Publish the games that wait now and did when this was last called: the others are quick."""
        still = {game: count for game, count in ahead.items() if game in self._told}
        self._told = frozenset(ahead)
        self._keep(still)
        some = dict(sorted(still.items(), key=lambda item: item[1])[:MOST_TOLD])
        if some:
            self._bus.send(POSITIONS, json.dumps(some))

    def ahead(self, game: GameId) -> int:
        """How many other games are thought about before this one's bot; 0 if it does not wait."""
        count, at = self._ahead.get(game, (0, 0.0))
        return count if time.monotonic() - at < SECONDS_TRUE else 0

    def _keep(self, ahead: Mapping[GameId, int]) -> None:
        now = time.monotonic()
        self._ahead = {game: told for game, told in self._ahead.items() if now - told[1] < SECONDS_TRUE}
        self._ahead |= {game: (count, now) for game, count in ahead.items()}

    def _hear(self, subject: str, message: str) -> None:
        try:
            self._keep({GameId(str(game)): int(count) for game, count in json.loads(message).items()})
        except (ValueError, TypeError, AttributeError):
            return  # of another version of the program
