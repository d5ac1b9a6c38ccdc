"""What cards, nations and acts are called, and which drawing shows them."""

from shanghaien.rules import Act, Card, Nation, Sailor, Trick
from shanghaien.rules.tricks import BY_TRICK
from shanghaien.web.http.i18n import N_, gettext

EMBLEMS = {
    Nation.AMERICAN: "am",
    Nation.FRENCH: "fr",
    Nation.GERMAN: "de",
    Nation.CHINESE: "cn",
    Nation.DUTCH: "nl",
    Nation.TURKISH: "tr",
    Nation.SPANISH: "es",
    Nation.ITALIAN: "it",
}
"""The emblem of each nation in the sprite; shape as well as colour tells them apart (R3)."""

_NATIONS = {
    Nation.AMERICAN: (N_("American"), N_("AME")),
    Nation.FRENCH: (N_("French"), N_("FRE")),
    Nation.GERMAN: (N_("German"), N_("GER")),
    Nation.CHINESE: (N_("Chinese"), N_("CHI")),
    Nation.DUTCH: (N_("Dutch"), N_("DUT")),
    Nation.TURKISH: (N_("Turkish"), N_("TUR")),
    Nation.SPANISH: (N_("Spanish"), N_("SPA")),
    Nation.ITALIAN: (N_("Italian"), N_("ITA")),
}

_ACTS = {
    Act.TWO_SAILORS: (N_("Two sailors"), "i-two", N_("The card joins one of your crews as a sailor of value 2.")),
    Act.DIE_SHIFT: (N_("Die ±1"), "i-pm", N_("One of the two dice becomes one higher or lower.")),
    Act.ROLL_AGAIN: (N_("Roll again"), "i-again", N_("Roll both dice again; this roll is gone.")),
    Act.BOTH_DICE: (N_("Both dice"), "i-both", N_("Place both dice of this roll.")),
    Act.CRAZY_CAPTAIN: (
        N_("Crazy Captain"),
        "i-crazy",
        N_("Until the round ends you may object once in each of the other's turns."),
    ),
    Act.NO_SHANGHAI: (N_("No Shanghai"), "i-nobell", N_("Nobody may call Shanghai in this round until he has to.")),
    Act.ROLL_ALL: (
        N_("Roll all again"),
        "i-all",
        N_("Roll these dice and all of yours on cards again; one goes back, the others are placed."),
    ),
    Act.SHARKS: (N_("To the sharks"), "i-shark", N_("Place a die and turn its card face down: nobody will get it.")),
    Act.EXCHANGE: (N_("Exchange"), "i-swap", N_("Take one of your dice back, then place both dice of this roll.")),
    Act.DOUBLE: (N_("The Double"), "i-double", N_("Put it back into the middle and roll both dice again.")),
}


def nation_name(nation: Nation) -> str:
    """The nation as an adjective, as it stands on a card."""
    return gettext(_NATIONS[nation][0])


def nation_code(nation: Nation) -> str:
    """Three letters for where the name does not fit."""
    return gettext(_NATIONS[nation][1])


def act_name(act: Act) -> str:
    """What a half of a trick card is called."""
    return gettext(_ACTS[act][0])


def act_icon(act: Act) -> str:
    """The drawing of an act in the sprite."""
    return _ACTS[act][1]


def act_help(act: Act) -> str:
    """One sentence that tells what an act does."""
    return gettext(_ACTS[act][2])


def acts_of(card: Trick) -> tuple[Act, ...]:
    """The acts that a trick card shows, upper half first (R4)."""
    return tuple(act.act for act in BY_TRICK[card].acts)


def card_name(card: Card) -> str:
    """A card in words: "French 4", or the trick card by its acts."""
    if isinstance(card, Sailor):
        return gettext("%(nation)s %(value)s") % {"nation": nation_name(card.nation), "value": card.value}
    return trick_name(card)


def trick_name(card: Trick) -> str:
    """A trick card in words, by what it can be played for."""
    names = [act_name(act) for act in acts_of(card)]
    if len(names) == 1:
        return gettext("trick card “%(act)s”") % {"act": names[0]}
    return gettext("trick card “%(upper)s” or “%(lower)s”") % {"upper": names[0], "lower": names[1]}


def short_name(card: Card) -> str:
    """A card in a running sentence; a trick card by its lower half, which tells it from the others."""
    if isinstance(card, Sailor):
        return card_name(card)
    return gettext("trick card “%(act)s”") % {"act": act_name(acts_of(card)[-1])}


def listed(items: list[str]) -> str:
    """Words as a list in a sentence."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(many)s and %(last)s") % {"many": ", ".join(items[:-1]), "last": items[-1]}
