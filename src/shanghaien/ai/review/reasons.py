"""Why a choice is good, in words: which cards it wins or denies, what they are worth, and what it risks.

Sentences are made from the position alone; the numbers beside them come from the solved round. What is said goes
through a `Tongue`, so that a page can say it in its own language.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shanghaien import rules
from shanghaien.rules import (
    Act,
    Action,
    Allow,
    Call,
    Card,
    End,
    Nation,
    Phase,
    Place,
    Play,
    Roll,
    Sailor,
    Seat,
    State,
    TakeDouble,
    Trick,
)
from shanghaien.rules.scoring import nation_points
from shanghaien.rules.state import Taking

from .addressed import AS_YOU

Say = Callable[[str], str]

TRICK_NAMES = {
    Trick.DIE_SHIFT: "the trick card die ±1",
    Trick.ROLL_AGAIN: "the trick card roll again",
    Trick.BOTH_DICE: "the trick card both dice",
}
ACTS = {
    Act.ROLL_AGAIN: "It trades these dice for a new roll.",
    Act.DOUBLE: "It trades these dice for a new roll and puts the Double back into the middle.",
    Act.CRAZY_CAPTAIN: "From now on {me} may object once in each turn of {other}.",
    Act.NO_SHANGHAI: "Nobody can end the round early any more.",
    Act.ROLL_ALL: "It rolls all dice of {me} again.",
}


def card_name(card: Card) -> str:
    """A card as people call it."""
    return f"{nation_name(card.nation)} {card.value}" if isinstance(card, Sailor) else TRICK_NAMES[card]


def nation_name(nation: Nation) -> str:
    """A nation as it stands on its cards."""
    return nation.name.title()


def listed(names: list[str]) -> str:
    """Names as a list in a sentence."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


@dataclass(frozen=True)
class Tongue:
    """How things are called in the language of the reader."""

    say: Say = str
    """Translates a template."""
    card: Callable[[Card], str] = card_name
    nation: Callable[[Nation], str] = nation_name
    listed: Callable[[list[str]], str] = listed


@dataclass(frozen=True)
class Speaker:
    """Tells about one state to people who know the players by these names."""

    state: State
    names: tuple[str, str] = ("A", "B")
    tongue: Tongue = Tongue()
    you: Seat | None = None
    """The player who is spoken to, if one of them is."""

    def explain(self, best: Action, played: Action) -> tuple[str, ...]:
        """Why the best choice is best and, if another was made, what that one does besides."""
        told = self.about(best)
        made = () if played == best else tuple(sentence for sentence in self.about(played) if sentence not in told)
        return (*told, *((self._put("What was played:"), *made) if made else ()))

    def about(self, action: Action) -> tuple[str, ...]:
        """What one choice does, as sentences; a choice about which nothing is to be said has none."""
        match action:
            case Call():
                return tuple(self._call())
            case Roll():
                return tuple(self._roll())
            case TakeDouble():
                return (self._put("The Double is worth a point at the end, or a new roll when it is needed."),)
            case _:
                return (*self._trick(action), *self._dice(action))

    @property
    def me(self) -> Seat:
        """The seat that chooses."""
        seat = rules.to_move(self.state)
        assert seat is not None
        return seat

    def _put(self, template: str, taker: Seat | None = None, **values: object) -> str:
        """A sentence about the one who chooses and the other, or about who takes a card and from whom."""
        who = self.me if taker is None else taker
        seats = {"me": self.me, "other": 1 - self.me, "who": who, "whom": 1 - who}
        wordings = [words for part, words in AS_YOU.get(template, {}).items() if seats[part] == self.you]
        people = {part: self.names[seat] for part, seat in seats.items()}
        return self.tongue.say((*wordings, template)[0]).format(**people, **values)

    def _call(self) -> Iterator[str]:
        takings = rules.takings_now(self.state)
        for seat in (self.me, 1 - self.me):
            cards = [self.tongue.card(taking.card) for taking in takings if taking.taker == seat]
            taken = self.tongue.listed(cards) or self.tongue.say("nothing")
            yield self._put("Calling now gives {who} {cards}.", seat, cards=taken)
        after = rules.apply(self.state, Call()).state
        if after.phase is not Phase.OBJECTION:
            yield self._score(rules.points(self.state), rules.points(after))

    def _score(self, now: tuple[int, int], then: tuple[int, int]) -> str:
        return self._put(
            "On the score as it stands {me} goes from {mine} to {mine_then}, {other} from {theirs} to {theirs_then}.",
            mine=now[self.me],
            mine_then=then[self.me],
            theirs=now[1 - self.me],
            theirs_then=then[1 - self.me],
        )

    def _roll(self) -> Iterator[str]:
        if Call() in rules.legal_actions(self.state):
            left = self.state.players[self.me].supply
            yield self._put("Rolling keeps the round open; {me} has {left} dice left for it.", left=left)
            yield self._put("It risks that {other} improves, or calls Shanghai at a better moment.")

    def _trick(self, action: Action) -> Iterator[str]:
        if not isinstance(action, Play):
            return
        if action.act is Act.TWO_SAILORS and action.nation is not None:
            mine, theirs = (self.state.players[seat].strength(action.nation) for seat in (self.me, 1 - self.me))
            crew = self.tongue.nation(action.nation)
            yield self._put(
                "The {crew} crew of {me} grows from {mine} to {more}, against {theirs}.",
                crew=crew,
                mine=mine,
                more=mine + 2,
                theirs=theirs,
            )
        elif action.act is Act.DIE_SHIFT and action.die is not None and action.step is not None:
            yield self._put("The {die} becomes a {new}.", die=action.die, new=action.die + action.step)
        elif action.act in ACTS:
            yield self._put(ACTS[action.act])

    def _dice(self, action: Action) -> Iterator[str]:
        after = _taken_effect(self.state, action)
        if after.round != self.state.round or after.over:
            return
        before = {taking.position: taking.taker for taking in rules.takings_now(self.state)}
        for taking in rules.takings_now(after):
            had = before.get(taking.position)
            if taking.taker != had:
                yield from self._change(taking, had)
        if isinstance(action, Place) and action.end is not None:
            left = action.end is End.LEFT
            yield self._put("Card 1 then lies on the left." if left else "Card 1 then lies on the right.")
        if isinstance(action, Place):
            yield from self._risk(after, action.die)

    def _change(self, taking: Taking, had: Seat | None) -> Iterator[str]:
        card = self.tongue.card(taking.card)
        if taking.taker == self.me:
            yield self._put("It wins {card} for {me} as the dice lie.", card=card)
            yield from self._worth(taking.card, self.me)
        elif had == 1 - self.me:
            yield self._put("It takes {card} away from {other}: as the dice lie nobody gets it.", card=card)
            yield from self._worth(taking.card, 1 - self.me)
        elif had == self.me:
            yield self._put("But it gives up {card}.", card=card)
        else:
            yield self._put("But it leaves {card} to {other}.", card=card)

    def _worth(self, card: Card, taker: Seat) -> Iterator[str]:
        """What a card does to the crews of its nation if this seat takes it (R22)."""
        if not isinstance(card, Sailor):
            yield self._put("A trick card is a point, or an answer to a bad roll.")
            return
        own, other = (self.state.players[seat].strength(card.nation) for seat in (taker, 1 - taker))
        then, _, _ = nation_points(own + card.value, other)
        told = {"own": own + card.value, "theirs": other, "then": then, "crew": self.tongue.nation(card.nation)}
        yield self._put(_crew_sentence(own, own + card.value, other), taker, **told)

    def _risk(self, after: State, die: int) -> Iterator[str]:
        taking = next((taking for taking in rules.takings_now(after) if taking.number == die), None)
        if taking is None or taking.taker != self.me or after.players[1 - self.me].supply < 2:
            return
        lead = taking.dice[self.me] - taking.dice[1 - self.me]
        if lead <= 1:
            yield self._put("It risks an answer: {other} rolls a {die} in 11 of 36 rolls.", die=die)
        else:
            yield self._put("One die more does not bring {other} level there.")


def _taken_effect(state: State, action: Action) -> State:
    after = rules.apply(state, action).state
    return rules.apply(after, Allow()).state if after.phase is Phase.OBJECTION else after


def _crew_sentence(had: int, own: int, other: int) -> str:
    if not other:
        return "{whom} has no {crew} crew, so every sailor counts: {who} would have {own}."
    if had > other:
        return "{who} has the stronger {crew} crew already, which earns what {whom} has there, {theirs}, and no more."
    if own > other:
        return "{who} overtakes the {crew} crew of {whom} ({own} against {theirs}) and earns {then}."
    if own == other:
        return "It makes the {crew} crews equal at {own}: neither counts."
    if not had:
        return "{whom} stands alone with {crew} {theirs}; against {own} of {who} that earns only {own}."
    return "The {crew} crew of {who} stays behind ({own} against {theirs}), so it only feeds {whom}."
