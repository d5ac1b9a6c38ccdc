"""The steps of a game as the page's script wants them: a stretch at a time, each step as what differs from the last."""

import asyncio
from typing import Any

import msgspec
from markupsafe import Markup

from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.happened import happened

from .model import Replay, Shot
from .moments import table_at

STRETCH = 16
"""How many steps are told at once: about what is made within a blink and seen within half a minute."""


async def film(replay: Replay, step: int) -> bytes:
    """The stretch in which a step lies, as JSON; others have their turn while it is made."""
    first = replay.nearest(step) // STRETCH * STRETCH
    known: dict[str, Markup] = {}
    steps = []
    for number in range(first, min(first + STRETCH, replay.last + 1)):
        shot = replay.shot(number)
        steps.append(_told(replay, number, shot, known))
        known = shot.parts()
        await asyncio.sleep(0)
    return msgspec.json.encode({"first": first, "steps": steps}, enc_hook=str)


def _told(replay: Replay, number: int, shot: Shot, known: dict[str, Markup]) -> dict[str, Any]:
    changed = {name: text for name, text in shot.parts().items() if known.get(name) != text}
    did = _happened(replay, number)
    told = {"parts": changed, "told": shot.page.told, "text": shot.text or shot.heading, "decision": shot.decision}
    return told | ({"happened": did} if did else {})


def _happened(replay: Replay, number: int) -> list[dict[str, Any]] | None:
    """What was done since the step before."""
    if number == 0:
        return None
    table = table_at(replay.table, replay.moments[number], whole=False)
    return happened(SeenTable(table, side=replay.side), replay.moments[number - 1].number)
