"""The end of a game: the verdict, and how the score comes about nation by nation (R22, R23, R47)."""

from dataclasses import dataclass

from shanghaien.web.i18n import gettext, ngettext

from .scene import Scene, Voice


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won, and what can be done next."""

    heading: str
    detail: str
    rematch: str
    """The address of the next game, once somebody has set it up."""
    may_rematch: bool


def verdict(scene: Scene) -> Verdict | None:
    """The verdict once the game is over, else None."""
    result = scene.table.result
    if result is None:
        return None
    rematch = f"/t/{scene.table.rematch}" if scene.table.rematch else ""
    return Verdict(_heading(scene), _detail(scene), rematch, bool(scene.viewer.seats))


def _heading(scene: Scene) -> str:
    voice, result = Voice(scene), scene.table.result
    assert result is not None
    if result.winner is None:
        return gettext("A draw")
    if result.resigned is not None:
        return voice.say(result.winner, gettext("You win"), gettext("%(name)s wins"))
    lead = abs(result.points[0] - result.points[1])
    return voice.say(result.winner, gettext("You win by %(lead)s"), gettext("%(name)s wins by %(lead)s"), lead=lead)


def _detail(scene: Scene) -> str:
    result = scene.table.result
    assert result is not None
    if result.resigned is not None:
        return Voice(scene).say(result.resigned, gettext("You resigned."), gettext("%(name)s resigned."))
    rounds = scene.state.round
    return ngettext("After %(num)d round.", "After %(num)d rounds.", rounds) % {"num": rounds}
