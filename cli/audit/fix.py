"""`deadreckon audit --fix`: a log with a repair for each finding, which a person must check."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import inputs, options
from cli import output as cli_output

if TYPE_CHECKING:
    from audit import AuditOptions


class FixOptions(NamedTuple):
    """The options of a fix: whether to fix, in the `lines` or by records, and the destination of the result."""

    fix: bool
    lines: bool
    output: str | None
    diff: bool
    in_place: bool


def fix_log(files: tuple[str, ...], asked: AuditOptions, wanted: FixOptions) -> int:
    """Fix one log, and return the exit code for the findings that remain."""
    from engine.kernel.log import LogError

    path = _check_options(files, asked, wanted)
    try:
        return _fix_and_report(path, inputs.read_one_log(path), asked, wanted)
    except LogError as wrong:
        for fault in wrong.faults:
            inputs.tell_fault(path, fault)
        return inputs.UNREADABLE


def _fix_and_report(path: str, raw: bytes, asked: AuditOptions, wanted: FixOptions) -> int:
    from audit import audit
    from audit.model.labels import name_verdict
    from audit.rewrite.mend import mend_log
    from cli.audit.batch import choose_exit_code

    before = audit(raw, options.load_games(), asked)
    text, mends = mend_log(raw, options.load_games(), asked, "lines" if wanted.lines else "records")
    after = audit(text.encode(), options.load_games(), asked)
    _write_log(raw, text, path, wanted)
    was, now = (name_verdict(report.verdict, report.broken_rules) for report in (before, after))
    cli_output.tell(f"{len(mends)} mended as suggested. Before: {was}; now: {now}.")
    if mends:
        cli_output.tell(
            "A suggestion is not evidence. Keep only what really happened, and name who confirms it (who=)."
        )
    return choose_exit_code(after.verdict)


def _check_options(files: tuple[str, ...], asked: AuditOptions, wanted: FixOptions) -> str:
    if not wanted.fix:
        raise click.UsageError("--lines, --diff and --in-place need --fix. Add --fix.")
    if len(files) != 1:
        raise click.UsageError("One log is mended at a time. Name one FILE.")
    if asked.book != "adjudicated":
        raise click.UsageError("Repairs by record: lines count in the book as adjudicated. Leave out --book.")
    if (wanted.output is not None) + wanted.diff + wanted.in_place > 1:
        raise click.UsageError("Choose one of --output, --diff and --in-place.")
    if wanted.in_place and files[0] == inputs.PIPED:
        raise click.UsageError("Standard input cannot be written over. Name a file, or choose --output.")
    if wanted.output is not None and inputs.is_among(wanted.output, files):
        raise click.UsageError("This would overwrite the log itself. To do that, use --in-place")
    return files[0]


def _write_log(raw: bytes, text: str, path: str, wanted: FixOptions) -> None:
    if wanted.in_place:
        inputs.refuse_workbook(path, raw)
    if wanted.diff:
        cli_output.write_document("".join(list_diff_lines(raw, text, inputs.name_input(path), "mended")), whole=True)
        return
    with cli_output.open_destination(path if wanted.in_place else wanted.output) as out:
        out(text)


def list_diff_lines(raw: bytes, text: str, name: str, what: str) -> Iterator[str]:
    """List the changes of a log as a unified diff."""
    from audit.intake.upload import convert_upload_to_text

    before, after = convert_upload_to_text(raw).decode().splitlines(keepends=True), text.splitlines(keepends=True)
    yield from difflib.unified_diff(before, after, name, f"{name} ({what})")
