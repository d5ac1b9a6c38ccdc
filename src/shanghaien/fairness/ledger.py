"""A game's dice so far: commitments and opened links in their order. It holds no secret, so all of it may be shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .chain import follow
from .contract import Contract, DicePlayer, Witness
from .messages import NONE, OTHER, SERVER, Party, Who, WrongLink, WrongMoment, checked_hash, digest
from .transcript import NO_OPENING, DrawGroup, Opening, after_group, after_guest, after_restore, group_of

MOST_RECOMMITMENTS = 100
LETTER_OF: dict[Party | None, str] = {"creator": "c", "guest": "g", "server": "s", None: NONE}


@dataclass(frozen=True, slots=True)
class Recommitment:
    """A player, or the server, has committed to another chain, before the group with this number."""

    group: int
    who: Party
    kind: str
    """`person` or `entrusted`, and `server` for the server itself."""
    end: str

    def hash(self, game_id: str) -> str:
        return digest("anew", game_id, self.who, str(self.group), self.kind, self.end)


@dataclass(frozen=True, slots=True)
class WantedLink:
    """The link that is to be opened next of a player's chain."""

    who: Who
    chain: str
    number: int


@dataclass(frozen=True)
class Ledger:
    """Everything public about a game's dice; each method gives the ledger as it is afterwards."""

    contract: Contract
    head: str
    """The transcript: one hash that everything before has gone into."""
    players: Mapping[Who, DicePlayer]
    """Who sits there, with the chain that they use now."""
    chains: Mapping[Who, str]
    """The name of that chain."""
    ends: Mapping[str, str]
    """The end of every chain that was ever committed to, by its name."""
    tips: Mapping[str, Opening] = field(default_factory=dict)
    """The last opened link of every chain of which one was opened."""
    groups: str = ""
    """For each group of draws the letter of the player whose link was opened: c, g, or - for none."""
    guest: DicePlayer | None = None
    """What the guest brought when they sat down."""
    recommitments: tuple[Recommitment, ...] = field(default=())
    fresh: frozenset[Who] = frozenset()
    """Who has committed anew since the other player last opened a link."""
    stale: frozenset[Who] = frozenset()
    """Who has to commit anew before their next link, since the server has: links of theirs may be known already."""
    server: str = SERVER
    """The name of the server's chain."""

    @classmethod
    def begin(cls, contract: Contract) -> "Ledger":
        bare = cls(contract, contract.hash, {}, {}, {SERVER: contract.reservation.server})
        return bare._with("creator", contract.creator)

    def sit(self, guest: DicePlayer) -> "Ledger":
        """The guest sits down: after the seat has been drawn if they come later, else before all draws."""
        drawn_before = self.contract.seat == "drawn" and guest.has_chain
        if self.guest is not None or len(self.groups) != drawn_before:
            raise WrongMoment("The guest sits down once, before the first card.")
        return replace(self._with("guest", guest), head=after_guest(self.head, guest), guest=guest)

    def renew(self, who: Who, end: str = "") -> "Ledger":
        """A player commits to a fresh chain of their own, or without an end entrusts the one that the server offered.

        It is no part of the transcript: who commits anew must not turn the dice.
        """
        if not self._has_chain(who):
            raise WrongMoment("Only a player who has a chain can commit anew.")
        held = self.contract.reservation.held(who)
        player = DicePlayer("person", checked_hash(end)) if end else DicePlayer("entrusted", held)
        listed = self._listed(who, player.kind, player.end)
        return replace(
            self._with(who, player), recommitments=listed, fresh=self.fresh | {who}, stale=self.stale - {who}
        )

    def restore(self, end: str) -> "Ledger":
        """The server was restored from a copy, so that links after this state are known: all have to commit anew."""
        name = self.next_server
        stale = frozenset(who for who, player in self.players.items() if player.kind == "person")
        listed, head = self._listed(SERVER, SERVER, checked_hash(end)), after_restore(self.head, end)
        return replace(self, server=name, ends={**self.ends, name: end}, recommitments=listed, head=head, stale=stale)

    @property
    def next_server(self) -> str:
        return f"{SERVER}-{sum(each.startswith(SERVER) for each in self.ends) + 1}"

    def _listed(self, who: Party, kind: str, end: str) -> tuple[Recommitment, ...]:
        if len(self.recommitments) == MOST_RECOMMITMENTS:
            raise WrongMoment(f"A chain can be exchanged {MOST_RECOMMITMENTS} times in a game, not more often.")
        return (*self.recommitments, Recommitment(len(self.groups), who, kind, end))

    @property
    def beginner(self) -> Who:
        """Whose action the first deal follows: the guest's who sits down later, else the creator's."""
        return "guest" if self.guest is not None and self.guest.has_chain else "creator"

    def owner(self, actor: Who) -> Who | None:
        """Whose link is drawn from when this player acts: their own; a bot's opponent's; no link for two bots."""
        return next(filter(self._can_open, (actor, OTHER[actor])), None)

    def wanted(self, actor: Who) -> tuple[WantedLink, ...]:
        """The links that have to be opened when this player has acted: the owner's, then the witness's if there is one."""
        return self.wanted_of(self.owner(actor))

    def wanted_of(self, owner: Who | None) -> tuple[WantedLink, ...]:
        """The same for a known owner."""
        if owner is None:
            return ()
        watched = self.contract.witness is Witness.ALWAYS and self._can_open(OTHER[owner])
        return tuple(map(self._next, (owner, OTHER[owner]) if watched else (owner,)))

    def draw(self, actor: Who, server_link: str, *links: str) -> tuple["Ledger", DrawGroup]:
        """The chance that follows an action; the links are those that are `wanted`, in that order."""
        wanted = self.wanted(actor)
        if len(links) != len(wanted):
            raise WrongLink(f"{len(wanted)} links of players are needed here, not {len(links)}.")
        if any(each.who in self.stale for each in wanted):
            raise WrongMoment("The server was restored from a copy; a player has to commit anew first.")
        openings = [Opening(each.chain, each.number, link) for each, link in zip(wanted, links, strict=True)]
        server = Opening(self.server, self.server_number, server_link)
        for opening in (server, *openings):
            self.check(opening)
        return self.add(self.owner(actor), server, *openings)

    def add(self, owner: Who | None, server: Opening, *openings: Opening) -> tuple["Ledger", DrawGroup]:
        """The same without looking at the links, for those who check them in another way."""
        if self.guest is None and (self.contract.seat != "drawn" or self.groups):
            raise WrongMoment("Nothing is drawn before both players sit there, except the seat.")
        first, witness = (*openings, NO_OPENING, NO_OPENING)[:2]
        group = group_of(self.game_id, len(self.groups), self.head, server.link, first, witness)
        tips = {**self.tips, **{opening.chain: opening for opening in (server, *openings)}}
        head, groups = after_group(self.head, group), self.groups + LETTER_OF[owner]
        seen = {OTHER[who] for who, chain in self.chains.items() if chain in {opening.chain for opening in openings}}
        return replace(self, head=head, groups=groups, tips=tips, fresh=self.fresh - seen), group

    @property
    def server_number(self) -> int:
        return self._tip(self.server).number + 1

    @property
    def game_id(self) -> str:
        return self.contract.reservation.game_id

    def _with(self, who: Who, player: DicePlayer) -> "Ledger":
        if not player.has_chain:
            return replace(self, players={**self.players, who: player})
        name = f"{who}-held" if player.kind == "entrusted" else f"{who}-{self._own_chains(who) + 1}"
        ends, chains = {**self.ends, name: player.end}, {**self.chains, who: name}
        return replace(self, players={**self.players, who: player}, chains=chains, ends=ends)

    def _own_chains(self, who: Who) -> int:
        return sum(name.startswith(who) and name != f"{who}-held" for name in self.ends)

    def _can_open(self, who: Who) -> bool:
        """Whether a link of this player is used now.

        In a game with witnesses no player may choose a chain after the other player's link is known, so a fresh chain is
        left out until the other player has opened a link without it.
        """
        other = OTHER[who]
        if self.contract.witness is Witness.ALWAYS and who in self.fresh and other not in self.fresh:
            return not self._has_chain(other)
        return self._has_chain(who)

    def _has_chain(self, who: Who) -> bool:
        return who in self.players and self.players[who].has_chain

    def _next(self, who: Who) -> WantedLink:
        return WantedLink(who, self.chains[who], self._tip(self.chains[who]).number + 1)

    def _tip(self, chain: str) -> Opening:
        return self.tips.get(chain) or Opening(chain, 0, self.ends[chain])

    def check(self, opening: Opening) -> None:
        """See that a link leads to the last one of its chain; WrongLink if it does not."""
        link, tip = checked_hash(opening.link), self._tip(opening.chain)
        if follow(self.game_id, opening.chain, opening.number, link, tip.number) != tip.link:
            raise WrongLink(f"This is not link {opening.number} of the chain {opening.chain}.")
