"""The form that sets up a table, as plain values; what can be ticked comes from the files of the trick cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.rules import BY_KEY, BY_OPTION, N_, PILE_TRICKS, PRESETS, Options
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.faces import Face, face
from shanghaien.web.pages.shared.people import character, rank

from .pace_form import PaceOption, far_options, here_options
from .terms_form import delay_options

USUAL_PRESET = "base"
OWN_MIX = "custom"
"""The choice beside the presets: whatever is ticked."""

_NOTES = {
    "cabin-boy": N_("first voyage"),
    "deckhand": N_("knows the ropes"),
    "boatswain": N_("a fair fight"),
    "first-mate": N_("rarely slips"),
    "captain": N_("solves the round"),
}

_PRESET_NAMES = {"base": N_("Base game"), "online": N_("Online variant"), "everything": N_("Everything")}


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
    character: str
    usual: bool


@dataclass(frozen=True, slots=True)
class TrickCount:
    """How many of the pile's trick cards are of one kind (R4)."""

    field: str
    name: str
    usual: int


@dataclass(frozen=True, slots=True)
class NewGamePage:
    """Everything that the form offers."""

    levels: tuple[LevelOption, ...]
    extras: tuple[ExpansionOption, ...]
    presets: tuple[tuple[str, str], ...]
    """Value and name of each ready-made set of options, and of one's own mix."""
    usual_preset: str
    own_mix: str
    ticked: dict[str, list[str]]
    """The boxes that belong to each preset, for the script that ticks them."""
    counts: tuple[TrickCount, ...]
    tricks: int
    """How many trick cards the pile has."""
    paces: tuple[PaceOption, ...]
    """How much time there may be in a game with somebody elsewhere."""
    live_paces: tuple[PaceOption, ...]
    """The same against a bot or at one screen."""
    delays: tuple[tuple[str, str], ...]
    """How far behind watchers can be: seconds, and words."""


def present(known: Iterable[str], usual: str) -> NewGamePage:
    """The form for the bots that are known, one of them chosen as usual."""
    return NewGamePage(
        levels=levels(known, usual),
        extras=extras(),
        presets=(*((value, preset_name(value)) for value in PRESETS), (OWN_MIX, gettext("Custom"))),
        usual_preset=USUAL_PRESET,
        own_mix=OWN_MIX,
        ticked={name: [box for box in BY_OPTION if box in options.expansions] for name, options in PRESETS.items()},
        counts=trick_counts(),
        tricks=sum(Options().tricks),
        paces=far_options(),
        live_paces=here_options(),
        delays=delay_options(),
    )


def extras() -> tuple[ExpansionOption, ...]:
    """The expansions with one sentence each (R25-R41)."""
    return tuple(
        ExpansionOption(option, face(card.key), gettext(card.name), gettext(card.help))
        for option, card in BY_OPTION.items()
    )


def levels(known: Iterable[str], usual: str) -> tuple[LevelOption, ...]:
    """The bots from the weakest to the strongest."""
    return tuple(
        LevelOption(level, place, rank(level), _note(level), character(level), level == usual)
        for place, level in enumerate(known)
    )


def _note(level: str) -> str:
    return gettext(_NOTES[level]) if level in _NOTES else ""


def trick_counts() -> tuple[TrickCount, ...]:
    """The kinds of trick card in the pile, each with the number that is usual (R4)."""
    usual = zip(PILE_TRICKS, Options().tricks, strict=True)
    return tuple(TrickCount(count_field(trick), gettext(BY_KEY[trick].name), count) for trick, count in usual)


def count_field(trick: str) -> str:
    """The field of the form that says how many trick cards are of this kind."""
    return f"tricks_{trick}"


def preset_name(value: str) -> str:
    """A ready-made set of options in words."""
    return gettext(_PRESET_NAMES[value]) if value in _PRESET_NAMES else value.replace("_", " ").capitalize()
