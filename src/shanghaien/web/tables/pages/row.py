"""The row of six cards: dice above and below, who would take each card and why, and where a die may go (R12, R42, R44)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from shanghaien import rules
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.tables.pages.seen_table import SeenTable, Voice
from shanghaien.web.tables.words.card_words import card_name
from shanghaien.web.tables.words.drawings import Face, face, face_down

NO_DICE = (0,) * rules.TAVERN_SIZE


@dataclass(frozen=True, slots=True)
class Stack:
    """The dice of one player on one card."""

    of: str
    pips: int
    count: int
    label: str
    tally: str
    """How many dice, for the count after a Shanghai; with the neighbours' pips where they decided (R44)."""
    beside: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """A place where a die may go; pressing it puts the die there."""

    die: int
    action: str
    label: str


@dataclass(frozen=True, slots=True)
class Slot:
    """One card of the row with everything that lies on it."""

    position: int
    number: int | None
    face: Face
    label: str
    takes: str
    tie: bool
    why_title: str
    why: str
    upper: Stack
    lower: Stack
    ghost: Ghost | None = None


_SLOTS: LanguageCache[Slot] = LanguageCache(4096)
"""The places that were drawn last; most of them stay as they are from move to move."""


def row(seen: SeenTable, ghosts: tuple[Ghost, ...] = ()) -> tuple[Slot, ...]:
    """The row from left to right; after a Shanghai the row that was shared out, until the next roll (R44)."""
    state = seen.state
    if state.last is not None:
        return tuple(_slot(seen, taking, None, taking.out) for taking in state.last.takings)
    end = state.end or seen.choice.end
    if end is None:
        return tuple(_bare(seen, position) for position in range(len(state.tavern)))
    by_place = {rules.position_of(ghost.die, end): ghost for ghost in ghosts}
    decided = seen.takings or rules.takings(state.tavern, (NO_DICE, NO_DICE), end)
    down = state.face_down
    return tuple(_slot(seen, taking, by_place.get(taking.position), taking.number in down) for taking in decided)


def _slot(seen: SeenTable, taking: rules.Taking, ghost: Ghost | None, down: bool) -> Slot:
    key = (seen.voice, taking, ghost, down, seen.state.last is not None)
    return _SLOTS.recall(key, lambda: _drawn(seen, taking, ghost, down))


def _drawn(seen: SeenTable, taking: rules.Taking, ghost: Ghost | None, down: bool) -> Slot:
    voice = seen.voice
    title, why = reason(seen, taking)
    label = gettext("Card %(number)s: %(card)s, face down") if down else gettext("Card %(number)s: %(card)s")
    return Slot(
        position=taking.position,
        number=taking.number,
        face=face_down(taking.card) if down else face(taking.card),
        label=label % {"number": taking.number, "card": card_name(taking.card)},
        takes="none" if taking.taker is None else voice.of(taking.taker),
        tie=taking.taker is not None and taking.dice[0] == taking.dice[1],
        why_title=title,
        why=why,
        upper=_stack(seen, taking, seen.above),
        lower=_stack(seen, taking, seen.below),
        ghost=ghost,
    )


def _bare(seen: SeenTable, position: int) -> Slot:
    card = seen.state.tavern[position]
    empty = rules.Taking(position, 0, card, None, (0, 0), (0, 0))
    why = gettext("The cards get their numbers with the first die of the round.")
    upper, lower = _stack(seen, empty, seen.above), _stack(seen, empty, seen.below)
    return Slot(position, None, face(card), card_name(card), "none", False, card_name(card), why, upper, lower)


def _stack(seen: SeenTable, taking: rules.Taking, seat: rules.Seat) -> Stack:
    count = taking.dice[seat]
    label = ngettext("%(name)s: %(num)d die", "%(name)s: %(num)d dice", count)
    decided = taking.dice[0] == taking.dice[1] != 0 and not taking.out
    beside = f"({taking.neighbours[seat]})" if decided else ""
    voice = seen.voice
    words = {"name": voice.name(seat), "num": count}
    return Stack(voice.of(seat), taking.number, count, label % words, str(count), beside)


def reason(seen: SeenTable, taking: rules.Taking) -> tuple[str, str]:
    return _who_takes(seen, taking), _because(seen, taking)


def _who_takes(seen: SeenTable, taking: rules.Taking) -> str:
    voice, told = seen.voice, seen.state.last is not None
    if taking.taker is None:
        return gettext("Nobody takes it") if told else gettext("Nobody would take it")
    if told:
        return voice.say(taking.taker, gettext("You take it"), gettext("%(name)s takes it"))
    return voice.say(taking.taker, gettext("You would take it"), gettext("%(name)s would take it"))


def _because(seen: SeenTable, taking: rules.Taking) -> str:
    voice, upper, lower = seen.voice, seen.above, seen.below
    if taking.out and (taking.number in seen.state.face_down or seen.state.last is not None):
        return gettext("Face down: out of the game, whatever dice are on it.")
    if taking.out:
        return gettext("A trick card keeps it from being won: out of the game, whatever dice are on it.")
    if taking.dice == (0, 0):
        told = seen.state.last is not None
        later = gettext("No dice on it: it leaves the game when Shanghai is called.")
        return gettext("No dice were on it: it left the game.") if told else later
    words = {"upper": voice.name(upper), "lower": voice.inside(lower)}
    if taking.dice[0] != taking.dice[1]:
        counts = words | {"first": taking.dice[upper], "second": taking.dice[lower]}
        return gettext("%(upper)s %(first)s, %(lower)s %(second)s: most dice wins.") % counts
    pips = words | {"each": taking.dice[0], "first": taking.neighbours[upper], "second": taking.neighbours[lower]}
    if taking.taker is None:
        tied = ngettext(
            "A tie, %(each)s die each, and the dice next to it are tied too: %(first)s and %(second)s.",
            "A tie, %(each)s dice each, and the dice next to it are tied too: %(first)s and %(second)s.",
            taking.dice[0],
        )
        return tied % pips
    decided = ngettext(
        "A tie, %(each)s die each. The dice next to it add up to: %(upper)s %(first)s, %(lower)s %(second)s.",
        "A tie, %(each)s dice each. The dice next to it add up to: %(upper)s %(first)s, %(lower)s %(second)s.",
        taking.dice[0],
    )
    return decided % pips


# What a choice is worth: both scores as they stand, and what they would be if the round ended with it (R12, R22).

Scores = frozenset[tuple[int, int]]
"""The points of both seats that a choice can lead to before the opponent decides."""
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
    """What a choice does to both scores, the lower one first; no figures where chance decides."""

    figures: tuple[Figure, ...] = ()


CHANCE_DECIDES = Worth()


def worth(seen: SeenTable, actions: Iterable[rules.Action]) -> Worth | None:
    """What one of these choices is worth, as a range if they differ; None where the opponent decides it."""
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
def scores_after(state: rules.State, action: rules.Action) -> Scores | None:
    """Every score that this can lead to if no player objects and the round ends with the turn; None if chance decides."""
    return _scores(state, action)


def _scores(state: rules.State, action: rules.Action) -> Scores | None:
    after = rules.apply(unopposed(state), action).state
    if after.last is not None and after.last is not state.last:
        return frozenset({rules.points(after)})
    if rules.is_chance(after):
        return None
    if after.turn != state.turn:
        return frozenset({rules.points_if_called(after)})
    if rules.to_move(after) != rules.to_move(state):
        return UNSETTLED
    followed = [_scores(after, each) for each in rules.legal_actions(after)]
    return None if None in followed else frozenset().union(*(scores for scores in followed if scores))


def unopposed(state: rules.State) -> rules.State:
    """The state without the opponent's card in force, which could hold the player's action back."""
    opponent = rules.other(state.turn)
    if rules.to_move(state) == opponent or state.players[opponent].in_force is None:
        return state
    return state.with_player(opponent, state.players[opponent]._replace(in_force=None))


def _figure(seen: SeenTable, seat: rules.Seat, reached: set[int]) -> Figure:
    now, low, high = rules.points(seen.state)[seat], min(reached), max(reached)
    then = str(low) if low == high else f"{low}…{high}"
    spoken = then if low == high else gettext("%(low)s to %(high)s") % {"low": low, "high": high}
    words = gettext("%(name)s: %(now)s, then %(then)s") % {"name": seen.voice.inside(seat), "now": now, "then": spoken}
    return Figure(seen.voice.of(seat), now, then, low == high == now, words)


def given(voice: Voice, shanghai: rules.Shanghai) -> str:
    """What a round has made of both scores: "you 11 → 14, Marta 8 → 8"."""
    before, after = shanghai.points
    return ", ".join(f"{voice.inside(seat)} {before[seat]} → {after[seat]}" for seat in (voice.below, 1 - voice.below))
