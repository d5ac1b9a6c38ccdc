"""The grey captains at the ends of the row, with which the round's starter says where number 1 is (R10, R43)."""

from dataclasses import replace

from shanghaien.rules import Action, Answer, End, Play
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button


def captains(seen: SeenTable, **play: Action) -> tuple[Button, ...]:
    """The two grey captains, each leading on with its end chosen, or playing what depends on nothing else (R43)."""
    ends = ((End.LEFT, "1 → 6"), (End.RIGHT, "6 ← 1"))
    labels = {End.LEFT: gettext("1 is at the left end"), End.RIGHT: gettext("1 is at the right end")}
    buttons = []
    for end, arrow in ends:
        action = play.get(str(end))
        link = "" if action else seen.address + seen.choice.link(end=str(end))
        text = gettext("1 is at this end")
        buttons.append(Button(text, arrow, "captain", link=link, label=labels[end], end=str(end)).playing(action))
    return tuple(buttons)


def change_end(seen: SeenTable) -> tuple[Button, ...]:
    """A way back from a choice of the end that is not played yet."""
    if seen.state.end is not None or seen.choice.end is None:
        return ()
    return (
        Button(gettext("Other end"), link=seen.address + seen.choice.link(end=""), style="btn-quiet", key="Escape"),
    )


def keeping_end(seen: SeenTable, button: Button, action: Action | None) -> Button:
    """The button of a choice after which the end is still to be named: the one that was looked at stays chosen."""
    named = seen.state.end is not None or seen.choice.end is None
    if named or not isinstance(action, Play | Answer) or action.end is not None:
        return button
    return replace(button, to=f"/t/{seen.table.id}/act?end={seen.choice.end}")


def end_in_words(end: End) -> str:
    """Where card 1 lies, in words."""
    return gettext("1 is on the left") if end is End.LEFT else gettext("1 is on the right")
