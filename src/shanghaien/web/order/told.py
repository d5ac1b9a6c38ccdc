"""What this room hands to pages and programs: rows as they are kept, which nobody there changes."""

from shanghaien.web.store.audit import AuditRow
from shanghaien.web.store.reports import Key, ReportRow
from shanghaien.web.store.said import SaidRow
from shanghaien.web.store.sanctions import CLOSE, MUTE, UNRATE, SanctionRow

__all__ = ["CLOSE", "MUTE", "UNRATE", "AuditRow", "Key", "ReportRow", "SaidRow", "SanctionRow"]
