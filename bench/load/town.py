"""The people of an evening: accounts of known strength, each with a token and habits of their own."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from shanghaien import rules
from shanghaien.ai.bots import Bot, bot
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.account_names import take_name
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.tokens import Tokens

from .connection import Connection, Person


@dataclass
class Sailor:
    """Somebody of a known strength."""

    id: PersonId
    name: str
    level: str
    token: str
    dice: random.Random
    mind: Bot
    games: int = 0

    def inclined(self, chance: float) -> bool:
        """Whether they feel like it."""
        return self.dice.random() < chance

    async def connection(self, address: str) -> Connection:
        person = Person()
        person.token = self.token
        return await Connection(address, person).open()


async def settle(url: str, levels: Sequence[str], people: int, seed: int) -> list[Sailor]:
    """A database with that many accounts, the levels in turn."""
    database = Database(url)
    await upgrade(database)
    store, tokens = PeopleStore(database), Tokens(database)
    sailors = []
    for number in range(people):
        person, name, level = PersonId(new_id()), f"Jack {number + 1:03}", levels[number % len(levels)]
        async with database.write() as connection:
            await take_name(connection, person, normalised_name(name))
            await store.add(connection, person, name)
        dice = random.Random(f"{seed} {number}")
        sailors.append(Sailor(person, name, level, await tokens.make(person, "evening"), dice, bot(level, dice)))
    await database.close()
    return sailors


@dataclass
class Mirror:
    """A game as both of its players know it, so that each can think about the same position."""

    id: str
    state: rules.State
    version: int = 0
    reason: str = ""
    """Why it ended; empty while it goes on."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def over(self) -> bool:
        return bool(self.reason)

    def take(self, game: dict[str, Any]) -> None:
        """Play on what an answer tells, and wake whoever waits."""
        for entry in game["log"]:
            if entry["number"] > self.version:
                self.version = entry["number"]
                self._play(entry["kind"], entry["text"])
        self.reason = game["result"]["reason"] if game["result"] else ""
        self.changed.set()
        self.changed = asyncio.Event()

    def _play(self, kind: str, text: str) -> None:
        if kind == "act":
            self.state = rules.apply(self.state, rules.parse_action(text)).state
        elif kind == "draw":
            self.state = rules.advance(self.state, rules.parse_outcome(text)).state


@dataclass
class Evening:
    """What all have in common, and what is counted."""

    address: str
    tables: dict[str, Mirror] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def ends(self) -> Counter[str]:
        return Counter(mirror.reason for mirror in self.tables.values() if mirror.over)

    def mirror(self, game: dict[str, Any]) -> Mirror:
        """The one that both players of a game look into."""
        if game["id"] not in self.tables:
            self.tables[game["id"]] = Mirror(game["id"], rules.new_game(rules.Options.from_dict(game["options"])))
        return self.tables[game["id"]]

    async def ask(self, line: Connection, what: str, method: str, path: str, values: Any = None) -> Any:
        """An answer, or None if it was refused; both are counted."""
        status, answer = await line.api(method, path, values)
        self.answers[f"{what} {status}" + (f" {answer['code']}" if status >= 400 else "")] += 1
        return (answer or {}) if status < 400 else None
