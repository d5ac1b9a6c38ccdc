"""Bytes as the web of push services writes them: base64 for addresses, without padding."""

import base64
import binascii


def b64(raw: bytes) -> str:
    """Bytes as text."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_b64(text: str) -> bytes:
    """The bytes of a text; ValueError if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError from None
