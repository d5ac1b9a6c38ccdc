"""Whose work it is: who plays a game, or has set it up, and from where they came; known to all processes of a site."""

import json
from collections import OrderedDict
from typing import TypeVar

from shanghaien.web.bus.bus import Bus, NoBus
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store.games import GameStore

from .fair_queue import Owner

OWNERS = "work.owners"
"""Somebody has asked for work; the message is their id, their place, and the game if they have set one up."""
MOST_REMEMBERED = 20_000
"""People and games; of others the store knows who plays, and nobody where they came from."""
NOBODY = PersonId("")
Key = TypeVar("Key", bound=str)
Value = TypeVar("Value", bound=str)


class Owners:
    """Remembers in memory alone where people came from: no address is written down."""

    def __init__(self, store: GameStore, bus: Bus | None = None) -> None:
        self._store = store
        self._bus = bus or NoBus()
        self._places: OrderedDict[PersonId, str] = OrderedDict()
        self._games: OrderedDict[GameId, PersonId] = OrderedDict()
        self._bus.subscribe(OWNERS, self._hear)

    def note(self, person: PersonId, place: str, game: GameId | None = None) -> None:
        """Remember where somebody is, and which game they have set up."""
        if game is not None or self._places.get(person) != place:
            self._bus.send(OWNERS, json.dumps([person, place, game]))
        self._keep(person, place, game)

    def of_person(self, person: PersonId | None) -> Owner:
        """Somebody at their place; who has none known is a place of their own."""
        return Owner(self._places.get(person or NOBODY) or person or NOBODY, person or NOBODY)

    async def of_game(self, game: GameId) -> Owner:
        """Who plays the game, or has set it up; all shows of which nobody knows whose they are share one owner."""
        person = self._games.get(game)
        if person is None:
            people = sorted(person for _, person in await self._store.people_of(game))
            person = people[0] if people else NOBODY
            if people:
                _remember(self._games, game, person)
        return self.of_person(person)

    def _keep(self, person: PersonId, place: str, game: GameId | None) -> None:
        _remember(self._places, person, place)
        if game is not None:
            _remember(self._games, game, person)

    def _hear(self, subject: str, message: str) -> None:
        try:
            person, place, game = json.loads(message)
        except (ValueError, TypeError):
            return  # of another version of the program
        self._keep(PersonId(str(person)), str(place), None if game is None else GameId(str(game)))


def _remember(memory: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > MOST_REMEMBERED:
        memory.popitem(last=False)
