"""What can be chosen before somebody is looked for: paces and sets of rules."""

from shanghaien.rules import PRESETS
from shanghaien.web.pages.new_game.model import preset_name
from shanghaien.web.play.pace import DAYS_PACE, LIVE_PACES
from shanghaien.web.words.paces import pace_brief

SEEK_PACES = (*LIVE_PACES, DAYS_PACE)
"""The paces at which somebody is looked for; a table of one's own is offered at any."""


def pace_choices() -> tuple[tuple[str, str], ...]:
    """Value and words of each pace."""
    return tuple((str(pace), pace_brief(pace)) for pace in SEEK_PACES)


def preset_choices() -> tuple[tuple[str, str], ...]:
    """Value and name of each ready-made set of options."""
    return tuple((value, preset_name(value)) for value in PRESETS)
