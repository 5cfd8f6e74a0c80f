"""`deadreckon view`: a game in the browser, step by step, from one self-contained file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import audit_options, inputs, options
from cli import output as cli_output
from engine.kernel.basics.json_types import Json

if TYPE_CHECKING:
    from audit import AuditOptions


@click.command("view", short_help="Look at a game in the browser.")
@options.file_argument
@click.option(
    "--output", "-o", type=click.Path(), metavar="PAGE", help="Write the page to this file, without opening it."
)
@click.option("--open/--no-open", "opens", default=True, help="Open the browser, or only print the address.")
@audit_options.book_and_rule_options
@click.pass_context
def command(ctx: click.Context, /, file: str, output: str | None, opens: bool, **reading: Json) -> None:
    """Show the log FILE (or - for stdin) in the browser: every step with its picture and its findings.

    Nothing leaves this machine. The page is served here, under an address that cannot be guessed, until Ctrl+C. With
    --output it is one file, which opens offline and can be sent to others.

    \b
    deadreckon view final.log
    deadreckon view final.log --output final.html
    deadreckon view final.log --no-open        say where it is, and open nothing
    """
    from engine.kernel.log import LogError

    try:
        page = write_page(file, audit_options.make_audit_options(**reading))
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    if output is None:
        _serve_page(page, opens=opens)
    elif inputs.is_among(output, [file]):
        raise click.UsageError(f"{inputs.name_input(output)} is the log itself. Name another file.")
    else:
        with cli_output.open_destination(output) as write:
            write(page)


def write_page(file: str, asked: AuditOptions) -> str:
    """Render the page that replays a log."""
    from api.web.game.page import write_one_file
    from api.web.game.replay_document import lay_out_replay
    from cli.open_log import open_log_with_report

    opened = open_log_with_report(inputs.read_one_log(file), asked)
    return write_one_file(opened, lay_out_replay(opened), inputs.name_input(Path(file).name))


def _serve_page(page: str, *, opens: bool) -> None:
    """Serve the page until the user stops it."""
    import webbrowser

    from api.web.game.local_server import serve_page

    with serve_page(page.encode()) as server:
        cli_output.tell("The page is at ", server.address, " until Ctrl+C.")
        if opens:
            webbrowser.open(server.address)
        server.serve_forever()
