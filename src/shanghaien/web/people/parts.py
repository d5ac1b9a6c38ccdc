"""What every process knows of people: what they prefer, and whom they block."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore


def open_parts(parts: Parts) -> None:
    parts.add(PreferenceStore(parts.database), "preferences")
    parts.add(Blocks(parts.database))
