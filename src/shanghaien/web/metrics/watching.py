"""Letting a server count what it does, as far as somebody may read it."""

from shanghaien.web.figures import MOVES
from shanghaien.web.http.front_door import FrontDoor
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import Tables
from shanghaien.web.settings import Settings

from .figure_files import FOLDER, FigureFiles


def watched(app: FrontDoor, settings: Settings, tables: Tables) -> FrontDoor:
    """The same server, which counts moves, and requests too where the host has set that up."""
    several = bool(settings.metrics) and settings.processes > 1
    app.state.figure_files = FigureFiles(settings.data / FOLDER if several else None, tables.games.hub.listening)
    app.counts = bool(settings.metrics)
    tables.games.after_change.append(_count_move)
    return app


def _count_move(table: Table) -> None:
    MOVES.add(table.mode.value)
