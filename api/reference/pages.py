"""Every page that this folder generates, with its path."""

from __future__ import annotations

from pathlib import Path

from api.reference.operations import render_operations
from api.reference.settings import render_settings
from engine.kernel.basics.json_types import Document

REFERENCE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference"


def list_pages(document: Document) -> dict[Path, str]:
    """Give the text of every page by its path; the API's page is made from its document."""
    return {REFERENCE / "settings.md": render_settings(), REFERENCE / "api.md": render_operations(document)}
