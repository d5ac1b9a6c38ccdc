"""Small drawings inside running text."""

from shanghaien.web.core.i18n import filled, tagged
from shanghaien.web.tables.words.drawings import dice_in_text


def test_dice_are_drawn_and_read_out() -> None:
    drawn = dice_in_text((3, 5), "them")
    assert drawn.count("<svg") == 2
    assert drawn.count('data-of="them"') == 2
    assert drawn.striptags().split() == ["3", "5"]
    assert "#die-3" in drawn


def test_words_that_come_from_anybody_are_escaped_and_the_wording_is_not() -> None:
    assert filled("<b>%(name)s</b>", name="<i>x") == "<b>&lt;i&gt;x</b>"
    assert tagged("<b>100 %</b>") == "<b>100 %</b>"
