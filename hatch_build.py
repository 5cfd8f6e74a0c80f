"""Puts into the wheel what its modules are summarized to, so that no installation has to parse them."""

from __future__ import annotations

import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("engine", "audit")


class SummariesHook(BuildHookInterface[Any]):
    """Writes the summaries of all modules that judge."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Summarize the modules. An editable installation changes under the wheel, and has none."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from engine.kernel.fingerprint import source, summaries  # noqa: PLC0415 - found from here on

        files = [file for package in PACKAGES for file in Path(self.root, package).rglob("*.py")]
        contents = [file.read_bytes() for file in files]
        made = {sha256(content).hexdigest(): source.summarize_source(content) for content in contents}
        self._folder = tempfile.TemporaryDirectory()
        written = Path(self._folder.name, summaries.SHIPPED)
        written.write_bytes(summaries.encode_summaries(made))
        build_data["force_include"][str(written)] = f"{summaries.PACKAGE.replace('.', '/')}/{summaries.SHIPPED}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling passes them
        """Remove the file again."""
        if version != "editable":
            self._folder.cleanup()
