"""Drawn examples for the rules page: cards, rows and scores from one line of text, decided by the rules themselves."""

from dataclasses import dataclass

from shanghaien.fairness import Proof
from shanghaien.rules import (
    NATION_OF_CODE,
    PILE_TRICKS,
    End,
    First,
    Nation,
    Options,
    Player,
    Sailor,
    Shanghai,
    State,
    new_game,
    parse_card,
    takings,
)
from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import GameId, Version
from shanghaien.web.pages.shared.faces import Face, face, wild_face
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.row import Slot, row
from shanghaien.web.pages.table.score import ScoreTable, score_table
from shanghaien.web.play.table import Chair, Mode, SeatKind, Table, Viewer

ME, THEM = 1, 0
WILD = "+"
"""Ends the name of a trick card that joined a crew: `FRE+` (R16)."""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row of cards with dice on it."""

    row: tuple[Slot, ...]
    told: bool
    """Whether it shows who takes what."""


def face_named(text: str) -> Face:
    """The card that a notation names: `FRE4`, a trick card by its key, or `FRE+` for one that joined a crew."""
    return wild_face(Sailor(_nation(text), 2)) if text.endswith(WILD) else face(parse_card(text))


def example(
    cards: str, mine: str = "", theirs: str = "", *, end: str = "left", told: bool = False, down: str = ""
) -> DrawnRow:
    """A row as one line: `example("FRE4 SPA1 …", mine="225", theirs="46")`; the dice as digits, `told` with arrows.

    `down` names the cards that lie face down.
    """
    tavern = tuple(parse_card(name) for name in cards.split())
    dice = (_counts(theirs), _counts(mine))
    out = tuple(int(number) for number in down)
    decided = takings(tavern, dice, End(end), out)
    state = new_game(Options(first=First.SEAT_A)).evolve(tavern=tavern, end=End(end), face_down=out)
    players = tuple(player._replace(dice=counts) for player, counts in zip(state.players, dice, strict=True))
    state = state.evolve(players=players, last=Shanghai(THEM, End(end), dice, decided) if told else None)
    return DrawnRow(row(_scene(state)), told)


def score_example(mine: str, theirs: str) -> ScoreTable:
    """The score of two holdings, each as one line: `score_example("SPA3 SPA1", theirs="FRE2 FRE+")`."""
    state = new_game(Options(first=First.SEAT_A))
    return score_table(_scene(state.evolve(players=(_player(theirs), _player(mine)))))


def _player(cards: str) -> Player:
    names = cards.split()
    wilds = [_nation(name) for name in names if name.endswith(WILD)]
    taken = [parse_card(name) for name in names if not name.endswith(WILD)]
    sailors = [card for card in taken if isinstance(card, Sailor)]
    return Player(
        hand=tuple(card for card in taken if not isinstance(card, Sailor)),
        crews=tuple(tuple(sorted(card.value for card in sailors if card.nation is nation)) for nation in Nation),
        wilds=tuple((PILE_TRICKS[0],) * wilds.count(nation) for nation in Nation),
    )


def _nation(text: str) -> Nation:
    return NATION_OF_CODE[text[:3]]


def _counts(dice: str) -> tuple[int, ...]:
    return tuple(dice.count(str(number)) for number in range(1, 7))


def _scene(state: State) -> SeenTable:
    chairs = (Chair(SeatKind.HUMAN, gettext("Marta")), Chair(SeatKind.HUMAN, ""))
    table = Table(
        id=GameId(""),
        mode=Mode.INVITE,
        options=state.options,
        chairs=chairs,
        version=Version(0),
        state=state,
        log=(),
        waits_for=None,
        undo=None,
        result=None,
        proof=Proof("", ""),
        rematch=None,
        created=0,
        updated=0,
    )
    return SeenTable(table, Viewer(frozenset({ME})))
