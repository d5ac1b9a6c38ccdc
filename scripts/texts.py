"""Gather the texts of pages, rules and reviews and bring the catalogues of all languages up to date: `make texts`.

New texts get an empty translation, texts that are no longer used are dropped. What is still to be translated is
counted on the screen; the tests fail as long as anything is.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import shanghaien
from shanghaien.web.core.i18n import LANGUAGES

PACKAGE = Path(shanghaien.__file__).parent
METHODS = [("**.py", "python"), ("web/**.html", "jinja2")]
OPTIONS = {"web/**.html": {"newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true"}}
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def gathered() -> Catalog:
    catalogue = Catalog(project="shanghaien", charset="utf-8")
    found = extract_from_dir(PACKAGE, METHODS, OPTIONS, KEYWORDS)
    for name, _, message, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


def path_of(language: str) -> Path:
    return PACKAGE / "web" / "locale" / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    source = BytesIO(path.read_bytes() if path.exists() else b"")
    return read_po(source, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    output = BytesIO()
    write_po(output, catalogue, width=110, omit_header=True, ignore_obsolete=True, include_lineno=False)
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    path_of(language).write_bytes(header(language) + output.getvalue())


def header(language: str) -> bytes:
    plural = Catalog(locale=language).plural_forms
    lines = (
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Plural-Forms: {plural}\\n"',
    )
    return ("\n".join(lines) + "\n\n").encode()


def updated(language: str, texts: Catalog) -> Catalog:
    catalogue = read(language)
    catalogue.update(texts, no_fuzzy_matching=True)
    return catalogue


def main() -> None:
    texts = gathered()
    for language in sorted(set(LANGUAGES) - {"en"}):
        catalogue = updated(language, texts)
        write(language, catalogue)
        missing = [message for message in catalogue if message.id and not _complete(message.string)]
        print(f"{language}: {len(catalogue)} texts, {len(missing)} to translate")


def _complete(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) and all(string or ())


if __name__ == "__main__":
    main()
