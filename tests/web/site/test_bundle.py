"""The table's script is many modules in one text, so every name in it belongs to one of them only."""

import re
from collections import Counter

from shanghaien.web.site.assets import SCRIPT_FOLDER, SCRIPTS, script

NAMED = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE)
IMPORTED = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js', re.MULTILINE)


def written() -> list[str]:
    """The modules as they stand in their files."""
    return [(SCRIPT_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]


def names_in(text: str) -> list[str]:
    return [name for found in NAMED.findall(text) for name in re.findall(r"\w+", found)]


def test_no_two_modules_use_the_same_name() -> None:
    names = Counter(names_in("\n".join(written())))
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []


def test_the_script_says_what_its_modules_say_and_needs_no_other() -> None:
    lines = script().splitlines()
    assert not [line for line in lines if line.startswith(("import ", "//", " "))]
    said = [re.sub(r" +// .*", "", line).strip() for text in written() for line in text.splitlines()]
    assert not set(lines) - set(said)
    assert lines[-1] == said[-1]


def test_a_module_stands_behind_all_that_it_imports() -> None:
    behind = set[str]()
    for module in SCRIPTS:
        text = (SCRIPT_FOLDER / f"{module}.js").read_text(encoding="utf-8")
        imported = {source for _, source in IMPORTED.findall(text)}
        assert imported <= behind, module
        behind.add(module)


def test_what_is_imported_is_there() -> None:
    for module in SCRIPTS:
        text = (SCRIPT_FOLDER / f"{module}.js").read_text(encoding="utf-8")
        for names, source in IMPORTED.findall(text):
            there = (SCRIPT_FOLDER / f"{source}.js").read_text(encoding="utf-8")
            for name in re.findall(r"\w+", names):
                assert re.search(rf"^export (?:async )?(?:function|const) {name}\b", there, re.MULTILINE), name
