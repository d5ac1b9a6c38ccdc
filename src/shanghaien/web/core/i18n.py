"""The languages of the pages: which one a person gets, and the texts in it (gettext)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from markupsafe import Markup

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "ru": "Русский"}
"""Every language of the pages by its code, each named in itself; the texts in the code are English."""

CATALOGUES = files("shanghaien.web") / "locale"

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def catalogue(language: str) -> NullTranslations:
    """The texts of one language: compiled as a wheel has them, else from the .po file of a checkout."""
    folder = CATALOGUES / language / "LC_MESSAGES"
    compiled, written = folder / "messages.mo", folder / "messages.po"
    if compiled.is_file():
        with compiled.open("rb") as source:
            return GNUTranslations(source)
    return _read_written(written, language) if written.is_file() else NullTranslations()


def _read_written(written: Traversable, language: str) -> GNUTranslations:
    # Loaded with the first page in another language: a server starts more quickly without.
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - see above
    from babel.messages.pofile import read_po  # noqa: PLC0415 - see above

    with written.open("rb") as source:
        messages = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)


def language() -> str:
    """The language of the page being made."""
    return _language.get()


@contextmanager
def language_context(code: str) -> Iterator[None]:
    """Make texts in this language inside the block."""
    token = _language.set(code if code in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def set_language(code: str) -> None:
    """Make texts in this language for the rest of the current request."""
    _language.set(code if code in LANGUAGES else "en")


@lru_cache(maxsize=1024)
def choose(cookie: str | None, accept: str, handed_on: str = "") -> str:
    """The person's own choice if there is one, else the first of the browser's languages that we speak.

    Where neither says anything, it is the language of the player who sent the link.
    """
    if cookie in LANGUAGES:
        return str(cookie)
    wanted = [_weighted(part) for part in accept.split(",") if part.strip()]
    for _, code in sorted(wanted, key=lambda each: -each[0]):
        if code in LANGUAGES:
            return code
    return handed_on if handed_on in LANGUAGES else "en"


def _weighted(part: str) -> tuple[float, str]:
    tag, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), tag.strip()[:2].lower()
    except ValueError:
        return 0.0, ""


def gettext(text: str) -> str:
    """The text in the language of the page."""
    return catalogue(language()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form of the text that belongs to a count."""
    return catalogue(language()).ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """The text in the language of the page; the context distinguishes texts of the same wording."""
    return catalogue(language()).pgettext(context, text)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    return catalogue(language()).npgettext(context, one, many, count)


# Wordings of our own catalogues with other words filled in.


def filled(wording: str, **words: object) -> Markup:
    """A wording of our own catalogues, which may hold tags, with words filled in that may come from anybody."""
    return Markup(wording) % words  # noqa: S704 - the words are escaped by Markup, the wording is ours


def tagged(wording: str) -> Markup:
    """A wording of our own catalogues, which may hold tags; nothing in it comes from anybody else."""
    return Markup(wording)  # noqa: S704 - the wording is ours
