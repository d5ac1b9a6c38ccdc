"""What a review says of its players goes into the log of results, and counts for their skill, once."""

import json
from dataclasses import replace
from itertools import groupby

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ai.review.json_form import from_dict
from shanghaien.ai.review.model import GameReview
from shanghaien.web.clock import now
from shanghaien.web.store.due import set_due
from shanghaien.web.store.habits import add_habits
from shanghaien.web.store.result_rows import ResultRow
from shanghaien.web.store.results import accounts_among, change_result, last_place, results_with
from shanghaien.web.store.reviews import ReviewStore

from .habits import habits_of, hard_choices
from .reasons import Unrated
from .result_log import UNREVIEWED, ResultDesk, edition_in
from .working_out import measure

SAYS_NOTHING = {Unrated.HINT, Unrated.SAME, Unrated.SHARED}
"""Where it is not known who decided; anything else tells of somebody's habits, though it is not rated."""

SAID = ("luck", "loss", "decisions", "hard", "perfect", "reviewed")


class ReviewIntake:
    """Takes in reviews; taking one in twice changes nothing."""

    def __init__(self, desk: ResultDesk, reviews: ReviewStore) -> None:
        self._desk = desk
        self._reviews = reviews

    async def reviewed(self, key: str) -> None:
        """The review of this key is there: every game that it is about takes it in."""
        account = await self._account(key)
        if account is None:
            return
        async with self._desk.changing() as connection:
            rows = await results_with(connection, key)
            for _, game in groupby(rows, key=lambda row: row.game):
                await _take_in(connection, account, list(game))
            await set_due(connection, UNREVIEWED, "", now())

    async def _account(self, key: str) -> GameReview | None:
        state = await self._reviews.find(key)
        if state is None or state.text is None:
            return None
        try:
            return from_dict(json.loads(state.text))
        except (ValueError, KeyError):
            await self._reviews.forget(key)  # it is made anew when it is asked for
            return None


async def _take_in(connection: AsyncConnection, account: GameReview, game: list[ResultRow]) -> None:
    place = 1 + await last_place(connection)
    told = [replace(_said(row, account), reviewed=place) for row in game]
    for row in told:
        await change_result(connection, row, {name: getattr(row, name) for name in SAID})
    people = await accounts_among(connection, {row.person for row in told})
    for row in told:
        if row.person in people and row.unrated not in SAYS_NOTHING:
            habits = habits_of(account, row.seat)
            await add_habits(
                connection, row.person, {name: (h.decisions, h.loss, h.stake) for name, h in habits.items()}
            )
    if told[0].rated:
        await measure(connection, await edition_in(connection), told)


def _said(row: ResultRow, account: GameReview) -> ResultRow:
    totals, (hard, perfect) = account.totals[row.seat], hard_choices(account, row.seat)
    return replace(row, luck=totals.luck, loss=totals.loss, decisions=totals.decisions, hard=hard, perfect=perfect)
