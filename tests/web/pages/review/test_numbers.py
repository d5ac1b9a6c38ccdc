"""Numbers as the review writes them."""

from shanghaien.web.pages.review.numbers import percent, points, signed


def test_points_have_one_decimal_a_true_minus_and_no_negative_nothing() -> None:
    assert [points(value) for value in (0.186, -0.05, -0.0001, 1.0)] == ["18.6", "−5.0", "0.0", "100.0"]


def test_signed_points_say_which_way() -> None:
    assert [signed(value) for value in (0.186, -0.05, 0.0001, -0.0001)] == ["+18.6", "−5.0", "0.0", "0.0"]


def test_a_chance_is_told_in_per_cent() -> None:
    assert percent(0.5) == "50.0 %"
