"""Going on with another chain: one's own on another device, the server's, and everybody's after a restore."""

from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.fairness import Recommitment
from shanghaien.fairness.ledger import MOST_RECOMMITMENTS
from shanghaien.rules import Options
from shanghaien.web.core.ids import PersonId
from shanghaien.web.run.check import check_games
from shanghaien.web.run.restore import commit_games_anew
from shanghaien.web.tables.errors import IdUsed, IllegalMove, LinkRefused, NotYours
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.moves import MOST_TIMES
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.dice_pages import DicePage, checked, creator, guest, names, open_awaited, play, set_up, sit_down
from tests.web.tables.tavern import Tavern, in_tavern, opened, request
from tests.web.tables.test_reservations import database_of, log_of

FIRST_A = Options(first=rules.First.SEAT_A)
INVITE = Setup(Mode.INVITE, FIRST_A, names=("Ada", ""), seat=0)
HOT_SEAT = Setup(Mode.HOT_SEAT, FIRST_A)
BOT = Setup(Mode.BOT, FIRST_A, names=("Ada", ""), seat=1, levels=("cabin-boy", ""))


async def both(tavern: Tavern) -> tuple[Table, DicePage, DicePage]:
    ada, bob = creator(), guest()
    return await sit_down(tavern, bob, await set_up(tavern, ada, INVITE)), ada, bob


async def anew(tavern: Tavern, table: Table, page: DicePage) -> Table:
    """The page commits to a fresh chain."""
    end = page.commit(table.id)
    return page.look(await tavern.tables.commit_anew(request(table, page.person), end))


def notes(table: Table) -> list[str]:
    return [note.name for note in checked(table).notes]


def test_a_player_who_commits_anew_goes_on_with_the_first_link_of_the_fresh_chain(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, bob = await both(tavern)
        table = await play(tavern, table, ada, bob, until=15)
        table = await play(tavern, await anew(tavern, table, ada), ada, bob, until=25)
        table = await play(tavern, await anew(tavern, table, bob), ada, bob)
        assert table.state.over
        assert table.ledger is not None
        assert {"creator-1", "creator-2", "guest-1", "guest-2"} <= set(table.ledger.tips)
        assert names(checked(table)) == []
        for page in (ada, bob):
            assert names(checked(table, page.memory(table.id))) == []
        assert {"anew creator", "anew guest"} <= set(notes(table))
        async with opened(database_url) as restarted:
            assert (await restarted.tables.look(table.id))[0] == table
            assert await check_games(database_of(restarted)) == (1, [], [])

    in_tavern(database_url, visit)


def test_every_such_commitment_stands_in_the_public_log_before_its_first_link_is_used(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, _ = await both(tavern)
        assert table.ledger is not None
        assert [kind for kind, _, _ in await log_of(tavern)] == ["reservation", "contract", "guest"]
        table = await anew(tavern, table, ada)
        table = await tavern.tables.commit_anew(request(table, BOB))
        assert table.ledger is not None
        first, second = table.ledger.recommitments
        assert first == Recommitment(1, "creator", "person", ada.chains["creator-2"].end)
        assert second == Recommitment(1, "guest", "entrusted", table.ledger.contract.reservation.guest_held)
        told = [("anew", table.id, each.hash(table.id)) for each in (first, second)]
        assert (await log_of(tavern))[3:] == told

    in_tavern(tmp_path, visit)


def test_the_guest_stands_in_the_public_log_with_what_they_agreed_to(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        waiting = await set_up(tavern, ada, INVITE)
        assert waiting.ledger is not None
        table = await sit_down(tavern, bob, waiting)
        assert table.ledger is not None
        assert table.ledger.guest is not None
        head = waiting.ledger.sit(table.ledger.guest).head
        assert (await log_of(tavern))[-1] == ("guest", table.id, head)

    in_tavern(tmp_path, visit)


def test_the_old_chain_is_good_no_more(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await anew(tavern, await set_up(tavern, ada, HOT_SEAT), ada)
        for wrong in (ada.link(2), ada.link(2, "creator-2")):
            with pytest.raises(LinkRefused):
                await tavern.tables.act(request(table, ADA), "roll", wrong)
        assert (await tavern.tables.act(request(table, ADA), "roll", ada.link(1, "creator-2"))).state.rolled

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("setup", [HOT_SEAT, BOT], ids=["own choice", "bot's choice"])
def test_who_entrusts_their_chain_while_the_table_waits_for_it_goes_on_at_once(tmp_path: Path, setup: Setup) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        table = await set_up(tavern, ada, setup)
        if setup is BOT:
            waiting = await tavern.act_for_bot(table, 0)
        else:
            waiting = await tavern.tables.act(request(table, ADA), "roll")
        assert waiting.opens is not None
        ada.entrust(waiting)
        rolled = ada.look(await tavern.tables.commit_anew(request(waiting, ADA)))
        assert rolled.opens is None
        assert len(rolled.state.rolled) == 2
        over = await play(tavern, rolled, ada)
        assert names(checked(over, ada.memory(over.id))) == []
        assert notes(over) == ["anew creator"]
        assert await check_games(database_of(tavern)) == (1, [], [])

    in_tavern(tmp_path, visit)


def test_with_a_fresh_chain_of_ones_own_the_table_goes_on_waiting_for_its_first_link(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        waiting = await tavern.tables.act(request(await set_up(tavern, ada, HOT_SEAT), ADA), "roll")
        waiting = await anew(tavern, waiting, ada)
        assert (waiting.opens, waiting.state.rolled) == (0, ())
        assert (await tavern.tables.games_of(ADA)).games[0].yours
        rolled = await open_awaited(tavern, waiting, ada)
        assert rolled.state.rolled
        assert names(checked(rolled, ada.memory(rolled.id))) == []

    in_tavern(tmp_path, visit)


def test_an_entrusted_chain_can_be_taken_back_into_ones_own_hands(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        page = DicePage("creator", ADA)
        table = await tavern.play_out(await tavern.create(HOT_SEAT, ADA), ADA, until=9)
        table = await play(tavern, await anew(tavern, table, page), page, until=30)
        assert table.ledger is not None
        assert {"creator-held", "creator-1"} <= set(table.ledger.tips)
        assert names(checked(table, page.memory(table.id))) == []

    in_tavern(tmp_path, visit)


def test_only_players_with_a_chain_commit_anew_and_only_while_the_game_goes_on(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, _ = await both(tavern)
        end = ada.commit(table.id)
        with pytest.raises(NotYours):
            await tavern.tables.commit_anew(request(table, EVE), end)
        with pytest.raises(LinkRefused):
            await tavern.tables.commit_anew(request(table, ADA), "no end")
        assert (await tavern.tables.look(table.id))[0] == table
        over = await tavern.tables.resign(request(table, BOB))
        with pytest.raises(IllegalMove):
            await tavern.tables.commit_anew(request(over, ADA), end)
        by_hand = await tavern.tables.create(Setup(Mode.REAL_DICE, Options()), ADA)
        with pytest.raises(IllegalMove, match="no chains"):
            await tavern.tables.commit_anew(request(by_hand, ADA), end)

    in_tavern(tmp_path, visit)


def test_a_commitment_that_is_sent_twice_counts_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, _ = await both(tavern)
        asked, end = request(table, ADA), ada.commit(table.id)
        after = await tavern.tables.commit_anew(asked, end)
        assert await tavern.tables.commit_anew(asked, end) == after
        with pytest.raises(IdUsed):
            await tavern.tables.commit_anew(asked)
        assert len(await log_of(tavern)) == 4

    in_tavern(tmp_path, visit)


def test_whoever_waits_for_the_other_player_may_commit_anew_before_they_come(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada, bob = creator(), guest()
        table = await anew(tavern, await set_up(tavern, ada, INVITE), ada)
        async with opened(tmp_path) as restarted:
            assert (await restarted.tables.look(table.id))[0] == table
        table = await play(tavern, await sit_down(tavern, bob, table), ada, bob, until=20)
        assert table.ledger is not None
        assert "creator-1" not in table.ledger.tips
        assert names(checked(table, ada.memory(table.id))) == []

    in_tavern(tmp_path, visit)


def test_a_seat_that_was_carried_to_another_device_goes_on_from_there(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, bob = await both(tavern)
        phone = DicePage("creator", PersonId("ada's phone"), chains=dict(ada.chains))
        await tavern.seating.carry(await tavern.seating.private_link(table.id, ADA), phone.person)
        table = await play(tavern, await anew(tavern, table, phone), phone, bob, until=20)
        assert table.ledger is not None
        assert table.ledger.tips["creator-2"].number > 0
        assert names(checked(table, phone.memory(table.id))) == []

    in_tavern(tmp_path, visit)


def test_after_a_restore_everybody_commits_anew_before_a_link_of_theirs_is_used(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, bob = await both(tavern)
        table = await play(tavern, table, ada, bob, until=15)
        assert await commit_games_anew(database_of(tavern)) == 1
        async with opened(database_url) as restored:
            table = (await restored.tables.look(table.id))[0]
            assert table.ledger is not None
            assert table.ledger.stale == {"creator", "guest"}
            assert table.ledger.server == "server-2"
            for page in (ada, bob):
                table = await anew(restored, table, page)
            table = await play(restored, table, ada, bob)
            assert table.state.over
            assert names(checked(table)) == []
            assert "restored" in notes(table)
            assert await check_games(database_of(restored)) == (1, [], [])

    in_tavern(database_url, visit)


def test_a_roll_after_a_restore_waits_until_its_player_has_committed_anew(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        ada = creator()
        await set_up(tavern, ada, HOT_SEAT)
        await commit_games_anew(database_of(tavern))
        async with opened(tmp_path) as restored:
            (line,) = (await restored.tables.games_of(ADA)).games
            table = (await restored.tables.look(line.id))[0]
            waiting = await restored.tables.act(request(table, ADA), "roll", ada.link(2))
            assert (waiting.opens, waiting.state.rolled) == (0, ())
            with pytest.raises(IllegalMove):
                await restored.tables.open_link(request(waiting, ADA), ada.link(2))
            waiting = await anew(restored, waiting, ada)
            assert (await open_awaited(restored, waiting, ada)).state.rolled

    in_tavern(tmp_path, visit)


def test_nobody_uses_up_the_chains_of_the_other_player(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, ada, _ = await both(tavern)
        for _ in range(MOST_TIMES[EntryKind.COMMIT] - 1):  # the first one was when he sat down
            table = await tavern.tables.commit_anew(request(table, BOB))
        with pytest.raises(IllegalMove, match="very often"):
            await tavern.tables.commit_anew(request(table, BOB))
        for _ in range(MOST_RECOMMITMENTS // 3):
            table = await anew(tavern, table, ada)

    in_tavern(tmp_path, visit)
