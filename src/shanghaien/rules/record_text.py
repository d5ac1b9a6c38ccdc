"""The text form of a record: tags, then one line per deal and per turn, to read and to type."""

import re
from collections.abc import Iterator
from itertools import groupby

from .actions import Roll
from .errors import Malformed
from .game import legal_actions
from .notation import action_text, seat_letter
from .record import Record, step_text
from .record_header import header_lines, read_header
from .record_reader import Reader, Stated, due_rule, expected, finished, some_of
from .state import Phase, State
from .texts import N_, Phrase

COMMENT = "#"
ROLL = action_text(Roll())
HEAD = re.compile(r"(start|round\s+\d+\s*:|[AB])(?=\s|$)", re.IGNORECASE)


def to_text(record: Record) -> str:
    """The record as text; `from_text` reads it back as it was. A record that the rules refuse is not written."""
    return "\n".join([*header_lines(record), "", *_body(record)]) + "\n"


def from_text(text: str) -> Record:
    """The record that a text holds, replayed and checked; errors name the line."""
    lines = _lines_that_count(text)
    body = next((index for index, (_, line) in enumerate(lines) if not line.startswith("[")), len(lines))
    header = read_header(lines[:body])
    reader = Reader(header.options)
    for number, line in lines[body:]:
        _read_line(reader, line, f"Line {number}")
    stated = {name: Stated(tag.value, f"Line {tag.line}") for name, tag in header.own.items()}
    return finished(reader, header.tags, stated["Result"], stated.get("Check"))


def _body(record: Record) -> Iterator[str]:
    for head, moments in groupby(record.played, lambda moment: _head_of(moment.before)):
        words = [step_text(moment.step) for moment in moments]
        # The dice that follow a roll imply it; only a roll that nothing follows yet has to be written.
        yield " ".join([head, *(word for word in words[:-1] if word != ROLL), words[-1]])


def _lines_that_count(text: str) -> list[tuple[int, str]]:
    numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
    return [(number, line) for number, line in numbered if line and not line.startswith(COMMENT)]


def _head_of(state: State) -> str:
    match state.phase:
        case Phase.WHO_STARTS:
            return "start"
        case Phase.DEAL:
            return f"round {state.round}:"
        case _:
            return seat_letter(state.turn)


def _read_line(reader: Reader, line: str, place: str) -> None:
    head = HEAD.match(line)
    wanted = _head_of(reader.state)
    if reader.state.over or head is None or _plain(head.group()) != _plain(wanted):
        told = {"expected": _whole_line(reader.state), "line": line, "rule": due_rule(reader.state)}
        raise Malformed(N_("expected %(expected)s, not %(line)r (%(rule)s)."), **told).at(place)
    words = line[head.end() :].partition(COMMENT)[0].split()
    while words:
        if _head_of(reader.state) != wanted or reader.state.over:
            sentence = N_("the line of %(who)s is complete; %(word)r is too much (R8).")
            raise Malformed(sentence, who=wanted, word=words[0]).at(place)
        reader.roll_if_implied(words[0], place)
        words = reader.read_step(words, place)


def _plain(head: str) -> str:
    return "".join(head.split()).lower()


def _whole_line(state: State) -> Phrase:
    if state.over:
        return expected(state)
    sentence = N_("a line that starts with %(head)r, followed by %(follows)s")
    return Phrase(sentence, head=_head_of(state), follows=_after_head(state))


def _after_head(state: State) -> Phrase:
    """A roll is named by its dice, so that is what has to be typed."""
    legal = legal_actions(state)
    if state.phase != Phase.TURN or Roll() not in legal:
        return expected(state)
    dice = Phrase(N_("two dice such as 2-5"))
    if len(legal) == 1:
        return dice
    return Phrase("%(dice)s, %(more)s", dice=dice, more=some_of([action_text(way) for way in legal if way != Roll()]))
