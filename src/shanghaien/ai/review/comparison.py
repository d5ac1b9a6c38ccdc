"""The difference between the best choice and the one that was made: what each leads to, and how the opponent answers."""

from collections.abc import Iterator

from shanghaien import rules
from shanghaien.rules import REPLIES, Action, Answer, Call, Play, Roll, Seat, State

from .model import Ends, ReasonCode, ReviewReason, Share, Value, WinningChance

ORDINARY = {ReasonCode.RISKS_ANSWER, ReasonCode.SAFE_FROM_ONE_DIE}
"""What can be said of nearly every die; where both choices have it, it is left out."""
NOTABLE = 0.005
"""A smaller difference is not worth a sentence."""


def without_common(
    for_best: tuple[ReviewReason, ...], made: tuple[ReviewReason, ...], ends: Ends | None
) -> tuple[tuple[ReviewReason, ...], tuple[ReviewReason, ...]]:
    """The reasons of two choices without what holds for both; what both bring stands with the first only.

    Where it is known what the cards are worth, nothing general is said about trick cards.
    """
    shared = ORDINARY & {reason.code for reason in for_best} & {reason.code for reason in made}
    shared |= {ReasonCode.TRICK_WORTH} if ends else set()
    first = tuple(reason for reason in for_best if reason.code not in shared)
    return first, tuple(reason for reason in made if reason.code not in shared and reason not in for_best)


def difference(state: State, best: Action, played: Action, ends: Ends | None) -> Iterator[ReviewReason]:
    """Where the difference lies: in what the round would come to if it ended then, or in the dice to come."""
    me = rules.to_move(state)
    assert me is not None
    if ends is None:
        yield from _scores(state, best, played, me)
        return
    then, instead = ((value if me == 0 else 1 - value) for value in (ends.best, ends.played))
    code = ReasonCode.ENDS_BETTER if then - instead >= NOTABLE else ReasonCode.ENDS_NO_BETTER
    yield ReviewReason(code, me, {"then": WinningChance(then), "instead": WinningChance(instead)})
    if code is ReasonCode.ENDS_BETTER:
        yield from _cards(state, ends, me)


def _cards(state: State, ends: Ends, me: Seat) -> Iterator[ReviewReason]:
    """The card that counts most and, if the choice that was made gets one instead, that one."""
    gains = sorted(ends.cards, key=lambda card: -card[1])
    if not gains or gains[0][1] < NOTABLE:
        return
    (place, gain), (other, less) = gains[0], gains[-1]
    values: dict[str, Value] = {"card": state.tavern[place], "gain": Share(gain)}
    if NOTABLE <= -less <= gain - NOTABLE:
        more: dict[str, Value] = {"instead": state.tavern[other], "less": Share(-less)}
        yield ReviewReason(ReasonCode.CARD_AGAINST_CARD, me, {**values, **more})
    else:
        yield ReviewReason(ReasonCode.CARD_COUNTS, me, values)


def _scores(state: State, best: Action, played: Action, me: Seat) -> Iterator[ReviewReason]:
    """By how much the best choice would score more if the round ended with it."""
    if isinstance(best, Roll | Call) or isinstance(played, Roll | Call):
        return
    wins, had = _score(state, best), _score(state, played)
    if wins is None or had is None or wins[me] - wins[1 - me] <= had[me] - had[1 - me]:
        return
    values = {"mine": wins[me], "theirs": wins[1 - me], "mine_played": had[me], "theirs_played": had[1 - me]}
    yield ReviewReason(ReasonCode.SCORES_MORE, me, values)


def answered(answer: Action | None, me: Seat) -> Iterator[ReviewReason]:
    """What the opponent does best after the choice that was made, where it is more than to roll."""
    if isinstance(answer, Call):
        yield ReviewReason(ReasonCode.ANSWERED_BY_CALL, me)
    elif isinstance(answer, Play):
        yield ReviewReason(ReasonCode.ANSWERED_BY_TRICK, me)


def _score(state: State, action: Action) -> tuple[int, int] | None:
    """The points of both if the round ended so; None while it is open where card 1 lies."""
    after = taken_effect(state, action)
    if after.over or after.round != state.round:
        return rules.points(after)
    return None if after.end is None else rules.points_if_called(after)


def taken_effect(state: State, action: Action) -> State:
    """The state once the action has taken effect, if the player who is asked about it gives the usual answer."""
    after = rules.apply(state, action).state
    if after.announced is None:
        return after
    usual = [
        answer for answer in rules.legal_actions(after) if isinstance(answer, Answer) and REPLIES[answer.word].usual
    ]
    return rules.apply(after, usual[0]).state if usual else after
