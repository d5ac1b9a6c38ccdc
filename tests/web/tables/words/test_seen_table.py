"""Who sees what below and above, and how they are spoken to."""

import pytest

from shanghaien.rules import ACTS, BY_KEY, End
from shanghaien.web.tables.pages.seen_table import OpenChoice, Voice
from tests.web.tables.pages.positions import everybody, hot_seat, seen, with_dice


@pytest.mark.rule(42)
def test_ones_own_seat_is_below_a_watcher_chooses_and_at_a_hot_seat_it_is_the_mover() -> None:
    below = {who: looking.below for who, looking in everybody(with_dice("22", "4")).items()}
    assert list(below.values()) == [0, 1, 0, 0, 0, 1]
    assert hot_seat(with_dice("22", "4", turn=1)).below == 1
    for looking in everybody(with_dice("22", "4")).values():
        assert looking.above == 1 - looking.below


def test_only_whoever_the_table_waits_for_is_asked() -> None:
    asked = [who for who, looking in everybody(with_dice("22", "4", turn=1)).items() if looking.asked]
    assert asked == ["second", "hot seat"]


def test_a_player_is_you_and_everybody_else_has_a_name() -> None:
    shown = with_dice("22", "4")
    assert [Voice(seen(shown, 0)).name(seat) for seat in (0, 1)] == ["You", "Marta"]
    assert [Voice(seen(shown, 1)).inside(seat) for seat in (0, 1)] == ["Anna", "you"]
    for who in ("hot seat", "watcher", "watcher beside the first", "watcher beside the second"):
        assert [Voice(everybody(shown)[who]).name(seat) for seat in (0, 1)] == ["Anna", "Marta"]
    assert Voice(seen(shown, 0)).say(0, "You go", "%(name)s goes") == "You go"
    assert Voice(seen(shown, 1)).say(0, "You go", "%(name)s goes") == "Anna goes"
    assert Voice(seen(shown, 0)).own_name(0) == "Anna"


def test_red_is_below_and_blue_above() -> None:
    colours = {
        who: [Voice(looking).of(seat) for seat in (0, 1)] for who, looking in everybody(with_dice("2", "4")).items()
    }
    assert colours["first"] == colours["watcher"] == colours["watcher beside the first"] == ["me", "them"]
    assert colours["second"] == colours["watcher beside the second"] == ["them", "me"]


def test_a_choice_is_read_from_a_link_and_nonsense_is_as_if_it_were_not_there() -> None:
    card, act = next(iter(BY_KEY)), next(iter(ACTS))
    half = f"{card}.{act}"
    read = OpenChoice.read(end="right", half=half, ask="call")
    assert (read.end, read.half, read.call, read.resign) == (End.RIGHT, (card, act), True, False)
    assert OpenChoice.read(end="up", half="x.y", ask="?") == OpenChoice()
    assert OpenChoice.read(ask="resign").resign
    assert OpenChoice.read(end="left", half=half).link() == f"?end=left&half={half}"
    assert OpenChoice.read(end="left", half=half).link(half="") == "?end=left"
