"""One step of a reviewed game: the table as it stood, every choice with its value, and why the best is best."""

from dataclasses import dataclass, replace
from functools import partial

from markupsafe import Markup, escape

from shanghaien import rules
from shanghaien.ai.review.model import ReasonCode, ReviewEntry, ReviewKind, WeighedAction
from shanghaien.ai.review.phrases import Language, ReasonWriter
from shanghaien.ai.review.reasons import reasons_why
from shanghaien.rules import Action, Place, PlayedStep, State, parse_action, position_of
from shanghaien.web.core.formats import percent, points
from shanghaien.web.core.i18n import gettext, pgettext
from shanghaien.web.tables.pages.row import Slot, row
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import listed, nation_name, with_article
from shanghaien.web.tables.words.drawings import action_words, dice_in_text

LANGUAGE = Language(gettext, with_article, nation_name, listed, partial(percent, decimals=0), points)
"""The language of the page, in which the reasons are given."""
MOST_CHOICES = 8
"""How many choices are listed; the one that was made always is."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One choice with its chance of winning."""

    text: Markup
    value: str
    width: float
    best: bool
    played: bool


@dataclass(frozen=True, slots=True)
class MarkedSlot:
    """A card of the row, with the die that would have been best or was put there."""

    slot: Slot
    tag: str
    die: int
    of: str


@dataclass(frozen=True, slots=True)
class StepView:
    """What the page shows of one step."""

    row: tuple[MarkedSlot, ...]
    heading: Markup
    alternatives: tuple[Alternative, ...]
    why: tuple[str, ...]
    """Why the best choice is best."""
    instead: tuple[str, ...] = ()
    """What the choice that was made does, if it was another."""


def step_view(seen: SeenTable, entry: ReviewEntry, moment: PlayedStep | None, answer: Action | None = None) -> StepView:
    """The step on its page; after a roll or deal, what it led to. `answer`: the opponent's best choice after it."""
    if moment is None:
        return StepView((), escape(gettext("The game was given up.")), (), ())
    state = moment.before if entry.kind is ReviewKind.DECISION else moment.after
    shown = replace(seen, table=replace(seen.table, state=state, result=None, waits_for=rules.to_move(state)))
    marks = _marks(state, entry)
    of = "me" if entry.seat is None else seen.voice.of(entry.seat)
    slots = tuple(MarkedSlot(slot, *marks.get(slot.position, ("", 0)), of) for slot in row(shown))
    why = _why(seen, entry, state, answer)
    return StepView(slots, _heading(seen, entry, state), _alternatives(seen, entry, state), *why)


def solved_view(seen: SeenTable, entry: ReviewEntry) -> StepView:
    """A decision in the state of the scene, with every choice, as a review shows it."""
    state = seen.state
    return StepView((), _heading(seen, entry, state), _alternatives(seen, entry, state), *_why(seen, entry, state))


def advice_view(seen: SeenTable, choices: tuple[WeighedAction, ...]) -> StepView:
    """The choice that is to be made now, with the same numbers as in a review."""
    state, seat = seen.state, rules.to_move(seen.state)
    assert seat is not None
    best = choices[0]
    entry = ReviewEntry(0, ReviewKind.DECISION, state.round, 0, seat, best.action, best.value, best.value, choices)
    shown = tuple(replace(choice, played=False) for choice in _alternatives(seen, entry, state))
    slots = tuple(MarkedSlot(slot, "", 0, "") for slot in row(seen))
    return StepView(slots, _heading(seen, entry, state), shown, *_why(seen, entry, state))


def _heading(seen: SeenTable, entry: ReviewEntry, state: State) -> Markup:
    if entry.seat is None:
        return escape(gettext("The cards of the round"))
    voice = seen.voice
    dice = dice_in_text(state.rolled, voice.of(entry.seat))
    you, other = gettext("You rolled"), gettext("%(name)s rolled")
    if state.rolled:
        return Markup("{} {}").format(voice.say(entry.seat, you, other), dice)
    return Markup("{}").format(voice.say(entry.seat, gettext("Your choice"), gettext("%(name)s’s choice")))


def _marks(state: State, entry: ReviewEntry) -> dict[int, tuple[str, int]]:
    """By place in the row: the tag and the die."""
    if entry.kind is not ReviewKind.DECISION:
        return {}
    marks: dict[int, tuple[str, int]] = {}
    for text, tag in ((entry.text, pgettext("card", "played")), (entry.choices[0].action, pgettext("card", "best"))):
        action = parse_action(text)
        if isinstance(action, Place):
            place = position_of(action.die, action.end or state.end)
            both = entry.text == entry.choices[0].action
            marks[place] = (pgettext("card", "best and played") if both else tag, action.die)
    return marks


def _alternatives(seen: SeenTable, entry: ReviewEntry, state: State) -> tuple[Alternative, ...]:
    if entry.kind is not ReviewKind.DECISION or entry.seat is None:
        return ()
    listed = list(entry.choices[:MOST_CHOICES])
    listed += [choice for choice in entry.choices[MOST_CHOICES:] if choice.action == entry.text]
    of = seen.voice.of(entry.seat)
    return tuple(_alternative(entry, state, choice, of) for choice in listed)


def _alternative(entry: ReviewEntry, state: State, choice: WeighedAction, of: str) -> Alternative:
    own = choice.value if entry.seat == 0 else 1 - choice.value
    text = action_words(state, parse_action(choice.action), of)
    played, best = choice.action == entry.text, choice is entry.choices[0]
    return Alternative(text, percent(own), round(100 * own, 1), best, played)


def _why(
    seen: SeenTable, entry: ReviewEntry, state: State, answer: Action | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Why the best choice is best, and what the one that was made does instead."""
    if entry.kind is not ReviewKind.DECISION or entry.forced:
        return (), ()
    voice = seen.voice
    you = next((seat for seat in (0, 1) if voice.is_you(seat)), None)
    best, played = parse_action(entry.choices[0].action), parse_action(entry.text)
    reasons = reasons_why(state, best, played, answer, entry.ends)
    codes = [reason.code for reason in reasons]
    first = codes.index(ReasonCode.PLAYED_INSTEAD) if ReasonCode.PLAYED_INSTEAD in codes else len(codes)
    told = ReasonWriter((voice.own_name(0), voice.own_name(1)), you, LANGUAGE).sentences(reasons)
    return told[:first], told[first + 1 :]
