"""The start page and the new game page as plain values."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from babel.dates import format_timedelta

from shanghaien.rules import Nation, Sailor, Seat, Trick
from shanghaien.rules.cards import ROUNDS
from shanghaien.web.http.i18n import N_, gettext, language
from shanghaien.web.pages.shared.faces import Face, face
from shanghaien.web.pages.shared.people import nameless, rank
from shanghaien.web.play.table import ListedGame, Mode, SeatKind

PICTURES = (
    *(Sailor(Nation.FRENCH, 3), Sailor(Nation.SPANISH, 4), Sailor(Nation.TURKISH, 4)),
    *(Trick.DIE_SHIFT, Sailor(Nation.TURKISH, 1)),
)

_EXTRAS = (
    ("extra_wild", Trick.WILD, N_("Extra wild card"), N_("Each starts with one more trick: two sailors.")),
    (
        "crazy_captain",
        Trick.CRAZY_CAPTAIN,
        N_("Crazy Captain"),
        N_("For a round, object once in each of the other's turns."),
    ),
    ("extra_1", Trick.EXTRA_1, N_("Extra card 1"), N_("No Shanghai, or roll all your dice again.")),
    ("extra_2", Trick.EXTRA_2, N_("Extra card 2"), N_("Turn a card face down, or exchange a die.")),
    ("extra_3", Trick.DOUBLE, N_("The Double"), N_("Roll a double: roll one again, or take this card.")),
)

_NOTES = {
    "chancer": N_("plays anything"),
    "cabin-boy": N_("first voyage"),
    "deckhand": N_("knows the ropes"),
    "boatswain": N_("a fair fight"),
    "first-mate": N_("rarely errs"),
    "captain": N_("solves the round"),
}


@dataclass(frozen=True, slots=True)
class GameLink:
    """One of the visitor's games."""

    href: str
    who: str
    sub: str
    points: str
    when: str
    waits: bool
    over: bool


@dataclass(frozen=True, slots=True)
class ExpansionOption:
    """An expansion that can be ticked."""

    value: str
    face: Face
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class LevelOption:
    """A bot that can be chosen."""

    value: str
    place: int
    name: str
    note: str
    usual: bool


def pictures() -> tuple[Face, ...]:
    """The cards in the four pictures of the start page."""
    return tuple(face(card) for card in PICTURES)


def extras() -> tuple[ExpansionOption, ...]:
    """The expansions with one sentence each (R25-R41)."""
    return tuple(
        ExpansionOption(value, face(card), gettext(name), gettext(note)) for value, card, name, note in _EXTRAS
    )


def levels(known: Iterable[str], usual: str) -> tuple[LevelOption, ...]:
    """The bots from the weakest to the strongest."""
    return tuple(
        LevelOption(level, place, rank(level), gettext(_NOTES[level]) if level in _NOTES else "", level == usual)
        for place, level in enumerate(known)
    )


def game_row(line: ListedGame, now: datetime | None = None) -> GameLink:
    """One line of the list of one's games."""
    own = min(line.seats, default=0)
    return GameLink(
        href=f"/t/{line.id}",
        who=_who(line, own),
        sub=_sub(line, own),
        points=f"{line.result.points[1 - own]} : {line.result.points[own]}" if line.result else "",
        when=_ago(line.updated, now or datetime.now(UTC)),
        waits=line.yours,
        over=line.result is not None,
    )


def _who(line: ListedGame, own: Seat) -> str:
    names = [chair.name or nameless(chair) for chair in line.chairs]
    if line.mode.one_screen or line.mode is Mode.BOTS:
        return gettext("%(first)s and %(second)s") % {"first": names[0], "second": names[1]}
    if line.chairs[1 - own].kind is SeatKind.OPEN:
        return gettext("Invitation sent")
    return names[1 - own]


def _sub(line: ListedGame, own: Seat) -> str:
    if line.result is not None:
        if line.result.winner is None:
            return gettext("A draw")
        if line.mode.one_screen or line.mode is Mode.BOTS:
            return gettext("Finished")
        return gettext("You won") if line.result.winner == own else gettext("You lost")
    if any(chair.kind is SeatKind.OPEN for chair in line.chairs):
        return gettext("The link has not been used yet")
    turn = gettext("your turn") if line.yours else gettext("the other is at the dice")
    return gettext("Round %(round)s of %(rounds)s · %(turn)s") % {"round": line.round, "rounds": ROUNDS, "turn": turn}


def _ago(updated: int, now: datetime) -> str:
    past = datetime.fromtimestamp(updated / 1000, UTC) - now
    return format_timedelta(min(past, timedelta(seconds=-1)), add_direction=True, locale=language())
