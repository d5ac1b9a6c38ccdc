"""Whoever asks for much waits for themselves: places and people take turns, and live games come before shows."""

import asyncio
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from shanghaien.web.bots.fair_queue import LIVE_BEFORE_A_SHOW, FairQueue, FairSemaphore, Owner, Slot
from shanghaien.web.core.ids import GameId

ADA, BOB, CLUB_1, CLUB_2 = Owner("a", "ada"), Owner("b", "bob"), Owner("club", "one"), Owner("club", "two")


def queued(*items: tuple[Owner, str]) -> FairQueue[str]:
    queue: FairQueue[str] = FairQueue()
    for owner, item in items:
        queue.put(owner, item)
    return queue


def taken(queue: FairQueue[str]) -> list[str]:
    return [queue.take() for _ in range(len(queue))]


def test_a_newcomer_comes_after_one_piece_of_work_of_each_other_place() -> None:
    queue = queued(*((ADA, f"ada {number}") for number in range(200)), (BOB, "bob"))
    assert taken(queue)[:3] == ["ada 0", "bob", "ada 1"]


def test_many_people_at_one_place_share_its_turns() -> None:
    queue = queued((CLUB_1, "1a"), (CLUB_1, "1b"), (CLUB_2, "2a"), (BOB, "b1"), (BOB, "b2"))
    assert taken(queue) == ["1a", "b1", "2a", "b2", "1b"]


OWNERS = st.sampled_from([ADA, BOB, CLUB_1, CLUB_2])


@given(st.lists(OWNERS, max_size=30), st.data())
def test_everything_is_taken_once_in_the_order_foretold_and_each_owner_s_in_order(
    owners: list[Owner], data: st.DataObject
) -> None:
    queue = queued(*((owner, f"{owner.person} {number:02}") for number, owner in enumerate(owners)))
    dropped = data.draw(st.sets(st.sampled_from(range(len(owners))))) if owners else set()
    for number in dropped:
        queue.drop(owners[number], f"{owners[number].person} {number:02}")
    foretold = list(queue.in_order())
    assert taken(queue) == foretold
    assert len(foretold) == len(set(foretold)) == len(owners) - len(dropped)
    for owner in {*owners}:
        mine = [item for item in foretold if item.startswith(owner.person)]
        assert mine == sorted(mine)


def waiting(turns: FairSemaphore, wanted: Iterable[tuple[Owner, bool]]) -> list[Slot]:
    entered = []
    for number, (owner, show) in enumerate(wanted):
        turn = turns.turn(owner, GameId(f"g{number}"), show=show)
        turns.enter(turn)
        entered.append(turn)
    return entered


def in_order(turns: FairSemaphore, entered: list[Slot]) -> list[str]:
    """The games in the order of their turns, when each ends before the next begins."""
    order: list[str] = []
    while left := [turn for turn in entered if turn.granted.done() and turn.game not in order]:
        order.append(left[0].game)
        left[0].end()
    return order


def test_live_games_come_before_shows_and_no_show_stands_still() -> None:
    async def run() -> None:
        turns = FairSemaphore(1)
        entered = waiting(turns, [(ADA, True), (ADA, True), *[(BOB, False)] * 20])
        order = in_order(turns, entered)
        assert order[:2] == ["g0", "g2"]
        assert order.index("g1") == LIVE_BEFORE_A_SHOW + 1
        assert len(order) == 22

    asyncio.run(run())


def test_shows_never_take_the_last_turn() -> None:
    async def run() -> None:
        turns = FairSemaphore(3)
        shows = waiting(turns, [(ADA, True)] * 9)
        assert sum(turn.granted.done() for turn in shows) == 2
        assert waiting(turns, [(BOB, False)])[0].granted.done()

    asyncio.run(run())


def test_who_waits_is_told_how_many_are_before_them() -> None:
    async def run() -> None:
        turns = FairSemaphore(1)
        waiting(turns, [(ADA, False)] * 4)
        bob = turns.turn(BOB, GameId("bob"))
        turns.enter(bob)
        assert turns.ahead() == {"g1": 1, "bob": 2, "g2": 3, "g3": 4}

    asyncio.run(run())


def test_who_gives_up_takes_nobody_s_turn() -> None:
    async def run() -> None:
        turns, had = FairSemaphore(1), []

        async def have(name: str) -> None:
            async with turns.turn(ADA, GameId(name)):
                had.append(name)

        first = turns.turn(BOB, GameId("first"))
        turns.enter(first)
        gives_up, stays = asyncio.create_task(have("gives up")), asyncio.create_task(have("stays"))
        await asyncio.sleep(0)
        gives_up.cancel()
        first.end()
        await asyncio.wait({gives_up, stays})
        assert had == ["stays"]
        assert turns.ahead() == {}
        assert waiting(turns, [(ADA, False)])[0].granted.done()

    asyncio.run(run())
