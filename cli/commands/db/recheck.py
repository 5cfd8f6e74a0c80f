"""`deadreckon db recheck`: after an update, which of the kept audits come out otherwise, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import crash, options, output
from cli.audit.batch import CLEAN, FINDINGS
from cli.server.open_store import database_options, open_store

if TYPE_CHECKING:
    from audit.recheck import ChangedAudit
    from audit.store import AuditRow, Store

SCHEMA = "deadreckon.recheck/1"
# So much of a SHA-256 tells a log from all others of a club.
SHORT = 12
# Fewer audits than this are done before anybody looks for a progress bar.
MANY = 20


@click.command("recheck", short_help="Which kept audits come out otherwise now?")
@options.format_option
@database_options
@click.pass_context
def recheck(ctx: click.Context, form: str, database: str | None, file: str | None) -> None:
    """Ask the questions of all kept audits again, by the rules of this version, and list what comes out otherwise.

    Run it after an update, before anybody asks why a verdict is another one. Of audits that asked the same about the
    same log the latest is compared: verdict, result, and the roots by event, rule and status. Nothing is changed: a
    kept audit stays as it is, and whoever asks again gets a new one beside it.

    \b
    deadreckon db recheck
    deadreckon db recheck --format json | jq '.otherwise[] | {log, before, after}'

    Exit codes: 0 all come out as they did, 1 some do not, 2 wrong usage, 5 the database cannot be used, 70 we failed
    on a log; the others are told all the same.
    """
    from audit.recheck import list_latest_audits

    failed: list[str] = []
    with open_store(database, file) as store:
        rows = list_latest_audits(store)
        otherwise = [one for one in _recheck_audits(store, rows, failed) if one is not None]
    if form == "json":
        output.write_json({"schema": SCHEMA, "asked": len(rows), "otherwise": otherwise, "failed": failed})
    else:
        _print_summary(otherwise, len(rows), len(failed))
    ctx.exit(crash.OUR_FAULT if failed else FINDINGS if otherwise else CLEAN)


def _recheck_audit(store: Store, row: AuditRow, failed: list[str]) -> ChangedAudit | None:
    """Ask the question of one audit again; where we fail on its log, say so, and let the others be asked."""
    from audit.recheck import recheck_audit
    from audit.store import NotAsKept, StoreError

    try:
        return recheck_audit(store, row, options.load_games())
    except NotAsKept as wrong:
        output.tell(f"The log {row.upload[:SHORT]} of {row.club}: {wrong}")
        failed.append(row.id)
        return None
    except StoreError:
        raise
    except Exception as wrong:  # noqa: BLE001 - told in full, and the other audits are still to be asked again
        crash.report_failure(crash.format_traceback(wrong), f"the log {row.upload[:SHORT]} of {row.club}")
        failed.append(row.id)
        return None


def _recheck_audits(store: Store, rows: list[AuditRow], failed: list[str]) -> Iterator[ChangedAudit | None]:
    """Audit each log again, with a bar for whoever waits at a terminal."""
    answers = (_recheck_audit(store, row, failed) for row in rows)
    if len(rows) < MANY or not sys.stderr.isatty():
        yield from answers
        return
    with click.progressbar(answers, len(rows), label="Asking again", file=sys.stderr) as watched:
        yield from watched


def _print_summary(otherwise: list[ChangedAudit], count: int, failed: int) -> None:
    if failed:
        output.say(f"{failed} of {count} kept audits could not be asked again, by a fault of ours; see above.")
    if not otherwise:
        if not failed:
            output.say(output.paint("good", "good"), f"  All {count} kept audits come out as they did.")
        return
    comes = "comes" if len(otherwise) == 1 else "come"
    output.say(f"{len(otherwise)} of {count} kept audits {comes} out otherwise:")
    _print_changes(otherwise)


def _print_changes(otherwise: list[ChangedAudit]) -> None:
    for one in otherwise:
        named = f"{one.name} ({one.log[:SHORT]})" if one.name else one.log[:SHORT]
        since = " and ".join(one.since) or "nothing that is known"
        output.say(output.paint(f"{one.club}: {named}", "strong"), f"  audit {one.audit} of {one.made_at[:10]}")
        output.say(f"  {one.before.verdict} -> {one.after.verdict}, {_describe_result(one)}; changed since: {since}")
        output.say_paragraph(_describe_first_root(one), indent=2)


def _describe_result(one: ChangedAudit) -> str:
    before, after = one.before.result, one.after.result
    return f"result {before} -> {after}" if before != after else f"result {after} as before"


def _describe_first_root(one: ChangedAudit) -> str:
    """Say with which root it begins."""
    if one.first is None:
        return "The roots are the same."
    place = "the header" if not one.first.seq else f"event {one.first.seq}"
    when = "is new" if one.first.found == "now" else "is gone"
    return f"First at {place}: {one.first.rule} ({one.first.status}) {when}. {one.first.says}"
