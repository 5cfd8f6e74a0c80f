"""`deadreckon convert`: the same log in another spelling."""

from __future__ import annotations

import click

from cli import inputs, options, printing


@click.command("convert", short_help="Write a log in another spelling.")
@options.file_argument
@click.option("--to", "spelling", required=True, type=click.Choice(options.SPELLINGS), help="The spelling to write.")
@click.pass_context
def command(ctx: click.Context, file: str, spelling: str) -> None:
    """Write FILE (or - for stdin) in another spelling: text for people, jsonl for programs, csv for spreadsheets.

    The spelling of FILE is recognised. A log with lines that cannot be read is refused, so that nothing gets lost.

    \b
    deadreckon convert final.log --to csv > final.csv
    deadreckon convert final.csv --to jsonl | deadreckon audit -
    """
    from audit.intake import transcribe
    from engine.kernel.log import LogError
    from engine.kernel.spellings import write

    try:
        log = transcribe(inputs.one_log(file), options.games())
        for fault in log.faults:
            inputs.tell_fault(file, fault)
        written = write(log, spelling, options.games()[log.header.game].vocabulary)
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
    else:
        printing.hand_over(written)
        ctx.exit(1 if log.faults else 0)
