"""What the pages of tables need besides the tables."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.tables.api.extensions import Extensions
from shanghaien.web.tables.dice.log_proofs import LogPaths
from shanghaien.web.tables.dice.log_reader import LogReader
from shanghaien.web.tables.pages.panels import Panels
from shanghaien.web.tables.rematch import Rematches
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.talk_record import TalkRecord


def open_parts(parts: Parts) -> None:
    """Open them; nothing is read yet."""
    tables = parts[Tables]
    parts.add(Panels(), "panels")
    parts.add(TalkRecord(), "talk_record")
    parts.add(Extensions(), "extensions")
    seating = parts.add(Seating(tables), "seating")
    parts.add(Rematches(tables, seating), "rematches")
    parts.add(LogPaths(LogReader(parts.database)), "public_log")
