"""The last step: two crews meet, and the learner says what they are worth (R22)."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from shanghaien.rules import Nation, Sailor, nation_points
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.faces import Face, face
from shanghaien.web.pages.shared.inline_dice import filled

NATION = Nation.SPANISH
MINE, THEIRS = (3, 3), (4, 1)
FIGURES = (sum(MINE), sum(MINE) + sum(THEIRS), sum(THEIRS))
"""What can be answered; the last one is right."""


@dataclass(frozen=True, slots=True)
class CrewRow:
    """One crew on the counter."""

    cards: tuple[Face, ...]
    strength: int


@dataclass(frozen=True, slots=True)
class CrewsMeet:
    """The question with figures: both crews, what was answered, and what is left to answer."""

    theirs: CrewRow
    mine: CrewRow
    points: int
    tries: tuple[int, ...]
    """What was answered, in order; each once."""
    left: tuple[int, ...]

    @property
    def right(self) -> bool:
        """Whether the right answer is among them."""
        return self.points in self.tries

    @property
    def heading(self) -> str:
        """What is asked, or what is told."""
        if self.right:
            return gettext("The stronger crew scores what the weaker one is worth.")
        return gettext("How many points do your Spanish sailors score?")

    @property
    def text(self) -> Markup:
        """The sentence below the heading."""
        words = {"mine": self.mine.strength, "theirs": self.theirs.strength, "points": self.points}
        if self.right:
            said = gettext(
                "Your %(mine)s beats the %(theirs)s, so you discard yours and take the weaker crew: "
                "<b>%(points)s</b>. A crew of 20 would have scored the same: be one better, no more."
            )
        elif self.tries:
            said = gettext(
                "Not quite. You are stronger, so you discard your own crew. <b>What do you take instead?</b>"
            )
        else:
            said = gettext(
                "After eight rounds the crews of each nation meet. Yours is worth %(mine)s, the Cabin Boy’s "
                "%(theirs)s. <b>What do you think?</b>"
            )
        return filled(said, **words)


def meeting(answers: Iterable[str]) -> CrewsMeet:
    """The question after these answers; what is none of the figures, or follows the right one, is left out."""
    points = nation_points(sum(MINE), sum(THEIRS))[0]
    tries: list[int] = []
    for answer in answers:
        figure = next((figure for figure in FIGURES if str(figure) == answer), None)
        if figure is not None and figure not in tries and points not in tries:
            tries.append(figure)
    left = tuple(sorted(set(FIGURES) - set(tries)))
    return CrewsMeet(_crew(THEIRS), _crew(MINE), points, tuple(tries), left)


def _crew(values: tuple[int, ...]) -> CrewRow:
    return CrewRow(tuple(face(Sailor(NATION, value)) for value in values), sum(values))
