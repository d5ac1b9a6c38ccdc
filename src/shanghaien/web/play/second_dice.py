"""The server's side of a game's dice by the second protocol: who sits where in it, its own chains, and the next draw."""

from typing import NamedTuple

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.second import DicePlayer, DrawGroup, Ledger, Opening, WantedLink, Who
from shanghaien.rules import Seat
from shanghaien.web.store.rows import GameRow

from .contracts import contract_of
from .log import EntryKind, LogEntry
from .refusals import bad_link
from .server_chains import ServerChains
from .table import Mode
from .unreadable import UnreadableGame

HELD = "held"
"""What an entry says of a chain that is entrusted to the server."""
CREATOR: Who = "creator"
GUEST: Who = "guest"


class OpenedGroup(NamedTuple):
    """A group of draws, and what was opened for it."""

    ledger: Ledger
    """Everything public about the dice afterwards."""
    group: DrawGroup
    links: str
    """The server's link, then the player's if there is one."""
    seat: Seat | None
    """Whose link it was."""


class SecondDice:
    """Everything about a game's dice that stays as it is; what has been drawn so far is in the ledger.

    It knows secrets: only links that the ledger asks for may leave it.
    """

    def __init__(self, game: GameRow, chains: ServerChains | None = None) -> None:
        fixed = contract_of(game)
        assert fixed is not None
        self.contract, self.creator = fixed
        self._game = game.id
        self._mode, self._level = Mode(game.mode), game.seats[1 - self.creator].level
        self._chains = chains or ServerChains(game.id, game.seed)

    def begin(self) -> Ledger:
        """The ledger before anything has been drawn; whoever needs no invitation sits there already."""
        ledger = Ledger.begin(self.contract)
        guest = sitting_guest(self._mode, self._level)
        return ledger if guest is None else ledger.sit(guest)

    def who(self, seat: Seat) -> Who:
        """What the protocol calls whoever sits there."""
        return CREATOR if seat == self.creator else GUEST

    def seat_of(self, who: Who) -> Seat:
        """Where they sit."""
        return self.creator if who == CREATOR else 1 - self.creator

    def actor(self, ledger: Ledger, last: Seat | None) -> Who:
        """Whose choice the next draws follow; before the first choice whoever sat down last."""
        return ledger.beginner if last is None else self.who(last)

    def awaited(self, ledger: Ledger, actor: Who) -> Seat | None:
        """The seat whose page has to open a link for what follows the actor's choice; None if the server can go on."""
        wanted = [each.who for each in ledger.wanted(actor) if ledger.players[each.who].kind == "person"]
        return self.seat_of(wanted[0]) if wanted else None

    def draw(self, ledger: Ledger, actor: Who, given: str) -> OpenedGroup | None:
        """The next draws; None if a page has yet to open a link for them.

        Links of chains that the server holds are its own to open; `given` is the one of the player whose turn it is.
        """
        wanted = ledger.wanted(actor)
        if wanted and (wanted[0].who in ledger.stale or not (given or _holds(ledger, wanted[0].who))):
            return None
        server = self._own_link(ledger.server, ledger.server_number, ledger.ends[ledger.server])
        openings = [Opening(each.chain, each.number, self._link(ledger, each, given)) for each in wanted]
        owner = wanted[0].who if wanted else None
        after, group = ledger.add(owner, Opening(ledger.server, ledger.server_number, server), *openings)
        links = " ".join((server, *(opening.link for opening in openings)))
        return OpenedGroup(after, group, links, None if owner is None else self.seat_of(owner))

    def replayed(self, ledger: Ledger, entry: LogEntry, last: Seat | None) -> Ledger:
        """The ledger after an entry of the log, if it concerns the dice; the last choice before it was this seat's."""
        match entry.kind:
            case EntryKind.OPEN:
                return ledger.draw(self.actor(ledger, last), *entry.text.split(" "))[0]
            case EntryKind.COMMIT if entry.seat is None:
                return ledger.restore(entry.text)
            case EntryKind.COMMIT if ledger.guest is None and entry.seat != self.creator:
                return ledger.sit(self.player(GUEST, *_end_and_word(entry.text)))
            case EntryKind.COMMIT:
                return self.renewed(ledger, self.creator if entry.seat is None else entry.seat, entry.text)
            case _:
                return ledger

    def renewed(self, ledger: Ledger, seat: Seat, end: str) -> Ledger:
        """The ledger after a player committed anew."""
        return ledger.renew(self.who(seat), "" if end == HELD else end)

    def check(self, ledger: Ledger) -> None:
        """Raise UnreadableGame if a secret is not the one that the server has committed to."""
        self._own_link(ledger.server, 1, ledger.ends[ledger.server])
        for who in (CREATOR, GUEST):
            self._own_link(f"{who}-held", 1, self.contract.reservation.held(who))

    def player(self, who: Who, end: str, word: str) -> DicePlayer:
        """A player who gives an end of their own, or entrusts their chain to the server."""
        if end and end != HELD:
            return DicePlayer("person", end, word)
        return DicePlayer("entrusted", self.contract.reservation.held(who), word)

    def _link(self, ledger: Ledger, wanted: WantedLink, given: str) -> str:
        """The link that is wanted: of a chain that the server holds, or the one that a page gave, which is checked."""
        if _holds(ledger, wanted.who):
            return self._own_link(wanted.chain, wanted.number, ledger.ends[wanted.chain])
        try:
            ledger.check(Opening(wanted.chain, wanted.number, given))
        except FairnessError:
            raise bad_link() from None
        return given

    def _own_link(self, name: str, number: int, end: str) -> str:
        if not self._chains.leads_to(name, end):
            raise UnreadableGame(self._game, f"the secret of the chain {name} was changed")
        return self._chains.link(name, number)


def _holds(ledger: Ledger, who: Who) -> bool:
    """Whether the server holds a player's chain."""
    return ledger.players[who].kind != "person"


def commitment(player: DicePlayer) -> str:
    """What the log says of a player who sits down."""
    return f"{HELD if player.kind == 'entrusted' else player.end} {player.word}".strip()


def _end_and_word(text: str) -> tuple[str, str]:
    end, _, word = text.partition(" ")
    return end, word


def sitting_guest(mode: Mode, level: str) -> DicePlayer | None:
    """Whoever sits opposite the creator from the start; None where somebody is invited."""
    if mode is Mode.INVITE:
        return None
    return DicePlayer("same-screen") if mode.one_screen else DicePlayer(f"bot:{level}")
