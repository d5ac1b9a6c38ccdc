"""What decided a finished game, in one sentence, and how much of it was luck: for the end of a game and its review."""

from dataclasses import dataclass

from markupsafe import Markup

from shanghaien import rules
from shanghaien.ai.review.model import EVEN, GameReview, ReviewEntry, ReviewKind
from shanghaien.rules import N_, Seat, State, parse_action, parse_dice, parse_outcome
from shanghaien.web.core.formats import percent, signed
from shanghaien.web.core.i18n import filled, gettext
from shanghaien.web.reviews.service import Busy, Reviews, UnderWay
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import GameResult, Table
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.records import played
from shanghaien.web.tables.words.drawings import action_words, dice_in_text

# What decided a game that ended because of time, in one sentence.

BY_TIME = ("time", "abandoned")
"""Reasons for which a game ends that was neither played to its end nor given up."""


def by_time(seen: SeenTable, result: GameResult, account: GameReview) -> Markup:
    """Whose time was up, and their chance of winning then; `account.end` is that of the first seat."""
    if result.winner is None:
        return filled(gettext("The game was called off in round %(round)s."), round=seen.state.round)
    late = 1 - result.winner
    chance = percent(account.end if late == 0 else 1 - account.end, 0)
    told = (
        gettext("You ran out of time in round %(round)s, with a %(chance)s chance of winning."),
        gettext("%(name)s ran out of time in round %(round)s, with a %(chance)s chance of winning."),
    )
    wording = told[0] if seen.voice.is_you(late) else told[1]
    return filled(wording, name=seen.voice.own_name(late), round=seen.state.round, chance=chance)


SMALLEST = 0.05
"""A step that moved the chance of winning by less decided nothing."""
EQUAL = 0.03
"""Luck, or a difference in play, of less than this counts as none."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What decided a game."""

    sentence: Markup
    address: str
    """The review, at the step that the sentence is about."""
    balance: str
    """Luck and play in one line."""


async def decided_in(seen: SeenTable, reviews: Reviews, place: str = "") -> Decided | None:
    """What decided a finished game; None while its review is being worked out."""
    try:
        account = await reviews.find(seen.table, place)
    except (Busy, IllegalMove):
        return None
    return None if isinstance(account, UnderWay) else decided(seen, account)


def decided(seen: SeenTable, account: GameReview) -> Decided:
    """The step that did most for the result, and what luck and play added up to."""
    if seen.table.result is not None and seen.table.result.reason in BY_TIME:
        sentence = by_time(seen, seen.table.result, account)
        return Decided(sentence, f"/t/{seen.table.id}/review", balance(seen, account))
    entry = deciding(account)
    side = "" if seen.viewer.seats and not seen.hot_seat else f"&side={'ab'[seen.below]}"
    address = f"/t/{seen.table.id}/review" + (f"?step={entry.number}{side}#step" if entry else "")
    return Decided(_sentence(seen, account, entry), address, balance(seen, account))


def deciding(account: GameReview) -> ReviewEntry | None:
    """The step that did most for the result; None in a draw, or if none did much."""
    if account.end == EVEN or not account.entries:
        return None
    if account.entries[-1].kind is ReviewKind.RESIGNATION:
        return account.entries[-1]
    sign = 1 if account.end > EVEN else -1
    most = max(account.entries, key=lambda entry: sign * (entry.after - entry.before))
    return most if sign * (most.after - most.before) >= SMALLEST else None


def balance(seen: SeenTable, account: GameReview) -> str:
    """Luck and play in one line: for the viewer if they played, else for the winner."""
    seat = _side(seen, account)
    own, other = account.totals[seat], account.totals[1 - seat]
    return f"{luck_words(seen, seat, own.luck)} {_play(seen, seat, other.loss - own.loss)}"


def _side(seen: SeenTable, account: GameReview) -> Seat:
    """The seat whose chance of winning the sentences give."""
    you = seen.voice.you
    return min(you) if you else int(account.end < EVEN)


def _sentence(seen: SeenTable, account: GameReview, entry: ReviewEntry | None) -> Markup:
    if account.end == EVEN:
        return filled(gettext("Luck and skill balanced out: in the end nobody was better."))
    if entry is None:
        return filled(gettext("No single turn decided it: many small steps added up."))
    if entry.kind is ReviewKind.RESIGNATION:
        return _given_up(seen, entry)
    return filled(_wording(seen, account, entry), **_words(seen, account, entry))


def _given_up(seen: SeenTable, entry: ReviewEntry) -> Markup:
    assert entry.seat is not None
    chance = percent(entry.before if entry.seat == 0 else 1 - entry.before, 0)
    told = (
        gettext("You gave up in round %(round)s, with a %(chance)s chance of winning."),
        gettext("%(name)s gave up in round %(round)s, with a %(chance)s chance of winning."),
    )
    wording = told[0] if seen.voice.is_you(entry.seat) else told[1]
    return filled(wording, name=seen.voice.own_name(entry.seat), round=entry.round, chance=chance)


def _wording(seen: SeenTable, account: GameReview, entry: ReviewEntry) -> str:
    to_you = bool(seen.voice.you)
    if entry.seat is None:
        return gettext(_CARDS[to_you])
    yours = seen.voice.is_you(entry.seat)
    return gettext((_ROLLED if entry.kind is ReviewKind.ROLL else _CHOSE)[to_you + yours])


_CARDS = (
    N_("The cards of round %(round)s took %(whom)s’s chance of winning from %(before)s to %(after)s."),
    N_("The cards of round %(round)s took your chance of winning from %(before)s to %(after)s."),
)
"""About two players by name, and to one of them."""
_ROLLED = (
    N_(
        "Round %(round)s: %(name)s rolled %(dice)s, and %(whom)s’s chance of winning went from %(before)s to %(after)s."
    ),
    N_("Round %(round)s: %(name)s rolled %(dice)s, and your chance of winning went from %(before)s to %(after)s."),
    N_("Round %(round)s: you rolled %(dice)s, and your chance of winning went from %(before)s to %(after)s."),
)
"""About two players by name, to one about the other, and to one about themselves."""
_CHOSE = (
    N_(
        "Round %(round)s: %(name)s chose “%(what)s” and not “%(best)s”; %(whom)s’s chance of winning went from "
        "%(before)s to %(after)s."
    ),
    N_(
        "Round %(round)s: %(name)s chose “%(what)s” and not “%(best)s”; your chance of winning went from %(before)s to "
        "%(after)s."
    ),
    N_(
        "Round %(round)s: you chose “%(what)s” and not “%(best)s”; your chance of winning went from %(before)s to "
        "%(after)s."
    ),
)
"""In the same order."""


def _words(seen: SeenTable, account: GameReview, entry: ReviewEntry) -> dict[str, object]:
    voice, side = seen.voice, _side(seen, account)
    before, after = ((value if side == 0 else 1 - value) for value in (entry.before, entry.after))
    words: dict[str, object] = {"before": percent(before, 0), "after": percent(after, 0), "round": entry.round}
    words["whom"] = voice.own_name(side)
    if entry.seat is None:
        return words
    words["name"], of = voice.own_name(entry.seat), voice.of(entry.seat)
    if entry.kind is ReviewKind.ROLL:
        return words | {"dice": dice_in_text(parse_dice(entry.text), of)}
    before_it = _state_before(seen.table, entry.number)
    what, best = (parse_action(text) for text in (entry.text, entry.choices[0].action))
    return words | {"what": action_words(before_it, what, of), "best": action_words(before_it, best, of)}


def _state_before(table: Table, number: int) -> State:
    state = rules.new_game(table.options)
    for entry in played(table)[: number - 1]:
        if entry.kind is EntryKind.ACT:
            state = rules.apply(state, parse_action(entry.text)).state
        else:
            state = rules.advance(state, parse_outcome(entry.text)).state
    return state


def luck_words(seen: SeenTable, seat: Seat, luck: float) -> str:
    if abs(luck) < EQUAL:
        return gettext("Luck was even.")
    told = (
        (
            gettext("Luck was on your side (%(luck)s)."),
            gettext("Luck was on %(name)s’s side (%(luck)s)."),
        )
        if luck > 0
        else (
            gettext("Luck was against you (%(luck)s)."),
            gettext("Luck was against %(name)s (%(luck)s)."),
        )
    )
    return seen.voice.say(seat, *told, luck=signed(luck))


def _play(seen: SeenTable, seat: Seat, ahead: float) -> str:
    if abs(ahead) < EQUAL:
        return gettext("Both played equally well.")
    better = seat if ahead > 0 else 1 - seat
    you, named = gettext("You played better (%(ahead)s)."), gettext("%(name)s played better (%(ahead)s).")
    return seen.voice.say(better, you, named, ahead=signed(abs(ahead)))
