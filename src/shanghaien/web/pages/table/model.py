"""The page of a table, made from what somebody sees there."""

from shanghaien.rules import BY_KEY, ROUNDS, Trick
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.table import Mode
from shanghaien.web.words.deals import deal_words
from shanghaien.web.words.paces import pace_words

from .buttons import Question
from .by_hand import by_hand
from .by_hand_words import last_told
from .dice import dice_told
from .page_values import TablePage
from .question import question
from .recent import recent
from .result import verdict
from .row import row
from .score import cards_taken, score_table
from .seat_lines import seat_line
from .time_up import time_up
from .tray import is_costly, may_ask
from .wood import lying

__all__ = ["TablePage", "present"]


def present(seen: SeenTable) -> TablePage:
    """The page of a table for whoever looks at it."""
    state, table = seen.state, seen.table
    told, deal = state.last is not None, deal_words(table.day)
    asked, pad = by_hand(seen, question(seen))
    shown = row(seen, asked.ghosts)
    return TablePage(
        id=table.id,
        version=table.version,
        address=seen.address,
        title=_title(seen, asked) + (f" · {deal}" if deal else ""),
        yours=seen.asked,
        over=table.over,
        started=table.started,
        round=state.round - (told and not state.over),
        rounds=ROUNDS,
        pile=sum(state.pile) + (len(state.tavern) if told else 0),
        told=told,
        above=seat_line(seen, seen.above),
        below=seat_line(seen, seen.below),
        row=shown,
        rolled=lying(seen),
        question=asked,
        verdict=verdict(seen),
        score=score_table(seen),
        taken=cards_taken(seen),
        log=recent(seen),
        undo=table.undo is not None and table.undo in seen.viewer.seats,
        retype=bool(table.typed and seen.viewer.seats),
        resign=seen.choice.resign and not table.over,
        may_resign=bool(seen.viewer.seats) and not table.over and table.started,
        watching=not seen.viewer.seats,
        side="" if seen.side is None else "ab"[seen.side],
        neutral=not seen.viewer.seats and seen.side is None,
        waiting_as=table.chairs[seen.below].name if seen.invitation else None,
        carry=seen.carry,
        names=seen.voice.names,
        remembered=tuple(_remembers(card, number) for card, number in state.memory),
        deal=deal,
        day=table.day,
        by_hand=table.mode is Mode.REAL_DICE,
        pad=pad,
        back=last_told(table),
        costly=is_costly(seen),
        may_ask=may_ask(seen),
        dice=dice_told(table, seen.viewer),
        opens=table.opens is not None and table.opens in seen.viewer.seats,
        pace=pace_words(table.pace) if table.pace else "",
        time_up=time_up(seen),
        with_somebody=table.mode is Mode.INVITE and bool(seen.viewer.seats),
    )


def _remembers(card: Trick, number: int) -> str:
    return gettext("%(card)s remembers: %(number)s.") % {"card": gettext(BY_KEY[card].name), "number": number}


def _title(seen: SeenTable, asked: Question) -> str:
    end = verdict(seen)
    if end is not None:
        return end.heading
    if not seen.asked:
        return asked.heading
    seat = seen.below
    return seen.voice.say(seat, gettext("Your turn: %(ask)s"), gettext("%(name)s: %(ask)s"), ask=asked.heading)
