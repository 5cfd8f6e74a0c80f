"""Writes the pages on commands, on each game's facts and on the audit's stages: `python -m cli.reference`."""

from __future__ import annotations

from cli.reference.pages import list_pages
from fixtures.docs import write_pages

if __name__ == "__main__":
    write_pages(list_pages())
