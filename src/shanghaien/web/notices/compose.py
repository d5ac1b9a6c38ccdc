"""A notice in words: whose game it is, one line on how it stands, and what can be done at once. Nothing hidden is in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from shanghaien.rules import Seat, points
from shanghaien.web.http.i18n import gettext, language, ngettext, speaking
from shanghaien.web.ids import PersonId
from shanghaien.web.play.table import Table
from shanghaien.web.words.cards import listed
from shanghaien.web.words.players import names

from .end_words import ending, outcome
from .notice import NO_GAME, Notice, NoticeKind, WaitingGame
from .possible import acts_from
from .time_left import time_left
from .turns import TurnNews, turn_of

BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class NoticeReader:
    """Who reads a notice, in which language, and when."""

    person: PersonId
    language: str
    now: int


def compose(news: TurnNews, table: Table, seat: Seat, reader: NoticeReader) -> Notice:
    """The notice that tells a player at this seat the news."""
    with speaking(reader.language):
        asked = _is_asked(table, seat)
        return Notice(
            news.kind,
            reader.person,
            _title(news.kind, table, seat),
            _line(news.kind, table, seat, reader.now),
            f"/t/{table.id}",
            language(),
            table.id,
            news.told or news.number,
            table.version,
            seat,
            acts_from(table, seat) if asked else (),
            _deadline(table, seat),
        )


def compose_digest(tables: Sequence[tuple[Table, Seat]], day: int, reader: NoticeReader) -> Notice:
    """One notice of all games that wait for the person; they are played one after the other from the start page."""
    with speaking(reader.language):
        games = tuple(
            WaitingGame(_title(NoticeKind.TURN, table, seat), _standing(table, seat, reader.now), f"/t/{table.id}")
            for table, seat in tables
        )
        count = len(games)
        title = ngettext("%(num)d game waits for you", "%(num)d games wait for you", count) % {"num": count}
        against = listed([names(table)[1 - seat] for table, seat in tables[:4]])
        line = gettext("Against %(names)s") % {"names": against} if count <= 4 else games[0].line
        url = games[0].url if count == 1 else "/"
        return Notice(NoticeKind.DIGEST, reader.person, title, line, url, language(), NO_GAME, day, waiting=games)


def compose_trial(reader: NoticeReader) -> Notice:
    """A notice with which a person tries whether notices reach them."""
    with speaking(reader.language):
        title, line = gettext("Notices reach you here"), gettext("This one was sent because you asked for it.")
        return Notice(NoticeKind.TRIAL, reader.person, title, line, "/notices", language(), turn=reader.now // 1000)


def _title(kind: NoticeKind, table: Table, seat: Seat) -> str:
    name = names(table)[1 - seat]
    match kind:
        case NoticeKind.STARTED:
            wording = gettext("%(name)s sat down at your table")
        case NoticeKind.OVER:
            return outcome(table, seat)
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
    """When the player's own time runs out."""
    clocks = table.clocks
    return clocks.deadline if clocks is not None and clocks.running == seat and clocks.up is None else None
