"""How much time there is, in words."""

import pytest

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.tables.clocks import DAYS_PACE, LIVE_PACES, Pace
from shanghaien.web.tables.words.players import pace_short, pace_words


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        ("live 300 10", "5 minutes, plus 10 seconds a turn"),
        ("live 2 0", "2 seconds"),
        ("days 259200 86400 432000 vacation", "3 days, plus 1 day a turn, at most 5 days; vacation allowed"),
        ("days 86400 0 86400", "1 day, at most 1 day; no vacation"),
    ],
)
def test_a_pace_is_told_before_one_sits_down(pace: str, said: str) -> None:
    assert pace_words(Pace.read(pace)) == said


def test_no_pace_is_told_too() -> None:
    assert pace_words(None) == "No clock"
    assert pace_short(None) == ""


def test_a_label_has_room_for_a_short_form() -> None:
    assert [pace_short(pace) for pace in LIVE_PACES] == ["5 + 10", "10 + 15", "20 + 20"]
    assert pace_short(DAYS_PACE) == "3 days"
    assert pace_short(Pace.read("live 2 0")) == "2 seconds"


def test_every_language_has_its_own_words_for_it() -> None:
    said = set()
    for code in LANGUAGES:
        with language_context(code):
            said.add(pace_words(DAYS_PACE))
    assert len(said) == len(LANGUAGES)
