"""What a record says about its dice, read without playing it: a record that was tampered with may not be playable."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from shanghaien.rules import Malformed, Nation, Options, Outcome
from shanghaien.rules.cards import PILE_TRICKS
from shanghaien.rules.notation import parse_outcome
from shanghaien.rules.options import read_tricks

OUTCOME = re.compile(
    f"[AB]|[1-6](-[1-6])*|({'|'.join(nation.code for nation in Nation)})[1-4]|{'|'.join(PILE_TRICKS)}", re.IGNORECASE
)
"""How the outcome of a chance is written; no action is written so."""
TAKES_A_WORD = {"place", "keep", "play", "sharks", "exchange"}
"""The words of the text form whose next word belongs to them, though it may look like an outcome."""
HEAD = re.compile(r"start\b|round\s+\d+\s*:|[AB]\b", re.IGNORECASE)
TAG = re.compile(r"\[(\S+)\s+(.*)\]")


@dataclass(frozen=True)
class Evidence:
    """The tags, the set-up and the outcomes of a record, as they stand there."""

    tags: dict[str, str]
    options: Options
    outcomes: tuple[Outcome, ...]


def read_evidence(text: str) -> Evidence:
    """The evidence in a record of either form."""
    text = text.removeprefix("\ufeff")
    return _from_json(text) if text.lstrip().startswith("{") else _from_text(text)


def _from_json(text: str) -> Evidence:
    try:
        values = json.loads(text)
        tags, steps, tricks = values.get("tags", {}), values["steps"], values["options"]["tricks"]
        return Evidence(dict(tags), Options(tricks=tricks), tuple(_outcomes(map(str, steps))))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Malformed("This JSON is no record of a game.") from None


def _from_text(text: str) -> Evidence:
    lines = [line.strip() for line in text.splitlines()]
    tags = {found[1]: found[2].strip() for line in lines if (found := TAG.fullmatch(line))}
    if "Tricks" not in tags:
        raise Malformed("This is no record of a game; its header names no [Tricks ...].")
    words = (word for line in lines if not line.startswith(("[", "#")) for word in _free_words(line))
    return Evidence(tags, Options(tricks=read_tricks(tags["Tricks"])), tuple(_outcomes(words)))


def _free_words(line: str) -> Iterator[str]:
    head = HEAD.match(line)
    words = iter(line[head.end() if head else 0 :].partition("#")[0].split())
    for word in words:
        if word.lower() in TAKES_A_WORD:
            next(words, None)
        else:
            yield word


def _outcomes(words: Iterator[str]) -> Iterator[Outcome]:
    return (parse_outcome(word) for word in words if OUTCOME.fullmatch(word))
