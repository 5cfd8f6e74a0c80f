"""`deadreckon help`: the help of a command."""

from __future__ import annotations

import click

from cli import output


@click.command("help", short_help="Explain a command.")
@click.argument("words", nargs=-1, metavar="[COMMAND]…")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Print the help of COMMAND, or of all commands.

    \b
    deadreckon help audit
    deadreckon help remote push
    """
    asked: click.Command = ctx.find_root().command
    place = click.Context(asked, info_name="deadreckon", **asked.context_settings)
    for word in words:
        inner = asked.get_command(place, word) if isinstance(asked, click.Group) else None
        if inner is None:
            within = asked.list_commands(place) if isinstance(asked, click.Group) else ()
            raise click.NoSuchCommand(word, possibilities=within, ctx=place)
        asked = inner
        place = click.Context(asked, parent=place, info_name=word, **asked.context_settings)
    output.say_lines(map(output.Painted, asked.get_help(place).splitlines()))
