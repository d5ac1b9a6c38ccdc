"""Why a choice is good or bad, as data: which cards it wins or denies, what they are worth, and what it risks.

Reasons are found in the position alone; the numbers beside them come from the solved round. A reason is a code with
values and knows no language: `phrases` has the sentences, and a `ReasonWriter` writes them for a reader.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from shanghaien import rules
from shanghaien.rules import (
    REPLIES,
    Action,
    Answer,
    Asks,
    Call,
    Card,
    End,
    Place,
    Play,
    Roll,
    Sailor,
    Seat,
    State,
    Taking,
    act_of,
    dice_text,
    nation_points,
)

from .comparison import answered, difference, taken_effect, without_common
from .model import Ends, ReasonCode, ReviewReason, Value


def reasons_why(
    state: State, best: Action, played: Action, answer: Action | None = None, ends: Ends | None = None
) -> tuple[ReviewReason, ...]:
    """Why the best choice is best and, if another was made, what that one does instead.

    `answer` is the best that the opponent could do after the choice that was made, if they were asked then; `ends` says
    what the round would have come to with either.
    """
    for_best, me = reasons(state, best), _chooser(state)
    if played == best:
        return for_best
    for_best, made = without_common(for_best, reasons(state, played), ends)
    made = (*made, *answered(answer, me))
    instead = (ReviewReason(ReasonCode.PLAYED_INSTEAD, me), *made) if made else ()
    return (*for_best, *difference(state, best, played, ends), *instead)


def reasons(state: State, action: Action) -> tuple[ReviewReason, ...]:
    """What one choice does; a choice about which nothing is to be said has none."""
    return tuple(_Choice(state, action, _chooser(state)).reasons())


def _chooser(state: State) -> Seat:
    seat = rules.to_move(state)
    if seat is None:
        raise ValueError("Nobody chooses here.")
    return seat


@dataclass(frozen=True)
class _Choice:
    """One choice of a player, looked at from all sides."""

    state: State
    action: Action
    me: Seat

    def reasons(self) -> Iterator[ReviewReason]:
        match self.action:
            case Call():
                yield from self._call()
            case Roll():
                yield from self._roll()
            case Play():
                yield self._trick(self.action)
                yield from self._dice()
            case Answer():
                yield from self._answer(self.action)
                yield from self._dice()
            case _:
                yield from self._dice()

    def _my(self, code: ReasonCode, **values: Value) -> ReviewReason:
        return ReviewReason(code, self.me, values)

    def _call(self) -> Iterator[ReviewReason]:
        takings = rules.takings_now(self.state)
        for seat in (self.me, 1 - self.me):
            cards = tuple(taking.card for taking in takings if taking.taker == seat)
            if cards:
                yield ReviewReason(ReasonCode.CALL_GIVES, seat, {"cards": cards})
            else:
                yield ReviewReason(ReasonCode.CALL_GIVES_NOTHING, seat)
        after = rules.apply(self.state, Call()).state
        if after.announced is None:
            now, then = rules.points(self.state), rules.points(after)
            mine = {"mine": now[self.me], "mine_then": then[self.me]}
            theirs = {"theirs": now[1 - self.me], "theirs_then": then[1 - self.me]}
            yield self._my(ReasonCode.SCORE_CHANGES, **mine, **theirs)

    def _roll(self) -> Iterator[ReviewReason]:
        if Call() in rules.legal_actions(self.state):
            yield self._my(ReasonCode.KEEPS_ROUND_OPEN, left=self.state.players[self.me].supply)
            yield self._my(ReasonCode.RISKS_BETTER_CALL)

    def _trick(self, play: Play) -> ReviewReason:
        """What the act does with what was chosen for it; otherwise what its card says."""
        if play.nation is not None:
            mine, theirs = (self.state.players[seat].strength(play.nation) for seat in (self.me, 1 - self.me))
            more = taken_effect(self.state, play).players[self.me].strength(play.nation)
            if more > mine:
                return self._my(ReasonCode.CREW_GROWS, crew=play.nation, mine=mine, more=more, theirs=theirs)
        if Asks.SHIFT in act_of(play.card, play.act).asks and play.die is not None and play.step is not None:
            return self._my(ReasonCode.DIE_BECOMES, die=play.die, new=play.die + play.step)
        return self._my(ReasonCode.ACT, key=play.act, **_chosen(play))

    def _answer(self, answer: Answer) -> Iterator[ReviewReason]:
        """What the card says about the answer, where it says so in a sentence."""
        if REPLIES[answer.word].help.endswith("."):
            yield self._my(ReasonCode.ANSWER, key=answer.word, **_chosen(answer))

    def _dice(self) -> Iterator[ReviewReason]:
        after = taken_effect(self.state, self.action)
        if after.round != self.state.round or after.over:
            return
        before = {taking.position: taking.taker for taking in rules.takings_now(self.state)}
        for taking in rules.takings_now(after):
            had = before.get(taking.position)
            if taking.taker != had:
                yield from self._change(taking, had)
        if isinstance(self.action, Place):
            if self.action.end is not None:
                left = self.action.end is End.LEFT
                yield self._my(ReasonCode.FIRST_CARD_LEFT if left else ReasonCode.FIRST_CARD_RIGHT)
            yield from self._risk(after, self.action.die)

    def _change(self, taking: Taking, had: Seat | None) -> Iterator[ReviewReason]:
        if taking.taker == self.me:
            yield self._my(ReasonCode.WINS, card=taking.card)
            yield self._worth(taking.card, self.me)
        elif had == 1 - self.me:
            yield self._my(ReasonCode.TAKES_AWAY, card=taking.card)
            yield self._worth(taking.card, 1 - self.me)
        else:
            yield self._my(ReasonCode.GIVES_UP if had == self.me else ReasonCode.LEAVES, card=taking.card)

    def _worth(self, card: Card, taker: Seat) -> ReviewReason:
        """What a card does to the crews of its nation if this seat takes it (R22)."""
        if not isinstance(card, Sailor):
            return self._my(ReasonCode.TRICK_WORTH)
        had, theirs = (self.state.players[seat].strength(card.nation) for seat in (taker, 1 - taker))
        own = had + card.value
        then, _, _ = nation_points(own, theirs)
        values = {"crew": card.nation, "own": own, "theirs": theirs, "then": then}
        return ReviewReason(_crew_code(had, own, theirs), taker, values)

    def _risk(self, after: State, die: int) -> Iterator[ReviewReason]:
        taking = next((taking for taking in rules.takings_now(after) if taking.number == die), None)
        if taking is None or taking.taker != self.me or after.players[1 - self.me].supply < 2:
            return
        lead = taking.dice[self.me] - taking.dice[1 - self.me]
        if lead <= 1:
            yield self._my(ReasonCode.RISKS_ANSWER, die=die)
        else:
            yield self._my(ReasonCode.SAFE_FROM_ONE_DIE)


def _chosen(action: Play | Answer) -> dict[str, Value]:
    """The dice that were named, in notation."""
    return {"dice": dice_text(action.dice)} if action.dice else {}


def _crew_code(had: int, own: int, theirs: int) -> ReasonCode:
    if not theirs:
        return ReasonCode.UNCONTESTED
    if had > theirs:
        return ReasonCode.STRONGER_ALREADY
    if own > theirs:
        return ReasonCode.OVERTAKES
    if own == theirs:
        return ReasonCode.MAKES_EQUAL
    return ReasonCode.STAYS_BEHIND if had else ReasonCode.AGAINST_ALONE
