"""Two people at each of many tables, who choose, take back and give up at random and remember their turns."""

from collections.abc import Iterator

from shanghaien import rules
from shanghaien.rules import Options, action_text
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId, RequestId
from shanghaien.web.core.signing import Signer
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.games import GameStore

from .mortal import Delivery, World, places_of

MEMORY = 50_000_000


class Players:
    """Everybody who plays, in a process that does not die."""

    def __init__(self, database: Database, world: World) -> None:
        self._world = world
        games = GameWriter(GameStore(database), Hub(), MEMORY, alone_at_the_store=True)
        self._tables = Tables(games, Signer("s" * 40))
        self._seating = Seating(self._tables)
        self.people: dict[str, list[PersonId]] = {}
        self.open: dict[str, Table] = {}

    async def sit_down(self, number: int) -> None:
        people = [PersonId(f"two{number}"), PersonId(f"one{number}")]
        setup = Setup(Mode.INVITE, Options(), names=("Ada", ""))
        table = await self._tables.create(setup, people[0])
        table = await self._seating.join(self._seating.invitation(table.id), people[1], "Bob")
        _, viewer = await self._tables.look(table.id, people[0])
        self.people[table.id] = people if 0 in viewer.seats else people[::-1]
        self.open[table.id] = table

    async def choose(self, game: str) -> None:
        """Whoever is asked chooses something; now and then they take it back if they may, or give up."""
        table, dice = self.open[game], self._world.dice
        if table.waits_for is None:
            return
        turn, person = turn_now(table), self.people[game][table.waits_for]
        request = TableRequest(table.id, person, table.version, RequestId(f"r{self._world.next()}"))
        if dice.random() < 0.01:
            table = await self._tables.resign(request)
        else:
            text = action_text(dice.choice(rules.legal_actions(table.state)))
            table = await self._tables.act(request, text)
        await self._note(game, table, turn)
        if table.undo is not None and self.people[game][table.undo] == person and dice.random() < 0.2:
            turn = turn_now(table)
            back = TableRequest(table.id, person, table.version, RequestId(f"r{self._world.next()}"))
            await self._note(game, await self._tables.undo(back), turn)

    async def _note(self, game: str, table: Table, turn: tuple[int, int]) -> None:
        self.open[game] = table
        self._world.turns.add((game, turn_now(table)[1]))
        if turn_now(table) != turn:
            self._world.taken[game, turn[1]] = self._world.next()
            self._world.taken.pop((game, turn_now(table)[1]), None)  # what was taken back is open again

    def expected(self) -> Iterator[Delivery]:
        """What must have been told by now: the turns that are open."""
        for game, table in self.open.items():
            if table.waits_for is not None:
                person = self.people[game][table.waits_for]
                for place in places_of(person):
                    yield game, turn_now(table)[1], person, place


def turn_now(table: Table) -> tuple[int, int]:
    """Who is asked, and since which entry: found by playing the log again, not as the server finds it."""
    asked = -1 if table.waits_for is None else table.waits_for
    acts = [entry for entry in table.log if entry.kind == "act" and not entry.undone and entry.seat != asked]
    joined = max(entry.number for entry in table.log if entry.kind == "join")
    return asked, max([joined, *(entry.number for entry in acts)])
