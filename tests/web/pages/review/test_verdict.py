"""Who played better and who had the luck, told to both sides; and where the account leaves what can be a chance."""

from dataclasses import replace

import pytest

from shanghaien.web.pages.review.verdict import _without_luck, verdict
from tests.web.pages.review.accounts import ACCOUNT, TURNS
from tests.web.pages.table.positions import played, seen, watching


@pytest.mark.parametrize(
    ("without", "result", "sentence"),
    [
        (0.6, 0.0, "Without luck the result would be 60.0 of 100, not 0.0."),
        (1.3, 0.0, "With average luck, that play would have won."),
        (-0.3, 1.0, "With average luck, that play would have lost."),
        (-0.3, 0.0, "With average luck the game would have ended the same way."),
        (1.0, 1.0, "With average luck the game would have ended the same way."),
    ],
)
def test_a_result_without_luck_outside_0_to_100_is_told_in_words(without: float, result: float, sentence: str) -> None:
    assert _without_luck(without, result) == sentence


def test_whoever_lost_less_played_better_whoever_reads_it() -> None:
    shown = played(*TURNS)
    assert verdict(seen(shown, 0), ACCOUNT).startswith("Marta played clearly better. The dice and cards were kind.")
    assert verdict(seen(shown, 1), ACCOUNT).startswith("You played clearly better. The dice and cards were unkind.")
    assert verdict(watching(shown, 1), ACCOUNT).startswith(
        "Marta played clearly better. The dice and cards were unkind."
    )


def test_two_who_lost_alike_are_told_so_as_players_or_as_a_watcher() -> None:
    even = replace(ACCOUNT, entries=ACCOUNT.entries[:3])
    assert verdict(seen(played(*TURNS), 0), even).startswith("Both of you played about equally well. Luck was even.")
    assert verdict(watching(played(*TURNS)), even).startswith("Both played equally well. Luck was even.")
