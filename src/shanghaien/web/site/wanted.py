"""What the body of a refused request should have held, in a sentence: read off the type that its route takes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from litestar.handlers import HTTPRouteHandler
from msgspec import inspect

BODY = "data"
"""The argument of a route that takes the body."""


def wanted_body(route: object, errors: Sequence[Mapping[str, Any]] = ()) -> str:
    """What is wrong with the field that the first error names, or which fields there are; empty without a body."""
    taken = _body_of(route)
    if taken is None:
        return ""
    wrong = dict(errors[0]) if errors else {}
    field = next((field for field in taken.fields if field.encode_name == wrong.get("key")), None)
    if field is None:
        return _fields(taken)
    choices = list(_choices(field.type))
    if choices:
        return f"`{field.encode_name}` is one of {', '.join(choices)}."
    return f"`{field.encode_name}`: {str(wrong.get('message', 'not readable')).rstrip('.')}."


def _body_of(route: object) -> inspect.StructType | None:
    parameters = route.parsed_fn_signature.parameters if isinstance(route, HTTPRouteHandler) else {}
    body = inspect.type_info(parameters[BODY].annotation) if BODY in parameters else None
    return body if isinstance(body, inspect.StructType) else None


def _fields(taken: inspect.StructType) -> str:
    needed = [f"`{field.encode_name}`" for field in taken.fields if field.required]
    others = [f"`{field.encode_name}`" for field in taken.fields if not field.required]
    must = f"Send a JSON object with {' and '.join(needed)}" if needed else "Send a JSON object"
    return f"{must}; it may have {', '.join(others)}." if others else f"{must}."


def _choices(kind: inspect.Type) -> Iterable[str]:
    match kind:
        case inspect.LiteralType():
            yield from map(str, kind.values)
        case inspect.UnionType():
            for each in kind.types:
                yield from _choices(each)
        case inspect.Metadata():
            yield from _choices(kind.type)
