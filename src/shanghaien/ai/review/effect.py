"""What an action leads to once everybody who may object to it has let it be."""

from shanghaien import rules
from shanghaien.rules import REPLIES, Action, Answer, State


def taken_effect(state: State, action: Action) -> State:
    """The state once the action has taken effect, if whoever is asked about it answers as is usual."""
    after = rules.apply(state, action).state
    if after.announced is None:
        return after
    usual = [
        answer for answer in rules.legal_actions(after) if isinstance(answer, Answer) and REPLIES[answer.word].usual
    ]
    return rules.apply(after, usual[0]).state if usual else after
