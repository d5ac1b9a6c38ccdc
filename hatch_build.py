"""Compiles the catalogues of texts into the wheel, so that a server need not read the .po files when it starts.

It also writes down of which commit the wheel is made, and adds the manual pages. A checkout and an editable install go
without: they read the .po files and the checkout itself, and nothing there can be out of date.

Where the sources can be found is said by whoever publishes the package, and becomes its [project.urls].
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCES = "src"
LONG_AGO = datetime(2008, 1, 1, tzinfo=UTC)
"""The date in every compiled catalogue, so that the same sources make the same wheel whenever it is built."""
SOURCE_URL = "SHANGHAIEN_SOURCE_URL"
"""The address of the repository, by the same name as the setting of a site."""


class CompiledCatalogues(BuildHookInterface[BuilderConfig]):
    """Puts a .mo file into the wheel for every .po file of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them outside the checkout, and name each with its place in the wheel."""
        if version == "editable":
            return
        self.folder = TemporaryDirectory()
        sources = Path(self.root, SOURCES)
        sys.path[:0] = [str(sources), self.root]
        self._write_commit(build_data)
        self._write_manual(build_data)
        for catalogue in sorted(sources.rglob("*.po")):
            inside = catalogue.relative_to(sources).with_suffix(".mo")
            compiled = Path(self.folder.name, inside)
            compiled.parent.mkdir(parents=True)
            with catalogue.open("rb") as written, compiled.open("wb") as output:
                texts = read_po(written, locale=catalogue.parts[-3])
                texts.creation_date = LONG_AGO
                write_mo(output, texts)
            build_data["force_include"][str(compiled)] = inside.as_posix()

    def _write_commit(self, build_data: dict[str, Any]) -> None:
        from shanghaien.version import COMMIT_FILE, commit_of_checkout  # noqa: PLC0415 - it lies in the sources

        if commit := commit_of_checkout(Path(self.root)):
            written = Path(self.folder.name, COMMIT_FILE)
            written.write_text(commit + "\n", encoding="utf-8")
            build_data["force_include"][str(written)] = f"shanghaien/{COMMIT_FILE}"

    def _write_manual(self, build_data: dict[str, Any]) -> None:
        from scripts.man import write  # noqa: PLC0415 - it lies in the checkout

        pages = write(Path(self.folder.name, "man"))
        build_data["shared_data"].update({str(page): f"share/man/man1/{page.name}" for page in pages})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()


class ProjectUrls(MetadataHookInterface):
    """Makes [project.urls] of the address of the repository and the paths in pyproject.toml; none without the address."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses."""
        if source := os.environ.get(SOURCE_URL, "").rstrip("/"):
            metadata["urls"] = {name: source + path for name, path in self.config["urls"].items()}
