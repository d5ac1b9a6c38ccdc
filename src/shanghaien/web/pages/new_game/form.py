"""The form that sets up a table, read into a checked `Setup`."""

from shanghaien.rules import EXPANSIONS, PILE_TRICKS, PRESETS, First, Options, RulesError, Starter
from shanghaien.web.http.fields import Fields
from shanghaien.web.pages.shared.own_dice import read_own_dice
from shanghaien.web.play.levels import DEFAULT_LEVEL
from shanghaien.web.play.refusals import refusal_of
from shanghaien.web.play.setup import Setup, SetupRequest

from .model import OWN_MIX, count_field
from .pace_form import FIELDS, read_pace
from .terms_form import TERM_FIELDS, read_delay, read_rated


def read_setup(fields: Fields, own_name: str = "") -> Setup:
    """What the form asks for: mode, preset or options, seat, name, name_b, level, level_b, and one's own part of the dice."""
    mode = fields.text("mode")
    pace = read_pace(fields, mode)
    return SetupRequest(
        mode=mode,
        options=read_options(fields),
        seat=fields.text("seat", "random"),
        name=own_name or fields.text("name", ""),
        name_b=fields.text("name_b", ""),
        level=fields.text("level", DEFAULT_LEVEL),
        level_b=fields.text("level_b", ""),
        dice=read_own_dice(fields),
        pace=pace,
        rated=read_rated(fields, mode, pace),
        delay=read_delay(fields),
    ).checked()


def sent_again(fields: Fields) -> list[tuple[str, str]]:
    """What the form sent about the table, so that another form can send it again."""
    names = ("mode", "preset", "seat", "name", "name_b", "level", "level_b", "first", "starter", *EXPANSIONS)
    wanted = (*names, *FIELDS, *TERM_FIELDS, *(count_field(trick) for trick in PILE_TRICKS))
    return [(name, fields.text(name)) for name in wanted if name in fields]


def read_options(fields: Fields) -> Options:
    """The options of a preset and what is chosen on top of it (R4, R7, R13, R25 and the expansions)."""
    preset = PRESETS.get(fields.text("preset", OWN_MIX), Options())
    try:
        return Options(
            tricks=_tricks(fields),
            first=fields.text("first", First.RANDOM),
            starter=fields.text("starter", Starter.AFTER_SHANGHAI),
            **{name: fields.flag(name) or name in preset.expansions for name in EXPANSIONS},
        )
    except RulesError as error:
        raise refusal_of(error) from None


def _tricks(fields: Fields) -> tuple[int, int, int]:
    names = [count_field(trick) for trick in PILE_TRICKS]
    if not any(name in fields for name in names):
        return Options().tricks
    first, second, third = (fields.number(name) for name in names)
    return first, second, third
