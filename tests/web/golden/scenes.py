"""The scenes whose pages are kept: fixed positions, names, ids and times, so that they are the same in every run."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shanghaien.fairness import ReservedChains
from shanghaien.fairness.evidence import reading_table
from shanghaien.rules import Options, Record, State, parse_outcome, to_dict
from shanghaien.web.core.ids import GameId
from shanghaien.web.home.routes import game_row
from shanghaien.web.learn.rules_routes import TRIALS, rules_body
from shanghaien.web.learn.voyage_routes import Progress
from shanghaien.web.lobby.views import Life, OfferLine, OfferList, WatchLine
from shanghaien.web.reviews.puzzles.views import Attempt
from shanghaien.web.reviews.puzzles.views import present as puzzle_page
from shanghaien.web.reviews.replay.views import STRETCH, Replay, ReplayLinks
from shanghaien.web.reviews.views import present as review_page
from shanghaien.web.site.preferences import Preferences
from shanghaien.web.site.templates import Site, render
from shanghaien.web.tables.clocks import DAYS_PACE
from shanghaien.web.tables.dice.reservations import Reservation
from shanghaien.web.tables.dice.script_texts import sentences
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS, GameResult, ListedGame, Mode, SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.result import NOTHING, Afterwards
from shanghaien.web.tables.pages.seen_table import OpenChoice, SeenTable
from shanghaien.web.tables.pages.table_dice import GuestPromise
from shanghaien.web.tables.start.new_game_views import present as new_game_page
from shanghaien.web.tables.words.drawings import pictures
from shanghaien.web.tables.words.players import pace_words
from shanghaien.web.talk.views import TalkBox
from tests.rules.positions import after, position, side
from tests.web.golden.outline import outline
from tests.web.reviews.accounts import ACCOUNT, TURNS, moments
from tests.web.reviews.puzzles.positions import puzzle
from tests.web.tables.pages.positions import hot_seat, played, seen, table, watching, with_dice

FOLDER = Path(__file__).parent
RESERVATION = Reservation(ReservedChains("next", "5e", "c0", "9e"), "token", "a receipt", "a key")
AROUND = ("menu", "pops", "notes", "talkbox")
"""What is the same around every table; one scene keeps it."""
BESIDE = ("slate", "logbox", "crewbox", *AROUND)
"""What a question does not change: the score, the log and the cards taken."""
OFFERED = OfferLine(
    id="g9",
    name="Sun Li",
    initial="S",
    profile="/people/Sun%20Li",
    strength="1604",
    word="first one tonight",
    options="Base game",
    pace="10 min + 15 s",
    terms="rated · 1450–1750",
    own=False,
    why_not="",
)
LIFE = Life(
    "41 people are here",
    (),
    OfferList((OFFERED, replace(OFFERED, id="g8", name="Fatou", why_not="for 1650 and up")), "2 open, 1 fit you", ""),
    (WatchLine("/watch/g7", ("Fatou", "Henrik"), ("1731", "1702"), "Round 7 of 8 · 10 min + 15 s", (24, 23), None),),
)
"""What goes on while somebody looks at the start page."""
NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
ALL = Options(first="a", extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
ROUND = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")
SECOND = ("ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")


def shown(template: str, path: str, *, without: tuple[str, ...] = ("menu",), **context: Any) -> str:
    """A page in lines."""
    return outline(render(template, Site(path, "csrf", context.pop("preferences", Preferences())), **context), without)


def at_table(looking: SeenTable, without: tuple[str, ...] = AROUND, then: Afterwards = NOTHING) -> str:
    """The page of a table, with what can follow if the game is over."""
    page = present(looking)
    beside = {"after": then, "talk": TalkBox(page.id, not page.watching)}
    return shown("tables/page.html", looking.address, without=without, page=page, move_id="m", **beside)


def rolled() -> Table:
    """Anna has rolled 2 and 4, with tricks and crews on both sides."""
    anna = side("13", hand="shift both extra2", crews="FRE4 SPA1 SPA+wild")
    return table(position(anna, side("225", hand="again", crews="FRE2 DUT3"), roll="24", number=3, extra_2=True))


def detail(half: str, end: str = "") -> Callable[[], str]:
    """The tray of half a trick card."""
    return lambda: at_table(seen(rolled(), choice=OpenChoice.read(end=end, half=half)), BESIDE)


def asked(state: State) -> str:
    """A question that a trick card puts to the first seat."""
    return at_table(seen(table(state)), BESIDE)


def objection() -> str:
    """Marta announces a die, and Anna's Crazy Captain may object."""
    state = position(side("12", force="captain"), side("3"), turn=1, roll="34", crazy_captain=True)
    return asked(after(state, "place 4"))


def game_over() -> str:
    """Anna has called the last Shanghai and won by points."""
    state = position(side("12", crews="FRE4 SPA3"), side("24", hand="again", crews="FRE2"), number=8)
    then = Afterwards("ask", other="Marta", people=True, next_address="/t/next", next_name="Bob")
    return at_table(seen(table(after(state, "shanghai"))), then=then)


def real_dice() -> str:
    """Two people type what came; the dice are to be rolled."""
    typed = replace(played("roll"), mode=Mode.REAL_DICE, typed=6)
    return at_table(replace(hot_seat(typed), table=typed), BESIDE)


def invitation() -> str:
    """Anna waits for somebody to take the other seat."""
    waiting = replace(played(), chairs=(TableSeat(SeatKind.HUMAN, "Anna"), TableSeat(SeatKind.OPEN)), waits_for=None)
    looking = replace(seen(waiting), invitation="https://here/join/x", carry="https://here/seat/of/y")
    return at_table(looking, ("slate", "logbox", "crewbox", "pops"))


def start(*rows: ListedGame) -> str:
    """The start page with some games."""
    links = [game_row(row, NOW) for row in rows]
    return shown(
        "home/home.html",
        "/",
        running=[link for link in links if not link.over and not link.waits],
        finished=[link for link in links if link.over],
        waiting=[link for link in links if link.waits],
        waits=len([link for link in links if link.waits]),
        asking=[link for link in links if link.waits],
        more_waiting="",
        before="",
        next="2-1780000000000-g" if links else "",
        pictures=pictures(),
        panels=("lobby/start_page.html", "daily/start_page.html", "learn/start_page.html"),
        voyage=Progress(),
        life=LIFE,
        seeking=None,
        day=None,
        puzzle=None,
    )


def games() -> str:
    """A game that waits, one that does not, and one that is over."""
    anna, marta, bot = (
        TableSeat(SeatKind.HUMAN, "Anna"),
        TableSeat(SeatKind.HUMAN, "Marta"),
        TableSeat(SeatKind.BOT, level="captain"),
    )
    at = int(NOW.timestamp() * 1000) - 7_200_000
    own = frozenset({0})
    return start(
        ListedGame(GameId("g1"), Mode.INVITE, (anna, marta), own, 3, 0, None, at, (7, 5)),
        ListedGame(GameId("g2"), Mode.BOT, (anna, bot), own, 5, 1, None, at),
        ListedGame(GameId("g3"), Mode.BOT, (anna, bot), own, 8, None, GameResult(0, (12, 9)), at, (12, 9)),
    )


def new_game() -> str:
    """The form for a new game."""
    return shown("tables/new_game/new.html", "/new", form=new_game_page(LEVELS, DEFAULT_LEVEL), own_name="")


def confirm() -> str:
    """What the server commits to, for somebody who typed a word without script."""
    fields = [("mode", "bot"), ("level", "captain"), ("seat", "random")]
    return shown("tables/new_game/confirm.html", "/new", fields=fields, reservation=RESERVATION)


def rules() -> str:
    """The rules."""
    return shown("learn/rules/page.html", "/rules", body=rules_body(tuple(TRIALS.values())))


def replayed() -> str:
    """The third step of a game."""
    told = Replay(played(*ROUND), 1, ReplayLinks.of_table("g"))
    shot = told.shot(3)
    more = {"replay": told, "at": 3, "shot": shot, "parts": shot.parts(), "page": shot.page, "stretch": STRETCH}
    return shown("reviews/replay/replay.html", "/replay/g", without=AROUND, links=ReplayLinks.of_table("g"), **more)


def review() -> str:
    """The review at a mistake of Anna's."""
    return shown("reviews/page.html", "/t/g/review", review=review_page(seen(played(*TURNS)), ACCOUNT, moments(), 9))


def dice() -> str:
    """The dice of a game against a bot that goes on."""
    ada = {"letter": "A", "name": "Anna", "kind": "person", "end": "e0", "word": "Ahoy"}
    bot = {"letter": "B", "name": "Captain", "kind": "bot:captain", "end": None, "word": ""}
    return checking({"game": "g", "server": "5e", "players": [ada, bot]}, over=False)


def checking(promise: dict[str, Any], *, over: bool) -> str:
    """The page that checks the dice of a game."""
    record = to_dict(Record(Options(), (parse_outcome("A"),)))
    more: dict[str, Any] = {"sentences": sentences(), "reading": reading_table(), "promise": promise, "record": record}
    return shown("tables/dice/dice.html", "/t/g/dice", game="g", over=over, **more)


def puzzled(attempt: str | None) -> Callable[[], str]:
    """A puzzle, before or after an attempt."""
    answered = Attempt((attempt,) if attempt else ())
    more = {"on": 3, "solved": False, "solved_count": 1}
    return lambda: shown(
        "reviews/puzzles/puzzle.html",
        "/puzzles/2",
        without=BESIDE,
        **vars(puzzle_page(puzzle(), 2, 3, answered)),
        **more,
    )


def join() -> str:
    """An invitation."""
    promise = GuestPromise("g", "5e", "c0", "9e", "ac", "ad", 1, "person", "e0", "a receipt", "a key")
    told: dict[str, Any] = {"host": "Anna", "own_name": "Bob", "pace": pace_words(DAYS_PACE), "promise": promise}
    told |= {"rated": True}
    return shown("tables/seats/join.html", "/join/x", without=("menu",), pictures=pictures(), **told)


DOUBLE = position(side("1"), side("2", hand="double"), extra_3=True)
ROLL_ALL = position(side("26", hand="extra1"), side("1"), roll="33", extra_1=True)

SCENES: dict[str, Callable[[], str]] = {
    "start-newcomer": start,
    "start-with-games": games,
    "new-game": new_game,
    "confirm": confirm,
    "join": join,
    "rules": rules,
    "table-invitation": invitation,
    "table-your-roll": lambda: at_table(seen(replace(played(*ROUND), mode=Mode.BOT)), ()),
    "table-call-asked-again": lambda: at_table(seen(with_dice("225", "4"), choice=OpenChoice.read(ask="call")), BESIDE),
    "table-give-up": lambda: at_table(seen(with_dice("225", "4"), choice=OpenChoice.read(ask="resign")), BESIDE),
    "table-place": lambda: at_table(seen(rolled())),
    "table-choose-an-end": lambda: at_table(seen(played("roll", "2-5", options=ALL)), BESIDE),
    "table-which-crew": detail("shift.sailors"),
    "table-up-or-down": detail("shift.shift"),
    "table-which-rolled-die": detail("extra2.sharks"),
    "table-which-own-die": detail("extra2.exchange"),
    "table-end-first": lambda: at_table(
        seen(played("roll", "2-5", options=ALL), choice=OpenChoice.read(half="extra2.sharks")), BESIDE
    ),
    "table-objection": objection,
    "table-double": lambda: asked(after(DOUBLE, "roll, 4-4")),
    "table-double-and-an-end": lambda: at_table(seen(played("roll", "3-3", options=ALL)), BESIDE),
    "table-keep": lambda: asked(after(ROLL_ALL, "play extra1 roll-all, 1-4-4-6")),
    "table-link-awaited": lambda: at_table(seen(replace(played("roll"), opens=0)), BESIDE),
    "table-others-link-awaited": lambda: at_table(seen(replace(played("roll"), opens=0), 1), BESIDE),
    "table-others-turn": lambda: at_table(seen(rolled(), 1)),
    "table-hot-seat": lambda: at_table(hot_seat(with_dice("225", "4", turn=1))),
    "table-watcher": lambda: at_table(watching(rolled())),
    "table-watcher-beside-the-second": lambda: at_table(watching(rolled(), 1)),
    "table-after-shanghai": lambda: at_table(seen(played(*ROUND, "shanghai", *SECOND), 1)),
    "table-game-over": game_over,
    "table-real-dice": real_dice,
    "replay-step": replayed,
    "review": review,
    "puzzle": puzzled(None),
    "puzzle-answered": puzzled("place 2"),
    "dice": dice,
}


def path(name: str) -> Path:
    """Where the page of a scene is kept."""
    return FOLDER / f"{name}.txt"


def write() -> int:
    """Write every page anew, and remove those that belong to no scene any more; the number of pages."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, scene in SCENES.items():
        path(name).write_text(scene(), encoding="utf-8")
    return len(SCENES)
