"""Advice comes from a process of its own, and who asks the same at the same time gets the same answer."""

import asyncio

import pytest

from shanghaien import rules
from shanghaien.web.reviews import service as module
from shanghaien.web.reviews.service import Advice
from tests.ai.review.test_reviewer import random_game


def test_every_legal_choice_is_weighed_once_for_all_who_ask() -> None:
    state = next(moment.before for moment in random_game(12).replay() if not rules.is_chance(moment.before))

    async def visit() -> None:
        advice = Advice()
        same = await asyncio.wait_for(asyncio.gather(advice.weigh(state), advice.weigh(state)), 120)
        assert len(same[0]) == len(rules.legal_actions(state))
        assert same[0] == same[1]
        assert advice._asked == {}
        advice._adviser.close()  # whatever is asked again must be remembered
        assert advice.knows(state)
        assert await advice.weigh(state) is same[0]
        assert advice._adviser._pool is None
        await advice.close()

    asyncio.run(visit())


def test_so_much_advice_is_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_REMEMBERED", 2)
    states = [moment.before for moment in random_game(12).replay() if not rules.is_chance(moment.before)][:3]

    async def visit() -> None:
        advice = Advice()
        for state in (*states[:2], states[0], states[2]):
            await asyncio.wait_for(advice.weigh(state), 120)
        assert [advice.knows(state) for state in states] == [True, False, True]
        await advice.close()

    asyncio.run(visit())


def test_advice_that_is_closed_while_somebody_asks_keeps_no_process() -> None:
    state = next(moment.before for moment in random_game(12).replay() if not rules.is_chance(moment.before))

    async def visit() -> None:
        advice = Advice()
        asked = asyncio.create_task(advice.weigh(state))
        await asyncio.sleep(0)
        await advice.close()
        assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], asyncio.CancelledError)
        assert advice._asked == {}

    asyncio.run(visit())
