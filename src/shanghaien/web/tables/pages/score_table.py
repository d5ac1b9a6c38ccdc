"""The score chalked on the slate: per nation both crews, what they count, what is to come (R22, R23, R46, R47)."""

from collections.abc import Hashable
from dataclasses import dataclass

from shanghaien.rules import Nation, NationScore, Reason, Sailor, Seat, ToCome, cards_in, standing, to_come
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.i18n import gettext, ngettext
from shanghaien.web.tables.pages.seen_table import SeenTable
from shanghaien.web.tables.words.card_words import nation_code, nation_name
from shanghaien.web.tables.words.drawings import EMBLEMS, Face, Half, face, token, wild_face


@dataclass(frozen=True, slots=True)
class CrewScore:
    """One nation as both players have it."""

    nation: str
    name: str
    code: str
    theirs: int
    mine: int
    counts: int
    counts_for: str
    """Whose points they are: "me", "them" or empty."""
    counts_label: str
    cards_left: int
    points_left: int
    their_cards: tuple[Face, ...]
    my_cards: tuple[Face, ...]
    to_come: tuple[Face, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The whole score."""

    upper: str
    lower: str
    crews: tuple[CrewScore, ...]
    tricks: tuple[int, int]
    """Unused trick cards, above and below."""
    points: tuple[int, int]
    tricks_left: int
    cards_left: int
    points_left: int

    def __hash__(self) -> int:
        # enough to tell most scores apart, at a small part of the cost
        return hash((self.upper, self.lower, self.tricks, self.points, self.cards_left, self.points_left))


@dataclass(frozen=True, slots=True)
class CardsTaken:
    """Everything one player has taken, as a line of tokens ordered by nation."""

    of: str
    name: str
    cards: tuple[Face, ...]
    tricks: tuple[Half, ...]
    none: str


_SCORES: LanguageCache[ScoreTable] = LanguageCache(512)
_TAKEN: LanguageCache[tuple[CardsTaken, CardsTaken]] = LanguageCache(512)
"""What was worked out last; only a Shanghai or a trick card changes it."""


def score_table(seen: SeenTable) -> ScoreTable:
    key = (seen.voice, _holdings(seen), seen.state.pile, seen.state.tavern)
    return _SCORES.recall(key, lambda: _score(seen))


def _holdings(seen: SeenTable) -> Hashable:
    return tuple((player.hand, player.crews, player.wilds) for player in seen.state.players)


def _score(seen: SeenTable) -> ScoreTable:
    voice, state, (above, below) = seen.voice, seen.state, (seen.above, seen.below)
    now, left = standing(state.players), to_come(state)
    return ScoreTable(
        upper=voice.name(above),
        lower=voice.name(below),
        crews=tuple(_crew(seen, score, left) for score in now.nations),
        tricks=(now.tricks[above], now.tricks[below]),
        points=(now.points[above], now.points[below]),
        tricks_left=left.tricks,
        cards_left=sum(left.cards) + left.tricks,
        points_left=sum(left.points) + left.tricks,
    )


def cards_taken(seen: SeenTable) -> tuple[CardsTaken, CardsTaken]:
    key = (seen.voice, _holdings(seen))
    return _TAKEN.recall(key, lambda: (_hold(seen, seen.above), _hold(seen, seen.below)))


def _hold(seen: SeenTable, seat: Seat) -> CardsTaken:
    voice, player = seen.voice, seen.state.players[seat]
    cards = tuple(card for nation in Nation for card in crew_cards(seen, seat, nation))
    tricks = tuple(token(card) for card in player.hand)
    return CardsTaken(voice.of(seat), voice.name(seat), cards, tricks, gettext("nothing yet"))


def crew_cards(seen: SeenTable, seat: Seat, nation: Nation) -> tuple[Face, ...]:
    """One crew's cards, the strongest first, trick cards that joined it last (R16)."""
    player = seen.state.players[seat]
    sailors = tuple(face(Sailor(nation, value)) for value in reversed(player.crews[nation]))
    return sailors + tuple(wild_face(Sailor(nation, 2)) for _ in player.wilds[nation])


def _crew(seen: SeenTable, score: NationScore, left: ToCome) -> CrewScore:
    voice, nation, (above, below) = seen.voice, score.nation, (seen.above, seen.below)
    winner = 0 if score.points[0] else 1
    counts = max(score.points)
    return CrewScore(
        nation=EMBLEMS[nation],
        name=nation_name(nation),
        code=nation_code(nation),
        theirs=score.strengths[above],
        mine=score.strengths[below],
        counts=counts,
        counts_for=voice.of(winner) if counts else "",
        counts_label=voice.say(winner, gettext("for you"), gettext("for %(name)s")) if counts else "",
        cards_left=left.cards[nation],
        points_left=left.points[nation],
        their_cards=crew_cards(seen, above, nation),
        my_cards=crew_cards(seen, below, nation),
        to_come=_still_to_come(seen, nation),
        why=why_it_counts(seen, score),
    )


def _still_to_come(seen: SeenTable, nation: Nation) -> tuple[Face, ...]:
    left = [*cards_in(seen.state.pile), *seen.state.tavern]
    sailors = [card for card in left if isinstance(card, Sailor) and card.nation == nation]
    return tuple(face(card) for card in sorted(sailors, key=lambda card: -card.value))


def why_it_counts(seen: SeenTable, score: NationScore) -> str:
    voice = seen.voice
    if score.reason is Reason.NOBODY:
        return gettext("Nobody has a sailor of this nation.")
    if score.reason is Reason.EQUAL:
        return gettext("Equally strong: both discard theirs, no points.")
    points = max(score.points)
    winner = 0 if score.points[0] else 1
    worth = ngettext("%(num)d point", "%(num)d points", points) % {"num": points}
    if score.reason is Reason.ALONE:
        return voice.say(
            winner,
            gettext("Only you have any: you keep them, %(worth)s."),
            gettext("Only %(name)s has any and keeps them, %(worth)s."),
            worth=worth,
        )
    return voice.say(
        winner,
        gettext("You are stronger: you discard your crew and take the weaker one, %(worth)s."),
        gettext("%(name)s is stronger, discards that crew and takes the weaker one, %(worth)s."),
        worth=worth,
    )
