"""The fields of a form: read if they can be, refused in a sentence if not."""

import pytest

from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.site.forms import LONGEST_TEXT, Fields


def test_a_text_may_be_as_long_as_the_limit_and_no_longer() -> None:
    assert Fields({"name": "x" * LONGEST_TEXT}).text("name") == "x" * LONGEST_TEXT
    with pytest.raises(BadRequestError) as refused:
        Fields({"name": "x" * (LONGEST_TEXT + 1)}).text("name")
    assert str(refused.value) == "Field name must be a text of at most 200 characters."


def test_a_text_that_is_missing_has_its_default_or_is_refused() -> None:
    assert Fields({}).text("name", "Ann") == "Ann"
    assert Fields({"name": "Ben"}).text("name", "Ann") == "Ben"
    with pytest.raises(BadRequestError):
        Fields({}).text("name")


@pytest.mark.parametrize("text", ["a\0b", "half \ud800", "the other \udfff", 3, None, ["x"]])
def test_what_cannot_be_stored_and_shown_is_refused(text: object) -> None:
    with pytest.raises(BadRequestError):
        Fields({"name": text}).text("name")


def test_letters_of_every_script_are_sound() -> None:
    assert Fields({"name": "Łucja 𝄞 上海"}).text("name") == "Łucja 𝄞 上海"
    assert Fields({"name": "\ud7ff\ue000"}).text("name") == "\ud7ff\ue000"


def test_a_number_has_at_most_seven_plain_digits() -> None:
    assert Fields({"count": "0"}).number("count") == 0
    assert Fields({"count": "9999999"}).number("count") == 9_999_999
    for text in ("10000000", "-1", "1.5", "", "²", "٣", None, 3):
        with pytest.raises(BadRequestError) as refused:
            Fields({"count": text}).number("count")
        assert str(refused.value) == "Field count must be a whole number."


def test_a_box_is_ticked_if_it_says_so() -> None:
    assert all(Fields({"box": text}).flag("box") for text in ("true", "on", "1", "yes"))
    assert not any(Fields({"box": text}).flag("box") for text in ("false", "off", "0", "no", "", "ON"))
    assert not Fields({}).flag("box")


def test_a_field_is_there_if_it_was_sent_even_empty() -> None:
    assert "name" in Fields({"name": ""})
    assert "other" not in Fields({"name": ""})
