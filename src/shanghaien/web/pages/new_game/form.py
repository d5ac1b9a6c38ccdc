"""The form that sets up a table, read into a checked `Setup`."""

import secrets

from shanghaien.rules import First, Options, RulesError, Seat, Starter
from shanghaien.rules.options import ON_OFF
from shanghaien.web.http.fields import Fields
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.play.levels import DEFAULT_LEVEL, LEVELS
from shanghaien.web.play.table import Mode, Setup

TRICK_COUNTS = ("tricks_shift", "tricks_again", "tricks_both")
EVERYTHING = Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
PRESETS = {"base": Options(), "online": Options(extra_wild=True), "everything": EVERYTHING}
"""Sets of options by the name under which the form offers them; `custom` adds nothing to what is ticked."""


def read_setup(fields: Fields) -> Setup:
    """What the form asks for: mode, preset or options, seat, name, name_b, level, level_b, contribution."""
    mode = _mode(fields.text("mode"))
    seat = 0 if mode.one_screen or mode is Mode.BOTS else _seat(fields.text("seat", "random"))
    level = _level(fields.text("level", DEFAULT_LEVEL))
    names = (fields.text("name", ""), fields.text("name_b", ""))
    both = (level, _level(fields.text("level_b", level)) if mode is Mode.BOTS else level)
    return Setup(
        mode=mode,
        options=read_options(fields),
        names=names if seat == 0 else (names[1], names[0]),
        seat=seat,
        levels=both,
        contribution=fields.text("contribution", "").strip(),
    )


def read_options(fields: Fields) -> Options:
    """The options of a preset and what is chosen on top of it (R4, R7, R13, R25 and the expansions)."""
    preset = PRESETS.get(fields.text("preset", "custom"), Options())
    try:
        return Options(
            tricks=_tricks(fields),
            first=First(fields.text("first", First.RANDOM)),
            starter=Starter(fields.text("starter", Starter.AFTER_SHANGHAI)),
            **{name: fields.flag(name) or getattr(preset, name) for name in ON_OFF},
        )
    except (RulesError, ValueError) as error:
        raise Unreadable(str(error)) from None


def _tricks(fields: Fields) -> tuple[int, int, int]:
    if not any(name in fields for name in TRICK_COUNTS):
        return Options().tricks
    first, second, third = (fields.number(name) for name in TRICK_COUNTS)
    return first, second, third


def _mode(text: str) -> Mode:
    try:
        return Mode(text)
    except ValueError:
        raise Unreadable(f"A table is for {', '.join(Mode)}, not for {text!r}.") from None


def _seat(text: str) -> Seat:
    seats = {"a": 0, "b": 1, "random": secrets.randbelow(2)}
    if text not in seats:
        raise Unreadable("Seat must be a, b or random.")
    return seats[text]


def _level(text: str) -> str:
    if text not in LEVELS:
        raise Unreadable(f"There is no level {text!r}; there are {', '.join(LEVELS)}.")
    return text
