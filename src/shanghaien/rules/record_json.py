"""The JSON form of a record: the same content as the text form, for programs. `load` reads either."""

import json
from typing import Any

from .errors import Malformed, RulesError
from .options import Options
from .record import FORMAT, Record, check_format, check_revision
from .record_reader import Reader, Stated, finished
from .record_text import from_text
from .texts import N_, Phrase

KEYS = ("shanghaien", "rules", "options", "tags", "steps", "result", "check")
OPTIONAL = ("tags", "check")


def to_dict(record: Record) -> dict[str, Any]:
    """The record as plain values that JSON can hold; `from_dict` reads them back."""
    return {
        "shanghaien": FORMAT,
        "rules": record.revision,
        "options": record.options.as_dict(),
        "tags": dict(record.tags),
        "steps": list(record.step_texts),
        "result": record.result,
        "check": record.check,
    }


def to_json(record: Record) -> str:
    """The record as JSON; `from_json` reads it back as it was."""
    return json.dumps(to_dict(record), ensure_ascii=False) + "\n"


def from_json(text: str) -> Record:
    """The record that a JSON text holds, replayed and checked; errors name the key or step."""
    try:
        values = json.loads(text, object_pairs_hook=_each_key_once)
    except json.JSONDecodeError as error:
        told = {"reason": error.msg, "column": error.colno}
        raise Malformed(N_("this is no JSON: %(reason)s, column %(column)s."), **told).at(
            f"Line {error.lineno}"
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits; brackets within brackets without end
        raise Malformed(N_("This JSON can’t be read: a number in it is too long or it is nested too deeply.")) from None
    return from_dict(values)


def from_dict(values: Any) -> Record:
    """The record that plain values, such as JSON holds, stand for; replayed and checked."""
    _check_keys(values)
    check_format(_typed(values, "shanghaien", int))
    check_revision(_typed(values, "rules", int))
    reader = Reader(_read_options(_typed(values, "options", dict)))
    for number, step in enumerate(_typed(values, "steps", list), start=1):
        _read_step(reader, step, f"Step {number}")
    tags = _typed(values, "tags", dict) if "tags" in values else {}
    check = Stated(_typed(values, "check", str), "Key 'check'") if "check" in values else None
    return finished(reader, tags, Stated(_typed(values, "result", str), "Key 'result'"), check)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        twice = next(key for key, _ in pairs if sum(other == key for other, _ in pairs) > 1)
        raise Malformed(N_("Key %(key)r stands twice in one object; expected it once."), key=twice)
    return keys


def _check_keys(values: Any) -> None:
    if not isinstance(values, dict):
        raise Malformed(N_("A record is a JSON object; expected the keys %(keys)s."), keys=", ".join(KEYS))
    for key in values:
        if key not in KEYS:
            raise Malformed(N_("Key %(key)r is unknown; expected %(keys)s."), key=key, keys=", ".join(KEYS))
    for key in KEYS:
        if key not in values and key not in OPTIONAL:
            raise Malformed(N_("Key %(key)r is missing; it is needed."), key=key)


def _typed(values: dict[str, Any], key: str, kind: type) -> Any:
    value = values[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        names = {int: N_("a whole number"), str: N_("a text"), list: N_("a list"), dict: N_("an object")}
        raise Malformed(N_("Key %(key)r must be %(kind)s."), key=key, kind=Phrase(names[kind]))
    return value


def _read_options(values: dict[str, Any]) -> Options:
    missing = [name for name in Options().as_dict() if name not in values]
    if missing:
        raise Malformed(N_("Key 'options' lacks %(name)r; it has to be named."), name=missing[0])
    try:
        return Options.from_dict(values)
    except RulesError as error:
        raise error.at("Key 'options'") from None


def _read_step(reader: Reader, step: Any, place: str) -> None:
    words = step.split() if isinstance(step, str) else []
    if not words:
        raise Malformed(N_("expected a text such as 'roll' or '3-5', not %(step)r."), step=step).at(place)
    if reader.read_step(words, place):
        raise Malformed(N_("expected one action or outcome, not %(step)r."), step=step).at(place)


def load(text: str) -> Record:
    """The record in either form: what opens with a brace is JSON, everything else is the text form."""
    text = text.removeprefix("\ufeff")
    return from_json(text) if text.lstrip().startswith("{") else from_text(text)
