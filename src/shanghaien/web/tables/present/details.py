"""The details of half a trick card: which crew, which die, up or down, which end (R16-R18, R35, R36)."""

from collections.abc import Sequence

from shanghaien.rules import Act, Nation, Play
from shanghaien.rules.notation import action_text
from shanghaien.web.i18n import gettext

from .ends import captains
from .names import EMBLEMS, act_help, act_name, nation_name
from .presses import DiePress, NationPress, Press, ShiftPress, Tray
from .scene import Scene
from .tavern import Ghost


def detail_tray(scene: Scene, plays: Sequence[Play]) -> Tray:
    """The question that is left once half a trick card has been chosen."""
    if any(play.end is not None for play in plays) and scene.choice.end is None:
        return _end_first(scene, plays)
    ask = {
        Act.TWO_SAILORS: _which_crew,
        Act.DIE_SHIFT: _up_or_down,
        Act.SHARKS: _which_card,
        Act.EXCHANGE: _which_die,
    }.get(plays[0].act, _just_so)
    return ask(scene, [play for play in plays if play.end in (None, scene.choice.end)])


def back(scene: Scene) -> tuple[Press, ...]:
    """Back to the roll, with nothing played."""
    return (Press(gettext("Back to the roll"), link=scene.address + scene.choice.link(half=""), style="btn-quiet"),)


def _end_first(scene: Scene, plays: Sequence[Play]) -> Tray:
    dice = {play.die for play in plays}
    direct = {str(play.end): play for play in plays} if dice == {None} else {}
    heading = gettext("%(act)s: where is number 1?") % {"act": act_name(plays[0].act)}
    return Tray(heading, act_help(plays[0].act), ends=captains(scene, **direct), buttons=back(scene))


def _which_crew(scene: Scene, plays: Sequence[Play]) -> Tray:
    by_nation = {play.nation: play for play in plays}
    nations = tuple(_crew(scene, nation, by_nation.get(nation)) for nation in Nation)
    text = gettext("Only a crew in which you have a sailor card. The card stays there for good and counts 2.")
    return Tray(gettext("Which crew do they join?"), text, nations=nations, buttons=back(scene))


def _crew(scene: Scene, nation: Nation, play: Play | None) -> NationPress:
    strength = scene.state.mover.strength(nation)
    text = f"{strength} → {strength + 2}" if play else gettext("no sailor")
    return NationPress(EMBLEMS[nation], nation_name(nation), Press(text).playing(play))


def _up_or_down(scene: Scene, plays: Sequence[Play]) -> Tray:
    by_step = {(play.die, play.step): play for play in plays}
    dice = sorted({play.die for play in plays if play.die is not None})
    shifts = tuple(ShiftPress(die, _step(by_step, die, -1), _step(by_step, die, 1)) for die in dice)
    text = gettext("Then place the changed die or the other.")
    return Tray(gettext("Which die, up or down?"), text, shifts=shifts, buttons=back(scene))


def _step(by_step: dict[tuple[int | None, int | None], Play], die: int, step: int) -> Press:
    label = gettext("Make the %(die)s a %(new)s") % {"die": die, "new": die + step}
    return Press("+" if step > 0 else "−", label=label).playing(by_step.get((die, step)))


def _which_card(scene: Scene, plays: Sequence[Play]) -> Tray:
    words = gettext("Put the %(die)s on card %(die)s and turn it face down")
    dice = tuple(_die(play, gettext("card %(number)s") % {"number": play.die}, words) for play in plays)
    ghosts = tuple(Ghost(play.die, action_text(play), words % {"die": play.die}) for play in plays if play.die)
    heading = gettext("Which card goes to the sharks?")
    return Tray(
        heading, act_help(Act.SHARKS), dice_legend=gettext("Your roll"), dice=dice, ghosts=ghosts, buttons=back(scene)
    )


def _which_die(scene: Scene, plays: Sequence[Play]) -> Tray:
    words = gettext("Take the die on card %(die)s back")
    dice = tuple(_die(play, gettext("from card %(number)s") % {"number": play.die}, words) for play in plays)
    heading = gettext("Which die do you take back?")
    legend = gettext("Your dice on cards")
    return Tray(heading, act_help(Act.EXCHANGE), dice_legend=legend, dice=dice, buttons=back(scene))


def _die(play: Play, text: str, words: str) -> DiePress:
    assert play.die is not None
    return DiePress(play.die, Press(text, label=words % {"die": play.die}).playing(play))


def _just_so(scene: Scene, plays: Sequence[Play]) -> Tray:
    name = act_name(plays[0].act)
    press = Press(gettext("Play “%(act)s”") % {"act": name}, style="btn-roll btn-big").playing(plays[0])
    return Tray(name, act_help(plays[0].act), buttons=(press, *back(scene)))
