"""`deadreckon db recheck`: which stored audits have another result after an update, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import crash, options, output
from cli.audit.batch import CLEAN, FINDINGS
from cli.server.open_store import database_options, open_store
from engine.kernel.fingerprint.summaries import SUMMARIES

if TYPE_CHECKING:
    from audit.recheck import ChangedAudit
    from audit.store import AuditRow, Store

SCHEMA = "deadreckon.recheck/1"
# This many characters of a SHA-256 identify a log within a club.
SHORT = 12
# Fewer audits than this are done before a progress bar would help.
MANY = 20


@click.command("recheck", short_help="Find stored audits whose outcome has changed.")
@options.format_option
@database_options
@click.pass_context
def recheck(ctx: click.Context, form: str, database: str | None, file: str | None) -> None:
    """Repeat all stored audits with the rules of this version, and list those whose result differs.

    Run it after an update, to know which verdicts have changed and why. If several audits have the same log and
    options, the latest is compared: its verdict, its result, and its roots by event, rule and status. Nothing changes:
    a stored audit stays, and a client that repeats it gets a new one.

    \b
    deadreckon db recheck
    deadreckon db recheck --format json | jq '.otherwise[] | {log, before, after}'

    Exit codes: 0 all results are the same, 1 some differ, 2 wrong usage, 5 the database cannot be used, 70 a bug made
    an audit fail; the others are still reported.
    """
    from audit.recheck import list_latest_audits

    SUMMARIES.compute_anew()
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
    """Repeat one audit. A failure of ours on its log is reported, and does not stop the others."""
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
    except Exception as wrong:  # noqa: BLE001 - the failure is reported in full, and the other audits are still repeated
        crash.report_failure(crash.format_traceback(wrong), f"the log {row.upload[:SHORT]} of {row.club}")
        failed.append(row.id)
        return None


def _recheck_audits(store: Store, rows: list[AuditRow], failed: list[str]) -> Iterator[ChangedAudit | None]:
    """Repeat the audits, with a progress bar on a terminal."""
    answers = (_recheck_audit(store, row, failed) for row in rows)
    if len(rows) < MANY or not sys.stderr.isatty():
        yield from answers
        return
    with click.progressbar(answers, len(rows), label="Auditing again", file=sys.stderr) as watched:
        yield from watched


def _print_summary(otherwise: list[ChangedAudit], count: int, failed: int) -> None:
    if failed:
        output.say(f"{failed} of {count} stored audits could not be repeated: a bug in Deadreckon, see above.")
    if not otherwise:
        if not failed:
            output.say(output.paint("good", "good"), f"  All {count} stored audits have the same outcome.")
        return
    comes = "comes" if len(otherwise) == 1 else "come"
    output.say(f"{len(otherwise)} of {count} stored audits {comes} out differently:")
    _print_changes(otherwise)


def _print_changes(otherwise: list[ChangedAudit]) -> None:
    from audit.model.labels import name_verdict

    for one in otherwise:
        named = f"{one.name} ({one.log[:SHORT]})" if one.name else one.log[:SHORT]
        since = " and ".join(one.since) or "unknown changes"
        output.say(output.paint(f"{one.club}: {named}", "strong"), f"  audit {one.audit} of {one.made_at[:10]}")
        verdict = f"{name_verdict(one.before.verdict)} -> {name_verdict(one.after.verdict)}"
        output.say(f"  {verdict}, {_describe_result(one)}; changed since: {since}")
        output.say_paragraph(_describe_first_root(one), indent=2)


def _describe_result(one: ChangedAudit) -> str:
    from audit.model.labels import name_result

    before, after = name_result(one.before.result), name_result(one.after.result)
    return f"{before} -> {after}" if before != after else f"{after} as before"


def _describe_first_root(one: ChangedAudit) -> str:
    """Describe the first root that differs."""
    if one.first is None:
        return "The roots are the same."
    place = "the header" if not one.first.seq else f"event {one.first.seq}"
    when = "is new" if one.first.found == "now" else "is gone"
    return f"First at {place}: {one.first.rule} ({one.first.status}) {when}. {one.first.says}"
