"""The server's side of a game's dice by the second protocol: who sits where in it, its own chains, and the next draw."""

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.second import DicePlayer, DrawGroup, Ledger, WantedLink, Who
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

    def draw(self, ledger: Ledger, actor: Who, given: str) -> tuple[Ledger, DrawGroup, str] | None:
        """The next draws, with the links that were opened for them; None if a page has yet to open one.

        Links of chains that the server holds are its own to open; `given` is the one of the player whose turn it is.
        """
        wanted = ledger.wanted(actor)
        links = [self._link(ledger, each, given) for each in wanted]
        if not all(links) or any(each.who in ledger.stale for each in wanted):
            return None
        server = self._own_link(ledger.server, ledger.server_number, ledger.ends[ledger.server])
        try:
            after, group = ledger.draw(actor, server, *links)
        except FairnessError:
            raise bad_link() from None
        return after, group, " ".join((server, *links))

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
        if ledger.players[wanted.who].kind == "person":
            return given
        return self._own_link(wanted.chain, wanted.number, ledger.ends[wanted.chain])

    def _own_link(self, name: str, number: int, end: str) -> str:
        if not self._chains.leads_to(name, end):
            raise UnreadableGame(self._game, f"the secret of the chain {name} was changed")
        return self._chains.link(name, number)


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
