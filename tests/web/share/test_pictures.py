"""Pictures to hand on: what they are, what they tell, and what a picture of a running game never tells."""

import asyncio
import struct
import zlib
from dataclasses import replace

import pytest

from shanghaien.rules import Trick
from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.core.ids import Version
from shanghaien.web.share import painter as painting
from shanghaien.web.share.painter import Painter, PaintersBusy, painted
from shanghaien.web.share.pictures import cut, finished_picture, running_picture, start_picture
from shanghaien.web.tables.model import GameResult, SeatKind, TableSeat
from tests.web.reviews.accounts import ACCOUNT, TURNS
from tests.web.tables.pages.positions import played, with_dice

RUNNING = played(*TURNS)
OVER = replace(RUNNING, result=GameResult(1, (7, 5), None))


def pixels(png: bytes) -> tuple[int, int, set[bytes]]:
    """Width and height of a PNG, and the different rows of its pixels."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    data, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    rows, size = zlib.decompress(data), 4 * width + 1
    return width, height, {rows[start : start + size] for start in range(0, len(rows), size)}


def test_a_picture_is_painted_at_the_size_that_other_sites_expect_and_is_not_blank() -> None:
    width, height, rows = pixels(painted(finished_picture(OVER, ACCOUNT)))
    assert (width, height) == (1200, 630)
    assert len(rows) > 300


def test_its_letters_are_drawn_in_every_alphabet_of_ours() -> None:
    latin, cyrillic, none = (
        painted(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30" font-size="30" '
            f'font-family="DejaVu Serif" font-weight="bold">{word}</text></svg>'
        )
        for word in ("Aé", "Жё", "")
    )
    assert len({latin, cyrillic, none}) == 3


def test_a_finished_game_is_told_with_its_points_and_what_decided_it() -> None:
    svg = finished_picture(OVER, ACCOUNT)
    assert all(f">{words}<" in svg for words in ("Marta wins", "Anna", "Marta", "7", "5"))
    assert "chance of winning" in svg
    assert "chance of winning" not in finished_picture(OVER, None)


def test_a_picture_of_a_running_game_hangs_on_names_round_and_row_only() -> None:
    shown = running_picture(RUNNING)
    assert "Anna vs Marta" in shown
    assert "Round 1 of 8" in shown
    state = RUNNING.state
    richer = tuple(
        player._replace(hand=(Trick("shift"),), crews=tuple((4, 4) for _ in player.crews), dice=(2, 1, 1, 0, 0, 0))
        for player in state.players
    )
    assert running_picture(with_dice("123", "456")) == running_picture(with_dice("", ""))
    changed = state.evolve(players=(richer[0], richer[1]), rolled=(6, 6), pile=tuple(reversed(state.pile)), turn=1)
    assert running_picture(replace(RUNNING, state=changed, log=(), version=Version(99))) == shown


def test_after_a_shanghai_the_row_is_the_one_that_was_shared_out_until_somebody_rolls() -> None:
    turns = (
        "roll",
        "1-2",
        "place 1 left",
        "roll",
        "1-2",
        "place 1",
        "roll",
        "1-1",
        "place 1",
        "roll",
        "1-1",
        "place 1",
    )
    next_row = ("GER1", "ITA2", "TUR3", "both", "GER2", "ITA1")
    called = played(*turns, "shanghai", *next_row)
    assert called.state.last is not None
    assert len(called.state.tavern) == 6
    assert running_picture(called) == running_picture(played(*turns))


def test_a_table_with_a_free_seat_asks_to_sit_down() -> None:
    waiting = replace(RUNNING, chairs=(RUNNING.chairs[0], TableSeat(SeatKind.OPEN)))
    assert "Play against Anna" in running_picture(waiting)


def test_names_are_cut_and_can_do_no_harm() -> None:
    assert cut("Maximiliane Alexandra") == "Maximiliane A…"
    assert cut("Ines") == "Ines"
    named = replace(RUNNING, chairs=(TableSeat(SeatKind.HUMAN, "<b>&"), RUNNING.chairs[1]))
    assert "&lt;b&gt;&amp;" in running_picture(named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_whoever_shares_it(language: str) -> None:
    with language_context(language):
        drawings = [start_picture(), running_picture(RUNNING), finished_picture(OVER, ACCOUNT)]
    others = [start_picture(), running_picture(RUNNING), finished_picture(OVER, ACCOUNT)]
    assert [mine == other for mine, other in zip(drawings, others, strict=True)] == [language == "en"] * 3


def test_what_was_painted_is_remembered_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def noted(svg: str) -> bytes:
        calls.append(svg)
        return b"p" * 10

    monkeypatch.setattr(painting, "painted", noted)
    monkeypatch.setattr(painting, "ROOM", 20)

    async def paint() -> None:
        painter = Painter()
        first, second = await asyncio.gather(painter.paint("one"), painter.paint("one"))
        assert first == second == b"p" * 10
        await painter.paint("two")
        await painter.paint("three")
        assert painter.known("one") is None
        assert painter.known("three") is not None

    asyncio.run(paint())
    assert calls == ["one", "two", "three"]


def test_when_too_many_wait_a_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "MOST_WAITING", 0)
    with pytest.raises(PaintersBusy):
        asyncio.run(Painter().paint("one"))
