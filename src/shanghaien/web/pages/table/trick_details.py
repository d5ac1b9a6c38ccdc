"""The details of half a trick card, by what its act asks for: a crew, a die, up or down, an end (R16-R18, R35, R36)."""

from collections.abc import Callable, Sequence

from shanghaien.rules import N_, Asks, Nation, Play, TrickAct, act_of, action_text, apply, other
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import EMBLEMS, act_help, act_name, nation_name
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button, CrewButton, DieButton, Question, ShiftButtons
from .ends import captains
from .row import Ghost

HEADINGS = {
    Asks.CREW: N_("%(act)s: which crew?"),
    Asks.SHIFT: N_("%(act)s: which die, up or down?"),
    Asks.ROLLED_DIE: N_("%(act)s: which of the dice?"),
    Asks.OWN_DIE: N_("%(act)s: which of your dice on cards?"),
}
"""How a detail is asked for where the card's file has no words of its own."""


def detail_question(seen: SeenTable, plays: Sequence[Play]) -> Question:
    """The question that is left once half a trick card has been chosen."""
    if any(play.end is not None for play in plays) and seen.choice.end is None:
        return _end_first(seen, plays)
    fitting = [play for play in plays if play.end in (None, seen.choice.end)]
    act = act_of(plays[0].card, plays[0].act)
    ask = next((TRAYS[asked] for asked in act.asks if asked in TRAYS), _just_so)
    return ask(seen, act, fitting)


def back(seen: SeenTable) -> tuple[Button, ...]:
    """Back to the roll, with nothing played."""
    return (Button(gettext("Back to the roll"), link=seen.address + seen.choice.link(half=""), style="btn-quiet"),)


def _end_first(seen: SeenTable, plays: Sequence[Play]) -> Question:
    dice = {play.die for play in plays}
    direct = {str(play.end): play for play in plays} if dice == {None} else {}
    heading = gettext("%(act)s: where is number 1?") % {"act": act_name(plays[0].act)}
    return Question(heading, act_help(plays[0].act), ends=captains(seen, **direct), buttons=back(seen))


def _heading(act: TrickAct, asked: Asks) -> str:
    return gettext(act.question) if act.question else gettext(HEADINGS[asked]) % {"act": gettext(act.name)}


def _which_crew(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    by_nation = {play.nation: play for play in plays}
    nations = tuple(_crew(seen, act, nation, by_nation.get(nation)) for nation in Nation)
    return Question(_heading(act, Asks.CREW), gettext(act.help), nations=nations, buttons=back(seen))


def _crew(seen: SeenTable, act: TrickAct, nation: Nation, play: Play | None) -> CrewButton:
    text = _becomes(seen, nation, play) if play else gettext(act.not_now)
    return CrewButton(EMBLEMS[nation], nation_name(nation), Button(text).playing(play))


def _becomes(seen: SeenTable, nation: Nation, play: Play) -> str:
    """How strong the crew is, and what it will be if nobody objects."""
    state = seen.state
    unopposed = state.with_player(other(state.turn), state.players[other(state.turn)]._replace(in_force=None))
    now, then = (each.players[state.turn].strength(nation) for each in (state, apply(unopposed, play).state))
    return str(now) if now == then else f"{now} → {then}"


def _up_or_down(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    by_step = {(play.die, play.step): play for play in plays}
    dice = sorted({play.die for play in plays if play.die is not None})
    shifts = tuple(ShiftButtons(die, _step(by_step, die, -1), _step(by_step, die, 1)) for die in dice)
    said = "" if _names_a_die(act) else gettext(act.choice or act.help)
    return Question(_heading(act, Asks.SHIFT), said or gettext(act.help), shifts=shifts, buttons=back(seen))


def _step(by_step: dict[tuple[int | None, int | None], Play], die: int, step: int) -> Button:
    label = gettext("Make the %(die)s a %(new)s") % {"die": die, "new": die + step}
    return Button("+" if step > 0 else "−", label=label).playing(by_step.get((die, step)))


def _which_rolled(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    dice = tuple(_die(act, play, gettext("card %(number)s") % {"number": play.die}) for play in plays)
    ghosts = tuple(Ghost(play.die, action_text(play), _label(act, play.die)) for play in plays if play.die)
    return Question(
        _heading(act, Asks.ROLLED_DIE),
        gettext(act.help),
        dice_legend=gettext("Your roll"),
        dice=dice,
        ghosts=ghosts,
        buttons=back(seen),
    )


def _which_own(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    dice = tuple(_die(act, play, gettext("from card %(number)s") % {"number": play.die}) for play in plays)
    legend = gettext("Your dice on cards")
    heading = _heading(act, Asks.OWN_DIE)
    return Question(heading, gettext(act.help), dice_legend=legend, dice=dice, buttons=back(seen))


def _die(act: TrickAct, play: Play, text: str) -> DieButton:
    assert play.die is not None
    return DieButton(play.die, Button(text, label=_label(act, play.die)).playing(play))


def _label(act: TrickAct, die: int) -> str:
    """What choosing a die does, in the words of the card or in general ones."""
    if _names_a_die(act):
        return gettext(act.choice) % {"die": die}
    return gettext("%(act)s: %(dice)s") % {"act": gettext(act.name), "dice": die}


def _names_a_die(act: TrickAct) -> bool:
    return "%(die)s" in act.choice


def _just_so(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    name = gettext(act.name)
    button = Button(gettext("Play “%(act)s”") % {"act": name}, style="btn-roll btn-big").playing(plays[0])
    return Question(name, gettext(act.help), buttons=(button, *back(seen)))


TRAYS: dict[Asks, Callable[[SeenTable, TrickAct, Sequence[Play]], Question]] = {
    Asks.CREW: _which_crew,
    Asks.SHIFT: _up_or_down,
    Asks.ROLLED_DIE: _which_rolled,
    Asks.OWN_DIE: _which_own,
}
"""The tray for each thing that an act can ask for; an end is asked for before all others."""
