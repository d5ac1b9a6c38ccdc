"""A game step by step, from either side."""

from dataclasses import replace

from shanghaien.web.reviews.replay.views import Replay, ReplayLinks
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import GameResult, Table
from tests.web.tables.pages.positions import played

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")


def given_up() -> Table:
    shown = played(*TURNS)
    resigned = SeenEntry(shown.log[-1].number + 1, EntryKind.RESIGN, 0, "", 0)
    return replace(shown, log=(*shown.log, resigned), result=GameResult(1, (0, 0), 0, "resigned"), waits_for=None)


def test_a_replay_has_a_step_for_every_choice_and_each_line_leads_to_one() -> None:
    replay = Replay(played(*TURNS))
    assert replay.last == 8
    assert replay.shot(0).heading == "Waiting for Anna"
    assert replay.shot(1).page.rolled.dice == (1, 2)
    assert [told.step for told in replay.lines(8)] == [2, 4, 6, 8]


def test_the_line_that_tells_of_a_step_is_the_current_one() -> None:
    replay = Replay(played(*TURNS))
    for step, line in ((1, 0), (2, 0), (3, 1), (8, 3)):
        assert [told.current for told in replay.lines(step)].index(True) == line, step
    assert not any(told.current for told in replay.lines(0))


def test_a_step_shows_the_table_as_it_stood() -> None:
    shot = Replay(played(*TURNS)).shot(2)
    assert [slot.lower.count for slot in shot.page.row] == [1, 0, 0, 0, 0, 0]
    assert [slot.upper.count for slot in shot.page.row] == [0] * 6
    assert (shot.page.below.dice, shot.page.above.dice) == (5, 6)
    assert (shot.page.below.lit, shot.page.above.lit) == (False, True)
    assert shot.text == "Anna: rolled 1 2, put number 1 on the left, put the 1 on the French 4."
    assert shot.decision == 10


def test_a_replay_is_seen_from_the_side_one_asks_for() -> None:
    for side, below, ending in ((None, "Anna", ""), (0, "Anna", "&side=a"), (1, "Marta", "&side=b")):
        replay = Replay(played(*TURNS), side, ReplayLinks.of_table("g"))
        shown = replay.shot(8).page
        assert (shown.below.name, replay.place(8)) == (below, f"/replay/g?step=8{ending}")
        assert shown.neutral is (side is None)
    second = Replay(played(*TURNS), 1).shot(8).page
    assert [slot.lower.count for slot in second.row] == [0, 0, 1, 1, 0, 0]


def test_nothing_can_be_pressed_in_a_replay() -> None:
    replay = Replay(replace(played(*TURNS), undo=0, typed=1))
    for step in range(9):
        page = replay.shot(step).page
        asked = page.question
        assert (asked.dice, asked.tricks, asked.buttons, asked.ends, asked.ghosts) == ((), (), (), (), ())
        assert (page.tray.undo, page.tray.retype, page.may_resign, page.yours) == (False, False, False, False)


def test_a_replay_opens_at_its_start_and_a_step_out_of_range_is_the_nearest_there_is() -> None:
    replay = Replay(played(*TURNS))
    assert [replay.nearest(step) for step in (None, 3, 99, -1)] == [0, 3, 8, 0]


def test_the_last_step_of_a_game_that_was_given_up_tells_the_result() -> None:
    replay = Replay(given_up())
    assert replay.shot(8).page.over
    assert "wins" in replay.shot(8).heading
    assert replay.shot(3).page.verdict is None
    assert replay.lines(8)[-1].line.plain == "resigned."
