"""`deadreckon spoil`: a legal log, with one rule broken once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options, output, shell_completion
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_rule(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from audit.browse.catalogue import list_catalogue_rules

    enforced = (
        e.rule.id
        for game in options.load_games().values()
        for e in list_catalogue_rules(game)
        if e.rule.status == "enforced"
    )
    return shell_completion.complete_names(enforced, incomplete.upper())


@click.command("spoil", short_help="Break one rule in a log, once.")
@options.file_argument
@click.option(
    "--rule", "rule_id", required=True, metavar="ID", shell_complete=_complete_rule, help="The rule to break."
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Which of the possible places to choose."
)
@click.pass_context
def command(ctx: click.Context, file: str, rule_id: str, seed: int) -> None:
    """Print the legal log FILE (or - for stdin) with one rule broken once; its place is printed to stderr.

    \b
    deadreckon spoil try.log --rule TW-MOVE-01 > spoiled.log
    deadreckon simulate tailwinds | deadreckon spoil - --rule TW-MOVE-01 | deadreckon audit -
    """
    from engine.kernel.log import LogError
    from engine.kernel.unknown import Undetermined
    from fixtures.spoilers import spoil

    wanted = rule_id.strip().upper()
    try:
        raw, game = inputs.read_whole_log(file)
        _require_rule(wanted, game.name)
        log, seq = spoil(game.name, raw.decode("utf-8-sig"), wanted, seed)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file, wrong)
        return
    except Undetermined:
        raise click.UsageError(f"{wanted} cannot be broken here: the log leaves out what that depends on.") from None
    except (LookupError, ValueError) as wrong:
        said = str(wrong.args[0]) if wrong.args else "no place for it"
        raise click.UsageError(f"{wanted} cannot be broken in this log: {make_visible(said)}") from None
    output.write_document(log)
    output.tell(f"{f'Event {seq}' if seq else 'The header'} now breaks {wanted}.")


def _require_rule(wanted: str, game: str) -> None:
    from audit.browse.catalogue import list_catalogue_rules

    known = {entry.rule.id: entry.rule.status for entry in list_catalogue_rules(options.load_games()[game])}
    if wanted not in known:
        raise click.UsageError(f"There is no rule {make_visible(wanted)!r}. {options.suggest_word(wanted, known)}")
    if known[wanted] != "enforced":
        raise click.UsageError(f"{wanted} is “{known[wanted]}”: no log can be shown to break it.")
