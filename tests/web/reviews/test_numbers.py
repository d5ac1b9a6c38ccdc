"""Numbers as the review writes them."""

import pytest

from shanghaien.web.core.formats import percent, points, signed
from shanghaien.web.core.i18n import language_context


def test_points_have_one_decimal_a_true_minus_and_no_negative_nothing() -> None:
    assert [points(value) for value in (0.186, -0.05, -0.0001, 1.0)] == ["18.6", "−5.0", "0.0", "100.0"]


def test_signed_points_say_which_way() -> None:
    assert [signed(value) for value in (0.186, -0.05, 0.0001, -0.0001)] == ["+18.6", "−5.0", "0.0", "0.0"]


def test_a_chance_is_told_in_per_cent() -> None:
    assert (percent(0.5), percent(0.815, 0)) == ("50.0%", "82%")


@pytest.mark.parametrize(("language", "sign"), [("de", "\xa0%"), ("fr", "\xa0%"), ("it", "%"), ("ru", "\xa0%")])
def test_other_languages_have_a_decimal_comma_and_their_own_space_before_the_sign(language: str, sign: str) -> None:
    with language_context(language):
        assert (points(0.186), signed(-0.05), percent(0.815)) == ("18,6", "−5,0", f"81,5{sign}")
