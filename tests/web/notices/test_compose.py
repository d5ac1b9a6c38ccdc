"""What a notice says: whose game, how it stands, and at most two choices; in the reader's language, nothing hidden."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Options, Roll, Seat
from shanghaien.web.core.i18n import LANGUAGES
from shanghaien.web.notices.compose import NoticeReader, compose, compose_digest, compose_trial, time_left
from shanghaien.web.notices.model import NoticeAct, NoticeKind
from shanghaien.web.notices.timing import TurnNews, news_for
from shanghaien.web.tables.model import GameResult, Mode, Reason, Table
from shanghaien.web.tables.setup import Setup
from tests.web.notices.post import ADA, BOB, DAY, DAYS_PACE, HOUR, MINUTE, Post, seat_of, with_post
from tests.web.tables.dice_pages import creator, open_awaited, set_up
from tests.web.tables.tavern import Tavern, in_tavern, request

READER = NoticeReader(ADA, "en", 0)


async def at_the_roll(post: Post) -> Table:
    """Ada has rolled two different dice and can only place one of them."""
    table = await post.begin(DAYS_PACE)
    while True:
        actions = rules.legal_actions(table.state)
        chosen = table.waits_for == seat_of(ADA) and len(actions) == 2 and len(table.state.rolled) == 2
        if chosen and table.state.end is not None:
            return table
        table = await post.choose(table)


def test_the_notice_of_a_turn_tells_how_the_game_stands_and_what_can_be_done(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await at_the_roll(post)
        (news,) = news_for(table, seat_of(ADA))
        notice = compose(news, table, seat_of(ADA), NoticeReader(ADA, "en", post.time))
        first, second = table.state.rolled
        score = rules.points(table.state)
        assert notice.title == "Your turn against Bob"
        assert notice.line.startswith(
            f"Round {table.state.round} · rolled for you: {first} and {second} · {score[0]} : {score[1]} · "
        )
        assert notice.line.endswith(" days left")
        assert [act.text for act in notice.acts] == [f"place {first}", f"place {second}"]
        assert [act.label[0] for act in notice.acts] == [str(first), str(second)]
        assert (notice.url, notice.version, notice.game) == (f"/t/{table.id}", table.version, table.id)

    with_post(tmp_path, visit)


def test_what_a_button_says_is_what_its_move_does(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await at_the_roll(post)
        (news,) = news_for(table, seat_of(ADA))
        act = compose(news, table, seat_of(ADA), READER).acts[0]
        die = int(act.text.split()[1])
        card = table.state.tavern[rules.position_of(die, table.state.end)]
        assert isinstance(card, rules.Sailor)
        assert act == NoticeAct(f"place {die}", f"{die} on {card.nation.name.capitalize()} {card.value}")
        after = await post.tavern.tables.act(request(table, ADA), act.text)
        assert after.log[table.version].text == act.text

    with_post(tmp_path, visit)


def test_a_notice_carries_no_choice_that_only_the_players_page_can_make(tmp_path: Path) -> None:
    """Whoever holds their own chain for the dice has the next link in their page, and nowhere else."""

    async def visit(tavern: Tavern) -> None:
        page = creator()
        table = await set_up(tavern, page, Setup(Mode.INVITE, Options(), names=("Ada", "")))
        table = await tavern.seating.join(tavern.seating.invitation(table.id), BOB, "Bob")
        table = await open_awaited(tavern, table, page) if table.opens is not None else table
        for seat in (0, 1):
            asked = replace(table, waits_for=seat, state=table.state.evolve(turn=seat, last=None))
            assert rules.legal_actions(asked.state) == (Roll(),)
            notice = compose(TurnNews(NoticeKind.TURN, 1, 0), asked, seat, READER)
            assert [act.label for act in notice.acts] == ([] if seat == table.creator else ["Roll"])

    in_tavern(tmp_path, visit)


def test_a_notice_holds_nothing_of_the_servers_secrets(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await at_the_roll(post)
        (news,) = news_for(table, seat_of(ADA))
        row = (await post.tavern.games.open(table.id))[0].row
        said = json.dumps(asdict(compose(news, table, seat_of(ADA), READER)), default=str)
        assert BOB not in said
        assert not any(secret in said for secret in (row.seed.hex(), row.commitment))

    with_post(tmp_path, visit)


ENDS: tuple[tuple[Seat | None, Reason], ...] = (
    (0, "points"),
    (1, "points"),
    (None, "points"),
    (0, "resigned"),
    (1, "time"),
    (None, "abandoned"),
)


def all_said(table: Table, language: str, now: int) -> set[str]:
    """The titles and lines of every kind of notice."""
    reader = NoticeReader(ADA, language, now)
    over = [replace(table, result=GameResult(winner, (9, 8), reason=reason), waits_for=None) for winner, reason in ENDS]
    asked = [compose(TurnNews(kind, 1, 0), table, 0, reader) for kind in (NoticeKind.TURN, NoticeKind.TIME)]
    both = (NoticeKind.STARTED, NoticeKind.TIME_UP)
    notices = asked + [compose(TurnNews(kind, 1, 0), table, seat, reader) for kind in both for seat in (0, 1)]
    notices += [compose(TurnNews(NoticeKind.OVER, 1, 0), ended, 0, reader) for ended in over]
    notices += [compose_digest([(table, 0)], 1, reader), compose_trial(reader)]
    return {words for notice in notices for words in (notice.title, notice.line)}


def test_every_kind_of_notice_is_said_in_every_language(tmp_path: Path) -> None:
    async def visit(post: Post) -> None:
        table = await at_the_roll(post)
        english = all_said(table, "en", post.time)
        for language in set(LANGUAGES) - {"en"}:
            said = all_said(table, language, post.time)
            assert all(said)
            assert not said & english

    with_post(tmp_path, visit)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (2 * DAY + 23 * HOUR, "2 days left"),
        (DAY, "1 day left"),
        (DAY - 1, "23 hours left"),
        (HOUR - 1, "59 minutes left"),
        (MINUTE - 1, "hardly any time left"),
        (-5, "hardly any time left"),
    ],
)
def test_the_time_left_is_never_said_to_be_more_than_it_is(left: int, words: str) -> None:
    assert time_left(1000 + left, 1000) == words
    assert time_left(None, 1000) == ""
