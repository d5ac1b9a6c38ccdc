"""The grey captains at the ends of the row, with which the round's starter says where number 1 is (R10, R43)."""

from shanghaien.rules import End, Play
from shanghaien.web.i18n import gettext

from .presses import Press
from .scene import Scene


def captains(scene: Scene, **play: Play) -> tuple[Press, ...]:
    """The two grey captains, each leading on with its end chosen, or playing what depends on nothing else (R43)."""
    ends = ((End.LEFT, "1 → 6"), (End.RIGHT, "6 ← 1"))
    labels = {End.LEFT: gettext("1 is at the left end"), End.RIGHT: gettext("1 is at the right end")}
    presses = []
    for end, arrow in ends:
        action = play.get(str(end))
        link = "" if action else scene.address + scene.choice.link(end=str(end))
        text = gettext("1 is at this end")
        presses.append(Press(text, arrow, "captain", link=link, label=labels[end]).playing(action))
    return tuple(presses)


def change_end(scene: Scene) -> tuple[Press, ...]:
    """A way back from a choice of the end that is not played yet."""
    if scene.state.end is not None or scene.choice.end is None:
        return ()
    return (Press(gettext("Other end"), link=scene.address + scene.choice.link(end=""), style="btn-quiet"),)
