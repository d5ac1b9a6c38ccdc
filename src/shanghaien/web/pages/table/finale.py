"""The reckoning at the end of a game: nation by nation the crews meet, the small ones first, the largest last (R22)."""

from dataclasses import dataclass

from .score import CrewScore, ScoreTable


@dataclass(frozen=True, slots=True)
class Meeting:
    """One nation's two crews, and how the score stands after them."""

    crew: CrewScore
    so_far: tuple[int, int]
    """The points above and below."""
    decides: bool
    """Whether this is where the game was decided."""

    @property
    def kind(self) -> str:
        """How they meet: `nobody` has one, one player `alone`, `equal`, or the stronger takes the weaker (`taken`)."""
        if not self.crew.mine and not self.crew.theirs:
            return "nobody"
        if not self.crew.counts:
            return "equal"
        return "taken" if self.crew.mine and self.crew.theirs else "alone"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How the score comes about, in the order in which it is told; unused tricks come last."""

    meetings: tuple[Meeting, ...]
    score: ScoreTable


def reckoning(score: ScoreTable) -> Reckoning:
    """The nations in the order that keeps it open to the end: whoever brings nothing first, then rising."""
    above, below, told = 0, 0, []
    key = deciding(score)
    for crew in sorted(score.crews, key=lambda crew: (crew.counts, crew.theirs + crew.mine)):
        above += crew.counts if crew.counts_for == "them" else 0
        below += crew.counts if crew.counts_for == "me" else 0
        told.append(Meeting(crew, (above, below), decides=crew is key))
    return Reckoning(tuple(told), score)


def deciding(score: ScoreTable) -> CrewScore | None:
    """The nation without which the game would have gone to the other player, of several the closest; None if none is.

    There the winner's crew was the stronger one. Had the other been stronger, it would have kept its own points from the
    winner and taken this crew besides.
    """
    lead = score.points[1] - score.points[0]
    winner = "me" if lead > 0 else "them"
    won = [crew for crew in score.crews if crew.counts_for == winner and crew.mine and crew.theirs]
    turned = [crew for crew in won if lead and crew.mine + crew.theirs > abs(lead)]
    return min(turned, key=lambda crew: (abs(crew.mine - crew.theirs), -crew.counts), default=None)
