"""`deadreckon remote audit`: the reports of `deadreckon audit`, made by a server."""

from __future__ import annotations

import itertools
import sys

import click

from cli import audit_options, inputs, options
from cli import output as cli_output
from cli.commands.audit import FORMATS
from engine.kernel.basics.json_types import Json


@click.command("audit", cls=audit_options.WithReadings, short_help="Audit logs on the server.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|SHA256…", type=click.Path(allow_dash=True))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The report to write."
)
@click.option(
    "--output", "-o", type=click.Path(), help="Write the report to this file; pages on several logs to this directory."
)
@click.option("--quiet", "-q", is_flag=True, help="Leave out logs that are clean.")
@audit_options.readings_option
@audit_options.book_and_rule_options
@options.colour_option
@click.pass_context
def audit(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    form: str,
    output: str | None,
    *,
    quiet: bool,
    readings: str | None,
    **reading: Json,
) -> None:
    """Have logs audited by the server: each FILE, every log in a directory, - for stdin, or a stored log by its SHA256.

    Reports and exit codes are those of `deadreckon audit`. The server does not store a file that you send. For a log
    that it stores, it stores the audit, too. A content pack that it lacks is uploaded.

    \b
    deadreckon remote audit final.log
    deadreckon remote audit final.log --format sarif --output final.sarif
    deadreckon remote audit 3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8556
    deadreckon remote audit season/ --pack our-copy.toml

    \b
    Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a log that cannot be read, 70 a bug in Deadreckon; 4 to 6 as
    `deadreckon remote` has them.
    """
    from cli.audit.batch import Order
    from cli.commands.audit import check_output, write_answers
    from cli.remote.audit import Auditor
    from cli.remote.client import connect_to_account

    names = _list_logs(files)
    check_output(output, form, names)
    colour = output is None and cli_output.has_colour(sys.stdout)
    asked = audit_options.make_audit_options(readings=readings, **reading)
    order = Order(asked, form, len(names) == 1, colour, cli_output.get_width(), quiet)
    answers = Auditor(connect_to_account(), order).answer_all(names)
    # Wait for the first answer before opening the output, so that a failing server does not cost an old report.
    ctx.exit(write_answers(itertools.chain([next(answers)], answers), order, len(names), output))


def _list_logs(files: tuple[str, ...]) -> list[str]:
    """List the logs in the given order: SHA-256 digests, files, and the logs in directories."""
    from cli.remote.audit import is_sha256

    names = [found for name in files for found in ([name] if is_sha256(name) else inputs.list_logs([name]))]
    inputs.refuse_repeated_pipe(names)
    return names
