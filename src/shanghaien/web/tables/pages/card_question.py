"""The tray for a question that a trick card puts, whatever card it is: made from the step's own texts (R28, R34, R38)."""

from dataclasses import replace

from shanghaien import rules
from shanghaien.web.core.i18n import gettext
from shanghaien.web.tables.pages.buttons import Button, DieButton, Question
from shanghaien.web.tables.pages.dice_choice import DiceChoice
from shanghaien.web.tables.pages.row import unopposed, worth
from shanghaien.web.tables.pages.seat_lines import captains, change_end, end_in_words, keeping_end
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import act_name, with_article
from shanghaien.web.tables.words.drawings import action_words, drawing

# What a player has announced and has not done yet, in words, and where on the board it is (R28).


def announced(seen: SeenTable) -> str:
    you, other, words = _wordings(seen, seen.state.announced)
    return seen.voice.say(seen.state.turn, you, other, **words)


def _wordings(seen: SeenTable, action: rules.Action | None) -> tuple[str, str, dict[str, object]]:
    """The sentence for the player who announced it, the one for all others, and the words in them."""
    match action:
        case rules.Place(die, end):
            card = seen.state.evolve(end=seen.state.end or end or rules.End.LEFT).card_numbered(die)
            you, other = gettext("You put a %(die)s on %(card)s."), gettext("%(name)s puts a %(die)s on %(card)s.")
            return you, other, {"die": die, "card": with_article(card)}
        case rules.Play():
            return gettext("You play “%(act)s”."), gettext("%(name)s plays “%(act)s”."), {"act": act_name(action.act)}
        case rules.Answer(word):
            reply = gettext(rules.REPLIES[word].name)
            return gettext("You answer “%(reply)s”."), gettext("%(name)s answers “%(reply)s”."), {"reply": reply}
        case rules.Call():
            return gettext("You call Shanghai."), gettext("%(name)s calls Shanghai."), {}
        case _:
            return gettext("You want to roll."), gettext("%(name)s wants to roll."), {}


def places_meant(state: rules.State) -> tuple[int, ...]:
    """The places in the row, counted from the left, that the announced action changes."""
    action = state.announced
    if action is None:
        return ()
    if isinstance(action, rules.Call):
        return tuple(taking.position for taking in rules.takings_now(state) if taking.taker == state.turn)
    before = unopposed(state.evolve(phase=rules.Phase.PLACE, announced=None))
    if action not in rules.legal_actions(before):
        return ()
    after = rules.apply(before, action).state
    return tuple(
        sorted(rules.position_of(number, after.end) for number in range(1, 7) if _differs(before, after, number))
    )


def _differs(before: rules.State, after: rules.State, number: int) -> bool:
    """Whether other dice lie on the card with this number, or the card was turned."""
    dice = [
        (player.dice[number - 1], other.dice[number - 1])
        for player, other in zip(before.players, after.players, strict=True)
    ]
    turned = (number in before.face_down) != (number in after.face_down)
    return turned or any(old != new for old, new in dice)


def card_question(seen: SeenTable) -> Question:
    step, state = rules.step_of(seen.state), seen.state
    assert isinstance(step, rules.Decision)
    buttons = tuple(
        button for reply in sorted(step.replies, key=lambda reply: not reply.usual) for button in _buttons(seen, reply)
    )
    choices = [choice for reply in step.replies for choice in _choices_of_dice(seen, reply)]
    rolled = tuple(item for reply in step.replies for item in _rolled(seen, reply))
    dice = (*rolled, *(item for choice in choices for item in choice.dice()))
    done = tuple(button for choice in choices for button in choice.done())
    asked = Question(
        _heading(seen, step),
        choices[0].with_chosen(_text(seen, step)) if choices else _text(seen, step),
        dice_legend=gettext("Your roll") if rolled else choices[0].legend if choices else "",
        dice=dice,
        buttons=(*done, *buttons, *_others(seen), *change_end(seen)),
        lying=() if dice else state.rolled,
        lying_of=seen.voice.of(state.turn),
        about=places_meant(state),
    )
    if not _end_first(seen):
        return asked
    heading = asked.heading if buttons else gettext("Where is number 1?")
    return replace(asked, heading=heading, ends=captains(seen))


def _heading(seen: SeenTable, step: rules.Decision) -> str:
    asked = gettext(step.name) if step.name else ""
    if seen.state.announced is not None:
        return f"{announced(seen)} {asked}".strip()
    return asked or gettext(_card(seen).name)


def _text(seen: SeenTable, step: rules.Decision) -> str:
    explained = gettext(step.help(seen.state) or _card(seen).help)
    names_end = any(answer.end is not None and answer.die is None for answer in _answers(seen))
    end_too = gettext("On the first turn of a round you also choose which end is number 1.") if names_end else ""
    sentences = (explained, _in_force(seen), _where_it_lies(seen), end_too)
    return " ".join(sentence for sentence in sentences if sentence)


def _card(seen: SeenTable) -> rules.TrickCard:
    return next(card for card in rules.TRICK_CARDS if seen.state.phase in card.steps)


def _in_force(seen: SeenTable) -> str:
    """What the card does, if it is in force for the player who is asked."""
    card, seat = _card(seen), rules.to_move(seen.state)
    if seat is None or seen.state.players[seat].in_force != card.key:
        return ""
    return gettext(card.acts[0].help if len(card.acts) == 1 else card.help)


def _where_it_lies(seen: SeenTable) -> str:
    """Where the card is, if there is only one of it and the player who is asked does not hold it."""
    card, seat, state = _card(seen), rules.to_move(seen.state), seen.state
    if seat is None or card.set_out is not rules.SetOut.MIDDLE:
        return ""
    words = {"card": gettext(card.name), "name": seen.voice.own_name(1 - seat)}
    if card.key in state.middle:
        return gettext("%(card)s lies in the middle.") % words
    return gettext("%(name)s holds %(card)s.") % words if card.key in state.players[1 - seat].hand else ""


def _end_first(seen: SeenTable) -> bool:
    """Whether the end has to be chosen before a die."""
    naming = any(answer.end is not None and answer.die is not None for answer in _answers(seen))
    return naming and seen.choice.end is None


def _answers(seen: SeenTable, reply: rules.Reply | None = None) -> list[rules.Answer]:
    answers = [action for action in rules.legal_actions(seen.state) if isinstance(action, rules.Answer)]
    return [answer for answer in answers if reply is None or answer.word == reply.word]


def _buttons(seen: SeenTable, reply: rules.Reply) -> list[Button]:
    """One button for an answer without a die; one for each end where it names one."""
    chosen = seen.choice.end
    without_die = [answer for answer in _answers(seen, reply) if answer.die is None]
    return [_button(seen, reply, answer) for answer in without_die if chosen is None or answer.end in (None, chosen)]


def _button(seen: SeenTable, reply: rules.Reply, answer: rules.Answer) -> Button:
    style = "btn-roll btn-big" if reply.usual else "btn-big"
    note = "" if answer.end is None else end_in_words(answer.end)
    icon = drawing(reply.picture) if reply.picture else ""
    explained = gettext(reply.help) if reply.help else ""
    button = Button(gettext(reply.name), note, icon, style=style, help=explained, worth=worth(seen, [answer]))
    return keeping_end(seen, button.playing(answer), answer)


def _choices_of_dice(seen: SeenTable, reply: rules.Reply) -> list[DiceChoice]:
    """The dice on cards, or several of the rolled ones, that this answer can name."""
    asked, end = rules.asked_dice(reply.asks), None if seen.state.end else seen.choice.end
    answers = [answer for answer in _answers(seen, reply) if answer.end == end]
    if asked is None or not answers or _names_one_rolled(reply):
        return []
    return [DiceChoice(seen, asked, answers, gettext(reply.name), reply.help)]


def _names_one_rolled(reply: rules.Reply) -> bool:
    return rules.Asks.ROLLED_DIE in reply.asks and reply.most_dice == 1


def _rolled(seen: SeenTable, reply: rules.Reply) -> list[DieButton]:
    """The rolled dice as buttons of this answer; an end that has to be named with it is asked for first."""
    answers, end = _answers(seen, reply), None if seen.state.end else seen.choice.end
    if not _names_one_rolled(reply) or not answers:
        return []
    by_die = {answer.die: answer for answer in answers if answer.end == end}
    closed = gettext("not yet") if _end_first(seen) else gettext("not now")
    return [DieButton(die, _die(seen, reply, die, by_die.get(die), closed)) for die in seen.state.rolled]


def _die(seen: SeenTable, reply: rules.Reply, die: int, answer: rules.Answer | None, closed: str) -> Button:
    if answer is None:
        return Button(closed)
    label = gettext(reply.help) % {"die": die} if "%(die)s" in reply.help else f"{gettext(reply.name)}: {die}"
    button = Button(gettext(reply.name), label=label, worth=worth(seen, [answer]), key=str(die))
    return button.playing(answer)


def _others(seen: SeenTable) -> list[Button]:
    of = seen.voice.of(seen.state.turn)
    others = [action for action in rules.legal_actions(seen.state) if not isinstance(action, rules.Answer)]
    return [Button(action_words(seen.state, action, of), style="btn-big").playing(action) for action in others]
