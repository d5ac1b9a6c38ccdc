"""A game step by step, from either side."""

from dataclasses import replace

from shanghaien.web.pages.replay.model import replay
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import GameResult, TableEntry
from tests.web.pages.table.positions import played

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")


def test_a_replay_has_a_step_for_every_choice_and_each_line_leads_to_one() -> None:
    shown = played(*TURNS)
    last = replay(shown, None)
    assert last.step == last.last == 8
    assert replay(shown, 0).page.question.heading == "Waiting for Anna"
    assert replay(shown, 1).page.question.lying == (1, 2)
    assert [told.step for told in last.lines] == [8, 6, 4, 2]
    assert [told.current for told in last.lines] == [True, False, False, False]


def test_a_step_shows_the_table_as_it_stood() -> None:
    shown = replay(played(*TURNS), 2).page
    assert [slot.lower.count for slot in shown.row] == [1, 0, 0, 0, 0, 0]
    assert [slot.upper.count for slot in shown.row] == [0] * 6
    assert (shown.below.dice, shown.above.dice) == (5, 6)
    assert (shown.below.lit, shown.above.lit) == (False, True)
    assert shown.question.text == "Anna: rolled 1 2, put number 1 on the left, put the 1 on the French 4."


def test_a_replay_is_seen_from_the_side_one_asks_for() -> None:
    for side, below, letter in ((None, "Anna", ""), (0, "Anna", "a"), (1, "Marta", "b")):
        shown = replay(played(*TURNS), 8, side)
        assert (shown.page.below.name, shown.side) == (below, letter)
        assert shown.page.neutral is (side is None)
    second = replay(played(*TURNS), 8, 1).page
    assert [slot.lower.count for slot in second.row] == [0, 0, 1, 1, 0, 0]


def test_nothing_can_be_pressed_in_a_replay() -> None:
    for step in range(9):
        page = replay(replace(played(*TURNS), undo=0, typed=1), step).page
        asked = page.question
        assert (asked.dice, asked.tricks, asked.buttons, asked.ends, asked.ghosts) == ((), (), (), (), ())
        assert (page.undo, page.retype, page.may_resign, page.yours) == (False, False, False, False)


def test_a_step_out_of_range_is_the_nearest_there_is() -> None:
    assert replay(played(*TURNS), 99).step == 8
    assert replay(played(*TURNS), -1).step == 0


def test_the_last_step_of_a_game_that_was_given_up_tells_the_result() -> None:
    shown = played(*TURNS)
    resigned = TableEntry(shown.log[-1].number + 1, EntryKind.RESIGN, 0, "", 0)
    over = replace(shown, log=(*shown.log, resigned), result=GameResult(1, (0, 0), resigned=0), waits_for=None)
    assert replay(over, None).page.question.heading == "Game over"
    assert replay(over, 3).page.verdict is None
    assert replay(over, None).lines[0].line.plain == "resigned."
