"""Read the input of a command: a file, all logs in a directory, or `-` for standard input."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from cli import output
from engine.kernel.basics.plural import count_noun
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings.file_check import MAX_BYTES

if TYPE_CHECKING:
    from audit.spreadsheets.columns import Columns
    from engine.kernel.game import Game

PIPED = "-"
ENDINGS = (".log", ".jsonl", ".csv", ".xlsx")
# Files with these endings count as logs if they begin with a log's header, perhaps after the header of a mail.
MAYBE = (".txt", ".text", ".md", ".eml", ".tsv")
GAME_KEY = re.compile(rb"""^[\s>"'{*_-]*(?:game|spiel|jeu)["']?\s*[:;,=\t]""", re.IGNORECASE | re.MULTILINE)
LOOKED_AT = 8_192
# Files that a `--columns` file can apply to.
SHEETS = (".csv", ".tsv", ".xlsx")
# A spreadsheet program creates a hidden file next to an open sheet.
HIDDEN = (".", "~$")
# The ending of a case file, which is next to its log.
CASE = ".case"
UNREADABLE = 3


def read_bytes(path: str) -> bytes:
    """Read one input. It reads one byte more than the limit, which shows that a log is too long."""
    try:
        if path == PIPED:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as file:  # noqa: PTH123 - importing pathlib takes a tenth of the start-up time
            return file.read(MAX_BYTES + 1)
    except OSError as wrong:
        why = (wrong.strerror or "it fails").lower()
        raise LogError(f"The file cannot be read: {why}.", "Check its rights.", 0, 0) from None


def read_one_log(path: str) -> bytes:
    """Read the one log of a command. A missing file is wrong usage."""
    require_one_log(path)
    return read_bytes(path)


def require_one_log(path: str) -> None:
    """Refuse a path that is not one log."""
    _require_file(path)
    if os.path.isdir(path):  # noqa: PTH112 - as above
        raise click.UsageError(f"{make_visible(path)} is a directory; name one log in it.")
    if path == PIPED and sys.stdin.isatty():
        raise click.UsageError("There is nothing on standard input. Name a file, or pipe a log in.")


def refuse_workbook(path: str, raw: bytes) -> None:
    """Refuse to write text over a workbook."""
    from audit.intake.upload import convert_upload_to_text

    if convert_upload_to_text(raw) is not raw:
        raise click.UsageError(f"{make_visible(path)} is a workbook, and stays one. Name another file: --output")


def choose_columns(path: str, columns: Columns | None, *, alone: bool) -> Columns | None:
    """Return the column names for a file. Among several files, only sheets are read with them."""
    return columns if alone or path == PIPED or path.lower().endswith(SHEETS) else None


def tell_rows(path: str, raw: bytes, columns: Columns) -> None:
    """Tell the user if line numbers differ from the rows of a club's sheet. Usually they agree."""
    from audit.spreadsheets.columns import convert_club_sheet

    if later := convert_club_sheet(raw, columns).later:
        rows = f"the columns file adds {count_noun(later, 'row')} of header"
        output.tell(f"{name_input(path)}: line {later + 1} of the report is row 1 of the sheet, because {rows}.")


def read_whole_log(path: str) -> tuple[bytes, Game]:
    """Read one log without unreadable lines, for a command that rewrites it. Raises `LogError`."""
    from audit.intake.preparation import prepare_log
    from audit.intake.upload import convert_upload_to_text
    from cli import options

    raw = convert_upload_to_text(read_one_log(path))
    prepared = prepare_log(raw, options.load_games())
    for fault in prepared.log.faults[:1]:
        raise LogError(fault.says, fault.hint, fault.line, fault.column)
    return raw, prepared.game


def list_logs(paths: Iterable[str]) -> list[str]:
    """List the input files: each named file, and all logs in a directory, sorted. Skipped files are named."""
    found: list[str] = []
    for path in paths:
        _require_file(path)
        if path != PIPED and os.path.isdir(path):  # noqa: PTH112 - as above
            held, others = _sort_directory(path)
            _tell_skipped_files(path, others)
            if not held:
                raise click.UsageError(f"There is no log in {make_visible(path)}. A log says in its header: game: NAME")
            found += held
        else:
            found.append(path)
    refuse_repeated_pipe(found)
    return found


def refuse_repeated_pipe(paths: list[str]) -> None:
    """Refuse to read standard input twice."""
    if paths.count(PIPED) > 1:
        raise click.UsageError("Standard input (-) can be read only once.")


def _sort_directory(directory: str) -> tuple[list[str], list[str]]:
    """Sort the files in a directory and its subfolders into logs and others. Hidden files are neither."""
    held, others = list[str](), list[str]()
    for place, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        for name in names:
            if not name.startswith(HIDDEN) and not name.endswith(CASE):
                path = os.path.join(place, name)  # noqa: PTH118 - as above
                (held if _is_log(path) else others).append(path)
    return sorted(held), sorted(others)


def _is_log(path: str) -> bool:
    name = path.lower()
    if not name.endswith(MAYBE):
        return name.endswith(ENDINGS)
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            return GAME_KEY.search(file.read(LOOKED_AT)) is not None
    except OSError:
        return False


def _tell_skipped_files(directory: str, others: list[str]) -> None:
    if others:
        from engine.kernel.basics.plural import count_noun

        counted = count_noun(len(others), "file")
        output.tell(f"{counted} in {make_visible(directory)} left out, for no log is in it:")
    for path in others:
        output.tell("    ", name_input(path))


def _require_file(path: str) -> None:
    if path != PIPED and not os.path.exists(path):  # noqa: PTH110 - as above
        raise click.UsageError(f"There is no file {make_visible(path)!r}. Check the name.")


def is_among(path: str, others: Iterable[str]) -> bool:
    """Say whether a path leads to one of these files."""
    if not os.path.exists(path):  # noqa: PTH110 - as above
        return False
    return any(other != PIPED and os.path.samefile(path, other) for other in others)  # noqa: PTH121 - as above


def name_input(path: str) -> str:
    """Name an input in a message."""
    return "<stdin>" if path == PIPED else make_visible(path)


def tell_fault(path: str, fault: Fault) -> None:
    """Print a fault of a file to stderr: its place, text and remedy."""
    place = f":{fault.line}:{fault.column or 1}" if fault.line else ""
    output.tell(output.paint(f"{name_input(path)}{place}", "strong"), ": ", fault.says)
    if fault.hint:
        output.tell("    ", fault.hint)


def exit_unreadable(ctx: click.Context, path: str, wrong: LogError) -> None:
    """Exit with the code for an unreadable log."""
    for fault in wrong.faults:
        tell_fault(path, fault)
    ctx.exit(UNREADABLE)
