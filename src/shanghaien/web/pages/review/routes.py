"""All routes about reviews, advice and puzzles."""

from shanghaien.web.pages.puzzles.routes import ROUTES as PUZZLES

from .hints import ROUTES as HINTS
from .views import ROUTES as PAGES

REVIEWS = [*PAGES, *HINTS, *PUZZLES]
