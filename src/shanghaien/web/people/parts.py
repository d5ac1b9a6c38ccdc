"""What every process knows of people: preferences and blocks."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore


def open_parts(parts: Parts) -> None:
    parts.add(PreferenceStore(parts.database), "preferences")
    parts.add(Blocks(parts.database))
