"""The refusals of the routes, for the description."""

from litestar.openapi import ResponseSpec

from shanghaien.web.tables.api.schemas import Problem

REASONS = {
    400: "The request cannot be read (`malformed`).",
    401: "No valid token (`no-token`).",
    403: "It is somebody else's (`not-yours`), it is not offered to you (`does-not-fit`), the token may only look "
    "(`scope`), you are muted (`muted`), or play first (`play-first`).",
    404: "There is no such game, link or day (`no-such-game`, `bad-link`, `not-found`).",
    409: "The game has moved on (`stale`), the seat is taken (`seat-taken`, `offer-gone`), there are too many offers "
    "(`too-many-offers`), the id was used (`id-used`), or nothing can be said there (`cannot-say`).",
    410: "The game is damaged in the store and set aside (`unreadable-game`).",
    422: "The rules forbid it now (`illegal`), nobody can offer that (`bad-offer`), or what you add to "
    "the dice (`no-reservation`, `wrong-link`).",
    503: "Today's deal is being prepared (`not-ready`); wait as `Retry-After` says.",
    429: "Too much at once (`too-many-requests`); wait as `Retry-After` says.",
}


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """What a route may answer with these statuses, and with those that every route may answer with."""
    damaged = (410,) if 404 in statuses else ()
    return {
        status: ResponseSpec(
            Problem, description=REASONS[status], media_type="application/problem+json", generate_examples=False
        )
        for status in (*statuses, *damaged, 400, 401, 429)
    }
