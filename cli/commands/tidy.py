"""`deadreckon tidy`: a log rewritten in canonical form."""

from __future__ import annotations

import click

from cli import inputs, options
from cli import output as cli_output
from cli.audit.fix import list_diff_lines


@click.command("tidy", short_help="Write a log canonically, comments and all.")
@options.file_argument
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write the log to this file.")
@click.option("--in-place", is_flag=True, help="Overwrite FILE.")
@click.option("--diff", is_flag=True, help="Only show the changes.")
@click.pass_context
def command(ctx: click.Context, file: str, output: str | None, *, in_place: bool, diff: bool) -> None:
    """Write FILE (or - for stdin) with every line in canonical form. Comments and blank lines stay.

    Changes are listed on stderr. A line that cannot be read does not change, and is named.

    \b
    deadreckon tidy evening.txt -o evening.log
    deadreckon tidy evening.txt --diff
    """
    from audit.intake.preparation import prepare_log
    from audit.rewrite.tidy import tidy_log
    from engine.kernel.log import LogError

    if (output is not None) + in_place + diff > 1 or (in_place and file == inputs.PIPED):
        raise click.UsageError("Choose one of --output, --in-place (of a file) and --diff.")
    try:
        raw = inputs.read_one_log(file)
        if in_place:
            inputs.refuse_workbook(file, raw)
        prepared = prepare_log(raw, options.load_games())
        text = tidy_log(raw, prepared)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    for fault in prepared.log.faults:
        inputs.tell_fault(file, fault)
    if diff:
        cli_output.write_document("".join(list_diff_lines(raw, text, inputs.name_input(file), "tidied")))
    else:
        for typed in prepared.log.typed:
            meaning = "; ".join(typed.read_as) or "a remark"
            cli_output.tell(
                cli_output.paint(f"{inputs.name_input(file)}:{typed.line}", "strong"), ": read as ", meaning
            )
        with cli_output.open_destination(file if in_place else output) as out:
            out(text)
    ctx.exit(1 if prepared.log.faults else 0)
