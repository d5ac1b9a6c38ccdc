"""Where a learner stands in a step: the table as the rules have it after what they did, and what came of a press.

There is no game behind it: every position is an address, so nothing is stored, and back and forward work.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, reduce

from shanghaien.rules import (
    Action,
    End,
    First,
    Nation,
    Options,
    Phase,
    Player,
    RulesError,
    Sailor,
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
    """How far a learner has got with what is asked."""

    ASKED = "asked"
    NEARLY = "nearly"
    """They did something that is allowed but not meant: it is asked again."""
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
        """The step."""
        return LESSONS[self.number - 1]

    @property
    def state(self) -> State:
        """The table."""
        return state_at(self.number, self.at)


def stand(number: int, at: int, action: str) -> LessonState:
    """Where a press leads; what makes no sense is as if it had not been pressed."""
    asks = LESSONS[number - 1].asks
    at = min(max(at, 0), len(asks))
    if at < len(asks):
        pressed = _read(action)
        if pressed == asks[at].meant:
            at += 1
        elif pressed in legal_actions(state_at(number, at)):
            return LessonState(number, at, Reached.NEARLY)
    return LessonState(number, at, Reached.RIGHT if at == len(asks) else Reached.ASKED)


def _read(action: str) -> Action | None:
    try:
        return parse_action(action)
    except RulesError:
        return None


@cache
def state_at(number: int, at: int) -> State:
    """The state after the first asks of a step have been done as meant; the rules see to the rest."""
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
    return Player(hand=hand, crews=values, dice=tuple(dice.count(str(number)) for number in range(1, 7)))


def seen(state: State, address: str, choice: OpenChoice) -> SeenTable:
    """The table as the learner sees it, who sits below."""
    table = Table(
        id=GameId(""),
        mode=Mode.BOT,
        options=state.options,
        chairs=(TableSeat(SeatKind.BOT, level=LEVELS[0]), TableSeat(SeatKind.HUMAN)),
        version=Version(0),
        state=state,
        log=(),
        waits_for=to_move(state),
        undo=None,
        result=None,
        proof=None,
        rematch=None,
        created=0,
        updated=0,
    )
    return SeenTable(table, Viewer(frozenset({ME})), choice, Preferences(confirm=False, worth=False), address=address)
