"""`deadreckon audit`: whether every move was legal, and whether the claimed result follows."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from cli import audit_options, crash, inputs, options
from cli import output as cli_output
from engine.kernel.basics.json_types import Json
from engine.kernel.basics.visible_text import make_visible

if TYPE_CHECKING:
    from audit import Summary
    from cli.audit.batch import AuditAnswer, Order

FORMATS = ("text", "json", "html", "sarif")
# Fewer logs than this are done before a progress bar would help.
MANY = 30
# Replaces the verdict of a log whose audit failed because of a bug.
FAILED = "failed"
# The widths of the columns for verdict and result.
VERDICT_WIDTH, RESULT_WIDTH = 17, 18
MANNER: dict[str, cli_output.Style] = {
    "clean": "good",
    "contested": "doubt",
    "incomplete": "doubt",
    "broken": "bad",
    "unreadable": "bad",
    FAILED: "bad",
}


@click.command("audit", cls=audit_options.WithReadings, short_help="Audit logs: every move, and the result.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=click.Path(allow_dash=True))
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The report to write."
)
@click.option(
    "--output",
    "-o",
    type=click.Path(),
    help="Write the report to this file; pages on several logs to this directory.",
)
@click.option("--watch", is_flag=True, help="Audit again whenever a file changes, until you press Ctrl-C.")
@click.option("--quiet", "-q", is_flag=True, help="Leave out logs that are clean.")
@audit_options.readings_option
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Audit in N processes; by default as many as pay off."
)
@click.option("--fix", is_flag=True, help="Write the log with the suggested repairs, as record: lines.")
@click.option("--lines", is_flag=True, help="With --fix: change the lines themselves.")
@click.option("--diff", is_flag=True, help="With --fix: only show the changes.")
@click.option("--in-place", is_flag=True, help="With --fix: write them over FILE.")
@audit_options.book_option((*audit_options.BOOKS, audit_options.BOTH))
@click.option("--editions", is_flag=True, help="Judge by each edition of the rulebook, and show where they differ.")
@audit_options.bookless_options
@options.columns_option
@options.colour_option
@click.pass_context
def command(  # noqa: PLR0913 - one parameter an option
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    form: str,
    output: str | None,
    *,
    quiet: bool,
    watch: bool,
    readings: str | None,
    jobs: int | None,
    book: str,
    editions: bool,
    fix: bool,
    lines: bool,
    diff: bool,
    in_place: bool,
    **reading: Json,
) -> None:
    """Audit logs: each FILE, every log in a directory, or - for stdin.

    One log gives a full report. Several logs give a line each and a total.

    \b
    deadreckon audit final.log
    deadreckon audit final.log --ruling TW-AMB-05=snapshot-at-reveal
    deadreckon audit season/ --jobs 4
    deadreckon audit tonight.log --watch
    deadreckon audit final.log --book both
    deadreckon audit final.log --editions
    deadreckon audit final.log --fix --diff
    deadreckon audit final.log --fix -o mended.log
    deadreckon audit season/ --format html --output season-report/
    deadreckon audit evening.xlsx --columns club.toml
    deadreckon simulate tailwinds | deadreckon audit -

    \b
    Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a log that cannot be read, 70 a bug in Deadreckon.
    """
    from cli.audit.batch import Order, answer_files

    if fix or lines or diff or in_place:
        from cli.audit.fix import FixOptions, fix_log

        wanted = FixOptions(fix, lines, output, diff, in_place)
        ctx.exit(fix_log(files, audit_options.make_audit_options(readings=readings, book=book, **reading), wanted))
    paths = inputs.list_logs(files)
    check_output(output, form, paths)
    colour, both = output is None and cli_output.has_colour(sys.stdout), book == audit_options.BOTH
    if both and form == "sarif":
        raise click.UsageError("SARIF can hold only one book. Name it: --book played, or --book adjudicated.")
    if editions and (form == "sarif" or both):
        raise click.UsageError(
            "Editions are shown as text, JSON or HTML, and of one book. Leave out --editions, or the other option."
        )
    asked = audit_options.make_audit_options(readings=readings, book="adjudicated" if both else book, **reading)
    order = Order(asked, form, len(paths) == 1, colour, cli_output.get_width(), quiet, both, editions)
    if watch:
        _audit_on_change(paths, order, jobs, output)
    ctx.exit(write_answers(answer_files(paths, order, jobs), order, len(paths), output))


def _audit_on_change(paths: list[str], order: Order, jobs: int | None, output: str | None) -> None:
    """Audit again whenever a file changes, until an interrupt."""
    from cli.audit.batch import answer_files
    from cli.audit.file_watch import watch_changes

    if inputs.PIPED in paths:
        raise click.UsageError("Standard input cannot be watched. Name the file to watch.")
    for _ in watch_changes(paths):
        if output is None and sys.stdout.isatty():
            click.clear()
        write_answers(answer_files(paths, order, jobs), order, len(paths), output)
        cli_output.tell("Watching; Ctrl-C ends it.")


def check_output(output: str | None, form: str, paths: list[str]) -> None:
    """Refuse an output that does not fit the form of the report or the number of logs."""
    if form == "html" and len(paths) > 1:
        if output is None or os.path.isfile(output):  # noqa: PTH113 - importing pathlib takes a tenth of the start-up time
            raise click.UsageError("Pages about several logs need their own directory. Name it: --output DIR")
    elif output is not None and os.path.isdir(output):  # noqa: PTH112 - as above
        raise click.UsageError(f"{make_visible(output)} is a directory; name a file for the report.")
    if output is not None and inputs.is_among(output, paths):
        raise click.UsageError("The report would overwrite its own log. Choose another --output.")


def write_answers(answers: Iterator[AuditAnswer], order: Order, count: int, output: str | None) -> int:
    """Write the answers as they come, in the ordered form. Return the worst exit code."""
    from cli.audit.batch import find_worst_code

    codes: Counter[int] = Counter()
    watched = _note_codes(_show_progress(answers, count, listed=output is None and order.form == "text"), codes)
    if order.form == "html" and not order.alone and output is not None:
        from cli.audit.report_folder import write_pages

        write_pages(watched, output)
        return find_worst_code(codes)
    with cli_output.open_destination(output) as out:
        for piece in _join_answers(watched, order):
            out(piece)
    return find_worst_code(codes)


def _show_progress(answers: Iterator[AuditAnswer], count: int, *, listed: bool) -> Iterator[AuditAnswer]:
    """Show a progress bar for many logs, unless the list on the terminal shows the progress."""
    if count < MANY or not sys.stderr.isatty() or (listed and sys.stdout.isatty()):
        yield from answers
        return
    with click.progressbar(answers, count, label="Auditing", file=sys.stderr) as watched:
        yield from watched


def _note_codes(answers: Iterable[AuditAnswer], codes: Counter[int]) -> Iterator[AuditAnswer]:
    """Count the exit code of each answer, and print faults and failures at once."""
    for one in answers:
        codes[one.code] += 1
        for fault in one.faults:
            inputs.tell_fault(one.path, fault)
        if one.trace:
            crash.report_failure(one.trace, inputs.name_input(one.path))
        yield one


def _join_answers(answers: Iterator[AuditAnswer], order: Order) -> Iterator[str]:
    """Join the answers into one document, piece by piece."""
    if order.form == "text" and (order.both or order.editions):
        yield from _write_texts(answers, order)
    elif order.form == "text" and not order.alone:
        lines = _write_list(answers, order)
        yield from lines if order.colour else map(click.unstyle, lines)
    elif order.form == "sarif":
        yield from _write_sarif(answers)
    elif order.alone:
        yield from (one.body for one in answers if not (order.quiet and one.code == 0 and order.form == "text"))
    else:
        yield from _write_json_array(answers)


def _write_texts(answers: Iterator[AuditAnswer], order: Order) -> Iterator[str]:
    """Write one text after the other, each under the name of its log if there are several."""
    between = ""
    for one in answers:
        if one.body and not (order.quiet and one.code == 0):
            yield between + ("" if order.alone else f"== {inputs.name_input(one.path)}\n") + one.body
            between = "\n"


def _write_sarif(seen: Iterator[AuditAnswer]) -> Iterator[str]:
    from audit.report import render_sarif

    answers = list(seen)
    failed = [(one.path, one.failed.fault) for one in answers if one.failed is not None]
    yield render_sarif([(one.path, one.report) for one in answers if one.report is not None], failed)


def _write_json_array(answers: Iterator[AuditAnswer]) -> Iterator[str]:
    """Write one JSON array with an object for each file, as the answers come."""
    import msgspec

    opening = "["
    for one in answers:
        path = msgspec.json.encode(inputs.name_input(one.path)).decode()
        yield f'{opening}\n{{"file": {path}, "report": {one.body.strip()}}}'
        opening = ","
    yield "\n]\n"


def _write_list(answers: Iterator[AuditAnswer], order: Order) -> Iterator[str]:
    """Write a line for each file, and a total."""
    from audit.model.labels import count_verdict

    verdicts: Counter[str] = Counter()
    for one in answers:
        verdicts[one.summary.verdict if one.summary is not None else FAILED] += 1
        if order.quiet and one.code == 0:
            continue
        yield f"{_format_row(one.path, one.summary) if one.summary is not None else _format_failure(one)}\n"
    counts = ", ".join(count_verdict(verdicts[verdict], verdict) for verdict in MANNER if verdicts[verdict])
    yield cli_output.join_parts(cli_output.paint(f"{verdicts.total()} logs: {counts}.", "strong")) + "\n"


def _format_row(path: str, summary: Summary) -> cli_output.Painted:
    from audit.model.labels import name_result

    return cli_output.join_parts(
        cli_output.paint(f"{summary.verdict_name:<{VERDICT_WIDTH}}", MANNER[summary.verdict]),
        f"{name_result(summary.result):<{RESULT_WIDTH}}",
        cli_output.paint(inputs.name_input(path), "strong"),
        f"  {summary.first}" if summary.first else "",
        f" and {summary.findings - 1} more" if summary.findings > 1 else "",
        cli_output.paint(f"  ({about})", "quiet") if (about := _describe_game(summary)) else "",
    )


def _describe_game(summary: Summary) -> str:
    """Describe a game by its players, its event and its winner."""
    from audit.model.findings import UNDECIDED

    won = f"{summary.winner} won" if summary.winner not in UNDECIDED else ""
    return "; ".join(part for part in (summary.players, summary.event, won) if part)


def _format_failure(one: AuditAnswer) -> cli_output.Painted:
    return cli_output.join_parts(
        cli_output.paint(f"{FAILED:<{VERDICT_WIDTH}}", MANNER[FAILED]),
        f"{'unknown':<{RESULT_WIDTH}}",
        cli_output.paint(inputs.name_input(one.path), "strong"),
        f"  {one.failed.fault.says}" if one.failed is not None else "",
    )
