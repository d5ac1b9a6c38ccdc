"""Real dice and cards: the table is referee and scribe, the players type what came."""

from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.rules import Options, load, outcome_text, to_text
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern, request

REAL = Setup(Mode.REAL_DICE, Options(), names=("Ann", "Ben"))
ROW = "AME3 ame3 shift SPA1 both ITA4"


def test_a_whole_game_on_a_table_of_wood_is_kept_and_promises_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        assert not any(entry.kind is EntryKind.DRAW for entry in table.log)
        while not table.over:
            if rules.is_chance(table.state):
                came = outcome_text(rules.chance(table.state).outcomes[-1])
                table = await tavern.tables.type_chance(request(table, ADA), came)
            else:
                table = await tavern.act(table, ADA)
        record = load(to_text(record_of(table)))
        assert record.tags["Dice"] == "manual"
        assert "Commitment" not in record.tags
        assert record.final == table.state

    in_tavern(tmp_path, visit)


def test_six_cards_can_be_typed_at_once(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        table = await tavern.tables.type_chance(request(table, ADA), "b")
        table = await tavern.tables.type_chance(request(table, ADA), "AME3 ame3 shift SPA1 both ITA4")
        assert len(table.state.tavern) == 6
        assert table.waits_for == 1

    in_tavern(tmp_path, visit)


@pytest.mark.parametrize("text", ["3-5", "C", "", "AME3"])
def test_what_can_not_have_come_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        with pytest.raises(IllegalMove):
            await tavern.tables.type_chance(request(table, ADA), text)

    in_tavern(tmp_path, visit)


def test_nobody_types_dice_at_a_table_that_draws_them(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        with pytest.raises(IllegalMove):
            await tavern.tables.type_chance(request(table, ADA), "6-6")

    in_tavern(tmp_path, visit)


def test_a_typing_mistake_is_corrected_and_the_log_keeps_it(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        for came in ("b", ROW):
            table = await tavern.tables.type_chance(request(table, ADA), came)
        assert table.typed == 6
        table = await tavern.tables.retype(request(table, ADA))
        assert table.state.tavern == ()
        assert [entry.kind for entry in table.log].count(EntryKind.DRAW) == 7
        assert table.log[-1].kind is EntryKind.RETYPE
        table = await tavern.tables.type_chance(request(table, ADA), "AME3 ame3 shift SPA1 both ITA1")
        record = load(to_text(record_of(table)))
        assert record.final == table.state
        assert rules.notation.card_text(table.state.tavern[-1]) == "ITA1"

    in_tavern(tmp_path, visit)


def test_lines_are_taken_back_one_after_another_up_to_the_last_choice(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        for came in ("b", ROW):
            table = await tavern.tables.type_chance(request(table, ADA), came)
        table = await tavern.tables.retype(request(table, ADA))
        table = await tavern.tables.retype(request(table, ADA))
        assert table.state.phase is rules.Phase.WHO_STARTS
        with pytest.raises(IllegalMove, match="nothing to correct"):
            await tavern.tables.retype(request(table, ADA))

    in_tavern(tmp_path, visit)


def test_after_a_choice_nothing_that_was_typed_can_be_corrected(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        for came in ("b", ROW):
            table = await tavern.tables.type_chance(request(table, ADA), came)
        rolling = await tavern.tables.act(request(table, ADA), "roll")
        with pytest.raises(IllegalMove, match="nothing to correct"):
            await tavern.tables.retype(request(rolling, ADA))
        back = await tavern.tables.undo(request(rolling, ADA))
        assert back.typed == 6

    in_tavern(tmp_path, visit)


def test_dice_that_the_server_drew_are_nobody_s_to_correct(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        assert table.typed == 0
        with pytest.raises(IllegalMove, match="nothing to correct"):
            await tavern.tables.retype(request(table, ADA))

    in_tavern(tmp_path, visit)


def test_whoever_may_roll_and_says_what_they_rolled_has_chosen_to_roll(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        for came in ("b", ROW):
            table = await tavern.tables.type_chance(request(table, ADA), came)
        asked = request(table, ADA)
        rolled = await tavern.tables.type_chance(asked, "3-5")
        assert [entry.text for entry in rolled.log[-2:]] == ["roll", "3-5"]
        assert rolled.state.rolled == (3, 5)
        assert await tavern.tables.type_chance(asked, "3-5") == rolled, "sent twice, it counts once"

    in_tavern(tmp_path, visit)


def test_a_roll_that_was_not_so_leaves_the_choice_to_call_shanghai_again(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(REAL, ADA)
        for came in ("b", ROW):
            table = await tavern.tables.type_chance(request(table, ADA), came)
        before = table.state
        rolled = await tavern.tables.type_chance(request(table, ADA), "3-5")
        back = await tavern.tables.retype(request(rolled, ADA))
        assert back.state == before
        assert load(to_text(record_of(back))).final == before

    in_tavern(tmp_path, visit)


def test_a_slip_noticed_late_is_reached_by_taking_back_step_by_step_to_the_very_first(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        start = table = await tavern.tables.create(REAL, ADA)
        states = [table.state]
        for came in ("b", ROW, "3-5", "place 3 left", "1-6", "place 6", "2-2"):
            change = tavern.tables.act if came.startswith("place") else tavern.tables.type_chance
            table = await change(request(table, ADA), came)
            states.append(table.state)
        for before in reversed(states[:-1]):
            take_back = tavern.tables.retype if table.typed else tavern.tables.undo
            table = await take_back(request(table, ADA))
            assert table.state == before
        assert table.state == start.state
        taken_back.append(table.id)

    async def after_a_restart(tavern: Tavern) -> None:
        table, _ = await tavern.tables.look(taken_back[0])
        assert table.state == rules.new_game(REAL.options)

    taken_back: list[GameId] = []
    in_tavern(tmp_path, visit)
    in_tavern(tmp_path, after_a_restart)
