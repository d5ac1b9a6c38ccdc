"""All routes about reviews and advice."""

from .hints import ROUTES as HINTS
from .views import ROUTES as REVIEWS

ROUTES = [*REVIEWS, *HINTS]
