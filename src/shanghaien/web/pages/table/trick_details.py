"""The details of half a trick card, by what its act asks for: a crew, a die, up or down, an end (R16-R18, R35, R36)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from shanghaien.rules import N_, Asks, Nation, Play, TrickAct, act_of, action_text, apply, other, position_of
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.names import EMBLEMS, act_help, act_name, nation_name
from shanghaien.web.pages.shared.seen_table import SeenTable

from .buttons import Button, CrewButton, DieButton, Question, ShiftButtons
from .ends import captains, keeping_end
from .row import Ghost
from .worth import worth

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
    return (
        Button(
            gettext("Back to the roll"), link=seen.address + seen.choice.link(half=""), style="btn-quiet", key="Escape"
        ),
    )


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
    if play is None:
        return CrewButton(EMBLEMS[nation], nation_name(nation), Button(gettext(act.not_now)))
    button = Button(_becomes(seen, nation, play), worth=worth(seen, [play]), key=str(nation + 1))
    return CrewButton(EMBLEMS[nation], nation_name(nation), keeping_end(seen, button.playing(play), play))


def _becomes(seen: SeenTable, nation: Nation, play: Play) -> str:
    """How strong the crew is, and what it will be if nobody objects."""
    state = seen.state
    unopposed = state.with_player(other(state.turn), state.players[other(state.turn)]._replace(in_force=None))
    now, then = (each.players[state.turn].strength(nation) for each in (state, apply(unopposed, play).state))
    return str(now) if now == then else f"{now} → {then}"


def _up_or_down(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    by_step = {(play.die, play.step): play for play in plays}
    dice = sorted({play.die for play in plays if play.die is not None})
    shifts = tuple(
        ShiftButtons(die, *(_step(seen, by_step.get((die, step)), die, step) for step in (-1, 1))) for die in dice
    )
    said = "" if _names_a_die(act) else gettext(act.choice or act.help)
    return Question(_heading(act, Asks.SHIFT), said or gettext(act.help), shifts=shifts, buttons=back(seen))


def _step(seen: SeenTable, play: Play | None, die: int, step: int) -> Button:
    label = gettext("Make the %(die)s a %(new)s") % {"die": die, "new": die + step}
    button = Button("+" if step > 0 else "−", label=label, key=str(die + step))
    if play is None:
        return button
    return keeping_end(seen, replace(button, worth=worth(seen, [play])).playing(play), play)


def _which_rolled(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    dice = tuple(_die(seen, act, play, gettext("card %(number)s") % {"number": play.die}) for play in plays)
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
    dice = tuple(_die(seen, act, play, gettext("from card %(number)s") % {"number": play.die}) for play in plays)
    legend = gettext("Your dice on cards")
    heading = _heading(act, Asks.OWN_DIE)
    return Question(heading, gettext(act.help), dice_legend=legend, dice=dice, buttons=back(seen))


def _die(seen: SeenTable, act: TrickAct, play: Play, text: str) -> DieButton:
    assert play.die is not None
    at = position_of(play.die, seen.state.end or play.end)
    button = Button(text, label=_label(act, play.die), worth=worth(seen, [play]), key=str(play.die), at=at)
    return DieButton(play.die, button.playing(play))


def _label(act: TrickAct, die: int) -> str:
    """What choosing a die does, in the words of the card or in general ones."""
    if _names_a_die(act):
        return gettext(act.choice) % {"die": die}
    return gettext("%(act)s: %(dice)s") % {"act": gettext(act.name), "dice": die}


def _names_a_die(act: TrickAct) -> bool:
    return "%(die)s" in act.choice


def _just_so(seen: SeenTable, act: TrickAct, plays: Sequence[Play]) -> Question:
    """Nothing is left to say: it is asked once more whether the card is to be played."""
    words, play = {"act": gettext(act.name)}, plays[0]
    button = Button(gettext("Play “%(act)s”") % words, style="btn-roll btn-big", worth=worth(seen, plays))
    said = gettext("It works in this round only; then the card is out of the game.") if act.worth_a_round else ""
    return Question(
        gettext("Play “%(act)s” now?") % words,
        f"{gettext(act.help)} {said}".strip(),
        buttons=(keeping_end(seen, button.playing(play), play), *back(seen)),
    )


TRAYS: dict[Asks, Callable[[SeenTable, TrickAct, Sequence[Play]], Question]] = {
    Asks.CREW: _which_crew,
    Asks.SHIFT: _up_or_down,
    Asks.ROLLED_DIE: _which_rolled,
    Asks.OWN_DIE: _which_own,
}
"""The tray for each thing that an act can ask for; an end is asked for before all others."""
