"""`deadreckon books`: both books of a log, and where they differ."""

from __future__ import annotations

import sys

import click

from cli import audit_options, inputs, options
from cli import output as cli_output
from engine.kernel.basics.json_types import Json

FORMATS = ("text", "json", "html")


@click.command("books", short_help="Compare both books of a log.")
@options.file_argument
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The form to write."
)
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Write it to this file.")
@audit_options.bookless_options
@options.colour_option
@click.pass_context
def command(ctx: click.Context, /, file: str, form: str, output: str | None, **reading: Json) -> None:
    """Compare FILE (or - for stdin) as played and as adjudicated.

    The result names the verdict of each book and the first event after which their states differ. The exit code is that
    of the adjudicated book: 0 clean, 1 findings, 3 a log that cannot be read.

    \b
    deadreckon books final.log
    deadreckon books final.log --format html -o final-books.html
    """
    from cli.audit.batch import Order, answer_files
    from cli.commands.audit import check_output, write_answers

    inputs.require_one_log(file)
    check_output(output, form, [file])
    colour = output is None and cli_output.has_colour(sys.stdout)
    order = Order(
        audit_options.make_audit_options(**reading), form, colour=colour, width=cli_output.get_width(), both=True
    )
    ctx.exit(write_answers(answer_files([file], order), order, 1, output))
