"""Names that players give themselves, and other short texts of theirs."""

import re
import unicodedata

from shanghaien.rules import N_
from shanghaien.web.core.errors import DomainError

SHORTEST, LONGEST = 2, 20
BETWEEN = " .-_'"
"""What may stand between letters and digits."""
RESERVED = ("Shanghaien", "Admin", "Administrator", "Moderator", "Host", "Server", "Guest", "A sailor", "Sailor")
"""Names that would seem official."""
WRITTEN = """
arabic armenian bengali bopomofo cjk cyrillic devanagari ethiopic georgian greek gujarati gurmukhi hangul hebrew
hiragana kannada katakana khmer lao latin malayalam myanmar oriya sinhala tamil telugu thaana thai tibetan
"""
SCRIPTS = frozenset(WRITTEN.upper().split())
"""Scripts in which people write their names today."""
COMBINED = (
    {"CJK", "HIRAGANA", "KATAKANA"},
    {"CJK", "HANGUL"},
    {"CJK", "BOPOMOFO"},
)
"""Scripts that belong together; any others in one name are there to deceive."""
PLAIN_MARKS = {"LATIN", "GREEK", "CYRILLIC"}
"""Scripts whose letters look much the same without their marks."""
ALIKE = str.maketrans(
    "аеорсухкмтвнѕіјһԛԝӏғү" + "αβεζηικμνορτυχγ" + "օսոհցզ" + "ıøðþ" + "01",
    "aeopcyxkmtbhsijhqwlfy" + "abezhikmnoptyxy" + "ounhgq" + "iodp" + "ol",
)
"""Letters and digits that are taken for each other; what they are compared as means nothing else."""
STROKES = re.compile(r"rn|vv")
PHONETIC = re.compile("[\u0138\u0184\u0185\u0196\u01bb-\u01c3\u0250-\u0258\u025a-\u02ff\u1d00-\u1dbf\ua720-\ua7ff]")
"""Letters of phonetic and old scripts, which imitate others; the one left out is a letter of Azerbaijani."""
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What counts as a letter or a mark and shows nothing: fillers, joiners, and choices between shapes of a sign."""


class BadName(DomainError):
    """This name is not allowed."""

    code = "refused"
    """As programs know it from the API."""


def check_name(text: str) -> str:
    """The name as it is stored; BadName with the reason if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(N_("A name has 2 to 20 characters."))
    if not all(_allowed(letter) for letter in name) or re.search(r"[ .\-_']{2}", name):
        raise BadName(N_("Use letters and digits; between them you can put a space or one of . - _ '"))
    kinds = "".join(unicodedata.category(letter)[0] for letter in name)
    if not name[0].isalnum() or not any(letter.isalpha() for letter in name) or "MMM" in kinds:
        raise BadName(N_("A name begins with a letter or a digit, and has a letter in it."))
    if not _one_script(name):
        raise BadName(N_("A name is written in one alphabet, so that nobody takes it for another name."))
    if normalised_name(name) in map(normalised_name, RESERVED):
        raise BadName(N_("Nobody can have this name; choose another one."))
    return name


def normalised_name(name: str) -> str:
    """The form in which names are compared: two names that look alike have the same."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(_plain(letters)).translate(ALIKE)
    joined = "".join(letter for letter in plain if letter not in BETWEEN)
    return STROKES.sub(lambda pair: "m" if pair[0] == "rn" else "w", joined.replace("i", "l"))


def _plain(letters: str) -> list[str]:
    """Letters without the marks that change their look little, and digits of all scripts as ours."""
    kept: list[str] = []
    script = ""
    for letter in letters:
        if unicodedata.category(letter) == "Nd":
            kept.append(str(unicodedata.digit(letter)))
        elif not unicodedata.category(letter).startswith("M"):
            script = _script(letter)
            kept.append(letter)
        elif script not in PLAIN_MARKS:
            kept.append(letter)
    return kept


def _allowed(letter: str) -> bool:
    if PHONETIC.match(letter) or UNSEEN.match(letter):
        return False
    kind = unicodedata.category(letter)
    return letter in BETWEEN or kind == "Nd" or kind in {"Lu", "Ll", "Lt", "Lo", "Mn", "Mc"} or letter in "々ー"


def _one_script(name: str) -> bool:
    scripts = {_script(letter) for letter in name if unicodedata.category(letter)[0] in "LM"} - {"COMBINING"}
    return scripts <= SCRIPTS and (len(scripts) == 1 or any(scripts <= combined for combined in COMBINED))


def _script(letter: str) -> str:
    """The first word of a letter's name in Unicode is its script; only these two are called otherwise."""
    if letter in "々〆":
        return "CJK"
    return re.split("[ -]", unicodedata.name(letter, "?"), maxsplit=1)[0]


LONGEST_NAME = 24
MOST_MARKS = 2
"""So many marks stand on one letter at most: more would be a tower over the lines around it."""


def clean_name(text: str) -> str:
    """The name on one line, without anything invisible or piled up, at most 24 characters; may be empty."""
    return clean_line(text, LONGEST_NAME)


def clean_line(text: str, longest: int) -> str:
    """A text on one line, without anything invisible or piled up, cut where it is too long; may be empty."""
    one_line = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    return " ".join(visible(one_line).split())[:longest].strip()


def visible(text: str) -> str:
    """A text without signs that show nothing or turn the direction of reading, and without towers of marks."""
    kept = [letter for letter in text if letter.isspace() or unicodedata.category(letter)[0] != "C"]
    return _without_towers(UNSEEN.sub("", "".join(kept)))


def _without_towers(text: str) -> str:
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def clean_lines(text: str, longest: int) -> str:
    """The text without control characters and the like, at most two line ends in a row."""
    lines = [" ".join(visible(line).split()) for line in unicodedata.normalize("NFC", text).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()[:longest].strip()
