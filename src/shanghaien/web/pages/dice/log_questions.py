"""What is asked about the public log; whatever it cannot answer is refused in a sentence."""

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.protocol import checked_game_id
from shanghaien.rules import N_
from shanghaien.web.commitments.log_reading import LogReader
from shanghaien.web.commitments.public_log import LogState
from shanghaien.web.http.refusals import NotThere, Unreadable
from shanghaien.web.http.requests import AnyRequest

LONGEST_NUMBER = 9
"""Digits; no log is longer."""


async def asked_log(request: AnyRequest, reader: LogReader) -> LogState:
    """The log that the address names by `epoch`, else the present one; its root is known of the present one only."""
    present = await reader.state()
    now = LogState(1, 0, "") if present is None else present
    epoch = asked_number(request, "epoch", now.epoch)
    if epoch == now.epoch:
        return now
    if not (size := await reader.size(epoch)):
        raise NotThere(N_("There is no log with this number."))
    return LogState(epoch, size, "")


def asked_number(request: AnyRequest, name: str, default: int | None = None) -> int:
    """A number that the address names."""
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise Unreadable(N_("Field %(field)s must be a whole number."), field=name)
    return int(text)


def within(number: int, most: int) -> int:
    """The number, if the log reaches so far."""
    if most < 0:
        raise NotThere(N_("A log of this size has no entry."))
    if number > most:
        raise NotThere(
            N_("The log does not reach so far; the largest number that can be asked for is %(most)s."), most=most
        )
    return number


def asked_game(request: AnyRequest) -> str:
    """The id of a game that the address names."""
    try:
        return checked_game_id(str(request.query_params["game"]))
    except FairnessError:
        raise Unreadable(N_("There is no such game.")) from None
