"""Drawn examples for the rules page: cards and whole rows from one line of text, decided by the rules themselves."""

from dataclasses import dataclass

from shanghaien.fairness import Proof
from shanghaien.rules import End, First, Options, State, Trick, new_game
from shanghaien.rules.notation import parse_card
from shanghaien.rules.state import Shanghai
from shanghaien.rules.tavern import takings
from shanghaien.web.tables.table import Chair, Mode, SeatKind, Table, Viewer

from .faces import Face, face
from .scene import Scene
from .tavern import Slot, row

ME, THEM = 1, 0


@dataclass(frozen=True, slots=True)
class Example:
    """A row of cards with dice on it."""

    row: tuple[Slot, ...]
    told: bool
    """Whether it shows who takes what."""


def face_named(text: str) -> Face:
    """The card that a notation names: `FRE4`, `shift`, `extra1`."""
    return face(Trick(text) if text in set(Trick) else parse_card(text))


def example(
    cards: str, mine: str = "", theirs: str = "", *, end: str = "left", told: bool = False, other: str = ""
) -> Example:
    """A row as one line: `example("FRE4 SPA1 …", mine="225", theirs="46")`; the dice as digits, `told` with arrows."""
    tavern = tuple(parse_card(name) for name in cards.split())
    dice = (_counts(theirs), _counts(mine))
    decided = takings(tavern, dice, End(end))
    state = new_game(Options(first=First.SEAT_A)).evolve(tavern=tavern, end=End(end))
    players = tuple(player._replace(dice=counts) for player, counts in zip(state.players, dice, strict=True))
    state = state.evolve(players=players, last=Shanghai(THEM, End(end), dice, decided) if told else None)
    return Example(row(Scene(_table(state, other), Viewer(frozenset({ME})))), told)


def _counts(dice: str) -> tuple[int, ...]:
    return tuple(dice.count(str(number)) for number in range(1, 7))


def _table(state: State, other: str) -> Table:
    chairs = (Chair(SeatKind.HUMAN, other or "B"), Chair(SeatKind.HUMAN, ""))
    proof = Proof("", "")
    return Table("", Mode.INVITE, state.options, chairs, 0, state, (), None, None, None, proof, None, 0, 0)
