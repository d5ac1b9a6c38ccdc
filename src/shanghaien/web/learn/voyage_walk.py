"""The state of a lesson: the table after what the learner did, as the rules have it, and the outcome of a press.

There is no game behind it: every position is an address, so nothing is stored, and back and forward work.
"""

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce

from shanghaien.rules import (
    TAVERN_SIZE,
    End,
    First,
    Nation,
    Options,
    Phase,
    Player,
    RulesError,
    Sailor,
    Seat,
    State,
    Trick,
    advance,
    apply,
    legal_actions,
    new_game,
    parse_action,
    parse_card,
    parse_outcome,
    to_move,
    without,
)
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.learn.voyage_lessons import LESSONS, Lesson, Scene
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.tables.model import LEVELS, Mode, SeatKind, Table, TableSeat, Viewer
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable

THEM, ME = 0, 1


class Reached(StrEnum):
    """The outcome of what a learner did."""

    ASKED = "asked"
    NEARLY = "nearly"
    """It was legal but not what was asked: the question is repeated."""
    RIGHT = "right"
    """The step is done."""


@dataclass(frozen=True, slots=True)
class LessonState:
    """A place in a step: how many of its asks are done, and what came of the last press."""

    number: int
    at: int
    reached: Reached

    @property
    def lesson(self) -> Lesson:
        return LESSONS[self.number - 1]

    @property
    def state(self) -> State:
        return state_at(self.number, self.at)


def lesson_state(number: int, at: int, action: str) -> LessonState:
    """The state after a press; invalid ones are ignored."""
    asks = LESSONS[number - 1].asks
    at = min(max(at, 0), len(asks))
    if at < len(asks):
        with suppress(RulesError):
            pressed = parse_action(action)
            if pressed == asks[at].meant:
                at += 1
            elif pressed in legal_actions(state_at(number, at)):
                return LessonState(number, at, Reached.NEARLY)
    return LessonState(number, at, Reached.RIGHT if at == len(asks) else Reached.ASKED)


@cache
def state_at(number: int, at: int) -> State:
    """The state after the first asks of a step were done as intended."""
    lesson = LESSONS[number - 1]
    state = _opening(lesson.scene)
    for ask in lesson.asks[:at]:
        state = apply(state, ask.meant).state
        if ask.chance:
            state = advance(state, parse_outcome(ask.chance)).state
    return state


def _opening(scene: Scene) -> State:
    mine = _player(scene.my_crews, scene.mine, scene.hand)
    theirs = _player(scene.their_crews, scene.theirs)
    row = tuple(parse_card(name) for name in scene.row.split())
    elsewhere = [*row, *map(parse_card, f"{scene.my_crews} {scene.their_crews} {scene.gone}".split()), *scene.hand]
    start = new_game(Options(first=First.SEAT_A))
    return start.evolve(
        pile=reduce(without, elsewhere, start.pile),
        phase=Phase.PLACE if scene.rolled else Phase.TURN,
        players=(theirs, mine),
        round=scene.round,
        starter=THEM,
        turn=ME,
        tavern=row,
        end=End.LEFT,
        rolled=tuple(map(int, scene.rolled)),
    )


def _player(crews: str, dice: str, hand: tuple[Trick, ...] = ()) -> Player:
    cards = [card for card in map(parse_card, crews.split()) if isinstance(card, Sailor)]
    values = tuple(tuple(card.value for card in cards if card.nation is nation) for nation in Nation)
    return Player(hand=hand, crews=values, dice=dice_counts(dice))


def table_without_game(
    state: State, mode: Mode, chairs: tuple[TableSeat, TableSeat], waits_for: Seat | None = None
) -> Table:
    return Table(
        id=GameId(""),
        mode=mode,
        options=state.options,
        chairs=chairs,
        version=Version(0),
        state=state,
        log=(),
        waits_for=waits_for,
        undo=None,
        result=None,
        proof=None,
        rematch=None,
        created=0,
        updated=0,
    )


def dice_counts(dice: str) -> tuple[int, ...]:
    """How many dice lie on each card, from digits such as `225`."""
    return tuple(dice.count(str(number)) for number in range(1, TAVERN_SIZE + 1))


def seen(state: State, address: str, choice: OpenChoice) -> SeenTable:
    chairs = TableSeat(SeatKind.BOT, level=LEVELS[0]), TableSeat(SeatKind.HUMAN)
    table = table_without_game(state, Mode.BOT, chairs, to_move(state))
    return SeenTable(table, Viewer(frozenset({ME})), choice, Preferences(confirm=False, worth=False), address=address)
