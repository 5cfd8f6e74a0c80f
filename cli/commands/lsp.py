"""`deadreckon lsp`: findings, legal moves and repairs in an editor, while a log is written."""

from __future__ import annotations

import click

LACKING = "The language server needs pygls, which is not installed. Install it with: pipx install 'deadreckon[editor]'"


@click.command("lsp", short_help="Run the language server for editors.")
def command() -> None:
    """Speak the Language Server Protocol with an editor, over standard input and output.

    The editor starts this command. It then marks each line that breaks a rule, with the page, and completes a line with
    the moves that are legal there. It explains the rule under the pointer, inserts repairs, and formats a log
    canonically.

    \b
    deadreckon lsp                          as VS Code, Neovim, Helix and others call it
    """
    try:
        from cli.editor.server import make_server
    except ModuleNotFoundError as wrong:
        if (wrong.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise click.ClickException(LACKING) from None
    make_server().start_io()
