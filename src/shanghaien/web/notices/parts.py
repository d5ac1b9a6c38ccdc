"""What sends notices, and when."""

from shanghaien.web.core.parts import Parts
from shanghaien.web.notices.channels.setup import senders
from shanghaien.web.notices.jobs import notices
from shanghaien.web.notices.letters import letters_due
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.tables.open_games import GameWriter


def open_parts(parts: Parts) -> None:
    """Open it; nothing is sent yet."""
    sending = parts.add(senders(parts.settings, parts.database, parts.signer))
    telling = notices(parts[GameWriter], parts[PreferenceStore], sending.channels)
    parts.jobs |= {**telling.handlers(), **letters_due(parts.settings, parts.database)}
    parts.closing.append(sending.close)
