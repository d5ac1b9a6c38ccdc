"""Why something at the lobby is refused: one class per cause."""

from shanghaien.web.core.errors import Refused


class OfferGone(Refused):
    """Somebody was faster, or the offer has ended; who keeps away from its owner learns no more."""

    status = 409
    code = "offer-gone"


class DoesNotFit(Refused):
    """The table is offered to others."""

    status = 403
    code = "does-not-fit"


class TooManyOffers(Refused):
    """Somebody offers as many tables as one can."""

    status = 409
    code = "too-many-offers"


class BadOffer(Refused):
    """What is offered makes no sense."""

    status = 422
    code = "bad-offer"


class LeftTooOften(Refused):
    """Somebody has left so many tables of late that they have to wait."""

    status = 429
    code = "left-too-often"
