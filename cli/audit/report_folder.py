"""Reports on many logs as a folder of pages: one a log, and an index that leads to them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import inputs
from cli import output as printing
from engine.kernel.spellings.misread import shown

if TYPE_CHECKING:
    from audit.report.html_index import IndexRow
    from cli.audit.batch import AuditAnswer

INDEX = "index.html"
# What stands in the name of a page; anything else might mean something to a file system or a browser.
PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 60


def write_pages(answers: Iterator[AuditAnswer], directory: str) -> None:
    """Write a page a log into a new or empty directory, and the index last."""
    from audit.report import as_index

    _make(directory)
    rows: list[IndexRow] = [_written(directory, number, one) for number, one in enumerate(answers, 1)]
    _write(directory, INDEX, as_index(rows))
    printing.tell(f"{len(rows)} reports: open {shown(_place(directory, INDEX))}")


def _written(directory: str, number: int, one: AuditAnswer) -> IndexRow:
    from audit.report.html_index import IndexRow

    if not one.body:
        return IndexRow(inputs.named(one.path), "", one.summary)
    stem = PLAIN.sub("-", os.path.basename(one.path))[:LONGEST]  # noqa: PTH119 - as cli.inputs has it
    page = f"{number:04}-{stem}.html"
    _write(directory, page, one.body)
    return IndexRow(inputs.named(one.path), page, one.summary)


def _make(directory: str) -> None:
    try:
        os.makedirs(directory, exist_ok=True)  # noqa: PTH103 - as above
        held = os.listdir(directory)  # noqa: PTH208 - as above
    except OSError as wrong:
        raise click.UsageError(
            f"Cannot write to {shown(directory)}: {(wrong.strerror or 'it fails').lower()}."
        ) from None
    if set(held) - {INDEX} and INDEX not in held:
        raise click.UsageError(f"{shown(directory)} holds other files. Name a new directory for the pages.")


def _write(directory: str, name: str, text: str) -> None:
    with printing.destination(_place(directory, name)) as out:
        out(text)


def _place(directory: str, name: str) -> str:
    return os.path.join(directory, name)  # noqa: PTH118 - as above
