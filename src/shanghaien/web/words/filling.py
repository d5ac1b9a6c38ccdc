"""Wordings of our own catalogues with other words filled in."""

from markupsafe import Markup


def filled(wording: str, **words: object) -> Markup:
    """A wording of our own catalogues, which may hold tags, with words filled in that may come from anybody."""
    return Markup(wording) % words  # noqa: S704 - the words are escaped by Markup, the wording is ours


def tagged(wording: str) -> Markup:
    """A wording of our own catalogues, which may hold tags; nothing in it comes from anybody else."""
    return Markup(wording)  # noqa: S704 - the wording is ours
