"""Every page that this folder generates, with its path."""

from __future__ import annotations

from pathlib import Path

from cli.reference.commands import render_commands
from cli.reference.facts import render_facts
from cli.reference.stages import render_stages
from engine.games import GAMES
from fixtures.docs import REFERENCE, ROOT

STAGES_PAGE = ROOT / "docs" / "explanation" / "audit-stages.md"


def list_pages() -> dict[Path, str]:
    """Give the text of every page by its path."""
    facts = {REFERENCE / name / "facts.md": render_facts(game) for name, game in GAMES.items()}
    return {REFERENCE / "commands.md": render_commands(), STAGES_PAGE: render_stages(), **facts}
