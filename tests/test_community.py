"""What strangers look for in a project: how to report, how to cite, what it is, where it is; all of it can be read by programs."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from shanghaien import __version__
from tests.documents import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(set(TEMPLATES.glob("*.yml")) - {TEMPLATES / "config.yml"})
SOURCE_URL = "SHANGHAIEN_SOURCE_URL"
"""As in hatch_build.py."""
ASKS = {"textarea", "input", "dropdown", "checkboxes"}


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def metadata(folder: Path, **environment: str) -> Any:
    """What the package says of itself, with a wheel built in this environment."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    told = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return yaml.safe_load(told.stdout)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_for_issues_has_a_name_and_asks_for_something_that_must_be_given(form: Path) -> None:
    told = read(form)
    assert told.keys() <= {"name", "description", "labels", "body"}
    asked = [field for field in told["body"] if field["type"] in ASKS]
    assert all(field["attributes"]["label"] for field in asked)
    assert any(field.get("validations", {}).get("required") for field in asked)
    ids = [field["id"] for field in asked]
    assert len(ids) == len(set(ids))
    assert [field["type"] for field in told["body"] if field not in asked] in ([], ["markdown"])


def test_names_of_forms_differ_and_an_empty_issue_cannot_be_written() -> None:
    assert len({read(form)["name"] for form in FORMS}) == len(FORMS) > 2
    assert read(TEMPLATES / "config.yml")["blank_issues_enabled"] is False


def test_whoever_cites_names_this_version_and_the_authors_of_the_game() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors", "type"} <= citation.keys()
    assert (citation["version"], citation["license"]) == (__version__, PROJECT["license"])
    assert citation["authors"] == PROJECT["authors"]
    (game,) = citation["references"]
    assert [author["family-names"] for author in game["authors"]] == ["Pelek", "Schacht"]


def test_every_way_to_report_leads_to_one_page() -> None:
    for page in ("README.md", "CONTRIBUTING.md", "docs/README.md", "docs/security.md", "docs/upgrading.md"):
        assert re.search(r"\((\.\./)?SECURITY\.md\)", (ROOT / page).read_text(encoding="utf-8")), page
    assert "docs/security.md" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_the_promises_are_linked_where_hosts_read() -> None:
    for page in ("README.md", "hosting.md"):
        assert "(upgrading.md)" in (ROOT / "docs" / page).read_text(encoding="utf-8")


def test_the_classifiers_are_sorted_and_name_the_languages_of_the_pages() -> None:
    classifiers = PROJECT["classifiers"]
    assert classifiers == sorted(set(classifiers))
    languages = {each.removeprefix("Natural Language :: ") for each in classifiers if each.startswith("Natural")}
    assert languages == {"English", "French", "German", "Italian", "Russian"}


def test_whoever_publishes_the_package_says_where_its_sources_are() -> None:
    assert "urls" not in metadata(ROOT, **{SOURCE_URL: ""})
    urls = metadata(ROOT, **{SOURCE_URL: "https://code.example/shanghaien/"})["urls"]
    assert urls["Source"] == "https://code.example/shanghaien"
    assert urls["Issues"] == "https://code.example/shanghaien/issues"
    named = [path.partition("/blob/main/")[2] for path in urls.values() if "/blob/main/" in path]
    assert named
    assert all((ROOT / path).is_file() for path in named)
