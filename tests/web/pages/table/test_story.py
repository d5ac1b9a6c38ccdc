from dataclasses import replace

from shanghaien.web.pages.replay.model import replay
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.story import story
from shanghaien.web.play.table import Chair, SeatKind
from tests.web.pages.table.positions import played, seen

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")


def lines(seen: SeenTable) -> list[str]:
    return [f"{line.who}: {line.plain}" for line in story(seen) if not line.mark]


def test_each_turn_is_one_line_the_newest_first() -> None:
    told = lines(seen(played(*TURNS)))
    assert told[-1] == "You: rolled 1 2, put number 1 on the left, put the 1 on French 4."
    assert told[0] == "Marta: rolled 3 4, put the 3 on trick card “Die ±1”."
    assert len(told) == 4


def test_a_watcher_reads_names_only() -> None:
    assert {line.partition(":")[0] for line in lines(seen(played(*TURNS), None))} == {"Anna", "Marta"}


def test_names_are_escaped() -> None:
    shown = played(*TURNS, "roll", "1-2", "place 1", "shanghai", "ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
    evil = replace(shown, chairs=(Chair(SeatKind.HUMAN, "<b>x"), shown.chairs[1]))
    assert not any("<b>x" in str(line.text) for line in story(seen(evil, 1)))


def test_a_replay_has_a_step_for_every_choice_and_each_line_leads_to_one() -> None:
    shown = played(*TURNS)
    last = replay(shown, None)
    assert last.step == last.last == 8
    assert replay(shown, 0).page.question.heading == "Anna is at the dice"
    assert replay(shown, 1).page.question.lying == (1, 2)
    assert {told.step for told in last.lines} <= set(range(last.last + 1))
