"""Reports on many logs as a folder of pages: one page a log, and an index with links."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import inputs, output
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from audit.report.html_index import IndexRow
    from cli.audit.batch import AuditAnswer

INDEX = "index.html"
# The name of a page may have these characters only. Others may be special to a file system or a browser.
PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 60


def write_pages(answers: Iterator[AuditAnswer], directory: str) -> None:
    """Write a page for each log into a new or empty directory, and then the index."""
    from audit.report import render_index

    _make_directory(directory)
    rows: list[IndexRow] = [_write_page(directory, number, one) for number, one in enumerate(answers, 1)]
    _write_file(directory, INDEX, render_index(rows))
    output.tell(f"{len(rows)} reports: open {make_visible(_join_path(directory, INDEX))}")


def _write_page(directory: str, number: int, one: AuditAnswer) -> IndexRow:
    from audit.report.html_index import IndexRow

    if not one.body:
        return IndexRow(inputs.name_input(one.path), "", one.summary)
    stem = PLAIN.sub("-", os.path.basename(one.path))[:LONGEST]  # noqa: PTH119 - importing pathlib is slow, see `cli.inputs`
    page = f"{number:04}-{stem}.html"
    _write_file(directory, page, one.body)
    return IndexRow(inputs.name_input(one.path), page, one.summary)


def _make_directory(directory: str) -> None:
    try:
        os.makedirs(directory, exist_ok=True)  # noqa: PTH103 - as above
        held = os.listdir(directory)  # noqa: PTH208 - as above
    except OSError as wrong:
        raise click.UsageError(
            f"Cannot write to {make_visible(directory)}: {(wrong.strerror or 'it fails').lower()}."
        ) from None
    if set(held) - {INDEX} and INDEX not in held:
        raise click.UsageError(f"{make_visible(directory)} holds other files. Name a new directory for the pages.")


def _write_file(directory: str, name: str, text: str) -> None:
    with output.open_destination(_join_path(directory, name)) as out:
        out(text)


def _join_path(directory: str, name: str) -> str:
    return os.path.join(directory, name)  # noqa: PTH118 - as above
