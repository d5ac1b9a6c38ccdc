"""The steps of a game as the page's script gets them."""

import asyncio
import json
from typing import Any

from shanghaien.web.reviews.replay import views as filming
from shanghaien.web.reviews.replay.views import STRETCH, Replay, film
from tests.web.reviews.replay.test_model import TURNS, given_up
from tests.web.tables.pages.positions import played


def told(replay: Replay, step: int) -> dict[str, Any]:
    return dict(json.loads(asyncio.run(film(replay, step))))


def test_a_step_is_told_as_what_differs_from_the_one_before() -> None:
    replay = Replay(played(*TURNS))
    steps = told(replay, 0)["steps"]
    whole: dict[str, str] = {}
    for number, step in enumerate(steps):
        assert all(whole.get(name) != text for name, text in step["parts"].items())
        whole |= step["parts"]
        assert whole == {name: str(text) for name, text in replay.shot(number).parts().items()}, number
    assert set(steps[1]["parts"]) < set(steps[0]["parts"])


def test_a_step_tells_what_happened_so_that_it_can_be_shown() -> None:
    steps = told(Replay(played(*TURNS)), 0)["steps"]
    assert "happened" not in steps[0]
    assert [each["do"] for each in steps[1]["happened"]] == ["roll"]
    assert {each["do"] for each in steps[2]["happened"]} >= {"end", "place"}
    assert [step["decision"] for step in steps[:3]] == [7, 9, 10]


def test_a_stretch_is_the_one_in_which_the_step_lies(monkeypatch: Any) -> None:
    monkeypatch.setattr(filming, "STRETCH", 4)
    replay = Replay(given_up())
    for step, first, count in ((0, 0, 4), (3, 0, 4), (5, 4, 4), (8, 8, 1), (99, 8, 1)):
        answer = told(replay, step)
        assert (answer["first"], len(answer["steps"])) == (first, count), step
    assert set(told(replay, 8)["steps"][0]["parts"]) == {str(name) for name in replay.shot(8).parts()}
    assert STRETCH > 4
