"""Remembers in the user's cache folder what the modules that judge were summarized to, for the digests of the code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress

FOLDER = "deadreckon"


class CodeCache:
    """Stores files in the user's cache folder. Where that fails, nothing is stored and nothing is said."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """Use the cache folder that the environment names."""
        self._environment = environment

    def read(self, name: str) -> bytes:
        """Return the content of a file, or no bytes."""
        try:
            with open(os.path.join(self._find_folder(), name), "rb") as file:  # noqa: PTH118, PTH123 - importing pathlib takes a tenth of the start-up time
                return file.read()
        except OSError:
            return b""

    def write(self, name: str, content: bytes) -> None:
        """Replace a file in one step. Folder and file belong to the user alone."""
        import tempfile
        from pathlib import Path

        with suppress(OSError):
            folder = Path(self._find_folder())
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as written:
                temporary = Path(written.name)
                try:
                    written.write(content)
                    written.close()
                    temporary.replace(folder / name)
                except OSError:
                    temporary.unlink()

    def _find_folder(self) -> str:
        named = self._environment.get("XDG_CACHE_HOME", "")
        base = named if os.path.isabs(named) else os.path.expanduser("~/.cache")  # noqa: PTH111, PTH117 - as above
        if not os.path.isabs(base):  # noqa: PTH117 - as above
            raise FileNotFoundError("This user has no home.")
        return os.path.join(base, FOLDER)  # noqa: PTH118 - as above
