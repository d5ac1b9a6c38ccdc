"""What cards, nations and acts are called."""

from shanghaien.rules import ACTS, BY_KEY, N_, Act, Card, Nation, Sailor, Trick
from shanghaien.web.http.i18n import gettext

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


def nation_name(nation: Nation) -> str:
    """The nation as an adjective, as it stands on a card."""
    return gettext(_NATIONS[nation][0])


def nation_code(nation: Nation) -> str:
    """Three letters for where the name does not fit."""
    return gettext(_NATIONS[nation][1])


def act_name(act: Act) -> str:
    """What a half of a trick card is called."""
    return gettext(ACTS[act].name)


def act_help(act: Act) -> str:
    """One sentence that tells what an act does."""
    return gettext(ACTS[act].help)


def acts_of(card: Trick) -> tuple[Act, ...]:
    """The acts that a trick card shows, upper half first (R4)."""
    return tuple(act.key for act in BY_KEY[card].acts)


def card_name(card: Card) -> str:
    """A card in words: "French 4", or the trick card by its acts."""
    if isinstance(card, Sailor):
        return gettext("%(nation)s %(value)s") % {"nation": nation_name(card.nation), "value": card.value}
    return trick_name(card)


def trick_name(card: Trick) -> str:
    """A trick card in words, by what it can be played for."""
    names = [act_name(act) for act in acts_of(card)]
    if len(names) < 2:
        return short_name(card)
    return gettext("trick card “%(upper)s” or “%(lower)s”") % {"upper": ", ".join(names[:-1]), "lower": names[-1]}


def short_name(card: Card) -> str:
    """A card on a label; a trick card by its lower half, which tells it from the others."""
    return card_name(card) if isinstance(card, Sailor) else gettext("trick card “%(act)s”") % {"act": mark_of(card)}


def with_article(card: Card) -> str:
    """A card in a running sentence: "the French 4", "the trick card “Roll again”"."""
    if isinstance(card, Sailor):
        return gettext("the %(nation)s %(value)s") % {"nation": nation_name(card.nation), "value": card.value}
    return gettext("the trick card “%(act)s”") % {"act": mark_of(card)}


def mark_of(card: Trick) -> str:
    """What tells a trick card from the others: its lower half, or its name if it can't be played for anything."""
    acts = acts_of(card)
    return act_name(acts[-1]) if acts else gettext(BY_KEY[card].name)


def listed(items: list[str]) -> str:
    """Words as a list in a sentence."""
    if len(items) < 2:
        return "".join(items)
    return gettext("%(many)s and %(last)s") % {"many": ", ".join(items[:-1]), "last": items[-1]}


def clauses(parts: list[str]) -> str:
    """Parts of one sentence, set apart as the language does it."""
    whole = ""
    for part in filter(None, parts):
        whole = gettext("%(first)s; %(more)s") % {"first": whole, "more": part} if whole else part
    return whole
