"""`deadreckon tidy`: a log written canonically, as it was read."""

from __future__ import annotations

import click

from cli import inputs, options
from cli import output as printing
from cli.audit.fix import changes


@click.command("tidy", short_help="Write a log canonically, comments and all.")
@options.file_argument
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write the log to this file.")
@click.option("--in-place", is_flag=True, help="Write it over FILE.")
@click.option("--diff", is_flag=True, help="Show the changes only, and write nothing.")
@click.pass_context
def command(ctx: click.Context, file: str, output: str | None, *, in_place: bool, diff: bool) -> None:
    """Write FILE (or - for stdin) with every line as it is read; comments and blank lines stay.

    What was changed is listed on stderr. A line that cannot be read stays as it is, and is named.

    \b
    deadreckon tidy evening.txt -o evening.log
    deadreckon tidy evening.txt --diff
    """
    from audit.intake.prepared import prepare
    from audit.rewrite.tidy import tidied
    from engine.kernel.log import LogError

    if (output is not None) + in_place + diff > 1 or (in_place and file == inputs.PIPED):
        raise click.UsageError("Choose one of --output, --in-place (of a file) and --diff.")
    try:
        raw = inputs.one_log(file)
        if in_place:
            inputs.writable(file, raw)
        prepared = prepare(raw, options.games())
        text = tidied(raw, prepared)
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
        return
    for fault in prepared.log.faults:
        inputs.tell_fault(file, fault)
    if diff:
        printing.hand_over("".join(changes(raw, text, inputs.named(file), "tidied")))
    else:
        for typed in prepared.log.typed:
            meaning = "; ".join(typed.read_as) or "a remark"
            printing.tell(printing.paint(f"{inputs.named(file)}:{typed.line}", "strong"), ": read as ", meaning)
        with printing.destination(file if in_place else output) as out:
            out(text)
    ctx.exit(1 if prepared.log.faults else 0)
