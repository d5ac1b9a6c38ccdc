"""The log in words: every turn, every round, for players and watchers."""

from dataclasses import replace

import pytest

from shanghaien.rules import Options
from shanghaien.web.tables.log import EntryKind, SeenEntry
from shanghaien.web.tables.model import SeatKind, Table, TableSeat
from shanghaien.web.tables.pages.log_lines import LogLine, story
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.seen_table import SeenTable
from tests.web.tables.pages.positions import everybody, hot_seat, played, seen, watching

TURNS = ("roll", "1-2", "place 1 left", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")
SECOND = ("ITA1", "ITA2", "ITA3", "ITA3", "ITA4", "TUR1")
THIRD = ("GER1", "GER2", "GER3", "GER3", "GER4", "TUR4")
SHORT = ("roll", "1-2", "place 1 right", "roll", "1-4", "place 4", "roll", "2-3", "place 2", "roll", "3-4", "place 3")
EVERYTHING = Options(first="a", extra_1=True, extra_2=True, extra_3=True, crazy_captain=True)


def lines(seen: SeenTable) -> list[str]:
    return [f"{line.who}: {line.plain}" for line in story(seen) if not line.mark]


def marks(told: tuple[LogLine, ...]) -> list[str]:
    return [line.plain for line in told if line.mark]


def three_rounds() -> Table:
    """Anna calls in the first round, Marta in the second; the third has begun."""
    return played(*TURNS, "shanghai", *SECOND, *SHORT, "shanghai", *THIRD, "roll", "5-6")


def test_each_turn_is_one_line_the_newest_first() -> None:
    told = lines(seen(played(*TURNS)))
    assert told == [
        "Marta: rolled 3 4, put the 3 on the trick card “Die ±1”.",
        "You: rolled 2 3, put the 2 on the Spanish 1.",
        "Marta: rolled 1 4, put the 4 on the Dutch 3.",
        "You: rolled 1 2, put number 1 on the left, put the 1 on the French 4.",
    ]


def test_everybody_reads_the_same_turns_each_with_the_right_name_and_colour() -> None:
    names = {
        "first": ["Marta", "You"],
        "second": ["You", "Anna"],
        "hot seat": ["Marta", "Anna"],
        "watcher": ["Marta", "Anna"],
        "watcher beside the first": ["Marta", "Anna"],
        "watcher beside the second": ["Marta", "Anna"],
    }
    for who, looking in everybody(played(*TURNS)).items():
        turns = [line for line in story(looking) if not line.mark]
        assert [line.who for line in turns] == names[who] * 2
        below_is_anna = who not in ("second", "watcher beside the second")
        assert [line.of for line in turns] == (["them", "me"] if below_is_anna else ["me", "them"]) * 2


@pytest.mark.rule(44)
def test_a_shanghai_tells_who_takes_what() -> None:
    told = played(*TURNS, "shanghai", *SECOND)
    # Card 1 and 2 are Anna's, 3 and 4 Marta's; nobody has a die on 5 and 6.
    shared = "the French 4 and the Spanish 1; {} the trick card “Die ±1” and the Dutch 3; 2 cards are out of the game"
    assert marks(story(seen(told, 0)))[2] == f"You take {shared.format('Marta takes')}"
    assert marks(story(seen(told, 1)))[2] == f"Anna takes {shared.format('You take')}"
    assert marks(story(watching(told)))[2] == f"Anna takes {shared.format('Marta takes')}"
    assert lines(seen(told, 0))[0] == "You: called Shanghai."


def test_it_is_told_what_a_round_made_of_both_scores() -> None:
    told = played(*TURNS, "shanghai", *SECOND)
    assert marks(story(seen(told, 0)))[1] == "Points after round 1: you 0 → 5, Marta 0 → 4"
    assert marks(story(seen(told, 1)))[1] == "Points after round 1: you 0 → 4, Anna 0 → 5"
    assert marks(story(watching(told)))[1] == "Points after round 1: Anna 0 → 5, Marta 0 → 4"


def test_the_whole_log_has_every_round_and_the_one_beside_the_table_the_last_two() -> None:
    for looking in everybody(three_rounds()).values():
        whole, beside = story(looking), present(looking).log
        assert [line.plain.partition(" ·")[0] for line in beside if line.who == "round"] == ["Round 3", "Round 2"]
        assert len(beside) == 1 + 1 + 2 + 5 + 1  # a turn, two marks of rounds, who takes what, the points, five lines
        assert whole[: len(beside)] == beside
        assert len(whole) == len(beside) + 2 + 5
        assert whole[-1].plain == "rolled 1 2, put number 1 on the left, put the 1 on the French 4."


@pytest.mark.rule(7)
def test_a_first_round_whose_start_was_drawn_is_a_round_like_any_other() -> None:
    drawn = played("roll", "1-2", options=Options(), first="A")
    assert marks(story(watching(drawn))) == ["Round 1 · Anna starts"]
    assert marks(story(seen(drawn, 0))) == ["Round 1 · you start"]


def test_a_mark_says_who_starts_the_round() -> None:
    assert [line for line in marks(story(seen(three_rounds(), 0))) if line.startswith("Round")] == [
        "Round 3 · you start",
        "Round 2 · Marta starts",
    ]
    assert "Round 2 · you start" in marks(story(seen(three_rounds(), 1)))
    assert "Round 2 · Marta starts" in marks(story(hot_seat(three_rounds())))


def test_a_watcher_reads_names_only() -> None:
    assert {line.partition(":")[0] for line in lines(watching(three_rounds()))} == {"Anna", "Marta"}


def test_names_are_escaped() -> None:
    shown = played(*TURNS, "roll", "1-2", "place 1", "shanghai", *SECOND)
    evil = replace(shown, chairs=(TableSeat(SeatKind.HUMAN, "<b>x"), shown.chairs[1]))
    assert not any("<b>x" in str(line.text) for line in story(seen(evil, 1)))


def test_tricks_are_told_by_what_they_ask_for() -> None:
    sharks = played("roll", "2-5", "play extra2 sharks 5 left", options=EVERYTHING)
    assert lines(seen(sharks)) == [
        (
            "You: rolled 2 5, played To the sharks, put number 1 on the left, put the 5 on the Chinese 4, "
            "turned card 5 face down."
        )
    ]
    exchange = played(*TURNS, "roll", "5-6", "play extra2 exchange 2", options=EVERYTHING)
    assert lines(seen(exchange))[0] == (
        "You: rolled 5 6, played Exchange, took the 2 back, put the 5 on the Chinese 4, put the 6 on the American 1."
    )


def test_an_objection_is_told_in_the_line_of_whom_it_meets() -> None:
    steps = ("roll", "1-2", "play captain", "place 1 left", "roll", "3-4", "place 3", "object", "5-6", "place 5")
    shown = played(*steps, options=EVERYTHING)
    assert lines(seen(shown, 0))[0] == "Marta: rolled 3 4, You objected, rolled 5 6, put the 5 on the Chinese 4."
    assert lines(seen(shown, 1))[0] == "You: rolled 3 4, Anna objected, rolled 5 6, put the 5 on the Chinese 4."


@pytest.mark.rule(38)
def test_a_card_that_is_taken_is_told_with_whom_it_lay() -> None:
    first = ("roll", "3-3", "take left")
    assert lines(watching(played(*first, options=EVERYTHING)))[0] == (
        "Anna: rolled 3 3, put number 1 on the left, took the trick card “The Double”."
    )
    second = played(*first, "roll", "4-4", "take", options=EVERYTHING)
    assert lines(watching(second))[0] == "Marta: rolled 4 4, took the trick card “The Double” from the opponent."


def test_what_was_taken_back_is_not_told_and_a_resignation_is() -> None:
    shown = played("roll", "1-2", "place 1 left")
    last = shown.log[-1]
    resigned = SeenEntry(last.number + 1, EntryKind.RESIGN, 1, "", 0)
    told = replace(shown, log=(*shown.log[:-1], replace(last, undone=True), resigned))
    assert lines(watching(told)) == ["Marta: resigned.", "Anna: rolled 1 2."]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (EntryKind.TIME_UP, "ran out of time."),
        (EntryKind.TIME_OUT, "lost on time."),
        (EntryKind.MORE_TIME, "got a day more."),
        (EntryKind.ABANDONED, "called the game off."),
        (EntryKind.VACATION, "announced a vacation."),
    ],
)
def test_what_happens_to_a_clock_is_told_of_whoever_it_belongs_to(kind: EntryKind, said: str) -> None:
    shown = played()
    told = replace(shown, log=(*shown.log, SeenEntry(9, kind, 1, "1 2", 0)))
    assert lines(seen(told))[0] == f"Marta: {said}"
    assert lines(seen(told, 1))[0] == f"You: {said}"


def test_a_vacation_that_was_announced_before_ends_with_the_next_word_of_it() -> None:
    shown = played()
    said = [SeenEntry(number, EntryKind.VACATION, seat, "5 9", 0) for number, seat in ((8, 0), (9, 1), (10, 0))]
    told = lines(seen(replace(shown, log=(*shown.log, *said))))
    assert told == ["You: came back from vacation.", "Marta: announced a vacation.", "You: announced a vacation."]


def test_a_game_that_the_server_called_off_had_hardly_begun() -> None:
    shown = played()
    over = replace(shown, log=(*shown.log, SeenEntry(9, EntryKind.ABANDONED, None, "", 0)))
    assert marks(story(seen(over)))[0] == "The game was called off: it had hardly begun"


def test_what_the_server_did_for_a_player_is_told_as_ordered_and_what_a_bot_does_is_not() -> None:
    shown = played(*TURNS[:3])
    log = (*shown.log[:-1], replace(shown.log[-1], unasked=True))
    ordered = replace(shown, log=log)
    assert lines(seen(ordered))[0].endswith(
        "rolled 1 2, automatically, put number 1 on the left, put the 1 on the French 4."
    )
    bots = replace(ordered, chairs=(TableSeat(SeatKind.BOT, level="captain"), shown.chairs[1]))
    assert "automatically" not in " ".join(lines(watching(bots)))
