"""`deadreckon audit --fix`: the log with each finding mended, to be looked at before anybody believes it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from cli import inputs, options
from cli import output as printing

if TYPE_CHECKING:
    from audit import Asked


class Mended(NamedTuple):
    """What is wanted: mended at all, in its own `lines`; to a file, or shown (`diff`), or over itself."""

    fix: bool
    lines: bool
    output: str | None
    diff: bool
    in_place: bool


def mend(files: tuple[str, ...], asked: Asked, wanted: Mended) -> int:
    """Mend one log; give the exit code of what is still found in it."""
    from engine.kernel.log import LogError

    path = _one(files, asked, wanted)
    try:
        return _mended(path, inputs.one_log(path), asked, wanted)
    except LogError as wrong:
        for fault in wrong.faults:
            inputs.tell_fault(path, fault)
        return inputs.UNREADABLE


def _mended(path: str, raw: bytes, asked: Asked, wanted: Mended) -> int:
    from audit import audit
    from audit.rewrite.mend import mended
    from cli.audit.batch import code_of

    before = audit(raw, options.games(), asked)
    text, mends = mended(raw, options.games(), asked, "lines" if wanted.lines else "records")
    after = audit(text.encode(), options.games(), asked)
    _write(raw, text, path, wanted)
    printing.tell(f"{len(mends)} mended as suggested; {before.verdict} before, {after.verdict} now.")
    if mends:
        printing.tell("A suggestion is no evidence: keep what really happened, and say who says so (who=).")
    return code_of(after.verdict)


def _one(files: tuple[str, ...], asked: Asked, wanted: Mended) -> str:
    if not wanted.fix:
        raise click.UsageError("--lines, --diff and --in-place are about what --fix mends. Add --fix.")
    if len(files) != 1:
        raise click.UsageError("One log is mended at a time. Name one FILE.")
    if asked.book != "adjudicated":
        raise click.UsageError("What is mended by record: lines is the book as adjudicated. Leave --book out.")
    if (wanted.output is not None) + wanted.diff + wanted.in_place > 1:
        raise click.UsageError("Choose one of --output, --diff and --in-place.")
    if wanted.in_place and files[0] == inputs.PIPED:
        raise click.UsageError("What is piped in has no place. Name a file, or choose --output.")
    if wanted.output is not None and inputs.is_among(wanted.output, files):
        raise click.UsageError("The log would be written over itself. If you mean that: --in-place")
    return files[0]


def _write(raw: bytes, text: str, path: str, wanted: Mended) -> None:
    if wanted.in_place:
        inputs.writable(path, raw)
    if wanted.diff:
        printing.hand_over("".join(changes(raw, text, inputs.named(path), "mended")), whole=True)
        return
    with printing.destination(path if wanted.in_place else wanted.output) as out:
        out(text)


def changes(raw: bytes, text: str, name: str, what: str) -> Iterator[str]:
    """Show line by line how a log is changed."""
    from audit.intake.upload import as_text

    before, after = as_text(raw).decode().splitlines(keepends=True), text.splitlines(keepends=True)
    yield from difflib.unified_diff(before, after, name, f"{name} ({what})")
