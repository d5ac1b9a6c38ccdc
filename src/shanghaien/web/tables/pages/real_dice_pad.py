"""The pad for real dice and cards: one question, the things themselves to tap, and what has been tapped so far."""

from dataclasses import dataclass, replace

import msgspec

from shanghaien import rules
from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.pages.buttons import Question
from shanghaien.web.tables.pages.real_dice_input import NATIONS, Taps, rolling
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import act_name, card_name, listed, mark_of, nation_code, nation_name
from shanghaien.web.tables.words.drawings import EMBLEMS, Face, Half, face, token

# What the pad for real dice and cards says: its questions, the sentence under each, and the names of what is
# tapped.

DIE = "{die}"
"""Where a sentence names the die that was tapped last: the page's script puts it in."""
WHAT = "{what}"
MOST_LEFT = 8
SEAT_LETTERS = (rules.seat_letter(0), rules.seat_letter(1))

CARDS = (
    N_("Which is the first card?"),
    N_("Which is the second card?"),
    N_("Which is the third card?"),
    N_("Which is the fourth card?"),
    N_("Which is the fifth card?"),
    N_("Which is the last card?"),
)


@dataclass(frozen=True, slots=True)
class PadTexts:
    """Everything that the pad says from tap to tap, so that the page's script can say it without asking."""

    headings: tuple[str, ...]
    """The question by the number of taps."""
    texts: tuple[str, ...]
    """The sentence under it; it may name the die tapped last as {die}."""
    back: str
    """How taking back a tap is called: {what} is what was tapped."""
    left: tuple[str, ...]
    """How many cards are left in the pile, in words, by number."""
    names: dict[str, str]
    """What is tapped in words, where it is not a nation and a number."""
    sailor: str
    """How a sailor is called, from {nation} and {value}."""
    gone: str
    """What stands on a card that is no longer in the pile."""

    def __hash__(self) -> int:
        return hash((self.headings, self.texts, self.back))

    def at(self, step: int, taps: list[str]) -> str:
        return self.texts[step].replace(DIE, taps[-1] if taps else "")


def pad_texts(seen: SeenTable, taps: Taps) -> PadTexts:
    headings, texts = _seats() if taps.seats else _cards(seen, taps) if taps.cards else _dice(seen, taps)
    return PadTexts(
        headings=headings,
        texts=texts,
        back=gettext("Take back: %(what)s") % {"what": WHAT},
        left=tuple(_left(count) for count in range(MOST_LEFT + 1)) if taps.cards else (),
        names={str(card): mark_of(card) for card in rules.PILE_TRICKS} if taps.cards else {},
        sailor=gettext("%(nation)s %(value)s") % {"nation": "{nation}", "value": "{value}"} if taps.cards else "",
        gone=gettext("none left"),
    )


def _left(count: int) -> str:
    return ngettext("%(num)d left", "%(num)d left", count) % {"num": count} if count else gettext("none left")


def _seats() -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (gettext("Who starts?"),), (gettext("Draw lots, or roll for it. Then tap the name."),)


def _cards(seen: SeenTable, taps: Taps) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first = rules.TAVERN_SIZE - taps.wanted
    tap = gettext("Tap the nation, then the sailor; or the trick card.")
    begin = gettext("Deal six cards face up in a row and read them from the left.")
    if seen.state.last is not None:
        begin = gettext("Share the cards out as shown. Then deal six new ones.")
    headings = tuple(map(gettext, CARDS[first:]))
    return headings, (f"{begin} {tap}", *(tap for _ in headings[1:]))


def _dice(seen: SeenTable, taps: Taps) -> tuple[tuple[str, ...], tuple[str, ...]]:
    name, count = seen.voice.own_name(seen.state.turn), taps.wanted
    question = gettext("What did you roll, %(name)s?") % {"name": name}
    rest = [
        ngettext("%(num)d more to tap.", "%(num)d more to tap.", left) % {"num": left}
        for left in range(count - 1, 0, -1)
    ]
    if count == 2:
        rest = [gettext("The first was a %(die)s. Tap the second; for a double tap the %(die)s again.") % {"die": DIE}]
    return (question,) * count, (_first_die(seen, count), *rest)


def _first_die(seen: SeenTable, count: int) -> str:
    step = rules.step_of(seen.state)
    if isinstance(step, rules.Chance) and step.told:
        again = ngettext("Roll %(num)d die again, then tap it.", "Roll %(num)d dice again, then tap each.", count)
        return again % {"num": count}
    if rules.Call() in rules.legal_actions(seen.state):
        return gettext("Roll two dice and tap each. Or call Shanghai.")
    return ngettext("Roll %(num)d die, then tap it.", "Roll %(num)d dice, then tap each.", count) % {"num": count}


def take_back(tap: str) -> str:
    return gettext("Take back: %(what)s") % {"what": tapped(tap)} if tap else ""


def tapped(tap: str) -> str:
    if tap in NATIONS:
        return nation_name(NATIONS[tap])
    if tap[:-1] in NATIONS:
        return card_name(rules.Sailor(NATIONS[tap[:-1]], int(tap[-1])))
    return mark_of(next(card for card in rules.PILE_TRICKS if card == tap)) if tap in rules.PILE_TRICKS else tap


def codes(taps: Taps) -> str:
    """What can be typed, in the language of the page; empty for dice."""
    if not taps.cards:
        return ""
    nations = ", ".join(map(nation_code, rules.Nation))
    values = ", ".join(map(str, sorted(set(rules.SAILOR_VALUES))))
    said = gettext("Sailors: %(nations)s with %(values)s, such as %(example)s or “%(name)s”. Trick cards: %(tricks)s.")
    example = rules.Sailor(rules.Nation.FRENCH, 3)
    return said % {
        "nations": nations,
        "values": values,
        "example": f"{nation_code(example.nation)}{example.value}",
        "name": card_name(example),
        "tricks": ", ".join(f"{mark_of(card)} ({card})" for card in rules.PILE_TRICKS),
    }


def take_back_label(table: Table) -> str:
    """What taking back the last input or choice is called; empty if it has no name, or nothing can be taken back."""
    if table.mode is not Mode.REAL_DICE or not (table.typed or table.undo is not None):
        return ""
    kind = EntryKind.DRAW if table.typed else EntryKind.ACT
    said = next((entry.text for entry in reversed(table.log) if entry.kind is kind and not entry.undone), None)
    if said is None:
        return ""
    what = _drawn(said) if table.typed else _chosen(rules.parse_action(said))
    return gettext("Take back: %(what)s") % {"what": what} if what else ""


def _drawn(said: str) -> str:
    if said in SEAT_LETTERS:
        return gettext("who starts")
    return listed(said.split("-")) if said[0].isdigit() else tapped(said)


def _chosen(action: rules.Action) -> str:
    match action:
        case rules.Place(die, _):
            return str(die)
        case rules.Play(_, act):
            return act_name(act)
        case rules.Call():
            return "Shanghai"
        case _:
            return ""


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
    pad_texts: PadTexts
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
        return self.why or self.pad_texts.at(self.step, self.taps.split())

    @property
    def script(self) -> str:
        return msgspec.json.encode(self.pad_texts).decode()


def by_hand(seen: SeenTable, asked: Question) -> tuple[Question, Pad | None]:
    """The question as it is put to people with real dice and cards, and the pad that answers it if chance is asked for."""
    if seen.table.mode is not Mode.REAL_DICE or seen.table.over or not seen.viewer.seats:
        return asked, None
    rolls = any(button.action == ROLL for button in asked.buttons)
    if not rolls and not rules.is_chance(seen.state):
        return asked, None
    pad = pad_of(seen, Taps.read(rolling(seen.state), begun(seen.table)))
    # How the last round was shared out is read while the cards are dealt; a player who rolls has done that.
    text = asked.text if rolls and seen.state.last is None else ""
    return put(replace(asked, text=text, waiting=False), pad), pad


def put(asked: Question, pad: Pad) -> Question:
    """The question as the pad puts it; once something is tapped, nothing else can be chosen."""
    buttons = () if pad.taps else tuple(button for button in asked.buttons if button.action != ROLL)
    return replace(asked, heading=pad.pad_texts.headings[pad.step], buttons=buttons)


def pad_of(seen: SeenTable, taps: Taps, typed: str = "", why: str = "") -> Pad:
    said = pad_texts(seen, taps)
    pad = Pad(
        address=f"/t/{seen.table.id}",
        taps=str(taps),
        sent=taps.said if taps.enough else "",
        pad_texts=said,
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
        return replace(pad, seats=tuple((rules.seat_letter(seat), seen.voice.own_name(seat)) for seat in (0, 1)))
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
    chosen = [nation for nation in rules.Nation if nation.code == taps.nation]
    return replace(
        pad,
        row=(*row, *empty),
        nations=tuple(_nation(taps, nation) for nation in rules.Nation),
        nation=taps.nation,
        sailors=tuple(_sailor(taps, rules.Sailor(nation, value)) for nation in chosen for value in VALUES),
        tricks=tuple(TrickTap(str(card), token(card), taps.left[str(card)]) for card in rules.PILE_TRICKS),
    )


def _card(text: str) -> rules.Card:
    return next(card for card in rules.PILE_KINDS if rules.card_text(card) == text)


def _nation(taps: Taps, nation: rules.Nation) -> NationTap:
    left = tuple(taps.left[rules.card_text(rules.Sailor(nation, value))] for value in VALUES)
    return NationTap(nation.code, EMBLEMS[nation], nation_name(nation), nation_code(nation), left)


def _sailor(taps: Taps, card: rules.Sailor) -> SailorTap:
    return SailorTap(rules.card_text(card), face(card), taps.left[rules.card_text(card)])
