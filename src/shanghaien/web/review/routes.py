"""All routes about reviews, advice and puzzles."""

from .hints import ROUTES as HINTS
from .pages import ROUTES as PAGES
from .puzzles import ROUTES as PUZZLES

REVIEWS = [*PAGES, *HINTS, *PUZZLES]
