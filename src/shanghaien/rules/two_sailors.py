"""Two sailors: the card joins a crew of one's own for good (R16). Several trick cards show this act."""

from functools import cache

from .actions import Act, Play
from .cards import Nation, Trick
from .errors import Illegal
from .events import Log
from .hooks import Asks, Example, TrickAct
from .moves import go_on
from .state import State
from .texts import N_

KEY = Act("sailors")


@cache
def plays_of(card: Trick) -> tuple[Play, ...]:
    """One play for each nation; made once, since with several cards in hand this is most of a legal list."""
    return tuple(Play(card, KEY, nation=nation) for nation in Nation)


def plays(state: State, card: Trick) -> list[Play]:
    """One for each nation in which the player has a sailor card."""
    return [play for play, crew in zip(plays_of(card), state.mover.crews, strict=True) if crew]


def effect(state: State, play: Play, log: Log) -> State:
    """The card counts as a sailor of value 2 of that nation from now on; then one die is placed."""
    assert play.nation is not None
    wilds = list(state.mover.wilds)
    wilds[play.nation] = (*wilds[play.nation], play.card)
    return go_on(state.with_player(state.turn, state.mover._replace(wilds=tuple(wilds))))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused where the player has no sailor card of the nation."""
    if play.nation in [nation for nation in Nation if not state.mover.crews[nation]]:
        return Illegal("no-such-crew", "R16", N_("You have no sailor of that nation whom the card could join."))
    return None


TWO_SAILORS = TrickAct(
    KEY,
    N_("Two sailors"),
    N_("The card joins one of your crews as a sailor of value 2."),
    plays,
    effect,
    why_not,
    asks=(Asks.CREW,),
    question=N_("Which crew do they join?"),
    brief=N_("joins a crew as a 2"),
    not_now=N_("no sailor"),
    picture="two",
    rules=(
        N_(
            "The card can only join a crew in which you already have a sailor card. It stays there for the rest of "
            "the game and counts as 2; its other half is then lost. Then place a die as usual. In the picture the "
            "crew grows from 4 to 6."
        ),
        Example(cards=("FRE4", "FRE+")),
    ),
)
