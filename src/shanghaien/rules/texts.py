"""Texts that people read, marked where they stand; whoever shows one translates it."""


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext knows it
    """Mark a text for translation: it is gathered into the catalogues and looked up later."""
    return text
