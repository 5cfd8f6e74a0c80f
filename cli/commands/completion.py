"""`deadreckon completion`: the completion script for a shell."""

from __future__ import annotations

import click

from cli import output

NAME = "deadreckon"


@click.command("completion", short_help="Print shell completion.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL.

    \b
    deadreckon completion bash >> ~/.bashrc
    deadreckon completion zsh >> ~/.zshrc
    deadreckon completion fish > ~/.config/fish/completions/deadreckon.fish
    """
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)
    if completion is None:
        raise click.UsageError(f"There is no completion for {shell}.")
    script = completion(ctx.find_root().command, {}, NAME, f"_{NAME.upper()}_COMPLETE")
    output.write_document(script.source_template % script.source_vars())
