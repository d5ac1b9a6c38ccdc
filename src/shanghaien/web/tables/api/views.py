"""Tables as programs see them, in the shapes that the description promises; built by naming what may be seen."""

import weakref
from collections.abc import Callable, Hashable
from functools import cache, lru_cache, partial
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Options, RulesError, Seat, action_text
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.tables.api.schemas import (
    ChainShape,
    ClocksShape,
    GameShape,
    ListedGameShape,
    LogEntryShape,
    NewGame,
    OptionValues,
    PlayerShape,
    ResultShape,
    SeatShape,
    StateShape,
)
from shanghaien.web.tables.clocks import Clocks
from shanghaien.web.tables.dice.draws import OwnChain, chain_state
from shanghaien.web.tables.errors import refusal_of
from shanghaien.web.tables.log import NAMES_A_PLAYER, SeenEntry
from shanghaien.web.tables.model import A_SAILOR, ListedGame, Table, TableSeat, Viewer
from shanghaien.web.tables.setup import Setup, SetupRequest

# A position as programs see it; nothing of it is hidden (R5).

LETTERS: tuple[Literal["A"], Literal["B"]] = ("A", "B")
NATIONS = tuple((nation, nation.code) for nation in rules.Nation)
PILE_TEXTS = tuple(rules.card_text(kind) for kind in rules.PILE_KINDS)
card_text = cache(rules.card_text)


def letter(seat: Seat | None) -> Literal["A", "B"] | None:
    return None if seat is None else LETTERS[seat]


def state_view(state: rules.State) -> StateShape:
    return StateShape(
        phase=str(state.phase),
        round=state.round,
        starter=LETTERS[state.starter],
        turn=LETTERS[state.turn],
        tavern=[card_text(card) for card in state.tavern],
        end=None if state.end is None else str(state.end),
        face_down=list(state.face_down),
        rolled=list(state.rolled),
        middle=[card_text(card) for card in state.middle],
        announced=None if state.announced is None else action_text(state.announced),
        pile={text: count for text, count in zip(PILE_TEXTS, state.pile, strict=True) if count},
        players=[_player(player) for player in state.players],
        points=list(rules.points(state)),
    )


def _player(player: rules.Player) -> PlayerShape:
    crews, wilds = player.crews, player.wilds
    return PlayerShape(
        hand=[card_text(card) for card in player.hand],
        crews={code: list(crews[nation]) for nation, code in NATIONS if crews[nation]},
        wilds={code: len(wilds[nation]) for nation, code in NATIONS if wilds[nation]},
        dice=list(player.dice),
        supply=player.supply,
        trick_used=player.trick_used,
        in_force=None if player.in_force is None else str(player.in_force),
    )


def clocks_view(clocks: Clocks | None, at: int | None = None) -> ClocksShape | None:
    """Both clocks at a moment, or at the last entry; None where no time is counted."""
    if clocks is None:
        return None
    time = clocks.since if at is None else max(at, clocks.since)
    left = list(clocks.left)
    if clocks.running is not None and clocks.up is None:
        left[clocks.running] = max(0, left[clocks.running] - (clocks.used_until(time) or 0))
    return ClocksShape(
        left=left,
        running=letter(clocks.running),
        deadline=clocks.deadline,
        up=letter(clocks.up),
        server_time=time,
    )


# What is made of a table once and used for all who look at it.

Made = TypeVar("Made")
Key = TypeVar("Key", bound=Hashable)
MOST_READERS = 8
"""For how many kinds of readers the news of one table are kept; nearly all readers have seen the version before."""


class OncePerTable(Generic[Made]):
    """Remembers what was made of each table as long as the table itself is in use."""

    def __init__(self, make: Callable[[Table], Made]) -> None:
        self._make = make
        self._made: dict[int, tuple[Made, weakref.ref[Table]]] = {}

    def __call__(self, table: Table) -> Made:
        key = id(table)  # tables with equal content would do as well, but comparing them takes longer than making it
        found = self._made.get(key)
        if found is not None:
            return found[0]
        made = self._make(table)
        self._made[key] = (made, weakref.ref(table, partial(self._made.pop, key)))
        return made


def once_for_each(make: Callable[[Table, Key], Made]) -> Callable[[Table, Key], Made]:
    """The same for what also depends on the reader, such as on the version that they have seen."""
    news: OncePerTable[dict[Key, Made]] = OncePerTable(lambda _: {})

    def made(table: Table, reader: Key) -> Made:
        known = news(table)
        if reader in known:
            return known[reader]
        new = make(table, reader)
        if len(known) < MOST_READERS:
            known[reader] = new
        return new

    return made


# What all see of a table, and what only some may do there; made once for each version.


class SharedView(NamedTuple):
    """The parts of a table that look the same from everywhere."""

    seats: list[SeatShape]
    state: StateShape
    result: ResultShape | None
    legal: list[str]
    """What the seat that is asked may do, in notation; to be sent to no other player."""
    dice: dict[str, str]
    """What makes the dice checkable."""


def _shared(table: Table) -> SharedView:
    seats = [seat_view(chair) for chair in table.chairs]
    return SharedView(seats, state_view(table.state), _result(table), _legal(table), table.dice_tags)


shared_view = OncePerTable(_shared)


def may_undo(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer may take back their last choice."""
    return table.undo is not None and table.undo in viewer.seats


def seat_view(chair: TableSeat) -> SeatShape:
    return SeatShape(kind=chair.kind.value, name=chair.name, level=chair.level)


def chain_view(mine: OwnChain | None) -> ChainShape | None:
    return None if mine is None else ChainShape(*mine[:-1], chances=list(mine.chances))


def _legal(table: Table) -> list[str]:
    return [] if table.waits_for is None else [action_text(action) for action in rules.legal_actions(table.state)]


def _result(table: Table) -> ResultShape | None:
    result = table.result
    if result is None:
        return None
    return ResultShape(letter(result.winner), list(result.points), letter(result.resigned), result.reason)


VARIANTS = ("tricks", "first", "starter")
ENCODER = msgspec.json.Encoder()
"""Makes JSON of what programs are sent."""


def game_view(table: Table, viewer: Viewer, invitation: str | None, since: int = 0) -> GameShape:
    """A table with what happened after version `since`, and the viewer's legal actions in notation."""
    shared = shared_view(table)
    return GameShape(
        id=table.id,
        version=table.version,
        mode=str(table.mode),
        options=_every_option(table.options),
        seats=shared.seats,
        yours=[LETTERS[seat] for seat in sorted(viewer.seats)],
        waits_for=letter(table.waits_for),
        legal=shared.legal if viewer.may_choose(table) else [],
        undo=may_undo(table, viewer),
        state=shared.state,
        result=shared.result,
        dice=shared.dice,
        opens=letter(table.opens),
        chain=chain_view(chain_state(table, viewer)),
        rematch=table.rematch,
        invitation=invitation,
        log=log_view(table, since),
        pace=None if table.pace is None else str(table.pace),
        clocks=clocks_view(table.clocks, now()),
        rated=table.rated,
        delay=table.delay,
    )


def listed_view(game: ListedGame) -> ListedGameShape:
    return ListedGameShape(
        id=game.id,
        mode=str(game.mode),
        seats=[seat_view(chair) for chair in game.chairs],
        yours=[LETTERS[seat] for seat in sorted(game.seats)],
        round=game.round,
        waits_for=letter(game.waits_for),
        over=game.result is not None,
        updated=game.updated,
    )


def log_view(table: Table, since: int) -> list[LogEntryShape]:
    return [_entry(table, entry) for entry in table.log[since:]]


def setup_from(wanted: NewGame) -> Setup:
    """The program's setup, checked like the form that people fill in."""
    return SetupRequest(
        mode=wanted.mode,
        options=options_from(wanted.options),
        seat=wanted.seat,
        name=wanted.name,
        name_b=wanted.name_b,
        level=wanted.level,
        level_b=wanted.level_b or "",
        dice=wanted.own,
        pace=wanted.pace,
        rated=wanted.rated,
        delay=wanted.delay,
    ).checked()


def options_from(values: OptionValues) -> Options:
    """The options that a program names; refused if there are no such ones."""
    known = (*VARIANTS, *EXPANSIONS)
    for name in values:
        if name not in known:
            raise BadRequestError(f"There is no option {name!r}; there are {', '.join(known)}.")
    try:
        return Options.from_dict(dict(values))
    except RulesError as error:
        raise refusal_of(error) from None


@lru_cache(maxsize=256)
def _every_option(options: Options) -> OptionValues:
    """The options with every expansion, on or off."""
    return dict.fromkeys(EXPANSIONS, False) | options.as_dict()


def _entry(table: Table, entry: SeenEntry) -> LogEntryShape:
    # The name of a player who has left the site is shown nowhere, not even as they gave it when they sat down.
    named = entry.kind in NAMES_A_PLAYER and entry.seat is not None
    gone = named and table.chairs[entry.seat or 0].name == A_SAILOR
    return LogEntryShape(
        number=entry.number,
        kind=str(entry.kind),
        seat=letter(entry.seat),
        text=A_SAILOR if gone else entry.text,
        at=entry.at,
        undone=entry.undone,
    )
