"""A ruling held against the log before it is written down, and written into the events of a tournament too."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli import inputs, options
from cli import output as printing
from cli.disputes import case_file as casework
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit import Asked
    from audit.cases.events import CaseRecord, RuleInCase
    from audit.tournaments.events.events import AnyEvent, TournamentRecord
    from audit.tournaments.tournament import Tournament


def refuse_impossible(ctx: click.Context, file: casework.CaseFile, event: RuleInCase, asked: Asked) -> None:
    """Lay a ruling over the log, and refuse it where that cannot be."""
    from audit.cases.ruling_options import WayToRule, way_judged
    from audit.rewrite.with_rulings import strange_lines

    game = options.games()[file.record.opened.game]
    for says, hint in strange_lines(game, event.lines):
        raise click.UsageError(f"{says} {hint}".strip())
    way = WayToRule(says=event.why, readings=event.readings, lines=event.lines)
    try:
        outcome = way_judged(file.raw, options.games(), asked, way)
    except LogError as wrong:
        inputs.refuse(ctx, file.log, wrong)
        return
    if outcome.refused:
        raise click.UsageError(f"That cannot be laid over the log: {outcome.refused}")


def rule_in(
    ctx: click.Context, file: casework.CaseFile, event: RuleInCase, tournament: str, packs: dict[str, str]
) -> Callable[[CaseRecord], None]:
    """Find the table of a log in a tournament; gives what writes the ruling into its events, once it stands."""
    from audit.tournaments.events.fold import record_from
    from cli.tournament.standings import events_beside, read_tournament

    found = read_tournament(ctx, tournament, packs)
    beside = events_beside(tournament)
    lines = casework.bytes_of(beside, casework.MAX_CASE) if os.path.exists(beside) else b""  # noqa: PTH110 - pathlib costs time to start
    between = b"\n" if lines and not lines.endswith(b"\n") else b""
    game = options.games()[found.game]
    try:
        record = record_from(lines, found, None, game)
        table = _table(file, found, record, packs)
        lifted = _lifted(record, table, event)

        def ruled(head: str) -> list[AnyEvent]:
            return [*lifted, *_ruling(event, table, head)]

        record_from(lines + between + b"".join(map(_line, ruled(""))), found, None, game)
    except LogError as wrong:
        raise click.UsageError(f"{inputs.named(beside)}: {wrong.fault.says} {wrong.fault.hint}".strip()) from None

    def write(case: CaseRecord) -> None:
        if added := b"".join(map(_line, ruled(case.head))):
            casework.appended(beside, lines, added)
            printing.say_paragraph(f"{table} in {inputs.named(beside)} is ruled so, too.", style="quiet")

    return write


def _table(file: casework.CaseFile, tournament: Tournament, record: TournamentRecord, packs: dict[str, str]) -> str:
    """Name the table whose log this is: as it was handed in, else by its header and its players."""
    from audit.tournaments.count.matching import matched
    from audit.tournaments.count.submission import handed_in

    log = handed_in(inputs.named(file.log), file.raw, tournament, options.games(), packs)
    (one,) = matched([log], tournament, record.logs)
    if not one.table:
        says = f"{inputs.named(file.log)} is of no table of {tournament.name}: {one.unmatched} {log.refused}"
        raise click.UsageError(says.strip())
    return one.table


def _ruling(event: RuleInCase, table: str, head: str) -> list[AnyEvent]:
    from audit.tournaments.events.events import RuleOn

    if event.dismissed:
        return []
    readings, lines = event.readings, event.lines
    return [RuleOn(who=event.who, why=event.why, at=event.at, table=table, readings=readings, lines=lines, case=head)]


def _lifted(record: TournamentRecord, table: str, event: RuleInCase) -> list[AnyEvent]:
    """Take back what was ruled on that table in a case, where something is ruled in its place."""
    from audit.tournaments.events.events import Lift, RuleOn

    if not event.instead:
        return []
    return [
        Lift(who=event.who, why=event.why, at=event.at, event=number)
        for number, one in enumerate(record.events, 1)
        if isinstance(one, RuleOn) and one in record.ruled(table) and one.case
    ]


def _line(event: AnyEvent) -> bytes:
    from audit.cases.case_file import line_for

    return line_for(event)
