"""The folders of the project and its fixtures, wherever a test is."""

from __future__ import annotations

from pathlib import Path

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "pyproject.toml").is_file())
FIXTURES = ROOT / "fixtures"
# The first rounds of the demo of Tailwinds, and a wrong claim. Its audit takes a tenth of the time.
SHORT_DEMO = ROOT / "tests" / "support" / "logs" / "short_tailwinds.log"
# A broken log of each game.
SHORT_DEMOS = (
    SHORT_DEMO,
    *(FIXTURES / game / "logs" / "demo.log" for game in ("winds_of_plunder", "north_wind", "windward")),
)
