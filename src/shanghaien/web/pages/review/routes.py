"""All routes about reviews and advice."""

from .decided import ROUTES as DECIDED
from .hints import ROUTES as HINTS
from .views import ROUTES as REVIEWS

ROUTES = [*REVIEWS, *DECIDED, *HINTS]
