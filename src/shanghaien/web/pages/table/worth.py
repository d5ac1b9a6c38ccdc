"""What a choice is worth: both scores as they stand, and what they would be if the round ended with it (R12, R22).

It is no advice: nothing is guessed about what comes later. No trick card is named: a choice is followed as far as the
same player decides; where chance comes in, chance decides.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from shanghaien.rules import (
    Action,
    Seat,
    Shanghai,
    State,
    apply,
    is_chance,
    legal_actions,
    other,
    points,
    points_if_called,
    to_move,
)
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable, Voice

Scores = frozenset[tuple[int, int]]
"""The points of both seats that a choice can lead to before somebody else decides."""
UNSETTLED: Scores = frozenset()


@dataclass(frozen=True, slots=True)
class Figure:
    """The points of one player: now, and what they would be."""

    of: str
    now: int
    then: str
    same: bool
    words: str
    """The same for those who hear the page."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a choice does to both scores, the one below first; no figures where chance decides."""

    figures: tuple[Figure, ...] = ()


CHANCE_DECIDES = Worth()


def worth(seen: SeenTable, actions: Iterable[Action]) -> Worth | None:
    """What one of these choices is worth, as a range if they differ; None where somebody else decides it."""
    reached: set[tuple[int, int]] = set()
    for action in actions:
        scores = scores_after(seen.state, action)
        if scores is None:
            return CHANCE_DECIDES
        reached |= scores
    if not reached:
        return None
    return Worth(tuple(_figure(seen, seat, {score[seat] for score in reached}) for seat in (seen.below, seen.above)))


@lru_cache(maxsize=1024)
def scores_after(state: State, action: Action) -> Scores | None:
    """Every score that this can lead to if nobody objects and the round ends with the turn; None if chance decides."""
    return _scores(state, action)


def _scores(state: State, action: Action) -> Scores | None:
    after = apply(unopposed(state), action).state
    if after.last is not None and after.last is not state.last:
        return frozenset({points(after)})
    if is_chance(after):
        return None
    if after.turn != state.turn:
        return frozenset({points_if_called(after)})
    if to_move(after) != to_move(state):
        return UNSETTLED
    followed = [_scores(after, each) for each in legal_actions(after)]
    return None if None in followed else frozenset().union(*(scores for scores in followed if scores))


def unopposed(state: State) -> State:
    """The same state for whoever's turn it is, with nothing of the other player's in force that could hold it back."""
    opponent = other(state.turn)
    if to_move(state) == opponent or state.players[opponent].in_force is None:
        return state
    return state.with_player(opponent, state.players[opponent]._replace(in_force=None))


def _figure(seen: SeenTable, seat: Seat, reached: set[int]) -> Figure:
    now, low, high = points(seen.state)[seat], min(reached), max(reached)
    then = str(low) if low == high else f"{low}…{high}"
    spoken = then if low == high else gettext("%(low)s to %(high)s") % {"low": low, "high": high}
    words = gettext("%(name)s: %(now)s, then %(then)s") % {"name": seen.voice.inside(seat), "now": now, "then": spoken}
    return Figure(seen.voice.of(seat), now, then, low == high == now, words)


def given(voice: Voice, shanghai: Shanghai) -> str:
    """What a round has made of both scores: "you 11 → 14, Marta 8 → 8"."""
    before, after = shanghai.points
    return ", ".join(f"{voice.inside(seat)} {before[seat]} → {after[seat]}" for seat in (voice.below, 1 - voice.below))
