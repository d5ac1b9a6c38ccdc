"""Reviews that an earlier version kept as files: they are taken over when they are asked for."""

import asyncio
import json
from pathlib import Path


class ReviewFiles:
    """A folder with one JSON file per review; it need not be there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def read(self, key: str) -> str | None:
        """The review's text; None if there is none, or none that can be read."""
        return await asyncio.to_thread(self._read, key)

    async def remove(self, key: str) -> None:
        """Forget the file, once its content is kept elsewhere."""
        await asyncio.to_thread((self._folder / f"{key}.json").unlink, missing_ok=True)

    def _read(self, key: str) -> str | None:
        try:
            text = (self._folder / f"{key}.json").read_text(encoding="utf-8")
            json.loads(text)
        except (OSError, ValueError):
            return None
        return text
