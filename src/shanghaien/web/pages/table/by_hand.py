"""The pad for real dice and cards: one question, the things themselves to tap, and what has been tapped so far."""

from dataclasses import dataclass, replace

import msgspec

from shanghaien import rules
from shanghaien.rules import PILE_TRICKS, Nation, Sailor, card_text, seat_letter
from shanghaien.web.pages.shared.faces import Face, Half, face, token
from shanghaien.web.pages.shared.names import EMBLEMS, nation_code, nation_name
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Mode, Table

from .buttons import Question
from .by_hand_words import Sayings, codes, sayings, take_back
from .taps import Taps, rolling

ROLL = "roll"
VALUES = range(1, 5)


@dataclass(frozen=True, slots=True)
class NationTap:
    """A nation to tap, before its sailor."""

    code: str
    emblem: str
    name: str
    short: str
    left: tuple[int, ...]
    """How many are left of its sailors with the value 1, 2, 3 and 4."""


@dataclass(frozen=True, slots=True)
class SailorTap:
    """A sailor to tap."""

    tap: str
    face: Face
    left: int


@dataclass(frozen=True, slots=True)
class TrickTap:
    """A trick card to tap."""

    tap: str
    half: Half
    left: int


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad as it is drawn; nothing of the request that asks for it."""

    address: str
    taps: str
    """What has been tapped so far, as the form carries it."""
    sent: str
    """What came, if everything has been tapped."""
    sayings: Sayings
    step: int
    """How many dice or cards have been tapped."""
    back: str
    """What taking back the last tap is called; empty if there is none."""
    of: str = "me"
    seats: tuple[tuple[str, str], ...] = ()
    """A letter and a name each, where it is asked who starts."""
    pips: tuple[int, ...] = ()
    """The pips that can be tapped next."""
    dice: tuple[int, ...] = ()
    """The dice that lie there, 0 for those that are still to be tapped."""
    row: tuple[Face | None, ...] = ()
    """The row of cards as far as it is dealt."""
    nations: tuple[NationTap, ...] = ()
    nation: str = ""
    sailors: tuple[SailorTap, ...] = ()
    tricks: tuple[TrickTap, ...] = ()
    typed: str = ""
    """What was typed and refused: it stays in the field."""
    why: str = ""
    """Why it was refused."""
    codes: str = ""
    """What can be typed."""

    @property
    def say(self) -> str:
        """The sentence under the question."""
        return self.why or self.sayings.at(self.step, self.taps.split())

    @property
    def script(self) -> str:
        """The sentences for the page's script."""
        return msgspec.json.encode(self.sayings).decode()


def by_hand(seen: SeenTable, asked: Question) -> tuple[Question, Pad | None]:
    """The question as it is put to people with real dice and cards, and the pad that answers it if chance is to be told."""
    state = rolling(seen.state)
    rolls = any(button.action == ROLL for button in asked.buttons)
    told = rolls or rules.is_chance(seen.state)
    if seen.table.mode is not Mode.REAL_DICE or seen.table.over or not seen.viewer.seats or not told:
        return asked, None
    pad = pad_of(seen, Taps.read(state, begun(seen.table)))
    # How the last round was shared out is read while the cards are dealt; whoever rolls has done that.
    text = asked.text if rolls and seen.state.last is None else ""
    return put(replace(asked, text=text, waiting=False), pad), pad


def put(asked: Question, pad: Pad) -> Question:
    """The question as the pad puts it; once something is tapped, nothing else can be chosen."""
    buttons = () if pad.taps else tuple(button for button in asked.buttons if button.action != ROLL)
    return replace(asked, heading=pad.sayings.headings[pad.step], buttons=buttons)


def pad_of(seen: SeenTable, taps: Taps, typed: str = "", why: str = "") -> Pad:
    """The pad with these taps; with what was typed and refused, if something was."""
    said = sayings(seen, taps)
    pad = Pad(
        address=f"/t/{seen.table.id}",
        taps=str(taps),
        sent=taps.said if taps.enough else "",
        sayings=said,
        step=min(len(taps.done), taps.wanted - 1),
        back=take_back(taps.last),
        of=seen.voice.of(seen.state.turn),
        typed=typed,
        why=why,
        codes=codes(taps),
    )
    if taps.cards:
        return _with_cards(pad, taps)
    if taps.seats:
        return replace(pad, seats=tuple((seat_letter(seat), seen.voice.own_name(seat)) for seat in (0, 1)))
    lying = [int(pips) for pips in taps.done] + [0] * (taps.wanted - len(taps.done))
    return replace(pad, pips=tuple(sorted(map(int, taps.fitting))), dice=tuple(lying))


def begun(table: Table) -> str:
    """Cards that were just taken back start as they were, without the last; dice are tapped anew."""
    log = table.log
    if not log or log[-1].kind is not EntryKind.RETYPE or table.state.phase != rules.Phase.DEAL:
        return ""
    drawn = [entry.text for entry in log if entry.kind is EntryKind.DRAW and entry.undone]
    return " ".join(drawn[-int(log[-1].text) : -1])


def _with_cards(pad: Pad, taps: Taps) -> Pad:
    row = [*map(face, taps.state.tavern), *(face(_card(text)) for text in taps.done)]
    empty = [None] * (taps.wanted - len(taps.done))
    chosen = [nation for nation in Nation if nation.code == taps.nation]
    return replace(
        pad,
        row=(*row, *empty),
        nations=tuple(_nation(taps, nation) for nation in Nation),
        nation=taps.nation,
        sailors=tuple(_sailor(taps, Sailor(nation, value)) for nation in chosen for value in VALUES),
        tricks=tuple(TrickTap(str(card), token(card), taps.left[str(card)]) for card in PILE_TRICKS),
    )


def _card(text: str) -> rules.Card:
    return next(card for card in rules.PILE_KINDS if card_text(card) == text)


def _nation(taps: Taps, nation: Nation) -> NationTap:
    left = tuple(taps.left[card_text(Sailor(nation, value))] for value in VALUES)
    return NationTap(nation.code, EMBLEMS[nation], nation_name(nation), nation_code(nation), left)


def _sailor(taps: Taps, card: Sailor) -> SailorTap:
    return SailorTap(card_text(card), face(card), taps.left[card_text(card)])
