"""What decided a game that ended because of time, in one sentence."""

from markupsafe import Markup

from shanghaien.ai.review.model import GameReview
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.table import GameResult

from .inline_dice import filled
from .numbers import percent
from .seen_table import SeenTable

BY_TIME = ("time", "abandoned")
"""Why a game ends that nobody has played to its end, nor given up."""


def by_time(seen: SeenTable, result: GameResult, account: GameReview) -> Markup:
    """Whose time was up, and what chance of winning they had then; account.end is that of the first seat."""
    if result.winner is None:
        return filled(gettext("The game was called off in round %(round)s."), round=seen.state.round)
    late = 1 - result.winner
    chance = percent(account.end if late == 0 else 1 - account.end, 0)
    told = (
        gettext("You ran out of time in round %(round)s, with a %(chance)s chance of winning."),
        gettext("%(name)s ran out of time in round %(round)s, with a %(chance)s chance of winning."),
    )
    wording = told[0] if seen.voice.is_you(late) else told[1]
    return filled(wording, name=seen.voice.own_name(late), round=seen.state.round, chance=chance)
