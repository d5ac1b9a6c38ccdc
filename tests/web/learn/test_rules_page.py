"""The page that teaches the game, and what its drawings say."""

import re

import pytest

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.learn.rules_views import example, face_named, score_example
from tests.web.browser_like import Visitor

ROW = "ITA3 AME1 TUR2 FRE4 shift DUT3"


def test_a_drawn_row_is_decided_by_the_rules() -> None:
    shown = example(ROW, mine="11345", theirs="13466", told=True)
    assert [slot.takes for slot in shown.row] == ["me", "none", "none", "me", "me", "them"]
    assert shown.row[3].why == "A tie, 1 die each. The dice next to it add up to: Marta 3, you 8."


def test_a_drawn_row_can_be_numbered_from_the_right() -> None:
    shown = example(ROW, mine="2", end="right")
    assert [slot.number for slot in shown.row] == [6, 5, 4, 3, 2, 1]
    assert [slot.takes for slot in shown.row] == ["none"] * 4 + ["me", "none"]


def test_a_card_drawn_face_down_goes_to_nobody() -> None:
    shown = example(ROW, mine="24", theirs="44", down="4")
    assert shown.row[3].face.down
    assert shown.row[3].takes == "none"


def test_a_drawn_score_is_worked_out_by_the_rules() -> None:
    shown = score_example("FRE4 FRE3 SPA3 SPA1 DUT1 CHI3 shift", "FRE2 DUT3 DUT3 TUR4 CHI1 CHI+")
    assert shown.points == (5, 7)


def test_a_trick_card_in_a_crew_is_drawn_dark() -> None:
    assert face_named("FRE+").wild
    assert face_named("FRE+").label == "French 2 (trick card)"
    with language_context("de"):
        assert face_named("FRE4").label == "Franzosen 4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_the_contents_leads_to_a_chapter_of_the_rules(language: str, visitor: Visitor) -> None:
    page = visitor.http.get("/rules", headers={"accept": "text/html", "accept-language": language}).text
    assert f'<html lang="{language}"' in page
    targets = re.findall(r'<a href="#([a-z0-9-]+)">', page)
    assert len(targets) > 8
    assert all(f'id="{target}"' in page for target in targets)
