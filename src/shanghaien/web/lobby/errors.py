"""Why something at the lobby is refused: one class per cause."""

from shanghaien.web.core.errors import DomainError


class OfferGone(DomainError):
    """Somebody was faster, or the offer has ended; who keeps away from its owner learns no more."""

    code = "offer-gone"


class DoesNotFit(DomainError):
    """The table is offered to others."""

    code = "does-not-fit"


class BadOffer(DomainError):
    """What is offered makes no sense."""

    code = "bad-offer"
