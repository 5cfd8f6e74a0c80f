"""`deadreckon convert`: the same log in another spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


@click.command("convert", short_help="Write a log in another spelling.")
@options.file_argument
@click.option("--to", "spelling", required=True, type=click.Choice(options.SPELLINGS), help="The spelling to write.")
@options.columns_option
@click.pass_context
def command(ctx: click.Context, file: str, spelling: str, columns: Columns | None) -> None:
    """Write FILE (or - for stdin) in another spelling: text for people, jsonl for programs, csv for spreadsheets.

    The spelling of FILE is recognised; a workbook (.xlsx) is one of them. A log with lines that cannot be read is
    refused, so that nothing gets lost. Comments are kept, but for jsonl, which has none.

    \b
    deadreckon convert final.log --to csv > final.csv
    deadreckon convert final.csv --to jsonl | deadreckon audit -
    deadreckon convert evening.xlsx --columns club.toml --to text > evening.log

    A file of columns says, by the titles in the sheet, which is what, and what its header lacks:

    \b
    [columns]
    by = "Player"
    do = "Action"
    values = ["Piece", "How far"]
    [header]
    game = "tailwinds"
    [words]
    hoist = "move"
    """
    from audit.intake.upload import as_text
    from audit.rewrite.convert import as_typed, comments_of, converted
    from engine.kernel.log import LogError

    try:
        raw = as_text(inputs.one_log(file), columns)
        log = as_typed(raw, options.games())
        for fault in log.faults:
            inputs.tell_fault(file, fault)
        written = converted(raw, log, spelling, options.games()[log.header.game].vocabulary)
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
        return
    if spelling == "jsonl" and (lost := len(comments_of(raw, log))):
        printing.tell(f"{lost} comment{'s' if lost > 1 else ''} left out: JSONL has none.")
    printing.hand_over(written)
    ctx.exit(1 if log.faults else 0)
