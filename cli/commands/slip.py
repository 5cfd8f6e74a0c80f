"""`deadreckon slip`: a log with one typical mistake of a tired scorekeeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options, output, shell_completion
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_kind(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from fixtures.slips import KINDS

    return shell_completion.complete_names(KINDS, incomplete)


@click.command("slip", short_help="Make one scorekeeper's mistake in a log.")
@options.file_argument
@click.option(
    "--kind", required=True, shell_complete=_complete_kind, help="Which mistake; a wrong name lists the possible ones."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Which of the possible places to choose."
)
@click.pass_context
def command(ctx: click.Context, file: str, kind: str, seed: int) -> None:
    """Print the log FILE (or - for stdin) with one mistake of a tired scorekeeper; its place is printed to stderr.

    \b
    deadreckon slip try.log --kind doubled > slipped.log
    deadreckon slip try.log --kind swapped --seed 3 | deadreckon audit -
    """
    from engine.kernel.log import LogError
    from fixtures.slips import KINDS, slip

    if kind not in KINDS:
        raise click.UsageError(f"There is no slip {make_visible(kind)!r}. {options.suggest_word(kind, KINDS)}")
    try:
        raw, _ = inputs.read_whole_log(file)
        log, seq = slip(raw.decode("utf-8-sig"), kind, seed)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    except (LookupError, ValueError) as wrong:
        said = str(wrong.args[0]) if wrong.args else "no place for it"
        raise click.UsageError(f"The slip {kind!r} cannot be made in this log: {make_visible(said)}") from None
    output.write_document(log)
    output.tell(f"Slip {kind!r} at event {seq}.")
