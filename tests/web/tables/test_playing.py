"""Choosing, taking back, resigning: what lands in the log and what is refused."""

import asyncio
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.fairness import DicePlayer, Ledger
from shanghaien.rules import PRESETS, Options, Phase, new_game, parse_action, parse_outcome
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import GameId, RequestId, Version
from shanghaien.web.tables.errors import IllegalMove, NoSuchGame, NotYours, Stale
from shanghaien.web.tables.hub import Heard
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import GameResult, Mode, Table
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store.games import GameStore
from shanghaien.web.tables.store.writers import Addition
from tests.web.persons import ADA, EVE
from tests.web.tables.tavern import Tavern, in_tavern, opened, request

OPTIONS = Options(first=rules.First.SEAT_A)
HOT_SEAT = Setup(Mode.HOT_SEAT, OPTIONS)


@pytest.mark.parametrize("options", [Options(), PRESETS["everything"]])
def test_a_whole_game_can_be_played_and_ends_with_points(tmp_path: Path, options: Options) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, options), ADA)
        table = await tavern.play_out(table, ADA)
        assert table.state.over
        assert table.result == GameResult(_winner(table), rules.points(table.state))
        assert table.waits_for is None

    in_tavern(tmp_path, visit)


def _winner(table: Table) -> int | None:
    first, second = rules.points(table.state)
    return None if first == second else int(second > first)


def test_every_outcome_follows_from_the_links_that_were_opened_before_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.play_out(await tavern.create(HOT_SEAT, ADA, "from Ada"), ADA)
        assert table.ledger is not None
        ledger, state, drawn = Ledger.begin(table.ledger.contract).sit(DicePlayer("same-screen")), new_game(OPTIONS), 0
        for entry in table.log:
            if entry.kind is EntryKind.OPEN:
                (ledger, group), place = ledger.draw("creator", *entry.text.split()), 0
            if entry.kind is EntryKind.DRAW:
                assert parse_outcome(entry.text) == group.outcome(rules.chance(state), place)
                state, _ = rules.advance(state, parse_outcome(entry.text))
                place, drawn = place + 1, drawn + 1
            if entry.kind is EntryKind.ACT:
                state, _ = rules.apply(state, parse_action(entry.text))
        assert drawn > 60
        assert ledger == table.ledger
        assert ledger.contract.creator.word == "from Ada"

    in_tavern(tmp_path, visit)


def test_a_restart_and_a_full_cache_change_nothing(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        tables = [await tavern.tables.create(HOT_SEAT, ADA) for _ in range(3)]
        for number in range(3):
            tables[number] = await tavern.play_out(tables[number], ADA, seed=number, until=40)
        for table in tables:
            assert (await tavern.tables.look(table.id))[0] == table
        async with opened(database_url) as restarted:
            for table in tables:
                assert (await restarted.tables.look(table.id))[0] == table

    in_tavern(database_url, visit, memory=1)


def test_a_stale_request_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        before = await tavern.tables.create(HOT_SEAT, ADA)
        after = await tavern.act(before, ADA, "roll")
        for change in (tavern.tables.act(request(before, ADA), "roll"), tavern.tables.resign(request(before, ADA))):
            with pytest.raises(Stale):
                await change
        assert (await tavern.tables.look(before.id))[0] == after

    in_tavern(tmp_path, visit)


def test_a_repeated_request_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        before = await tavern.tables.create(HOT_SEAT, ADA)
        ask = request(before, ADA, "same")
        after = await tavern.tables.act(ask, "roll")
        assert await tavern.tables.act(ask, "roll") == after
        async with opened(tmp_path) as restarted:
            assert await restarted.tables.act(ask, "roll") == after

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("place 1", IllegalMove), ("shanghai", IllegalMove), ("dance", BadRequestError), ("", BadRequestError)],
)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(
    tmp_path: Path, text: str, refusal: type[Exception]
) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        with pytest.raises(refusal):
            await tavern.tables.act(request(table, ADA), text)
        assert (await tavern.tables.look(table.id))[0] == table

    in_tavern(tmp_path, visit)


def test_only_players_act_and_only_in_games_that_exist(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        for stranger in (EVE, None):
            with pytest.raises(NotYours):
                await tavern.tables.act(request(table, stranger), "roll")
        with pytest.raises(NoSuchGame):
            await tavern.tables.act(TableRequest(GameId("nope"), ADA, Version(0), RequestId("m")), "roll")

    in_tavern(tmp_path, visit)


async def _until_placed(tavern: Tavern, table: Table) -> Table:
    """The first die has been put on a card, and nothing has been revealed since."""
    table = await tavern.act(table, ADA, "roll")
    assert table.state.phase is Phase.PLACE
    return await tavern.act(table, ADA, f"place {table.state.rolled[0]} left")


def test_a_choice_can_be_taken_back_until_something_is_revealed(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        rolled = await tavern.act(await tavern.tables.create(HOT_SEAT, ADA), ADA, "roll")
        placed = await tavern.act(rolled, ADA, f"place {rolled.state.rolled[1]} right")
        assert placed.undo == 0
        back = await tavern.tables.undo(request(placed, ADA))
        assert back.state == rolled.state
        assert back.version == placed.version + 1
        assert [entry.undone for entry in back.log if entry.kind is EntryKind.ACT] == [False, True]
        async with opened(tmp_path) as restarted:
            assert (await restarted.tables.look(back.id))[0] == back

    in_tavern(tmp_path, visit)


def test_what_came_before_a_roll_cannot_be_taken_back(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        rolled = await tavern.act(table, ADA, "roll")
        placed = await _until_placed(tavern, await tavern.tables.create(HOT_SEAT, ADA))
        revealed = await tavern.act(placed, ADA, "roll")
        for at in (table, rolled, revealed):
            now = (await tavern.tables.look(at.id))[0]
            assert now.undo is None
            with pytest.raises(IllegalMove):
                await tavern.tables.undo(request(now, ADA))

    in_tavern(tmp_path, visit)


def test_the_last_call_of_a_game_stands(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.play_out(await tavern.tables.create(HOT_SEAT, ADA), ADA)
        with pytest.raises(IllegalMove):
            await tavern.tables.undo(request(table, ADA))

    in_tavern(tmp_path, visit)


def test_the_same_dice_fall_after_a_choice_was_taken_back(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        placed = await _until_placed(tavern, await tavern.tables.create(HOT_SEAT, ADA))
        back = await tavern.tables.undo(request(placed, ADA))
        other = await tavern.act(back, ADA, f"place {back.state.rolled[0]} right")
        rolled = await tavern.act(other, ADA, "roll")
        drawn = [entry for entry in rolled.log if entry.kind is EntryKind.DRAW]
        assert parse_outcome(drawn[-1].text) == rolled.state.rolled
        assert len(drawn) == 8  # six cards and two rolls: taking back costs and gains no draw

    in_tavern(tmp_path, visit)


def test_who_resigns_loses_and_nothing_follows(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await _until_placed(tavern, await tavern.tables.create(HOT_SEAT, ADA))
        over = await tavern.tables.resign(request(table, ADA))
        assert over.result is not None
        assert (over.result.winner, over.result.resigned) == (0, 1)  # it was the second seat's turn
        assert over.ledger == table.ledger
        for again in (tavern.tables.resign(request(over, ADA)), tavern.tables.act(request(over, ADA), "roll")):
            with pytest.raises(IllegalMove):
                await again

    in_tavern(tmp_path, visit)


def test_of_two_moves_sent_at_once_one_lands(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url, alone=False) as tavern, opened(database_url, alone=False) as other_process:
            table = await tavern.tables.create(HOT_SEAT, ADA)
            asks = [one.tables.act(request(table, ADA), "roll") for one in (tavern, other_process) * 3]
            outcomes = await asyncio.gather(*asks, return_exceptions=True)
        assert sum(isinstance(outcome, Table) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 5

    asyncio.run(run())


class LookedAt(GameStore):
    """A store in which somebody looks at the game between the commit of a move and the answer to it."""

    tavern: Tavern

    async def append(self, addition: Addition) -> None:
        await super().append(addition)
        await self.tavern.tables.look(addition.game)


def test_a_look_right_after_the_commit_does_not_count_the_move_twice(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, alone=False) as tavern:
            store = tavern.games.store = LookedAt(tavern.games.database)
            store.tavern = tavern
            table = await tavern.play_out(await tavern.tables.create(HOT_SEAT, ADA), ADA, until=20)
            async with opened(tmp_path) as restarted:
                assert (await restarted.tables.look(table.id))[0] == table

    asyncio.run(run())


def test_a_change_is_announced_once_it_is_stored(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(HOT_SEAT, ADA)
        with tavern.hub.listen(table.id) as listener:
            rolled = await tavern.act(table, ADA, "roll")
            assert await listener.hear(60) is Heard.NEWS
            assert listener.version == rolled.version
        async with opened(tmp_path) as reader:
            assert (await reader.tables.look(table.id))[0].version == rolled.version

    in_tavern(tmp_path, visit)
