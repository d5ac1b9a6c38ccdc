"""One step of a review: the row as it stood, every choice with its value for whoever chose."""

from dataclasses import replace

from shanghaien.ai.review.model import WeighedAction
from shanghaien.web.reviews.step_views import MOST_CHOICES, advice_view, solved_view, step_view
from tests.web.reviews.accounts import ACCOUNT, ANNA_CHOSE, MARTA_CHOSE, TURNS, moments
from tests.web.tables.pages.positions import played, seen, watching

ANNAS, MARTAS = ACCOUNT.entries[3], ACCOUNT.entries[5]


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_values_are_those_of_whoever_chose() -> None:
    shown = played(*TURNS)
    for looking in (seen(shown, 0), seen(shown, 1), watching(shown)):
        annas = step_view(looking, ANNAS, moments()[8]).alternatives
        assert [choice.value for choice in annas] == ["50.0%", "45.0%", "40.0%", "30.0%"]
        martas = step_view(looking, MARTAS, moments()[11]).alternatives
        assert [choice.value for choice in martas] == ["45.0%", "35.0%"]


def test_the_best_and_the_one_played_are_marked() -> None:
    choices = step_view(seen(played(*TURNS), 0), ANNAS, moments()[8]).alternatives
    assert [(choice.best, choice.played) for choice in choices] == [(True, False), (False, True)] + [(False, False)] * 2


def test_the_row_shows_the_table_before_the_choice_with_both_dice_on_it() -> None:
    slots = step_view(seen(played(*TURNS), 1), MARTAS, moments()[11]).row
    assert [slot.tag for slot in slots] == ["best", "", "", "played", "", ""]
    assert [slot.die for slot in slots] == [1, 0, 0, 4, 0, 0]
    assert {slot.of for slot in slots} == {"me"}
    assert [slot.slot.upper.count for slot in slots] == [1, 0, 0, 0, 0, 0]
    other = step_view(seen(played(*TURNS), 0), MARTAS, moments()[11]).row
    assert {slot.of for slot in other} == {"them"}
    assert [slot.slot.lower.count for slot in other] == [1, 0, 0, 0, 0, 0]


def test_the_heading_says_who_rolled_what() -> None:
    def heading(viewer: int | None, entry: int, moment: int) -> str:
        looking = watching(played(*TURNS)) if viewer is None else seen(played(*TURNS), viewer)
        return words(step_view(looking, ACCOUNT.entries[entry], moments()[moment]).heading.striptags())

    assert (heading(0, 3, 8), heading(1, 3, 8), heading(None, 3, 8)) == (
        "You rolled 1 2",
        "Anna rolled 1 2",
        "Anna rolled 1 2",
    )
    assert heading(0, 0, 5) == "The cards of the round"


def test_a_game_given_up_has_nothing_to_weigh() -> None:
    shown = step_view(seen(played(*TURNS), 0), ACCOUNT.entries[6], None)
    assert (str(shown.heading), shown.row, shown.alternatives, shown.why) == ("The game was given up.", (), (), ())


def test_reasons_speak_to_the_player_and_name_the_other() -> None:
    own = " ".join(step_view(seen(played(*TURNS), 1), MARTAS, moments()[11]).why)
    watched = " ".join(step_view(watching(played(*TURNS)), MARTAS, moments()[11]).why)
    assert own
    assert "Marta" not in own
    assert "Marta" in watched


def test_advice_tells_no_choice_as_played() -> None:
    asked = seen(played("roll", "1-2"), 0)
    shown = advice_view(asked, ANNA_CHOSE)
    assert [choice.played for choice in shown.alternatives] == [False] * 4
    assert [choice.best for choice in shown.alternatives] == [True, False, False, False]
    assert len(shown.row) == 6


def test_a_solved_position_shows_every_choice_and_no_row() -> None:
    asked = seen(played("roll", "1-2", "place 1 left", "roll", "1-4"), 1)
    shown = solved_view(asked, replace(MARTAS, number=0, choices=MARTA_CHOSE))
    assert shown.row == ()
    assert [words(choice.text.striptags()) for choice in shown.alternatives] == ["1 on French 4", "4 on Dutch 3"]


def test_of_many_choices_the_best_are_listed_and_the_one_that_was_made() -> None:
    others = [f"place {die} {end}" for die in (3, 4, 5, 6) for end in ("left", "right")]
    many = tuple(WeighedAction(text, 0.5) for text in ("place 1 left", "place 2 left", *others, "place 2 right"))
    entry = replace(ANNAS, choices=many, text=many[-1].action)
    listed = step_view(seen(played(*TURNS), 0), entry, moments()[8]).alternatives
    assert len(listed) == MOST_CHOICES + 1
    assert [choice.played for choice in listed] == [False] * MOST_CHOICES + [True]
    among = replace(entry, text=many[1].action)
    listed = step_view(seen(played(*TURNS), 0), among, moments()[8]).alternatives
    assert [choice.played for choice in listed] == [False, True] + [False] * (MOST_CHOICES - 2)


def test_bars_are_as_long_as_the_chance_of_whoever_chose() -> None:
    annas = step_view(watching(played(*TURNS)), ANNAS, moments()[8]).alternatives
    martas = step_view(watching(played(*TURNS)), MARTAS, moments()[11]).alternatives
    assert [choice.width for choice in annas] == [50.0, 45.0, 40.0, 30.0]
    assert [choice.width for choice in martas] == [45.0, 35.0]


def test_the_best_choice_if_it_was_played_is_marked_once() -> None:
    slots = step_view(seen(played(*TURNS), 1), replace(MARTAS, text="place 1"), moments()[11]).row
    assert [slot.tag for slot in slots] == ["best and played", "", "", "", "", ""]
