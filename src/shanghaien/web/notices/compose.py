"""A notice in words: whose game it is, one line on how it stands, and what can be done at once; nothing hidden."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat, points
from shanghaien.web.core.i18n import gettext, language, language_context, ngettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices.acts import acts_from
from shanghaien.web.notices.model import NO_GAME, Notice, NoticeKind, WaitingGame
from shanghaien.web.notices.timing import TurnNews, turn_of
from shanghaien.web.tables.model import GameResult, Table
from shanghaien.web.tables.words.card_words import listed
from shanghaien.web.tables.words.players import names

# How a game ended, in the words of a notice.


def outcome(result: GameResult, seat: Seat, opponent: str) -> str:
    """Who has won, for a player at this seat."""
    if result.reason == "abandoned":
        wording = gettext("Your game against %(name)s was called off")
    elif result.winner is None:
        wording = gettext("A draw against %(name)s")
    elif result.winner == seat:
        wording = gettext("You won against %(name)s")
    else:
        wording = gettext("You lost against %(name)s")
    return wording % {"name": opponent}


def ending(table: Table, seat: Seat) -> str:
    result, name = _result(table), names(table)[1 - seat]
    won = result.winner == seat
    score = f"{result.points[seat]} : {result.points[1 - seat]}"
    match result.reason:
        case "points":
            return gettext("The final score: %(score)s") % {"score": score}
        case "resigned":
            return gettext("%(name)s resigned.") % {"name": name} if won else gettext("You resigned.")
        case "time":
            told = gettext("%(name)s has run out of time.") if won else gettext("Your time has run out.")
            return told % {"name": name}
        case _:
            return gettext("It counts for nobody.")


def _result(table: Table) -> GameResult:
    assert table.result is not None
    return table.result


# How much time is left, in the few words that a notice has room for.

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""Milliseconds."""


def time_left(deadline: int | None, now: int) -> str:
    """The time until the deadline in its largest unit, never more than there is; empty where there is none."""
    if deadline is None:
        return ""
    left = max(0, deadline - now)
    days, hours, minutes = left // DAY, left // HOUR, left // MINUTE
    if days:
        return ngettext("%(num)d day left", "%(num)d days left", days) % {"num": days}
    if hours:
        return ngettext("%(num)d hour left", "%(num)d hours left", hours) % {"num": hours}
    if minutes:
        return ngettext("%(num)d minute left", "%(num)d minutes left", minutes) % {"num": minutes}
    return gettext("hardly any time left")


BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class NoticeReader:
    """Who reads a notice, in which language, and when."""

    person: PersonId
    language: str
    now: int


def compose(news: TurnNews, table: Table, seat: Seat, reader: NoticeReader) -> Notice:
    with language_context(reader.language):
        asked = _is_asked(table, seat)
        return Notice(
            news.kind,
            reader.person,
            _title(news.kind, table, seat),
            _line(news.kind, table, seat, reader.now),
            f"/t/{table.id}",
            language(),
            table.id,
            news.sent_as or news.number,
            table.version,
            seat,
            acts_from(table, seat) if asked else (),
            _deadline(table, seat),
        )


def compose_digest(tables: Sequence[tuple[Table, Seat]], day: int, reader: NoticeReader) -> Notice:
    """One notice of all games that wait for the person."""
    with language_context(reader.language):
        games = tuple(
            WaitingGame(_title(NoticeKind.TURN, table, seat), _standing(table, seat, reader.now), f"/t/{table.id}")
            for table, seat in tables
        )
        count = len(games)
        title = ngettext("%(num)d game is waiting for you", "%(num)d games are waiting for you", count) % {"num": count}
        against = listed([names(table)[1 - seat] for table, seat in tables[:4]])
        line = gettext("Against %(names)s") % {"names": against} if count <= 4 else games[0].line
        url = games[0].url if count == 1 else "/"
        return Notice(NoticeKind.DIGEST, reader.person, title, line, url, language(), NO_GAME, day, waiting=games)


def compose_trial(reader: NoticeReader) -> Notice:
    with language_context(reader.language):
        title, line = gettext("Notices reach you here"), gettext("This one was sent because you asked for it.")
        return Notice(NoticeKind.TRIAL, reader.person, title, line, "/notices", language(), turn=reader.now // 1000)


def _title(kind: NoticeKind, table: Table, seat: Seat) -> str:
    name = names(table)[1 - seat]
    match kind:
        case NoticeKind.STARTED:
            wording = gettext("%(name)s sat down at your table")
        case NoticeKind.OVER:
            return outcome(_result(table), seat, name)
        case NoticeKind.TIME:
            wording = gettext("Your time against %(name)s is running out")
        case NoticeKind.TIME_UP if table.clocks is not None and table.clocks.up == seat:
            wording = gettext("Your time against %(name)s is up")
        case NoticeKind.TIME_UP:
            wording = gettext("%(name)s has run out of time")
        case _:
            wording = gettext("Your turn against %(name)s")
    return wording % {"name": name}


def _line(kind: NoticeKind, table: Table, seat: Seat, now: int) -> str:
    match kind:
        case NoticeKind.OVER:
            return ending(table, seat)
        case NoticeKind.TIME_UP if table.clocks is not None and table.clocks.up == seat:
            return gettext("You can still play until %(name)s decides what happens.") % {"name": names(table)[1 - seat]}
        case NoticeKind.TIME_UP:
            return gettext("Take the win, give a day more, or call the game off.")
        case NoticeKind.STARTED if not _is_asked(table, seat):
            return gettext("%(name)s begins.") % {"name": names(table)[1 - seat]}
        case NoticeKind.STARTED:
            return BETWEEN.join([gettext("It is your turn"), _standing(table, seat, now)])
        case _:
            return _standing(table, seat, now)


def _standing(table: Table, seat: Seat, now: int) -> str:
    """How the game stands, from the player's side: round, what was rolled for them, points, time left."""
    state, score = table.state, points(table.state)
    rolled = listed([str(die) for die in state.rolled]) if state.turn == seat else ""
    parts = [
        gettext("Round %(round)s") % {"round": state.round},
        gettext("rolled for you: %(dice)s") % {"dice": rolled} if rolled else "",
        f"{score[seat]} : {score[1 - seat]}",
        time_left(_deadline(table, seat), now),
    ]
    return BETWEEN.join(filter(None, parts))


def _is_asked(table: Table, seat: Seat) -> bool:
    turn = turn_of(table)
    return turn is not None and turn.seat == seat


def _deadline(table: Table, seat: Seat) -> int | None:
    clocks = table.clocks
    return clocks.deadline if clocks is not None and clocks.running == seat and clocks.up is None else None
