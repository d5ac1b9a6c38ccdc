"""Everything that the page of a review shows, as plain values."""

from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from shanghaien.ai.review.chart import LETTERS, SMALL, WIDE, Chart, Labels, place_text
from shanghaien.ai.review.model import EVEN, GameReview, Grade, ReviewEntry, ReviewKind
from shanghaien.rules import N_, Action, PlayedStep, Seat, parse_action, parse_dice
from shanghaien.web.core.formats import percent, points, signed
from shanghaien.web.core.i18n import filled, gettext
from shanghaien.web.reviews.step_views import StepView, step_view
from shanghaien.web.tables.pages.decided import EQUAL, decided, luck_words
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.drawings import action_words, dice_in_text
from shanghaien.web.tables.words.players import deal_words

# Who played better and who had the luck, in three sentences: comfort for one, a hint for the other.

CLEAR = 0.15
"""The difference in losses from which one player is clearly better."""


def verdict(seen: SeenTable, account: GameReview) -> str:
    """Who played better and who had the luck, from the side of the player below."""
    own, other = account.totals[seen.below], account.totals[seen.above]
    played = _played(seen, other.loss - own.loss)
    return " ".join((played, luck_words(seen, seen.below, own.luck), _without_luck(seen, own.without_luck, own.result)))


def _without_luck(seen: SeenTable, without: float, result: float) -> str:
    """The result less the luck; as a sum it may leave 0 to 100, where it is no chance any more."""
    say, seat = seen.voice.say, seen.below
    if 0 < without < 1:
        you, named = (
            gettext("With average luck you would have ended at %(without)s out of 100, not %(result)s."),
            gettext("With average luck %(name)s would have ended at %(without)s out of 100, not %(result)s."),
        )
        return say(seat, you, named, without=points(without), result=points(result))
    fair = without >= 1
    if fair == result:
        return gettext("With average luck the game would have ended the same way.")
    if fair:
        return say(
            seat,
            gettext("With average luck you would have won."),
            gettext("With average luck %(name)s would have won."),
        )
    return say(
        seat, gettext("With average luck you would have lost."), gettext("With average luck %(name)s would have lost.")
    )


def _played(seen: SeenTable, ahead: float) -> str:
    voice = seen.voice
    if abs(ahead) < EQUAL:
        return gettext("Both of you played about equally well.") if voice.you else gettext("Both played equally well.")
    better = seen.below if ahead > 0 else seen.above
    if abs(ahead) < CLEAR:
        return voice.say(better, gettext("You played a little better."), gettext("%(name)s played a little better."))
    return voice.say(better, gettext("You played clearly better."), gettext("%(name)s played clearly better."))


GRADES = {
    Grade.BEST: ("best", N_("best")),
    Grade.FINE: ("fine", N_("fine")),
    Grade.INACCURACY: ("inacc", N_("inaccuracy")),
    Grade.MISTAKE: ("mist", N_("mistake")),
    Grade.BLUNDER: ("blun", N_("blunder")),
}


@dataclass(frozen=True, slots=True)
class Stat:
    """The totals of one player."""

    of: str
    name: str
    rows: tuple[tuple[str, str], ...]
    note: str
    """How the result without luck comes about."""


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One step in the list of all."""

    number: int
    place: str
    letter: str
    of: str
    who: str
    what: Markup
    grade: tuple[str, str, str] | None
    """Key, sign and name."""
    loss: str
    luck: str
    moved: str
    """How far the step moved the chance of winning of the player below."""
    current: bool
    told: Markup
    """Of a turning point: the step as a sentence."""


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A review as a page shows it, at one step."""

    id: str
    title: str
    deal: str
    """The deal of the day that was played, in words; empty for all other games."""
    points: tuple[int, int]
    names: tuple[str, str]
    """Above and below."""
    players: tuple[str, str]
    """The same by name for every reader: for what is handed on."""
    charts: tuple[Markup, Markup]
    values: tuple[tuple[str, str], ...]
    turns: tuple[ReviewLine, ...]
    stats: tuple[Stat, Stat]
    decided: Markup
    """What decided the game, in one sentence."""
    verdict: str
    sum: tuple[tuple[str, str, str], ...]
    """Sign, number, name."""
    step: StepView
    where: str
    place: int
    last: int
    back: int | None
    on: int | None
    mistake: int | None
    mistake_before: int | None
    """The next mistake or blunder of either player, and the one before."""
    lines: tuple[ReviewLine, ...]
    exact: bool
    trained: bool
    side: str


def present(seen: SeenTable, account: GameReview, moments: list[PlayedStep], number: int | None) -> ReviewPage:
    """The page of a review at the step with this number, or where it is most worth looking.

    Choices without an alternative are left out; they change nothing.
    """
    entries = tuple(entry for entry in account.entries if not entry.forced)
    at = _index(entries, number, seen.below)
    entry = entries[at]
    lines = tuple(_line(seen, account, moments, each, each is entry) for each in entries)
    voice, moment = seen.voice, moments[entry.number - 1] if entry.number <= len(moments) else None
    mistakes = [each.number for each in entries if each.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    below, above = seen.below, seen.above
    words = {"round": entry.round, "turn": entry.turn, "name": "" if entry.seat is None else voice.name(entry.seat)}
    where = (
        gettext("Round %(round)s, the deal")
        if entry.seat is None
        else gettext("Round %(round)s, turn %(turn)s: %(name)s")
    )
    return ReviewPage(
        id=seen.table.id,
        title=gettext("%(first)s vs %(second)s") % {"first": voice.name(below), "second": voice.name(above)},
        deal=deal_words(seen.table.day),
        points=(account.points[above], account.points[below]),
        names=(voice.name(above), voice.name(below)),
        players=(voice.own_name(above), voice.own_name(below)),
        charts=_charts(seen, account, entry),
        values=tuple((place, percent(value)) for place, value in Chart(account, below).rows()),
        turns=tuple(line for line in lines if line.letter),
        stats=(_stat(seen, above, account), _stat(seen, below, account)),
        decided=decided(seen, account).sentence,
        verdict=verdict(seen, account),
        sum=_sum(seen, account),
        step=step_view(seen, entry, moment, _answer(account, entry)),
        where=where % words,
        place=at + 1,
        last=len(entries),
        back=entries[at - 1].number if at else None,
        on=entries[at + 1].number if at + 1 < len(entries) else None,
        mistake=next((number for number in mistakes if number > entry.number), None),
        mistake_before=next((number for number in reversed(mistakes) if number < entry.number), None),
        lines=lines,
        exact=account.exact_inside_rounds,
        trained=account.payoff == "TrainedValue",
        side="ab"[below],
    )


def _index(entries: tuple[ReviewEntry, ...], number: int | None, seat: Seat) -> int:
    if number is not None:
        return next((place for place, entry in enumerate(entries) if entry.number >= number), len(entries) - 1)
    own = [place for place, entry in enumerate(entries) if entry.seat == seat]
    return max(own, key=lambda place: entries[place].loss, default=0)


def _answer(account: GameReview, entry: ReviewEntry) -> Action | None:
    """The opponent's best choice right after a decision; None if dice came first, or the same player went on."""
    after = next((each for each in account.entries if each.number > entry.number), None)
    asked = after is not None and after.kind is ReviewKind.DECISION and after.seat != entry.seat
    return parse_action(after.choices[0].action) if after is not None and asked else None


def _charts(seen: SeenTable, account: GameReview, entry: ReviewEntry) -> tuple[Markup, Markup]:
    voice, below, above = seen.voice, seen.below, seen.above
    mine = voice.say(below, gettext("You ahead"), gettext("%(name)s ahead"))
    theirs = gettext("%(name)s ahead (hatched)") % {"name": voice.own_name(above)}
    title = voice.say(below, gettext("Your chance of winning"), gettext("%(name)s’s chance of winning"))
    labels = Labels(title, (f"▼ {mine}", f"▲ {theirs}"), partial(percent, decimals=0))
    wide, small = (Chart(account, below, labels, entry.number, size).svg() for size in (WIDE, SMALL))
    return Markup(wide), Markup(small)  # noqa: S704 - the chart escapes every word it is given


def _stat(seen: SeenTable, seat: Seat, account: GameReview) -> Stat:
    voice, totals = seen.voice, account.totals[seat]
    rows = (
        (gettext("Accuracy"), percent(totals.accuracy, 0)),
        (gettext("Decisions"), str(totals.decisions)),
        (gettext("Lost through mistakes"), points(totals.loss)),
        (gettext("per decision"), points(totals.mean_loss)),
        (gettext("Luck"), signed(totals.luck)),
        (gettext("Result without luck"), points(totals.without_luck)),
    )
    parts = {"start": points(EVEN), "own": points(totals.loss), "other": points(account.totals[1 - seat].loss)}
    note = gettext("%(start)s at the start − %(own)s own losses + %(other)s opponent’s losses") % parts
    return Stat(voice.of(seat), voice.name(seat), rows, note)


SHOWN = 0.0005
"""Of what estimates missed, less is not shown: it would be written as nothing."""


def _sum(seen: SeenTable, account: GameReview) -> tuple[tuple[str, str, str], ...]:
    own, other = account.totals[seen.below], account.totals[seen.above]
    name = seen.voice.own_name(seen.above)
    missed = ("+" if own.unforeseen >= 0 else "−", points(abs(own.unforeseen)), gettext("missed by estimates"))
    return (
        ("", points(EVEN), gettext("start")),
        ("+" if own.luck >= 0 else "−", points(abs(own.luck)), gettext("luck")),
        *([missed] if abs(own.unforeseen) >= SHOWN else []),
        ("−", points(own.loss), gettext("own losses")),
        ("+", points(other.loss), gettext("%(name)s’s losses") % {"name": name}),
        ("=", points(own.result), gettext("result")),
    )


def _line(
    seen: SeenTable, account: GameReview, moments: list[PlayedStep], entry: ReviewEntry, current: bool
) -> ReviewLine:
    voice = seen.voice
    letters = {each.number: letter for letter, each in zip(LETTERS, account.turning_points, strict=False)}
    own = entry.luck if seen.below == 0 else -entry.luck
    moved = signed(entry.after - entry.before if seen.below == 0 else entry.before - entry.after)
    letter, what, grade = letters.get(entry.number, ""), _what(seen, moments, entry), entry.grade
    return ReviewLine(
        number=entry.number,
        place=place_text(entry),
        letter=letter,
        of="" if entry.seat is None else voice.of(entry.seat),
        who="" if entry.seat is None else voice.name(entry.seat),
        what=what,
        grade=None if grade is None else (GRADES[grade][0], grade.sign, gettext(GRADES[grade][1])),
        loss="" if grade is None else points(entry.loss),
        luck="" if grade is not None else signed(own),
        moved=moved,
        current=current,
        told=_told(seen, entry, what, moved) if letter else Markup(""),
    )


def _what(seen: SeenTable, moments: list[PlayedStep], entry: ReviewEntry) -> Markup:
    if entry.kind is ReviewKind.DEAL:
        return Markup("{}").format(gettext("six new cards"))
    if entry.kind is ReviewKind.RESIGNATION or entry.seat is None:
        return Markup("{}").format(gettext("resigned"))
    of = seen.voice.of(entry.seat)
    if entry.kind is ReviewKind.ROLL:
        return filled(gettext("rolled %(dice)s"), dice=dice_in_text(parse_dice(entry.text), of))
    return action_words(moments[entry.number - 1].before, parse_action(entry.text), of)


def _told(seen: SeenTable, entry: ReviewEntry, what: Markup, moved: str) -> Markup:
    """A turning point as a sentence with what it did to the chance of winning."""
    if entry.kind is ReviewKind.DEAL or entry.seat is None:
        return filled(gettext("The cards of round %(round)s: %(moved)s."), round=entry.round, moved=moved)
    name = seen.voice.own_name(entry.seat)
    if entry.kind is ReviewKind.ROLL:
        dice = dice_in_text(parse_dice(entry.text), seen.voice.of(entry.seat))
        told = gettext("You rolled %(dice)s: %(moved)s."), gettext("%(name)s rolled %(dice)s: %(moved)s.")
        return filled(_for(seen, entry.seat, told), name=name, dice=dice, moved=moved)
    if entry.kind is ReviewKind.RESIGNATION or entry.grade is None:
        told = gettext("You gave up: %(moved)s."), gettext("%(name)s gave up: %(moved)s.")
        return filled(_for(seen, entry.seat, told), name=name, moved=moved)
    told = (
        gettext("You chose “%(what)s” (%(grade)s): %(moved)s."),
        gettext("%(name)s chose “%(what)s” (%(grade)s): %(moved)s."),
    )
    grade = gettext(GRADES[entry.grade][1])
    return filled(_for(seen, entry.seat, told), name=name, what=what, grade=grade, moved=moved)


def _for(seen: SeenTable, seat: Seat, wordings: tuple[str, str]) -> str:
    return wordings[0] if seen.voice.is_you(seat) else wordings[1]
