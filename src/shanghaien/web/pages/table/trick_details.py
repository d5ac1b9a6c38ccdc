"""The details of half a trick card: which crew, which die, up or down, which end (R16-R18, R35, R36)."""

from collections.abc import Sequence

from shanghaien.rules import Act, Nation, Play
from shanghaien.rules.notation import action_text
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import EMBLEMS, act_help, act_name, nation_name
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button, CrewButton, DieButton, Question, ShiftButtons
from .ends import captains
from .row import Ghost


def detail_question(seen: SeenTable, plays: Sequence[Play]) -> Question:
    """The question that is left once half a trick card has been chosen."""
    if any(play.end is not None for play in plays) and seen.choice.end is None:
        return _end_first(seen, plays)
    ask = {
        Act.TWO_SAILORS: _which_crew,
        Act.DIE_SHIFT: _up_or_down,
        Act.SHARKS: _which_card,
        Act.EXCHANGE: _which_die,
    }.get(plays[0].act, _just_so)
    return ask(seen, [play for play in plays if play.end in (None, seen.choice.end)])


def back(seen: SeenTable) -> tuple[Button, ...]:
    """Back to the roll, with nothing played."""
    return (Button(gettext("Back to the roll"), link=seen.address + seen.choice.link(half=""), style="btn-quiet"),)


def _end_first(seen: SeenTable, plays: Sequence[Play]) -> Question:
    dice = {play.die for play in plays}
    direct = {str(play.end): play for play in plays} if dice == {None} else {}
    heading = gettext("%(act)s: where is number 1?") % {"act": act_name(plays[0].act)}
    return Question(heading, act_help(plays[0].act), ends=captains(seen, **direct), buttons=back(seen))


def _which_crew(seen: SeenTable, plays: Sequence[Play]) -> Question:
    by_nation = {play.nation: play for play in plays}
    nations = tuple(_crew(seen, nation, by_nation.get(nation)) for nation in Nation)
    text = gettext("Only a crew in which you have a sailor card. The card stays there for good and counts 2.")
    return Question(gettext("Which crew do they join?"), text, nations=nations, buttons=back(seen))


def _crew(seen: SeenTable, nation: Nation, play: Play | None) -> CrewButton:
    strength = seen.state.mover.strength(nation)
    text = f"{strength} → {strength + 2}" if play else gettext("no sailor")
    return CrewButton(EMBLEMS[nation], nation_name(nation), Button(text).playing(play))


def _up_or_down(seen: SeenTable, plays: Sequence[Play]) -> Question:
    by_step = {(play.die, play.step): play for play in plays}
    dice = sorted({play.die for play in plays if play.die is not None})
    shifts = tuple(ShiftButtons(die, _step(by_step, die, -1), _step(by_step, die, 1)) for die in dice)
    text = gettext("Then place the changed die or the other.")
    return Question(gettext("Which die, up or down?"), text, shifts=shifts, buttons=back(seen))


def _step(by_step: dict[tuple[int | None, int | None], Play], die: int, step: int) -> Button:
    label = gettext("Make the %(die)s a %(new)s") % {"die": die, "new": die + step}
    return Button("+" if step > 0 else "−", label=label).playing(by_step.get((die, step)))


def _which_card(seen: SeenTable, plays: Sequence[Play]) -> Question:
    words = gettext("Put the %(die)s on card %(die)s and turn it face down")
    dice = tuple(_die(play, gettext("card %(number)s") % {"number": play.die}, words) for play in plays)
    ghosts = tuple(Ghost(play.die, action_text(play), words % {"die": play.die}) for play in plays if play.die)
    heading = gettext("Which card goes to the sharks?")
    return Question(
        heading, act_help(Act.SHARKS), dice_legend=gettext("Your roll"), dice=dice, ghosts=ghosts, buttons=back(seen)
    )


def _which_die(seen: SeenTable, plays: Sequence[Play]) -> Question:
    words = gettext("Take the die on card %(die)s back")
    dice = tuple(_die(play, gettext("from card %(number)s") % {"number": play.die}, words) for play in plays)
    heading = gettext("Which die do you take back?")
    legend = gettext("Your dice on cards")
    return Question(heading, act_help(Act.EXCHANGE), dice_legend=legend, dice=dice, buttons=back(seen))


def _die(play: Play, text: str, words: str) -> DieButton:
    assert play.die is not None
    return DieButton(play.die, Button(text, label=words % {"die": play.die}).playing(play))


def _just_so(seen: SeenTable, plays: Sequence[Play]) -> Question:
    name = act_name(plays[0].act)
    button = Button(gettext("Play “%(act)s”") % {"act": name}, style="btn-roll btn-big").playing(plays[0])
    return Question(name, act_help(plays[0].act), buttons=(button, *back(seen)))
