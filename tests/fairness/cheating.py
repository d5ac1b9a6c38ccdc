"""A server that cheats while it plays: every way is one class, and the game it leaves is as consistent as it can make it."""

from dataclasses import replace

from shanghaien.fairness import SERVER, Chain, DicePlayer, DrawGroup, Opening, Who, reserve
from tests.fairness.honest import House

AT = 9
"""The group from which on, or for which, the server cheats."""


class Cheat(House):
    """Draws without the checks of the honest ledger, from whatever links it likes."""

    def owner(self, actor: Who) -> Who | None:
        return self.ledger.owner(actor)

    def server(self, number: int) -> Opening:
        return Opening(SERVER, number, self.link(SERVER, number))

    def openings(self, owner: Who | None) -> list[Opening]:
        wanted = self.ledger.wanted_of(owner)
        return [Opening(each.chain, each.number, self.link(each.chain, each.number)) for each in wanted]

    def draw(self, actor: Who, choice: str = "") -> DrawGroup:
        self._renew()
        owner = self.owner(actor)
        server = self.server(len(self.ledger.groups) + 1)
        self.ledger, group = self.ledger.add(owner, server, *self.openings(owner))
        self.groups.append(group)
        return group

    @property
    def now(self) -> bool:
        return len(self.ledger.groups) == AT


class SkipsItsOwnLink(Cheat):
    """Looks at two of its links and takes the one it likes better; the record pretends that it was the next."""

    def server(self, number: int) -> Opening:
        ahead = number + (len(self.ledger.groups) >= AT)
        return Opening(SERVER, number, self.link(SERVER, ahead))


class TellsItsSkippedLink(SkipsItsOwnLink):
    """The same, and the record tells the number of the link as it is."""

    def server(self, number: int) -> Opening:
        return replace(super().server(number), number=number + (number > AT))


class UsesItsOwnChainForTheBot(Cheat):
    """Draws the bot's rolls from its own links alone, which it knows."""

    def owner(self, actor: Who) -> Who | None:
        return None if actor == "guest" else "creator"


class LetsTheOtherOpen(Cheat):
    """Takes the other player's link for one group."""

    def owner(self, actor: Who) -> Who | None:
        honest = self.ledger.owner(actor)
        return {"creator": "guest", "guest": "creator"}[honest] if self.now and honest else honest  # type: ignore[return-value]


class SkipsAPlayersLinks(Cheat):
    """Server and guest together: of the guest's next links one is taken that suits them."""

    def openings(self, owner: Who | None) -> list[Opening]:
        late = len(self.ledger.groups) >= AT
        return [
            replace(each, number=each.number + 3, link=self.link(each.chain, each.number + 3))
            if late and each.chain == "guest-1" and each.number < 20
            else each
            for each in super().openings(owner)
        ]


class LeavesTheWitnessOut(Cheat):
    """Draws one group without the witness, since the outcome with them was worse."""

    def openings(self, owner: Who | None) -> list[Opening]:
        return super().openings(owner)[:1] if self.now else super().openings(owner)


class PretendsToBeRestored(Cheat):
    """Has seen the player's link, and makes another chain for itself, which turns the dice."""

    def server(self, number: int) -> Opening:
        if self.now:
            self.chains["server-2"] = Chain(bytes(32), self.game, "server-2", 2048)
            self.ledger = self.ledger.restore(self.chains["server-2"].end)
        chain, following = self.ledger.server, self.ledger.server_number
        return Opening(chain, following, self.link(chain, following))


class ChoosesTheSeat(Cheat):
    """Says that the drawn seat was the other one."""

    def begin(self) -> tuple[DrawGroup, int]:
        begun = super().begin()
        self.creator_seat = 1 - self.creator_seat
        return begun


class ReusesAChain(Cheat):
    """Opens the links of another game, of which it knows what they bring."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.old = Chain(bytes(32), "an-older-game", SERVER, 2048)

    def server(self, number: int) -> Opening:
        return Opening(SERVER, number, self.old.link(number))


class ExchangesItsEnd(House):
    """Makes another chain once the creator has answered, and a whole consistent game with it."""

    def promised(self) -> str:
        return House(seed=self.seed, kinds=self.kinds, mode=self.mode).reservation.hash

    def __post_init__(self) -> None:
        super().__post_init__()
        chain = Chain(bytes(range(32)), self.game, SERVER, 2048)
        self.chains = self.chains | {SERVER: chain}
        self.reservation = reserve(self.game, self.chains)
        contract = replace(self.ledger.contract, reservation=self.reservation)
        self.ledger = type(self.ledger).begin(contract)


class ForgesANewChain(House):
    """Commits anew in the guest's name, to a chain that it has made itself."""

    def _renew(self) -> None:
        if len(self.ledger.groups) == AT:
            forged = Chain(bytes(32), self.game, "guest-2")
            self.chains["guest-2"] = forged
            self.ledger = self.ledger.renew("guest", forged.end)


class CallsItsBotAPerson(House):
    """The bot is said to be a person, so that its rolls come from a chain that the server has chosen."""

    def player(self, who: Who) -> DicePlayer:
        if who == "creator":
            return super().player(who)
        return DicePlayer("person", self.pages["guest"].commit(self.game))
