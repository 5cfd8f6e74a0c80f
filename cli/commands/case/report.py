"""`deadreckon case report`: the report on a log with the ruling in its case."""

from __future__ import annotations

import sys

import click

from cli import audit_options, options
from cli import output as cli_output
from cli.disputes import case_file
from engine.kernel.basics.json_types import Json

FORMS = ("text", "json", "html", "sarif")


@click.command("report", short_help="Audit the log with the rulings.")
@case_file.log_argument
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="The form to write."
)
@click.option("--output", "-o", type=click.Path(), help="Write it to this file.")
@audit_options.bookless_options
@options.colour_option
@click.pass_context
def report(ctx: click.Context, /, log: str, form: str, output: str | None, **reading: Json) -> None:
    """Audit LOG with the ruling in force in its case.

    The log's own bytes do not change.

    \b
    deadreckon case report final.log
    deadreckon case report final.log --format html -o final.html
    """
    from audit.cases.ruling_options import apply_ruling_option, make_option_from_case
    from cli.audit.batch import Order, answer_files
    from cli.commands.audit import check_output, write_answers

    case = case_file.load_case(ctx, log).record
    way, ruling = make_option_from_case(case), case.ruling
    if way is None or ruling is None:
        raise click.UsageError("There is no ruling yet. `deadreckon audit` reports on the log as it is.")
    check_output(output, form, [log])
    asked = apply_ruling_option(
        audit_options.make_audit_options(**reading), way, options.load_games()[case.opened.game], ruling.who, ruling.why
    )
    order = Order(
        asked, form, colour=output is None and cli_output.has_colour(sys.stdout), width=cli_output.get_width()
    )
    ctx.exit(write_answers(answer_files([log], order, None), order, 1, output))
