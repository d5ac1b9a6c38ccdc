"""The tray under the counter: what the viewer is asked, in every phase of the game."""

from dataclasses import dataclass, replace

from shanghaien.rules import N_, Call, Card, Decision, Phase, Roll, Seat, legal_actions, step_of, why_not
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.tables.model import Mode, SeatKind
from shanghaien.web.tables.pages.buttons import Button, Question
from shanghaien.web.tables.pages.card_question import announced, card_question, places_meant
from shanghaien.web.tables.pages.guide import comment
from shanghaien.web.tables.pages.placing import place_question
from shanghaien.web.tables.pages.real_dice_pad import Pad
from shanghaien.web.tables.pages.row import given, worth
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import clauses, listed, with_article
from shanghaien.web.tables.words.drawings import refusal_words

ASKED = N_("A trick card asks a question.")
"""What the others read meanwhile where the card has no words of its own."""


def question(seen: SeenTable) -> Question:
    """The question for the viewer, or what they wait for."""
    if not seen.asked:
        return _waiting(seen)
    ask = {str(Phase.TURN): turn_question, str(Phase.PLACE): place_question}.get(seen.state.phase, card_question)
    asked = ask(seen)
    return replace(asked, comment=comment(seen)) if seen.preferences.guide else asked


def turn_question(seen: SeenTable) -> Question:
    """Roll, or call Shanghai (R8, R11)."""
    legal = legal_actions(seen.state)
    if seen.choice.call and Call() in legal and Roll() in legal:
        return _confirm(seen)
    if seen.state.last is not None:
        return _after_shanghai(seen)
    roll = Button(gettext("Roll"), gettext("two dice"), "i-double", style="btn-roll btn-big", key="R")
    call = Button(gettext("Shanghai!"), gettext("ends the round"), "i-bell", style="btn-shanghai btn-big", key="S")
    call = replace(call, worth=worth(seen, [Call()]) if Call() in legal else None)
    if Roll() not in legal:
        must = gettext("You have fewer than two dice left, so you must call Shanghai.")
        return Question(gettext("Call Shanghai"), _with(must, call_brings(seen)), buttons=(call.playing(Call()),))
    roll = roll.playing(Roll())
    if Call() not in legal:
        refusal, few = why_not(seen.state, Call()), seen.state.mover.dice_on_cards < 2
        call = replace(call, note=gettext("needs 2 dice on cards") if few else gettext("not now"))
        return Question(gettext("Roll the dice"), refusal_words(refusal) if refusal else "", buttons=(roll, call))
    call = replace(call, link=seen.address + "?ask=call") if seen.preferences.confirm else call.playing(Call())
    return Question(
        gettext("Roll, or call Shanghai?"), _with(call_brings(seen), _other_must(seen)), buttons=(roll, call)
    )


def _confirm(seen: SeenTable) -> Question:
    back = Button(gettext("Not yet"), link=seen.address, style="btn-big", key="Escape")
    call = Button(gettext("Shanghai!"), icon="i-bell", style="btn-shanghai btn-big", key="S")
    call = replace(call, worth=worth(seen, [Call()])).playing(Call())
    return Question(gettext("Call Shanghai now?"), shared_out(seen), buttons=(back, call))


def _after_shanghai(seen: SeenTable) -> Question:
    assert seen.state.last is not None
    voice, state = seen.voice, seen.state
    heading = voice.say(seen.state.last.caller, gettext("You called Shanghai"), gettext("%(name)s called Shanghai"))
    starts = voice.say(
        state.turn,
        gettext("You start round %(round)s. The result stays here until you roll."),
        gettext("%(name)s starts round %(round)s. The result stays here until the roll."),
        round=state.round,
    )
    note = gettext("starts round %(round)s") % {"round": state.round}
    roll = Button(gettext("Roll"), note, "i-double", style="btn-roll btn-big", key="R").playing(Roll())
    return Question(heading, _with(shared_out(seen), _points(seen), starts), buttons=(roll,))


def _points(seen: SeenTable) -> str:
    last = seen.state.last
    return gettext("Points: %(change)s.") % {"change": given(seen.voice, last)} if last is not None else ""


def _waiting(seen: SeenTable) -> Question:
    if not seen.table.started:
        link = gettext("Send this link. Whoever opens it first takes the other seat.")
        return Question(gettext("Waiting for your opponent"), link, waiting=True, invitation=seen.invitation)
    if seen.state.last is not None:
        waits = at_the_dice(seen).heading + "."
        return Question(_after_shanghai(seen).heading, _with(shared_out(seen), _points(seen), waits), waiting=True)
    return at_the_dice(seen)


def at_the_dice(seen: SeenTable) -> Question:
    """What a viewer sees who is not asked: who is, and the dice before them."""
    table, voice = seen.table, seen.voice
    seat = table.waits_for if table.waits_for is not None else seen.state.turn
    heading = voice.say(seat, gettext("Your turn"), gettext("Waiting for %(name)s"))
    if seen.state.announced is not None:
        heading = announced(seen)
    lying, of, about = seen.state.rolled, voice.of(seen.state.turn), places_meant(seen.state)
    return Question(heading, _what_they_may(seen, seat), waiting=True, lying=lying, lying_of=of, about=about)


def _what_they_may(seen: SeenTable, seat: Seat) -> str:
    follows = gettext("This page updates by itself.")
    if seen.table.opens is not None:
        return _with(_who_adds(seen, seen.table.opens), follows)
    if seen.table.chairs[seat].kind is SeatKind.BOT:
        return _with(busy(seen.ahead) or gettext("The bot is thinking."), follows)
    step = step_of(seen.state)
    asked = gettext(step.waiting or ASKED) if isinstance(step, Decision) else ""
    return _with(asked, follows)


def _who_adds(seen: SeenTable, seat: Seat) -> str:
    """Whose browser has to open its link before the dice roll."""
    if seat in seen.viewer.seats:
        return gettext("Your browser is adding its part to the dice.")
    return gettext("%(name)s’s browser has yet to add its part to the dice.") % {"name": seen.voice.own_name(seat)}


def busy(ahead: int) -> str:
    """Why a bot does not answer yet, if other games are before this one."""
    said = ngettext("The bot is busy with %(num)d other game.", "The bot is busy with %(num)d other games.", ahead)
    return said % {"num": ahead} if ahead else ""


def call_brings(seen: SeenTable) -> str:
    """What a call of Shanghai now would win, in a sentence."""
    voice, seat = seen.voice, seen.below
    won = [with_article(taking.card) for taking in seen.takings if taking.taker == seat]
    if not won:
        you, other = gettext("Calling now would win you nothing."), gettext("Calling now would win %(name)s nothing.")
        return voice.say(seat, you, other)
    you, other = gettext("Calling now would win you %(cards)s."), gettext("Calling now would win %(name)s %(cards)s.")
    return voice.say(seat, you, other, cards=listed(won))


def shared_out(seen: SeenTable) -> str:
    """Who takes which cards, in a sentence: after a Shanghai, or as a call now would have it."""
    takings = seen.state.last.takings if seen.state.last else seen.takings
    cards: dict[Seat | None, list[Card]] = {}
    for taking in takings:
        cards.setdefault(taking.taker, []).append(taking.card)
    parts = [_takes(seen, seat, cards[seat]) for seat in (seen.below, seen.above) if seat in cards]
    gone = len(cards.get(None, ()))
    if gone:
        parts.append(
            ngettext("%(num)d card is out of the game", "%(num)d cards are out of the game", gone) % {"num": gone}
        )
    return clauses(parts) + "."


def _takes(seen: SeenTable, seat: Seat, cards: list[Card]) -> str:
    names = listed([with_article(card) for card in cards])
    return seen.voice.say(seat, gettext("You take %(cards)s"), gettext("%(name)s takes %(cards)s"), cards=names)


def _other_must(seen: SeenTable) -> str:
    other = seen.above
    if seen.state.players[other].supply >= 2:
        return ""
    return seen.voice.say(
        other,
        gettext("You must call Shanghai next."),
        gettext("%(name)s has fewer than two dice left and must call Shanghai next."),
    )


def _with(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


# The dice that were rolled, in front of the player who rolled them.


@dataclass(frozen=True, slots=True)
class RolledDice:
    """Dice as they came to rest, and whose they are."""

    of: str
    dice: tuple[int, ...]
    lit: bool
    """Whether the viewer may choose among them."""


def rolled_dice(seen: SeenTable) -> RolledDice:
    """The dice that were rolled and not yet placed; none between turns."""
    state = seen.state
    return RolledDice(seen.voice.of(state.turn), state.rolled, seen.asked and seen.below == state.turn)


# The tray under the counter as one value: the question, and everything else that can be pressed there.


@dataclass(frozen=True, slots=True)
class Tray:
    """Everything that the tray shows; nothing of the request that asks for it."""

    id: str
    address: str
    question: Question
    tumbling: str
    """In whose colour dice tumble while a player is waited for; empty if none do."""
    pad: Pad | None
    """What is tapped of real dice and cards now; None where nothing is."""
    back: str
    """What taking something back is called, where it has a name."""
    remembered: tuple[str, ...]
    """What trick cards remember until the round ends, each in a sentence."""
    names: tuple[str, str]
    watching: bool
    side: str
    waiting_as: str | None
    """The name under which the player waits for an opponent; None where they do not."""
    elsewhere: bool
    """Whether the player may turn to another game meanwhile."""
    undo: bool
    """Whether the last choice may be taken back."""
    retype: bool
    """Whether the last input of real dice and cards can be corrected."""
    may_ask: bool
    """Whether the Captain may be asked for advice."""
    costly: bool
    """Whether the game counts, and would not any more after that."""
    opens: bool
    """Whether the dice wait for the viewer to open a link; without script they can only entrust their chain."""
    late: str = ""
    """The sentence when a player's time is up; empty before that."""


def is_costly(seen: SeenTable) -> bool:
    return seen.table.rated and not seen.table.helped


def may_ask(seen: SeenTable) -> bool:
    """Whether advice can be asked for: in casual games against a bot, where there is a choice."""
    return seen.table.mode is Mode.BOT and seen.asked and len(legal_actions(seen.state)) > 1
