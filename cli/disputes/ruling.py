"""Check a ruling against its log before it is written, and add it to the events of a tournament."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli import inputs, options, output
from cli.disputes import case_file
from engine.kernel.log import LogError

if TYPE_CHECKING:
    from audit import AuditOptions
    from audit.cases.events import CaseRecord, RuleInCase
    from audit.tournaments.events.events import AnyEvent, TournamentRecord
    from audit.tournaments.tournament import Tournament


def refuse_impossible_rule(
    ctx: click.Context, file: case_file.CaseFile, event: RuleInCase, asked: AuditOptions
) -> None:
    """Apply a ruling to the log, and refuse it if that fails."""
    from audit.cases.ruling_options import RulingOption, judge_ruling_option
    from audit.rewrite.with_rulings import find_strange_lines

    game = options.load_games()[file.record.opened.game]
    for says, hint in find_strange_lines(game, event.lines):
        raise click.UsageError(f"{says} {hint}".strip())
    way = RulingOption(says=event.why, readings=event.readings, lines=event.lines)
    try:
        outcome = judge_ruling_option(file.raw, options.load_games(), asked, way)
    except LogError as wrong:
        inputs.exit_unreadable(ctx, file.log, wrong)
        return
    if outcome.refused:
        raise click.UsageError(f"This cannot be applied to the log: {outcome.refused}")


def rule_in_tournament(
    ctx: click.Context, file: case_file.CaseFile, event: RuleInCase, tournament: str, packs: dict[str, str]
) -> Callable[[CaseRecord], None]:
    """Find the table of a log in a tournament. Return a function that adds the ruling to its events."""
    from audit.tournaments.events.fold import read_record
    from cli.tournament.standings import load_tournament_file, name_events_file

    found = load_tournament_file(ctx, tournament, packs)
    beside = name_events_file(tournament)
    lines = case_file.read_bounded_bytes(beside, case_file.MAX_CASE) if os.path.exists(beside) else b""  # noqa: PTH110 - importing pathlib takes time at start-up
    between = b"\n" if lines and not lines.endswith(b"\n") else b""
    game = options.load_games()[found.game]
    try:
        record = read_record(lines, found, None, game)
        table = _find_table(file, found, record, packs)
        lifted = _make_lift_events(record, table, event)

        def make_events(head: str) -> list[AnyEvent]:
            return [*lifted, *_make_rule_events(event, table, head)]

        read_record(lines + between + b"".join(map(_write_line, make_events(""))), found, None, game)
    except LogError as wrong:
        raise click.UsageError(f"{inputs.name_input(beside)}: {wrong.fault.says} {wrong.fault.hint}".strip()) from None

    def write_events(case: CaseRecord) -> None:
        if added := b"".join(map(_write_line, make_events(case.head))):
            case_file.append_line(beside, lines, added)
            output.say_paragraph(f"{table} in {inputs.name_input(beside)} has the same ruling now.", style="quiet")

    return write_events


def _find_table(
    file: case_file.CaseFile, tournament: Tournament, record: TournamentRecord, packs: dict[str, str]
) -> str:
    """Name the table of this log, as handed in, or else by its header and players."""
    from audit.tournaments.count.matching import match_logs
    from audit.tournaments.count.submission import audit_submission

    log = audit_submission(inputs.name_input(file.log), file.raw, tournament, options.load_games(), packs)
    (one,) = match_logs([log], tournament, record.logs)
    if not one.table:
        says = f"{inputs.name_input(file.log)} is of no table of {tournament.name}: {one.unmatched} {log.refused}"
        raise click.UsageError(says.strip())
    return one.table


def _make_rule_events(event: RuleInCase, table: str, head: str) -> list[AnyEvent]:
    from audit.tournaments.events.events import RuleOn

    if event.dismissed:
        return []
    readings, lines = event.readings, event.lines
    return [RuleOn(who=event.who, why=event.why, at=event.at, table=table, readings=readings, lines=lines, case=head)]


def _make_lift_events(record: TournamentRecord, table: str, event: RuleInCase) -> list[AnyEvent]:
    """Make events that lift earlier rulings on the table, if this ruling replaces one."""
    from audit.tournaments.events.events import Lift, RuleOn

    if not event.instead:
        return []
    return [
        Lift(who=event.who, why=event.why, at=event.at, event=number)
        for number, one in enumerate(record.events, 1)
        if isinstance(one, RuleOn) and one in record.rulings_on(table) and one.case
    ]


def _write_line(event: AnyEvent) -> bytes:
    from audit.cases.case_file import encode_event_line

    return encode_event_line(event)
