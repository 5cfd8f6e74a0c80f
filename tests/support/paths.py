"""Where the project and its fixtures are, from wherever a test stands."""

from __future__ import annotations

from pathlib import Path

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "pyproject.toml").is_file())
FIXTURES = ROOT / "fixtures"
