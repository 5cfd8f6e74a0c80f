"""`deadreckon convert`: the same log in another spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import inputs, options, printing

if TYPE_CHECKING:
    from engine.kernel.log import Log


@click.command("convert", short_help="Write a log in another spelling.")
@options.file_argument
@click.option("--to", "spelling", required=True, type=click.Choice(options.SPELLINGS), help="The spelling to write.")
@click.pass_context
def command(ctx: click.Context, file: str, spelling: str) -> None:
    """Write FILE (or - for stdin) in another spelling: text for people, jsonl for programs, csv for spreadsheets.

    The spelling of FILE is recognised. A log with lines that cannot be read is refused, so that nothing gets lost.

    \b
    deadreckon convert final.log --to csv > final.csv
    deadreckon convert final.csv --to jsonl | deadreckon audit -
    """
    from engine.kernel.log import LogError
    from engine.kernel.spellings import write

    try:
        log = read(inputs.one_log(file))
        for fault in log.faults:
            inputs.tell_fault(file, fault)
        written = write(log, spelling, options.games()[log.header.game].vocabulary)
    except LogError as wrong:
        inputs.refuse(ctx, file, wrong)
    else:
        printing.hand_over(written)
        ctx.exit(1 if log.faults else 0)


def read(raw: bytes) -> Log:
    """Read a log without asking whether its cards and boats exist: spelling is not judging."""
    from engine.kernel.spellings import nearest, parse
    from engine.kernel.vocabulary import Vocabulary

    known = options.games()

    def vocabulary_of(name: str) -> Vocabulary:
        if name not in known:
            raise LookupError(f"There is no game {name!r}.", nearest(name, known) or f"There is: {', '.join(known)}.")
        return known[name].vocabulary

    return parse(raw, vocabulary_of)
