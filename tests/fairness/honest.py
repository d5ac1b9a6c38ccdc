"""A server that keeps to the protocol, and the pages of its players: whole games with their records."""

import json
import random
from dataclasses import dataclass, field

from shanghaien import rules
from shanghaien.fairness import (
    Chain,
    Contract,
    DicePlayer,
    DrawGroup,
    Ledger,
    Opened,
    PlayerMemory,
    Proof,
    Report,
    Secrets,
    Who,
    Witness,
    reserve,
    setup_fields,
    verify,
)
from shanghaien.fairness.evidence import read_evidence
from shanghaien.fairness.transcript import digest_of_steps
from shanghaien.rules import Record, RulesError, Step, action_text, load, step_text, take, to_text

EVERYTHING = rules.Options(**dict.fromkeys(rules.EXPANSIONS, True))
GAME = "game-2"


@dataclass
class Page:
    """What one player's page knows: the secrets of their own chains, and what it remembers."""

    who: Who
    rng: random.Random
    ends: list[str] = field(default_factory=list)
    entrusted: list[str] = field(default_factory=list)
    chains: dict[str, Chain] = field(default_factory=dict)
    opened: dict[int, Opened] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)

    def commit(self, game: str) -> str:
        name = f"{self.who}-{len(self.ends) + 1}"
        self.chains[name] = Chain(self.rng.randbytes(32), game, name)
        self.ends.append(self.chains[name].end)
        return self.ends[-1]


@dataclass
class House:
    """The server: its secrets, the ledger, the game. A cheating one overrides how it opens its own links."""

    mode: str = "invite"
    seat: str = "drawn"
    options: rules.Options = EVERYTHING
    kinds: tuple[str, str] = ("person", "person")
    words: tuple[str, str] = ("Ahoy", "早安")
    witness: Witness = Witness.NONE
    game: str = GAME
    seed: int = 5
    after: str = "-"
    renewals: dict[int, tuple[Who, str]] = field(default_factory=dict)
    """Before which group somebody commits anew: who, and `person` or `entrusted`."""
    restored: int = -1
    """Before which group the server is restored from a copy."""
    stop: int = 10_000
    """After so many groups the game is left as it is."""

    def __post_init__(self) -> None:
        self.rng = self.new_rng()
        self.secrets = Secrets(*(self.rng.randbytes(32) for _ in range(3)))
        self.chains = self.secrets.chains(self.game)
        self.pages: dict[Who, Page] = {"creator": Page("creator", self.rng), "guest": Page("guest", self.rng)}
        self.steps: list[Step] = []
        self.groups: list[DrawGroup] = []
        self.reservation = reserve(self.game, self.chains)
        self.creator_seat = 1 if self.seat.endswith("b") else 0
        self.ledger = Ledger.begin(self.contract())

    def new_rng(self) -> random.Random:
        """Where choices and secrets come from."""
        return random.Random(self.seed)

    def contract(self) -> Contract:
        fields = setup_fields(self.options)
        return Contract(
            self.reservation, fields, self.mode, self.seat, self.player("creator"), self.after, self.witness
        )

    def player(self, who: Who) -> DicePlayer:
        kind, word = (pair[who == "guest"] for pair in (self.kinds, self.words))
        if kind == "person":
            return DicePlayer(kind, self.pages[who].commit(self.game), word)
        return DicePlayer(kind, self.reservation.held(who), word) if kind == "entrusted" else DicePlayer(kind)

    def link(self, chain: str, number: int) -> str:
        """A link of any chain, taken from whoever knows its secret."""
        known = self.chains | self.pages["creator"].chains | self.pages["guest"].chains
        return known[chain].link(number)

    def draw(self, actor: Who, choice: str = "") -> DrawGroup:
        """The chance that follows a choice: links are opened, and the pages remember theirs."""
        self._renew()
        self._restore()
        number, wanted = len(self.ledger.groups), self.ledger.wanted(actor)
        for each in wanted:
            if each.chain in self.pages[each.who].chains:
                self.pages[each.who].opened[number] = Opened(each.chain, each.number, choice, self.steps_digest)
        links = [self.link(each.chain, each.number) for each in wanted]
        server = self.link(self.ledger.server, self.ledger.server_number)
        self.ledger, group = self.ledger.draw(actor, server, *links)
        for page in self.pages.values():
            page.seen[number + 1] = self.ledger.head
        self.groups.append(group)
        return group

    @property
    def steps_digest(self) -> str:
        """The digest of all steps so far, as pages remember it with each link."""
        words = " ".join(map(step_text, self.steps)).lower().split()
        return digest_of_steps(self.game, (word for word in words if word != "roll"))

    def _renew(self) -> None:
        who, kind = self.renewals.get(len(self.ledger.groups), (None, ""))
        if who is not None:
            end = self.pages[who].commit(self.game) if kind == "person" else ""
            self.pages[who].entrusted += [] if end else [self.reservation.held(who)]
            self.ledger = self.ledger.renew(who, end)

    def _restore(self) -> None:
        if len(self.ledger.groups) == self.restored:
            chain = Chain(self.rng.randbytes(32), self.game, "server-2", 2048)
            self.chains["server-2"] = chain
            self.ledger = self.ledger.restore(chain.end)
            for who in sorted(self.ledger.stale):
                self.ledger = self.ledger.renew(who, self.pages[who].commit(self.game))

    def begin(self) -> tuple[DrawGroup, int]:
        """The group of the first deal, and the place in it where the deal begins."""
        drawn, later = self.seat == "drawn", self.kinds[1] in {"person", "entrusted"}
        if drawn and later:
            self.creator_seat = self.draw("creator").seat()
        self.ledger = self.ledger.sit(self.player("guest"))
        group = self.draw(self.ledger.beginner)
        if drawn and not later:
            self.creator_seat = group.seat()
        return group, int(drawn and not later)

    def play(self) -> "House":
        """A whole game by players who choose at random, or its first groups."""
        group, place = self.begin()
        state = rules.new_game(self.options)
        while not state.over:
            while rules.is_chance(state):
                self.steps.append(group.outcome(rules.chance(state), place))
                state, place = take(state, self.steps[-1])[0], place + 1
            if state.over or len(self.groups) >= self.stop:
                break
            seat, action = rules.to_move(state), self.rng.choice(rules.legal_actions(state))
            self.steps.append(action)
            state = take(state, action)[0]
            if rules.is_chance(state):
                actor: Who = "creator" if seat == self.creator_seat else "guest"
                group, place = self.draw(actor, action_text(action)), 0
        return self

    def record(self) -> Record:
        tags = Proof.of(self.ledger, self.creator_seat).tags()
        return Record(self.options, tuple(self.steps), tags)

    def remembered(self, who: Who) -> str:
        """What the page of a player has written down."""
        page = self.pages[who]
        values = {
            "game": self.game,
            "who": who,
            "reservation": self.reservation.hash,
            "ends": [*page.ends, *page.entrusted],
        }
        more = {"contract": self.ledger.contract.hash, "opened": page.opened, "seen": page.seen}
        return json.dumps(values | more)


def checked(text: str, memory: str = "") -> Report:
    """The report of the first verifier; a record that can't be played is checked as far as that goes."""
    try:
        record = load(text)
    except RulesError:
        record = None
    return verify(read_evidence(text), record, PlayerMemory.from_json(memory) if memory else None)


def names(report: Report) -> list[str]:
    return [check.name for check in report.findings]


def text_of(house: House) -> str:
    return to_text(house.record())
