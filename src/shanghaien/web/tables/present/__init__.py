"""From a table and whoever looks at it to plain values that templates print; no rule is decided here."""

from .page import TablePage, present
from .scene import Choice, Preferences, Scene

__all__ = ["Choice", "Preferences", "Scene", "TablePage", "present"]
