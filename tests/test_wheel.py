"""The wheel holds everything that runs, with its texts compiled, and they are those of the catalogues as written."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from scripts import man
from shanghaien.version import COMMIT_FILE, commit_of_checkout
from shanghaien.web.core import i18n
from tests.documents import ROOT, SRC


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a wheel brings it; hatchling builds it without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder / "shanghaien"


def files_in(place: Path) -> set[Path]:
    return {file.relative_to(place) for file in place.rglob("*") if file.is_file() and "__pycache__" not in file.parts}


def test_the_wheel_holds_every_file_and_compiled_catalogues_in_place_of_written_ones(package: Path) -> None:
    expected = {file.with_suffix(".mo") if file.suffix == ".po" else file for file in files_in(SRC)}
    commit = commit_of_checkout(ROOT)
    assert files_in(package) == (expected | {Path(COMMIT_FILE)} if commit else expected)
    assert not commit or (package / COMMIT_FILE).read_text() == f"{commit}\n"


def test_the_wheel_brings_the_manual_pages_to_where_man_looks(package: Path) -> None:
    (pages,) = package.parent.glob("*.data/data/share/man/man1")
    assert {page.name: page.read_text(encoding="utf-8") for page in pages.iterdir()} == man.pages()


@pytest.mark.parametrize("language", sorted(set(i18n.LANGUAGES) - {"en"}))
def test_compiled_texts_are_those_of_the_written_catalogue(
    language: str, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = i18n.catalogue.__wrapped__
    written = vars(read(language))
    monkeypatch.setattr(i18n, "CATALOGUES", package / "web" / "locale")
    compiled = vars(read(language))
    header = compiled["_catalog"].pop("")
    assert "POT-Creation-Date: 2008-01-01" in header  # not the minute in which the wheel was built
    del written["_catalog"][""]
    assert len(written["_catalog"]) > 1000
    assert compiled["_catalog"] == written["_catalog"]
    assert [*map(compiled["plural"], range(200))] == [*map(written["plural"], range(200))]
