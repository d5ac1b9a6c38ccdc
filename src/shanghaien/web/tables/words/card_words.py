"""What cards, nations and acts are called."""

from collections.abc import Callable

from markupsafe import Markup, escape

from shanghaien import rules
from shanghaien.rules import N_
from shanghaien.web.core.i18n import filled, gettext

_NATIONS = {
    rules.Nation.AMERICAN: (N_("American"), N_("AME")),
    rules.Nation.FRENCH: (N_("French"), N_("FRE")),
    rules.Nation.GERMAN: (N_("German"), N_("GER")),
    rules.Nation.CHINESE: (N_("Chinese"), N_("CHI")),
    rules.Nation.DUTCH: (N_("Dutch"), N_("DUT")),
    rules.Nation.TURKISH: (N_("Turkish"), N_("TUR")),
    rules.Nation.SPANISH: (N_("Spanish"), N_("SPA")),
    rules.Nation.ITALIAN: (N_("Italian"), N_("ITA")),
}


def nation_name(nation: rules.Nation) -> str:
    """The nation as an adjective, as on a card."""
    return gettext(_NATIONS[nation][0])


def nation_code(nation: rules.Nation) -> str:
    """Three letters for where the name does not fit."""
    return gettext(_NATIONS[nation][1])


def act_name(act: rules.Act) -> str:
    return gettext(rules.ACTS[act].name)


def act_help(act: rules.Act) -> str:
    return gettext(rules.ACTS[act].help)


def acts_of(card: rules.Trick) -> tuple[rules.Act, ...]:
    """The acts that a trick card shows, upper half first (R4)."""
    return tuple(act.key for act in rules.BY_KEY[card].acts)


def card_name(card: rules.Card) -> str:
    """A card in words: "French 4", or the trick card by its acts."""
    if isinstance(card, rules.Sailor):
        return gettext("%(nation)s %(value)s") % {"nation": nation_name(card.nation), "value": card.value}
    return trick_name(card)


def trick_name(card: rules.Trick) -> str:
    """A trick card in words, by what it can be played for."""
    names = [act_name(act) for act in acts_of(card)]
    if len(names) < 2:
        return short_name(card)
    return gettext("trick card “%(upper)s” or “%(lower)s”") % {"upper": ", ".join(names[:-1]), "lower": names[-1]}


def short_name(card: rules.Card) -> str:
    """A card on a label; a trick card by its lower half, which tells it from the others."""
    return (
        card_name(card) if isinstance(card, rules.Sailor) else gettext("trick card “%(act)s”") % {"act": mark_of(card)}
    )


def with_article(card: rules.Card) -> str:
    """A card in a running sentence: "the French 4", "the trick card “Roll again”"."""
    if isinstance(card, rules.Sailor):
        return gettext("the %(nation)s %(value)s") % {"nation": nation_name(card.nation), "value": card.value}
    return gettext("the trick card “%(act)s”") % {"act": mark_of(card)}


def mark_of(card: rules.Trick) -> str:
    """What tells a trick card from the others: its lower half, or its name if it has no act."""
    acts = acts_of(card)
    return act_name(acts[-1]) if acts else gettext(rules.BY_KEY[card].name)


def listed(items: list[str]) -> str:
    """Words as a list in a sentence."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(many)s and %(last)s") % {"many": ", ".join(items[:-1]), "last": items[-1]}


def clauses(parts: list[str]) -> str:
    """Clauses joined into a sentence, as the language does it."""
    whole = ""
    for part in filter(None, parts):
        whole = gettext("%(first)s; %(more)s") % {"first": whole, "more": part} if whole else part
    return whole


# Actions in a few words: with dice drawn as the reader's page draws them, or with their numbers.

Drawn = Callable[[int], Markup]
"""How a die is shown."""


def plain_words(state: rules.State, action: rules.Action) -> str:
    """An action in a few words without any mark-up."""
    return action_words(state, action, escape).unescape()


def action_words(state: rules.State, action: rules.Action, drawn: Drawn) -> Markup:
    """An action in a few words, with its dice drawn."""
    match action:
        case rules.Place(die, end):
            card = short_name(state.tavern[rules.position_of(die, end or state.end)])
            return filled(gettext("%(die)s on %(card)s"), die=drawn(die), card=card) + _end(end)
        case rules.Answer():
            return _answer(action, drawn) + _end(action.end)
        case rules.Play():
            return _trick(state, action, drawn) + _end(action.end)
        case rules.Call():
            return escape(gettext("Call Shanghai"))
        case _:
            return escape(gettext("Roll"))


def _answer(answer: rules.Answer, drawn: Drawn) -> Markup:
    reply = rules.REPLIES[answer.word]
    if not answer.dice:
        return escape(gettext(reply.name))
    dice = Markup(" ").join(map(drawn, answer.dice))
    if "%(die)s" in reply.help:
        return filled(gettext(reply.help), die=dice)
    return filled(gettext("%(act)s: %(dice)s"), act=gettext(reply.name), dice=dice)


def _trick(state: rules.State, play: rules.Play, drawn: Drawn) -> Markup:
    name = act_name(play.act)
    if play.nation is not None:
        words = filled(gettext("%(act)s: %(nation)s"), act=name, nation=nation_name(play.nation))
        # With several kinds of card in hand it matters which one is given away.
        several = len(set(state.mover.hand)) > 1
        return words + Markup(" ({})").format(_given_away(play)) if several else words
    if play.die is None:
        return escape(name)
    shown = Markup(" ").join(map(drawn, play.dice))
    if play.step is not None:
        shown += Markup(" → ") + drawn(play.die + play.step)
    return filled(gettext("%(act)s: %(dice)s"), act=name, dice=shown)


def _given_away(play: rules.Play) -> str:
    """The card that is played, named by its other half or, if it has no other, by its name."""
    mark = mark_of(play.card)
    return gettext(rules.BY_KEY[play.card].name) if mark == act_name(play.act) else mark


def _end(end: rules.End | None) -> Markup:
    if end is None:
        return Markup("")
    return escape(gettext(", 1 on the left") if end is rules.End.LEFT else gettext(", 1 on the right"))
