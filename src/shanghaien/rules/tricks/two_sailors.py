"""Two sailors: the card joins a crew of one's own for good (R16)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Nation, Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import TrickAct
from shanghaien.rules.moves import go_on
from shanghaien.rules.state import State

# Made once: with several cards in hand this is the longest part of a legal list.
PLAYS = {card: tuple(Play(card, Act.TWO_SAILORS, nation=nation) for nation in Nation) for card in Trick}


def plays(state: State, card: Trick) -> list[Play]:
    """One for each nation in which the player has a sailor card."""
    return [play for play, crew in zip(PLAYS[card], state.mover.crews, strict=True) if crew]


def effect(state: State, play: Play, log: Log) -> State:
    """The card counts as a sailor of value 2 of that nation from now on; then one die is placed."""
    assert play.nation is not None
    wilds = list(state.mover.wilds)
    wilds[play.nation] = (*wilds[play.nation], play.card)
    return go_on(state.with_player(state.turn, state.mover._replace(wilds=tuple(wilds))))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused where the player has no sailor card of the nation."""
    if play.nation in [nation for nation in Nation if not state.mover.crews[nation]]:
        return Illegal("no-such-crew", "R16", "You have no sailor of that nation whom the card could join.")
    return None


TWO_SAILORS = TrickAct(Act.TWO_SAILORS, plays, effect, why_not)
