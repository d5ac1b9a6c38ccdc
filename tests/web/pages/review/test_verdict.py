"""The last half of the verdict, where the account leaves what can be a chance."""

import pytest

from shanghaien.web.pages.review.verdict import _without_luck


@pytest.mark.parametrize(
    ("without", "result", "sentence"),
    [
        (0.6, 0.0, "Without luck the result would be 60.0 of 100, not 0.0."),
        (1.3, 0.0, "With average luck, such play would have won the game."),
        (-0.3, 1.0, "With average luck, such play would have lost the game."),
        (-0.3, 0.0, "With average luck the game would have ended the same way."),
        (1.0, 1.0, "With average luck the game would have ended the same way."),
    ],
)
def test_a_result_without_luck_outside_0_to_100_is_told_in_words(without: float, result: float, sentence: str) -> None:
    assert _without_luck(without, result) == sentence
