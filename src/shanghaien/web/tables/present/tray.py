"""The tray under the counter: what is asked of whoever looks, in every phase of the game."""

from dataclasses import replace

from shanghaien.rules import Call, Phase, Roll, Seat, Trick, legal_actions, takings_now
from shanghaien.rules.cards import Card
from shanghaien.web.i18n import gettext, ngettext
from shanghaien.web.tables.table import SeatKind

from .answers import double_tray, keep_tray, objection_tray
from .guide import comment
from .names import listed, short_name
from .placing import place_tray
from .presses import Press, Tray
from .scene import Scene, Voice


def tray(scene: Scene) -> Tray:
    """The question that is put to whoever looks, or what he waits for."""
    if not scene.asked:
        return _waiting(scene)
    ask = {
        Phase.TURN: turn_tray,
        Phase.PLACE: place_tray,
        Phase.OBJECTION: objection_tray,
        Phase.DOUBLE: double_tray,
        Phase.KEEP: keep_tray,
    }[scene.state.phase]
    asked = ask(scene)
    return replace(asked, comment=comment(scene)) if scene.preferences.guide else asked


def turn_tray(scene: Scene) -> Tray:
    """Roll, or call Shanghai (R8, R11)."""
    legal = legal_actions(scene.state)
    if scene.choice.call and Call() in legal and Roll() in legal:
        return _confirm(scene)
    if scene.state.last is not None:
        return _after_shanghai(scene)
    roll = Press(gettext("Roll"), gettext("two dice"), "i-double", style="btn-roll btn-big")
    call = Press(gettext("Shanghai!"), gettext("ends the round"), "i-bell", style="btn-shanghai btn-big")
    if Roll() not in legal:
        heading, text = gettext("Call Shanghai"), gettext("Fewer than two dice are left to you: you must call.")
        return Tray(heading, _with(text, call_brings(scene)), buttons=(call.playing(Call()),))
    roll = roll.playing(Roll())
    if Call() not in legal:
        return Tray(gettext("Roll the dice"), _why_no_call(scene), buttons=(roll, replace(call, note=_not_yet(scene))))
    call = replace(call, link=scene.address + "?ask=call") if scene.preferences.confirm else call.playing(Call())
    return Tray(gettext("Roll, or call Shanghai?"), _with(call_brings(scene), _other_must(scene)), buttons=(roll, call))


def _confirm(scene: Scene) -> Tray:
    back = Press(gettext("Not yet"), link=scene.address, style="btn-big")
    call = Press(gettext("Shanghai!"), icon="i-bell", style="btn-shanghai btn-big").playing(Call())
    return Tray(gettext("Call Shanghai now?"), shared_out(scene), buttons=(back, call))


def _after_shanghai(scene: Scene) -> Tray:
    assert scene.state.last is not None
    voice, state = Voice(scene), scene.state
    heading = voice.say(scene.state.last.caller, gettext("You called Shanghai"), gettext("%(name)s called Shanghai"))
    starts = voice.say(
        state.turn,
        gettext("You start round %(round)s; this stays until you roll."),
        gettext("%(name)s starts round %(round)s; this stays until the roll."),
        round=state.round,
    )
    note = gettext("starts round %(round)s") % {"round": state.round}
    roll = Press(gettext("Roll"), note, "i-double", style="btn-roll btn-big").playing(Roll())
    return Tray(heading, _with(shared_out(scene), starts), buttons=(roll,))


def _waiting(scene: Scene) -> Tray:
    if not scene.table.started:
        heading = gettext("Waiting for the other player")
        return Tray(
            heading,
            gettext("Send this link. Whoever opens it first takes the other seat."),
            waiting=True,
            invitation=scene.invitation,
        )
    if scene.state.last is not None:
        waits = at_the_dice(scene).heading + "."
        return Tray(_after_shanghai(scene).heading, _with(shared_out(scene), waits), waiting=True)
    return at_the_dice(scene)


def at_the_dice(scene: Scene) -> Tray:
    """Somebody who does not look at this page is asked; the dice before him can be seen."""
    table, voice = scene.table, Voice(scene)
    seat = table.waits_for if table.waits_for is not None else scene.state.turn
    heading = gettext("%(name)s is at the dice") % {"name": voice.own_name(seat)}
    lying, of = scene.state.rolled, voice.of(scene.state.turn)
    return Tray(heading, _what_he_may(scene, seat), waiting=True, lying=lying, lying_of=of)


def _what_he_may(scene: Scene, seat: Seat) -> str:
    follows = gettext("This page follows by itself.")
    if scene.table.chairs[seat].kind is SeatKind.BOT:
        return _with(gettext("The bot is thinking."), follows)
    asked = {
        Phase.TURN: gettext("To roll or to call Shanghai."),
        Phase.PLACE: gettext("A die is to be placed."),
        Phase.OBJECTION: gettext("The Crazy Captain may object."),
        Phase.DOUBLE: gettext("A double: roll one again or take the Double."),
        Phase.KEEP: gettext("One of the dice goes back."),
    }
    return _with(asked.get(scene.state.phase, ""), follows)


def call_brings(scene: Scene) -> str:
    """What a call of Shanghai now would bring to whoever is asked, in a sentence."""
    voice, seat = Voice(scene), scene.below
    won = [short_name(taking.card) for taking in takings_now(scene.state) if taking.taker == seat]
    if not won:
        return voice.say(
            seat, gettext("A call now brings you nothing."), gettext("A call now brings %(name)s nothing.")
        )
    return voice.say(
        seat,
        gettext("A call now brings you %(cards)s."),
        gettext("A call now brings %(name)s %(cards)s."),
        cards=listed(won),
    )


def shared_out(scene: Scene) -> str:
    """Who takes which cards, in a sentence: as it was told, or as a call now would have it."""
    takings = scene.state.last.takings if scene.state.last else takings_now(scene.state)
    cards: dict[Seat | None, list[Card]] = {}
    for taking in takings:
        cards.setdefault(taking.taker, []).append(taking.card)
    parts = [_takes(scene, seat, cards[seat]) for seat in (scene.below, scene.above) if seat in cards]
    gone = len(cards.get(None, ()))
    if gone:
        parts.append(ngettext("%(num)d card is gone", "%(num)d cards are gone", gone) % {"num": gone})
    return "; ".join(parts) + "."


def _takes(scene: Scene, seat: Seat, cards: list[Card]) -> str:
    names = listed([short_name(card) for card in cards])
    return Voice(scene).say(seat, gettext("You take %(cards)s"), gettext("%(name)s takes %(cards)s"), cards=names)


def _other_must(scene: Scene) -> str:
    other = scene.above
    if scene.state.players[other].supply >= 2:
        return ""
    return Voice(scene).say(
        other, gettext("You must call next."), gettext("%(name)s has fewer than two dice left and must call next.")
    )


def _why_no_call(scene: Scene) -> str:
    state = scene.state
    if state.must_roll:
        return gettext("Your call was objected to: you must roll in this turn.")
    if state.mover.dice_on_cards < 2:
        return gettext("Shanghai can be called with two dice of your own on cards.")
    return gettext("No Shanghai is in force: nobody may call until somebody has to.")


def _not_yet(scene: Scene) -> str:
    if Trick.EXTRA_1 in (scene.state.players[0].in_force, scene.state.players[1].in_force):
        return gettext("not now")
    return gettext("needs 2 dice on cards") if scene.state.mover.dice_on_cards < 2 else gettext("not now")


def _with(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
