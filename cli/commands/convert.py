"""`deadreckon convert`: the same log in another spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options, output

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns


@click.command("convert", short_help="Write a log in another spelling.")
@options.file_argument
@click.option("--to", "spelling", required=True, type=click.Choice(options.SPELLINGS), help="The spelling to write.")
@options.columns_option
@click.option("--pack", "packs", type=options.PackFile(), multiple=True, help="Make a content pack known, by its id.")
@click.pass_context
def command(
    ctx: click.Context, file: str, spelling: str, columns: Columns | None, packs: tuple[tuple[str, str], ...]
) -> None:
    """Write FILE (or - for stdin) in another spelling: text for people, jsonl for programs, csv for spreadsheets.

    The spelling of FILE is recognised; a workbook (.xlsx) is one of them. Each line is written as an audit reads it, so
    that the verdict stays the same. A log with lines that cannot be read is refused, so that nothing gets lost.
    Comments are kept, except in jsonl, which has none.

    \b
    deadreckon convert final.log --to csv > final.csv
    deadreckon convert final.csv --to jsonl | deadreckon audit -
    deadreckon convert evening.xlsx --columns club.toml --to text > evening.log

    A file of columns maps the titles in the sheet to the parts of a log, and adds the header that the sheet lacks:

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
    from audit.intake.upload import convert_upload_to_text
    from audit.rewrite.convert import convert_log, explain_missing_content, list_comments, read_to_convert
    from engine.kernel.basics.plural import count_noun
    from engine.kernel.log import LogError

    try:
        raw = convert_upload_to_text(inputs.read_one_log(file), columns)
        asked = audit_options.make_audit_options((), packs)
        log = read_to_convert(raw, options.load_games(), asked)
        if lacks := explain_missing_content(log.header, options.load_games(), asked):
            output.tell(f"{lacks} Without it, only canonical lines are read, and names are not changed. See --pack.")
        for fault in log.faults:
            inputs.tell_fault(file, fault)
        written = convert_log(raw, log, spelling, options.load_games()[log.header.game].vocabulary)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    if spelling == "jsonl" and (lost := len(list_comments(raw, log))):
        output.tell(f"{count_noun(lost, 'comment')} left out: JSONL has none.")
    output.write_document(written)
    ctx.exit(1 if log.faults else 0)
