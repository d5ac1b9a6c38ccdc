"""What any position is worth, and every action and outcome in it: the one door for whoever asks about a position.

Values are chances of winning, a draw counting half, told from the side of one player: whoever is asked to choose, or whose
roll it is. Like a review it foresees every card where there is memory for it, and judges a deal as a whole.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from shanghaien import rules
from shanghaien.rules import (
    KIND_NUMBER,
    ROUNDS,
    TAVERN_SIZE,
    Action,
    Nation,
    Options,
    Outcome,
    Phase,
    Sailor,
    Seat,
    State,
    action_text,
    cards_of,
    outcome_text,
    seat_letter,
)

from .review.model import EVEN
from .review.reviewer import judgement
from .round.card_knowledge import TOLD_APART, all_known, known_of
from .round.judge import Judge, best_of
from .round.memory import enough_memory
from .round.position import UNUSED, Position, position
from .value.payoff import Payoff

HELD_OUT_ERROR = 0.031
"""The root mean square error of the shipped value at the end of round 7, on 200 held-out states that were solved exactly:
`python bench/value.py` makes it from `bench/held-out.npz`; docs/strength.md."""
MEASURED_AFTER = 7
"""The round at whose end that error was measured. No figure is known for the rounds before, so it stands for them too."""

LONGEST_LINE = 8
"""So many actions are told of the best line at most; chance ends it before, as a rule."""
DIGITS = 9


class Trust(NamedTuple):
    """What a value rests on."""

    exact: bool
    """Whether it is the true value: the game is over, or it is round 8 with every card foreseen."""
    off_by: float | None
    """How far it may be off (root mean square): 0 if exact, None where nobody knows: before the first row, where not every
    card is foreseen, and with another value than the shipped one."""
    measured: bool
    """Whether that was measured for this round and these cards; otherwise it is the figure for round 7 of the base game."""


EXACT = Trust(exact=True, off_by=0.0, measured=True)
UNKNOWN = Trust(exact=False, off_by=None, measured=False)


class AnalysisKind(StrEnum):
    """What a position waits for."""

    DECISION = "decision"
    ROLL = "roll"
    DEAL = "deal"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class AnalysedAction:
    """One legal action."""

    action: Action
    value: float
    loss: float
    """What it gives away beside the best action."""


@dataclass(frozen=True, slots=True)
class AnalysedOutcome:
    """One thing that chance can bring."""

    outcome: Outcome
    probability: Fraction
    value: float | None
    """What the position is worth then; None in a deal, which is judged as a whole."""


class LineStep(NamedTuple):
    """One action of the best line."""

    seat: Seat
    action: Action


@dataclass(frozen=True)
class Analysis:
    """All there is to say about a position."""

    state: State
    kind: AnalysisKind
    seat: Seat
    """From whose side all values are told."""
    value: float
    trust: Trust
    actions: tuple[AnalysedAction, ...] = ()
    """Every legal action, best first; equals in the order of `legal_actions`."""
    outcomes: tuple[AnalysedOutcome, ...] = ()
    """Everything that chance can bring next."""
    line: tuple[LineStep, ...] = ()
    """The best action and the best answers to it, until chance decides or the round ends."""

    @cached_property
    def best(self) -> AnalysedAction | None:
        return self.actions[0] if self.actions else None


class Analyst:
    """Analyses positions one after the other; what it has solved of the round at hand is kept for the next one."""

    def __init__(self, payoff: Payoff | None = None) -> None:
        self._payoff = payoff or judgement()
        # As in reviews: before the last round single precision says all that a trained value knows.
        self._judge = Judge(self._payoff, last_dtype=np.float64, foresee=enough_memory())

    def analyse(self, state: State) -> Analysis:
        """Every action or outcome of a position with its value; the position may be one made by hand."""
        seat = rules.to_move(state)
        if state.over:
            winner = rules.winner(state)
            value = EVEN if winner is None else float(winner == 0)
            return Analysis(state, AnalysisKind.OVER, 0, value, EXACT)
        if seat is not None:
            return self._decision(state, seat)
        if state.phase in (Phase.WHO_STARTS, Phase.DEAL):
            return self._deal(state)
        return self._roll(state)

    def _decision(self, state: State, seat: Seat) -> Analysis:
        values = self._judge.action_values(state)
        ranked = sorted(values.items(), key=lambda item: item[1], reverse=seat == 0)
        top = _seen_by(seat, ranked[0][1])
        actions = [(action, _seen_by(seat, value)) for action, value in ranked]
        return Analysis(
            state,
            AnalysisKind.DECISION,
            seat,
            top,
            self._trust(state),
            actions=tuple(AnalysedAction(action, value, top - value) for action, value in actions),
            line=tuple(self._line(state, ranked[0][0])),
        )

    def _roll(self, state: State) -> Analysis:
        """The value of a roll is the mean over its outcomes, so that the analysis adds up whatever the judge foresees."""
        found = [
            (outcome, share, _seen_by(state.turn, self._value_after(state, rules.advance(state, outcome).state)))
            for outcome, share in rules.chance(state)
        ]
        mean = sum(float(share) * value for _, share, value in found)
        outcomes = tuple(AnalysedOutcome(*each) for each in found)
        return Analysis(state, AnalysisKind.ROLL, state.turn, mean, self._trust(state), outcomes=outcomes)

    def _deal(self, state: State) -> Analysis:
        value = _seen_by(state.turn, value_between(state, self._payoff))
        outcomes = tuple(AnalysedOutcome(outcome, share, None) for outcome, share in rules.chance(state))
        trust = self._trained(state, state.round - 1) if state.round > 1 else UNKNOWN
        return Analysis(state, AnalysisKind.DEAL, state.turn, value, trust, outcomes=outcomes)

    def _value_after(self, before: State, after: State) -> float:
        seat = rules.to_move(after)
        if after.over or after.round != before.round or seat is None:
            return self._judge.value_after(before, after)
        return best_of(seat, self._judge.action_values(after).values())

    def _line(self, state: State, best: Action) -> Iterator[LineStep]:
        """Nobody gives anything away in it, so each of its positions has the same value."""
        action, round_ = best, state.round
        for _ in range(LONGEST_LINE):
            seat = rules.to_move(state)
            assert seat is not None
            yield LineStep(seat, action)
            state = rules.apply(state, action).state
            after = rules.to_move(state)
            if after is None or state.round != round_:
                return
            values = self._judge.action_values(state)
            action = max(values, key=lambda each: _seen_by(after, values[each]))

    def _trust(self, state: State) -> Trust:
        if not self._foresees_all(state.options):
            return UNKNOWN
        return EXACT if state.round == ROUNDS else self._trained(state, state.round)

    def _trained(self, state: State, number: int) -> Trust:
        """A value that rests on the one at the end of a round; the shipped one tells apart only cards it was trained with."""
        if self._payoff is not judgement():
            return UNKNOWN
        told_apart = all(card.key in TOLD_APART for card in cards_of(state.options))
        return Trust(exact=False, off_by=HELD_OUT_ERROR, measured=number == MEASURED_AFTER and told_apart)

    def _foresees_all(self, options: Options) -> bool:
        unplanned = not self._judge.foresees and any(known_of(card.key).expansion for card in cards_of(options))
        return all_known(options) and not unplanned


def analyse(state: State, payoff: Payoff | None = None) -> Analysis:
    """The analysis of one position, by the shipped value unless another payoff is given; see `Analyst` for several."""
    return Analyst(payoff).analyse(state)


def value_between(state: State, payoff: Payoff) -> float:
    """What a position between two rounds is worth to seat 0: what the round before it ended in.

    Cards of the next row that have been dealt count as if they were still in the pile. The first round is even.
    """
    if state.round == 1:
        return EVEN
    pile = list(state.pile)
    for card in state.tavern:
        pile[KIND_NUMBER[card]] += 1
    # A round before this one in which nobody took a card: whoever did not call, or did not start, starts this one (R13).
    ended = Position(
        options=state.options,
        round=state.round - 1,
        starter=1 - state.starter,
        tavern=(Sailor(Nation.AMERICAN, 1),) * TAVERN_SIZE,
        pile=tuple(pile),
        holdings=position(state).holdings,
    )
    none_taken = 0
    return float(payoff.finished_round(ended, ((UNUSED,), (UNUSED,)))[1 - state.starter, 0, 0, none_taken])


def _seen_by(seat: Seat, value: float) -> float:
    """A chance of winning of seat 0 from the side of a seat."""
    return value if seat == 0 else 1 - value


def as_dict(analysis: Analysis) -> dict[str, Any]:
    """The analysis as plain values for JSON; chances of winning from 0 to 1, actions and outcomes in notation."""
    trust = analysis.trust
    return {
        "kind": str(analysis.kind),
        "round": analysis.state.round,
        "seat": seat_letter(analysis.seat),
        "value": round(analysis.value, DIGITS),
        "exact": trust.exact,
        "off_by": trust.off_by,
        "off_by_measured": trust.measured,
        "actions": [
            {"action": action_text(each.action), "value": round(each.value, DIGITS), "loss": round(each.loss, DIGITS)}
            for each in analysis.actions
        ],
        "outcomes": [
            {
                "outcome": outcome_text(each.outcome),
                "probability": str(each.probability),
                "value": None if each.value is None else round(each.value, DIGITS),
            }
            for each in analysis.outcomes
        ],
        "line": [{"seat": seat_letter(step.seat), "action": action_text(step.action)} for step in analysis.line],
    }
