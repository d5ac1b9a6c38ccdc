"""The form that sets up a table, as plain values; what can be ticked comes from the files of the trick cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from shanghaien.rules import BY_KEY, BY_OPTION, N_, PILE_TRICKS, PRESETS, Options
from shanghaien.web.core.formats import duration
from shanghaien.web.core.i18n import gettext
from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.clocks import DAY, DAYS_PACE, LIVE_PACES, MINUTE, Pace, PaceKind
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.words.drawings import Face, character, face
from shanghaien.web.tables.words.players import pace_short, pace_words, rank

# How much time the players of a new game have: what the form offers, and what it asks for.

OWN_LIVE, OWN_DAYS = "own-live", "own-days"
"""What the form calls times that are typed."""
FAR, HERE = "pace", "here"
"""The field for a game with an opponent elsewhere, and that for one against a bot or at one screen."""
FIELDS = (FAR, "vacation", "minutes", "seconds", "days", "more", "most", HERE, "here_minutes", "here_seconds")
"""Everything that the form sends about time."""


@dataclass(frozen=True, slots=True)
class PaceOption:
    """A pace to choose."""

    value: str
    name: str
    note: str


def here_options() -> tuple[PaceOption, ...]:
    """The paces offered against a bot and at one screen."""
    return PaceOption("", gettext("No clock"), gettext("Take your time.")), *_live_options()


def _live_options() -> tuple[PaceOption, ...]:
    known = [PaceOption(str(pace), pace_short(pace), pace_words(pace)) for pace in LIVE_PACES]
    return (*known, PaceOption(OWN_LIVE, gettext("Your own time"), gettext("you choose the minutes and seconds")))


def far_options() -> tuple[PaceOption, ...]:
    """The paces offered for a game with an opponent elsewhere; the form asks for vacation separately."""
    none = PaceOption("", gettext("No clock"), gettext("You trust each other."))
    days = PaceOption(str(_days()), gettext("Over days"), pace_words(_days()).partition(";")[0])
    own = PaceOption(OWN_DAYS, gettext("Your own days"), gettext("you choose how many days"))
    return none, *_live_options(), days, own


def read_pace(fields: Fields, mode: str) -> str:
    """The pace that the form asks for, as `Pace` writes it; empty where no time is counted."""
    if mode == Mode.INVITE:
        return _far(fields)
    if mode not in {Mode.BOT, Mode.HOT_SEAT}:
        return ""
    wanted = fields.text(HERE, "")
    return _live(fields, "here_") if wanted == OWN_LIVE else wanted


def _far(fields: Fields) -> str:
    wanted = fields.text(FAR, "")
    if wanted == OWN_LIVE:
        return _live(fields, "")
    if wanted == OWN_DAYS:
        base, more, most = (fields.number(name) * DAY for name in ("days", "more", "most"))
        wanted = str(Pace(PaceKind.DAYS, base, more, most))
    return f"{wanted} vacation" if wanted.startswith(PaceKind.DAYS) and fields.flag("vacation") else wanted


def _live(fields: Fields, before: str) -> str:
    return str(Pace(PaceKind.LIVE, fields.number(f"{before}minutes") * MINUTE, fields.number(f"{before}seconds")))


def _days() -> Pace:
    return Pace(DAYS_PACE.kind, DAYS_PACE.base, DAYS_PACE.increment, DAYS_PACE.cap)


# Whether a new game counts, and how far behind watchers are: what the form offers, and what it asks for.

RATED, RATED_BOT, DELAY = "rated", "rated_bot", "delay"
"""The field for a game with an opponent elsewhere, that for one against a bot, and that for watchers."""
TERM_FIELDS = (RATED, RATED_BOT, DELAY)
DELAYS = (0, MINUTE, 5 * MINUTE, 15 * MINUTE)


def delay_options() -> tuple[tuple[str, str], ...]:
    """The delays offered for watchers, in seconds and in words."""
    return tuple((str(delay), duration(delay) if delay else gettext("at once")) for delay in DELAYS)


def read_rated(fields: Fields, mode: str, pace: str) -> bool:
    """Whether the game is to count: only one with a clock can."""
    return bool(pace) and fields.flag(RATED_BOT if mode == Mode.BOT else RATED)


def read_delay(fields: Fields) -> int:
    return fields.number(DELAY) if fields.text(DELAY, "") else 0


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
    """The paces of a game with an opponent elsewhere."""
    live_paces: tuple[PaceOption, ...]
    """The same against a bot or at one screen."""
    delays: tuple[tuple[str, str], ...]
    """How far behind watchers can be: seconds, and words."""


def present(known: Iterable[str], usual: str) -> NewGamePage:
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
        LevelOption(
            level,
            place,
            rank(level),
            gettext(_NOTES[level]) if level in _NOTES else "",
            character(level),
            level == usual,
        )
        for place, level in enumerate(known)
    )


def trick_counts() -> tuple[TrickCount, ...]:
    """The kinds of trick card in the pile, each with its usual number (R4)."""
    usual = zip(PILE_TRICKS, Options().tricks, strict=True)
    return tuple(TrickCount(count_field(trick), gettext(BY_KEY[trick].name), count) for trick, count in usual)


def count_field(trick: str) -> str:
    return f"tricks_{trick}"


def preset_name(value: str) -> str:
    return gettext(_PRESET_NAMES[value]) if value in _PRESET_NAMES else value.replace("_", " ").capitalize()
