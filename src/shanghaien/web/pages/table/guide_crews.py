"""What the guide says about the crews as they stand: where one has too much, too little, or a nation alone (R22)."""

from collections.abc import Callable

from shanghaien.rules import Nation, NationScore, standing
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import nation_name
from shanghaien.web.pages.shared.seen_table import SeenTable

from .guide_journal import Remark

PLENTY = 3
"""By how much a crew has to be ahead before it is said that less would have done."""


def more_than_needed(seen: SeenTable) -> str:
    """A crew that is far ahead earns no more than one that is just ahead."""
    return _about(
        seen,
        lambda mine, theirs: mine >= theirs + PLENTY and theirs > 0,
        gettext(
            "%(nation)s: your crew is worth %(mine)s, your opponent’s %(theirs)s. So it scores %(theirs)s, "
            "and more sailors of this nation would not change that."
        ),
    )


def behind(seen: SeenTable) -> str:
    """The weaker crew counts for the opponent."""
    return _about(
        seen,
        lambda mine, theirs: theirs > mine > 0,
        gettext(
            "%(nation)s: your opponent is stronger, %(theirs)s to %(mine)s, and as it stands scores your %(mine)s. "
            "Overtake them, or collect no more there."
        ),
    )


def equal(seen: SeenTable) -> str:
    """Equal crews bring nothing to anybody."""
    return _about(
        seen,
        lambda mine, theirs: mine == theirs > 0,
        gettext("%(nation)s: %(mine)s to %(theirs)s. Equal crews score nothing; one more sailor would decide it."),
    )


def alone(seen: SeenTable) -> str:
    """A crew without an opponent counts in full."""
    return _about(
        seen,
        lambda mine, theirs: mine > 0 == theirs,
        gettext("%(nation)s: only you have these sailors. As long as that stays so, they count in full: %(mine)s."),
    )


def _about(seen: SeenTable, fits: Callable[[int, int], bool], wording: str) -> str:
    """The wording about the strongest crew of which it is true, at the beginning of a round; else nothing."""
    if seen.state.mover.dice_on_cards:
        return ""
    told = [score for score in standing(seen.state.players).nations if fits(*_strengths(seen, score))]
    if not told:
        return ""
    score = max(told, key=lambda score: sum(score.strengths))
    mine, theirs = _strengths(seen, score)
    return wording % {"nation": nation_name(Nation(score.nation)), "mine": mine, "theirs": theirs}


def _strengths(seen: SeenTable, score: NationScore) -> tuple[int, int]:
    return score.strengths[seen.below], score.strengths[seen.above]


CREWS: tuple[Remark, ...] = (more_than_needed, behind, equal, alone)
