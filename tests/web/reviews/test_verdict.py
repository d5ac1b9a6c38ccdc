"""Who played better and who had the luck, told to both sides; and where the account leaves what can be a chance."""

from dataclasses import replace

import pytest

from shanghaien.web.reviews.views import _without_luck, verdict
from tests.web.reviews.accounts import ACCOUNT, TURNS
from tests.web.tables.pages.positions import played, seen, watching

TABLE = played(*TURNS)


@pytest.mark.parametrize(
    ("without", "result", "told", "about"),
    [
        (
            0.6,
            0.0,
            "you would have ended at 60.0 out of 100, not 0.0",
            "Anna would have ended at 60.0 out of 100, not 0.0",
        ),
        (1.3, 0.0, "you would have won", "Anna would have won"),
        (-0.3, 1.0, "you would have lost", "Anna would have lost"),
        (-0.3, 0.0, "the game would have ended the same way", "the game would have ended the same way"),
        (1.0, 1.0, "the game would have ended the same way", "the game would have ended the same way"),
    ],
)
def test_a_result_without_luck_outside_0_to_100_is_told_in_words(
    without: float, result: float, told: str, about: str
) -> None:
    assert _without_luck(seen(TABLE, 0), without, result) == f"With average luck {told}."
    assert _without_luck(watching(TABLE), without, result) == f"With average luck {about}."


def test_whoever_lost_less_played_better_and_luck_has_a_name_whoever_reads_it() -> None:
    assert verdict(seen(TABLE, 0), ACCOUNT).startswith("Marta played clearly better. Luck was on your side (+10.0).")
    assert verdict(seen(TABLE, 1), ACCOUNT).startswith("You played clearly better. Luck was against you (−10.0).")
    assert verdict(watching(TABLE, 1), ACCOUNT).startswith(
        "Marta played clearly better. Luck was against Marta (−10.0)."
    )


def test_two_who_lost_alike_are_told_so_as_players_or_as_a_watcher() -> None:
    even = replace(ACCOUNT, entries=ACCOUNT.entries[:3])
    assert verdict(seen(TABLE, 0), even).startswith("Both of you played about equally well. Luck was even.")
    assert verdict(watching(TABLE), even).startswith("Both played equally well. Luck was even.")


def test_the_verdict_never_praises_whoever_is_less_accurate() -> None:
    first, second = ACCOUNT.totals
    assert (first.loss > second.loss) == (first.accuracy < second.accuracy)
