"""Players' pages without a browser: they make chains, open links in their order, and remember what they saw."""

import random
from dataclasses import dataclass, field, replace

from shanghaien import rules
from shanghaien.fairness import Chain, Opened, PlayerMemory, Report, Who, verify
from shanghaien.fairness.evidence import read_evidence
from shanghaien.rules import Seat, action_text, load, to_text
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.dice.draws import chain_state
from shanghaien.web.tables.dice.reservations import Reservation
from shanghaien.web.tables.model import SeatKind, Table, Viewer
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.setup import OwnDice, Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, request


@dataclass
class DicePage:
    """The page of a player who holds their own chain."""

    who: Who
    person: PersonId
    word: str = ""
    chains: dict[str, Chain] = field(default_factory=dict)
    entrusted: list[str] = field(default_factory=list)
    """The ends of chains that this player let the server hold from some time on."""
    reservation: str = ""
    contract: str = ""
    opened: dict[int, Opened] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    receipts: list[str] = field(default_factory=list)
    key: str = ""

    def commit(self, game: GameId) -> str:
        """The end of a fresh chain."""
        name = f"{self.who}-{len(self.chains) + 1}"
        self.chains[name] = Chain(random.Random(f"{game} {name}").randbytes(32), game, name)
        return self.chains[name].end

    def own_dice(self, game: GameId) -> OwnDice:
        """What is sent with the form: the end of the first chain, and its first link."""
        return OwnDice(self.commit(game), self.link(1), self.word)

    def link(self, number: int, chain: str = "") -> str:
        """A link of a chain, of the first one if none is named."""
        return self.chains[chain or f"{self.who}-1"].link(number)

    def look(self, table: Table) -> Table:
        """Remember how far the dice have come."""
        assert table.ledger is not None
        self.seen[len(table.ledger.groups)] = table.ledger.head
        return table

    def open(self, table: Table, choice: str = "") -> str:
        """The next link, opened for the next group."""
        mine = chain_state(table, Viewer(frozenset({self.seat(table)})))
        assert mine is not None
        self.opened[mine.group] = Opened(mine.chain, mine.number, choice)
        return self.link(mine.number, mine.chain)

    def seat(self, table: Table) -> Seat:
        """Where they sit."""
        return table.creator if self.who == "creator" else 1 - table.creator

    def entrust(self, table: Table) -> None:
        """Remember that the server holds one's chain from now on."""
        assert table.ledger is not None
        self.entrusted.append(table.ledger.contract.reservation.held(self.who))

    def see(self, reserved: Reservation) -> None:
        """Remember what the server has committed to before anything was given."""
        self.reservation, self.key = reserved.chains.hash, reserved.key
        self.receipts.append(reserved.receipt)

    def memory(self, game: GameId) -> PlayerMemory:
        """What the page could tell of the game afterwards."""
        ends = (*(chain.end for chain in self.chains.values()), *self.entrusted)
        about = (self.reservation, self.contract, ends, self.opened, self.seen, tuple(self.receipts), self.key)
        return PlayerMemory(game, self.who, *about)


def creator() -> DicePage:
    """The page of Ada, who sets the table up."""
    return DicePage("creator", ADA, "Ahoy")


def guest() -> DicePage:
    """The page of Bob, who is invited."""
    return DicePage("guest", BOB, "早安")


async def set_up(tavern: Tavern, page: DicePage, setup: Setup) -> Table:
    """Set up a table as a page does: the reservation is seen first."""
    reserved = await tavern.tables.reserve()
    page.see(reserved)
    own = page.own_dice(reserved.id)
    table = page.look(await tavern.tables.create(replace(setup, dice=own), page.person, reserved.token))
    agree(page, table)
    page.opened |= {0: Opened("creator-1", 1)} if table.groups else {}
    return table


def agree(page: DicePage, table: Table) -> None:
    """Remember the contract, and the receipt for it."""
    assert table.ledger is not None
    page.contract = table.ledger.contract.hash
    page.receipts.append(table.receipt)


async def sit_down(tavern: Tavern, page: DicePage, table: Table) -> Table:
    """Take the free seat as a page does."""
    assert table.ledger is not None
    page.reservation = table.ledger.contract.reservation.hash
    agree(page, table)
    page.opened[len(table.ledger.groups)] = Opened("guest-1", 1)
    token = tavern.seating.invitation(table.id)
    return page.look(await tavern.seating.join(token, page.person, "Bob", page.own_dice(table.id)))


async def open_awaited(tavern: Tavern, table: Table, page: DicePage) -> Table:
    """Open the link that the table waits for, after the choice that is shown."""
    choice = next((entry.text for entry in reversed(table.log) if entry.kind == "act"), "")
    return await tavern.tables.open_link(request(table, page.person), page.open(table, choice))


async def step(tavern: Tavern, table: Table, dice: random.Random, *pages: DicePage) -> Table:
    """Whatever comes next: a link that is waited for, or a choice at random, of a bot or of somebody who has a page."""
    at = {page.seat(table): page for page in pages}
    if table.opens is not None:
        table = await open_awaited(tavern, table, at[table.opens])
    elif table.chairs[table.waits_for or 0].kind is SeatKind.BOT:
        table = await tavern.act_for_bot(table, table.waits_for or 0, dice)
    else:
        table = await _choose(tavern, table, at.get(table.waits_for or 0, pages[0]), dice)
    for page in pages:
        page.look(table)
    return table


async def _choose(tavern: Tavern, table: Table, page: DicePage, dice: random.Random) -> Table:
    """A choice; one after which chance follows for sure comes with a link, as from a page."""
    choice = action_text(dice.choice(rules.legal_actions(table.state)))
    _, viewer = await tavern.tables.look(table.id, page.person)
    mine = chain_state(table, viewer)
    link = page.open(table, choice) if mine is not None and choice in mine.chances else ""
    return await tavern.tables.act(request(table, page.person), choice, link)


async def play(tavern: Tavern, table: Table, *pages: DicePage, seed: int = 0, until: int = 10_000) -> Table:
    """Let the pages' players play at random to the end, or for some steps."""
    dice = random.Random(seed)
    for _ in range(until):
        if table.over:
            break
        table = await step(tavern, table, dice, *pages)
    return table


def checked(table: Table, memory: PlayerMemory | None = None) -> Report:
    """What the verifier finds, told nothing but the record, or also what a page remembers."""
    text = to_text(record_of(table))
    return verify(read_evidence(text), load(text), memory)


def names(report: Report) -> list[str]:
    """What is wrong, by name."""
    return [finding.name for finding in report.findings]
