"""After a roll: where is number 1, place a die, or play half of a trick card (R9, R10, R15, R43, R45)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from shanghaien import rules
from shanghaien.rules import N_
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.pages.buttons import (
    Button,
    CrewButton,
    DiceGroup,
    DieButton,
    Question,
    ShiftButtons,
    TrickButtons,
)
from shanghaien.web.tables.pages.dice_choice import DiceChoice
from shanghaien.web.tables.pages.row import Ghost, Worth, unopposed, worth
from shanghaien.web.tables.pages.seat_lines import captains, change_end, keeping_end
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import (
    act_help,
    act_name,
    acts_of,
    card_name,
    listed,
    mark_of,
    nation_name,
    trick_name,
    with_article,
)
from shanghaien.web.tables.words.drawings import EMBLEMS, act_icon

# The details of half a trick card, by what its act asks for: a crew, a die, up or down, an end (R16-R18, R35, R36).

HEADINGS = {
    rules.Asks.CREW: N_("%(act)s: which crew?"),
    rules.Asks.SHIFT: N_("%(act)s: which die, up or down?"),
    rules.Asks.ROLLED_DIE: N_("%(act)s: which of the dice?"),
    rules.Asks.OWN_DIE: N_("%(act)s: which of your dice on cards?"),
    rules.Asks.THEIR_DIE: N_("%(act)s: which of the opponent’s dice on cards?"),
}
"""How a detail is asked for where the card's file has no words of its own."""


def detail_question(seen: SeenTable, plays: Sequence[rules.Play]) -> Question:
    """The question that is left once half a trick card has been chosen."""
    if any(play.end is not None for play in plays) and seen.choice.end is None:
        return _end_first(seen, plays)
    fitting = [play for play in plays if play.end in (None, seen.choice.end)]
    act = rules.act_of(plays[0].card, plays[0].act)
    ask = next((TRAYS[asked] for asked in act.asks if asked in TRAYS), _just_so)
    return ask(seen, act, fitting)


def back(seen: SeenTable) -> tuple[Button, ...]:
    link = seen.address + seen.choice.link(half="")
    return (Button(gettext("Back to the roll"), link=link, style="btn-quiet", key="Escape"),)


def _end_first(seen: SeenTable, plays: Sequence[rules.Play]) -> Question:
    dice = {play.die for play in plays}
    direct = {str(play.end): play for play in plays} if dice == {None} else {}
    heading = gettext("%(act)s: where is number 1?") % {"act": act_name(plays[0].act)}
    return Question(heading, act_help(plays[0].act), ends=captains(seen, **direct), buttons=back(seen))


def _heading(act: rules.TrickAct, asked: rules.Asks) -> str:
    return gettext(act.question) if act.question else gettext(HEADINGS[asked]) % {"act": gettext(act.name)}


def _which_crew(seen: SeenTable, act: rules.TrickAct, plays: Sequence[rules.Play]) -> Question:
    by_nation = {play.nation: play for play in plays}
    nations = tuple(_crew(seen, act, nation, by_nation.get(nation)) for nation in rules.Nation)
    return Question(_heading(act, rules.Asks.CREW), gettext(act.help), nations=nations, buttons=back(seen))


def _crew(seen: SeenTable, act: rules.TrickAct, nation: rules.Nation, play: rules.Play | None) -> CrewButton:
    if play is None:
        return CrewButton(EMBLEMS[nation], nation_name(nation), Button(gettext(act.not_now)))
    button = Button(_becomes(seen, nation, play), worth=worth(seen, [play]), key=str(nation + 1))
    return CrewButton(EMBLEMS[nation], nation_name(nation), keeping_end(seen, button.playing(play), play))


def _becomes(seen: SeenTable, nation: rules.Nation, play: rules.Play) -> str:
    state = seen.state
    now, then = (
        each.players[state.turn].strength(nation) for each in (state, rules.apply(unopposed(state), play).state)
    )
    return str(now) if now == then else f"{now} → {then}"


def _up_or_down(seen: SeenTable, act: rules.TrickAct, plays: Sequence[rules.Play]) -> Question:
    by_step = {(play.die, play.step): play for play in plays}
    dice = sorted({play.die for play in plays if play.die is not None})
    shifts = tuple(
        ShiftButtons(die, *(_step(seen, by_step.get((die, step)), die, step) for step in (-1, 1))) for die in dice
    )
    said = act.help if "%(die)s" in act.choice else act.choice or act.help
    return Question(_heading(act, rules.Asks.SHIFT), gettext(said), shifts=shifts, buttons=back(seen))


def _step(seen: SeenTable, play: rules.Play | None, die: int, step: int) -> Button:
    label = gettext("Make the %(die)s a %(new)s") % {"die": die, "new": die + step}
    button = Button("+" if step > 0 else "−", label=label, key=str(die + step))
    if play is None:
        return button
    return keeping_end(seen, replace(button, worth=worth(seen, [play])).playing(play), play)


def _which_dice(seen: SeenTable, act: rules.TrickAct, plays: Sequence[rules.Play]) -> Question:
    asked = rules.asked_dice(act.asks)
    assert asked is not None
    choice = DiceChoice(seen, asked, plays, gettext(act.name), act.choice)
    return Question(
        _heading(act, asked),
        choice.with_chosen(gettext(act.help)),
        dice_legend=choice.legend,
        dice=choice.dice(),
        ghosts=choice.ghosts(),
        buttons=(*choice.done(), *back(seen)),
    )


def _just_so(seen: SeenTable, act: rules.TrickAct, plays: Sequence[rules.Play]) -> Question:
    """Nothing is left to choose: the player confirms the card."""
    words, play = {"act": gettext(act.name)}, plays[0]
    button = Button(gettext("Play “%(act)s”") % words, style="btn-roll btn-big", worth=worth(seen, plays))
    said = gettext("It works in this round only; then the card is out of the game.") if act.worth_a_round else ""
    return Question(
        gettext("Play “%(act)s” now?") % words,
        f"{gettext(act.help)} {said}".strip(),
        buttons=(keeping_end(seen, button.playing(play), play), *back(seen)),
    )


TRAYS: dict[rules.Asks, Callable[[SeenTable, rules.TrickAct, Sequence[rules.Play]], Question]] = {
    rules.Asks.CREW: _which_crew,
    rules.Asks.SHIFT: _up_or_down,
    rules.Asks.ROLLED_DIE: _which_dice,
    rules.Asks.OWN_DIE: _which_dice,
    rules.Asks.THEIR_DIE: _which_dice,
}
"""The tray for each thing that an act can ask for; an end is asked for before all others."""


def place_question(seen: SeenTable) -> Question:
    plays = [action for action in rules.legal_actions(seen.state) if isinstance(action, rules.Play)]
    chosen = [play for play in plays if (play.card, play.act) == seen.choice.half]
    if chosen:
        return detail_question(seen, chosen)
    if seen.state.end is None and seen.choice.end is None:
        return _where_is_one(seen)
    tricks = hand(seen)
    return Question(
        gettext("Place one die"),
        gettext("Choose a die or a highlighted space, or play a trick card first.")
        if tricks
        else gettext("Choose a die or a highlighted space."),
        " ".join(filter(None, (_gain(seen, die) for die in sorted(set(seen.state.rolled))))),
        dice_legend=gettext("Your roll"),
        dice=tuple(DieButton(die, _put(seen, die)) for die in seen.state.rolled),
        tricks_legend=_legend(tricks),
        tricks=tricks,
        ghosts=tuple(
            Ghost(die, rules.action_text(_place(seen, die)), _put_label(die)) for die in sorted(set(seen.state.rolled))
        ),
        buttons=change_end(seen),
    )


def _where_is_one(seen: SeenTable) -> Question:
    tricks = hand(seen)
    return Question(
        gettext("Where is number 1?"),
        gettext("One press chooses the end and places the die. Point at a choice to see its numbers on the row."),
        groups=tuple(_with_end(seen, end) for end in rules.End),
        tricks_legend=_legend(tricks),
        tricks=tricks,
        ends=captains(seen),
    )


def _with_end(seen: SeenTable, end: rules.End) -> DiceGroup:
    left, right = gettext("1 on the left: 1 → 6"), gettext("1 on the right: 6 ← 1")
    dice = tuple(DieButton(die, _first(seen, die, end)) for die in sorted(set(seen.state.rolled)))
    return DiceGroup(left if end is rules.End.LEFT else right, dice)


def _first(seen: SeenTable, die: int, end: rules.End) -> Button:
    """The first die of the round on its card; the button names the end with it (R10)."""
    place, at = rules.Place(die, end), rules.position_of(die, end)
    left = gettext("Number 1 on the left, the %(die)s on %(card)s")
    wording = left if end is rules.End.LEFT else gettext("Number 1 on the right, the %(die)s on %(card)s")
    card = seen.state.tavern[at]
    button = Button(
        card_name(card) if isinstance(card, rules.Sailor) else mark_of(card),
        label=wording % {"die": die, "card": with_article(card)},
        worth=worth(seen, [place]),
        key=str(die),
        end=str(end),
        at=at,
    )
    return button.playing(place)


def hand(seen: SeenTable) -> tuple[TrickButtons, ...]:
    """The trick cards in hand with their halves (R45); none once the round's trick is used."""
    mover = seen.state.mover
    if mover.trick_used:
        return ()
    known: dict[rules.Act, Worth | None] = {}
    plays = [action for action in rules.legal_actions(seen.state) if isinstance(action, rules.Play)]

    def half(card: rules.Trick, act: rules.Act) -> Button:
        return _half(seen, act, [play for play in plays if (play.card, play.act) == (card, act)], known)

    return tuple(TrickButtons(trick_name(card), tuple(half(card, act) for act in acts_of(card))) for card in mover.hand)


def _half(seen: SeenTable, act: rules.Act, plays: list[rules.Play], known: dict[rules.Act, Worth | None]) -> Button:
    button = Button(act_name(act), icon=act_icon(act), help=act_help(act))
    if not plays:
        return replace(button, note=gettext(rules.ACTS[act].not_now))
    if act not in known:  # an act is worth the same whichever card it is played with
        known[act] = worth(seen, [play for play in plays if play.end is None or seen.choice.end in (None, play.end)])
    return _playable(
        seen, replace(button, note=gettext(rules.ACTS[act].brief or rules.ACTS[act].help), worth=known[act]), plays
    )


def _playable(seen: SeenTable, button: Button, plays: list[rules.Play]) -> Button:
    card, act = plays[0].card, plays[0].act
    asked = seen.preferences.confirm and rules.ACTS[act].worth_a_round
    whole = [play for play in plays if play.nation is None and play.die is None and play.end in (None, seen.choice.end)]
    if whole and not asked:
        return keeping_end(seen, button.playing(whole[0]), whole[0])
    return replace(button, link=seen.address + seen.choice.link(half=f"{card}.{act}"))


def _put(seen: SeenTable, die: int) -> Button:
    place, at = _place(seen, die), rules.position_of(die, seen.state.end or seen.choice.end)
    text = gettext("card %(number)s") % {"number": die}
    return Button(text, label=_put_label(die), worth=worth(seen, [place]), key=str(die), at=at).playing(place)


def _put_label(die: int) -> str:
    return gettext("Put the %(die)s on card %(die)s") % {"die": die}


def _place(seen: SeenTable, die: int) -> rules.Place:
    return rules.Place(die, None if seen.state.end else seen.choice.end)


def _legend(tricks: tuple[TrickButtons, ...]) -> str:
    return gettext("Your tricks (one per round)") if tricks else ""


def _gain(seen: SeenTable, die: int) -> str:
    """Which cards a die would win, if the opponent does not object."""
    seat = seen.state.turn
    before = {taking.number for taking in seen.takings if taking.taker == seat}
    after = rules.takings_now(rules.apply(seen.state, _place(seen, die)).state)
    won = [with_article(taking.card) for taking in after if taking.taker == seat and taking.number not in before]
    if not won:
        return ""
    return gettext("With the %(die)s you would take %(cards)s.") % {"die": die, "cards": listed(won)}
