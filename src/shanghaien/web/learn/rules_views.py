"""The rules page as plain values: what each trick card's file says about it, with its examples drawn."""

import re
from dataclasses import dataclass

from markupsafe import Markup

from shanghaien.rules import (
    ACTS,
    BY_OPTION,
    NATION_OF_CODE,
    PILE_TRICKS,
    Act,
    End,
    Example,
    First,
    Nation,
    Options,
    Passage,
    Player,
    Sailor,
    SetOut,
    Shanghai,
    State,
    TrickCard,
    new_game,
    parse_card,
    takings,
)
from shanghaien.web.core.i18n import gettext, tagged
from shanghaien.web.learn.voyage_walk import dice_counts, state_at, table_without_game
from shanghaien.web.learn.voyage_walk import seen as table_seen
from shanghaien.web.tables.model import Mode, SeatKind, TableSeat, Viewer
from shanghaien.web.tables.pages.page import TablePage
from shanghaien.web.tables.pages.page import present as table_page
from shanghaien.web.tables.pages.row import Slot, row
from shanghaien.web.tables.pages.score_table import ScoreTable, score_table
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable
from shanghaien.web.tables.words.card_words import act_name, acts_of, listed, mark_of, nation_name
from shanghaien.web.tables.words.drawings import Face, face, wild_face

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
    """A row as one line: `example("FRE4 SPA1 …", mine="225", theirs="46")`; the dice as digits, with arrows if `told`.

    `down` names the cards that lie face down.
    """
    tavern = tuple(parse_card(name) for name in cards.split())
    dice = (dice_counts(theirs), dice_counts(mine))
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


def _scene(state: State) -> SeenTable:
    chairs = (TableSeat(SeatKind.HUMAN, gettext("Marta")), TableSeat(SeatKind.HUMAN, ""))
    return SeenTable(table_without_game(state, Mode.INVITE, chairs), Viewer(frozenset({ME})))


ROW = f"ITA3 AME1 TUR2 FRE4 {PILE_TRICKS[0]} DUT3"
"""The row of most examples: five sailors and a trick card."""
VALUES = (4, 3, 3, 2, 1, 4, 3, 2)
"""The sailors that show the eight nations."""
A_TRICK_STEP = 5
"""The step of the first voyage whose table shows everything that can be pressed."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn example: cards side by side, dice and what becomes of them, or a row with dice on it."""

    cards: tuple[Face, ...]
    dice: tuple[int, ...]
    then: tuple[int, ...]
    row: DrawnRow | None


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A paragraph, a list or a drawing; one of the three."""

    text: Markup | None = None
    items: tuple[Markup, ...] = ()
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class RulesSection:
    """What the page says about one act or one card."""

    anchor: str
    also: str
    """A second name of the place, by which older links know it; empty if it is the same."""
    name: str
    face: Face | None
    parts: tuple[RulesPart, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """What the page needs besides its own words."""

    sailors: tuple[Face, ...]
    """One sailor of each nation."""
    pile_tricks: tuple[Face, ...]
    nations: str
    """The names of the nations in the order of their sailors."""
    common: str
    """What every trick card of the pile offers."""
    split: str
    """How many of them have which other half (R4)."""
    screen: TablePage
    """A table as the screen shows it."""
    score: ScoreTable
    acts: tuple[RulesSection, ...]
    """What the trick cards of the pile can be played for."""
    expansions: tuple[RulesSection, ...]
    given: str
    """Who gets the cards of the expansions."""


def present() -> RulesPage:
    acts = dict.fromkeys(act for trick in PILE_TRICKS for act in acts_of(trick))
    return RulesPage(
        sailors=tuple(face(Sailor(nation, value)) for nation, value in zip(Nation, VALUES, strict=True)),
        pile_tricks=tuple(face(trick) for trick in PILE_TRICKS),
        nations=listed([nation_name(nation) for nation in Nation]),
        common=act_name(next(act for act in acts if all(act in acts_of(trick) for trick in PILE_TRICKS))),
        split=listed(
            [f"{count} × {mark_of(trick)}" for count, trick in zip(Options().tricks, PILE_TRICKS, strict=True)]
        ),
        screen=table_page(table_seen(state_at(A_TRICK_STEP, 0), "/rules", OpenChoice())),
        score=score_example(f"FRE4 FRE3 SPA3 SPA1 DUT1 CHI3 {PILE_TRICKS[0]}", "FRE2 DUT3 DUT3 TUR4 CHI1 CHI+"),
        acts=tuple(act_section(act) for act in acts),
        expansions=tuple(card_section(option, card) for option, card in BY_OPTION.items()),
        given=_given(),
    )


def act_section(key: Act) -> RulesSection:
    act = ACTS[key]
    return _section(key, act.name, None, act.rules or (act.help,))


def card_section(option: str, card: TrickCard) -> RulesSection:
    """The section of an expansion's card; a card without text of its own shows its help."""
    in_pile = {act for trick in PILE_TRICKS for act in acts_of(trick)}
    of_acts = [passage for act in card.acts if act.key not in in_pile for passage in act.rules]
    return _section(option, card.name, face(card.key), (*card.rules, *of_acts) or _in_short(card))


def _in_short(card: TrickCard) -> tuple[Passage, ...]:
    return (card.help, tuple(act.help for act in card.acts)) if card.acts else (card.help,)


def _section(key: str, name: str, drawn: Face | None, passages: tuple[Passage, ...]) -> RulesSection:
    anchor, also = _slug(key), _slug(name)
    return RulesSection(anchor, also if also != anchor else "", gettext(name), drawn, tuple(map(_part, passages)))


def _part(passage: Passage) -> RulesPart:
    if isinstance(passage, str):
        return RulesPart(tagged(gettext(passage)))
    if isinstance(passage, Example):
        line = example(passage.row, passage.mine, passage.theirs, down=passage.down) if passage.row else None
        return RulesPart(drawing=Drawing(tuple(map(face_named, passage.cards)), passage.dice, passage.then, line))
    return RulesPart(items=tuple(tagged(gettext(item)) for item in passage))


def _given() -> str:
    single = [gettext(card.name) for card in BY_OPTION.values() if card.set_out is SetOut.MIDDLE]
    if not single:
        return gettext("At the start each captain gets one of each.")
    return gettext("At the start each captain gets one of each, except %(cards)s: there is only one.") % {
        "cards": listed(single)
    }


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
