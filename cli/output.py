"""The one renderer: data to stdout, messages to stderr, colour for terminals, and hidden characters made visible."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NoReturn, TextIO

import click

from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

Style = Literal["title", "strong", "quiet", "good", "bad", "doubt", "id", "plain"]
STYLES: dict[Style, Document] = {
    "title": {"bold": True, "underline": True},
    "strong": {"bold": True},
    "quiet": {"dim": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "doubt": {"fg": "yellow"},
    "id": {"fg": "cyan"},
    "plain": {},
}
# The exit code that a shell reports if the reader of a pipe is gone; 1 would mean findings.
READER_GONE = 141
NARROW, USUAL, WIDE = 40, 100, 110
Colour = Literal["auto", "always", "never"]
COLOURS: tuple[Colour, ...] = ("auto", "always", "never")
# The choice of `--color`.
_asked: list[Colour] = ["auto"]


class Painted(str):
    """Text that is safe to print: made by `paint`, or by a report that does its own escaping."""

    __slots__ = ()


def paint(text: object, style: Style = "plain") -> Painted:
    """Make every character of a text visible, and colour the text."""
    return Painted(_apply_style(make_visible(str(text)), style))


def _apply_style(text: str, style: Style) -> str:
    return click.style(text, **STYLES[style]) if STYLES[style] else text


def join_parts(*parts: object) -> Painted:
    """Join parts into one line. Parts that are not painted may come from a file, so they are made safe."""
    return Painted("".join(part if isinstance(part, Painted) else paint(part) for part in parts))


def say(*parts: object) -> None:
    """Print one line of the result to stdout."""
    _echo(sys.stdout, join_parts(*parts))


def tell(*parts: object) -> None:
    """Print one message to stderr, apart from the result."""
    _echo(sys.stderr, join_parts(*parts))


def write_document(text: str | bytes, *, whole: bool = False) -> None:
    """Print a document as UTF-8 bytes, whatever the terminal's encoding. `whole`: add no line end."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    left = memoryview(raw if whole or raw.endswith(b"\n") else raw + b"\n")
    out = sys.stdout.buffer
    try:
        sys.stdout.flush()
        # An unbuffered stream may write only a part, and returns how much.
        while left:
            left = left[out.write(left) :]
        out.flush()
    except BrokenPipeError:
        _end_without_reader()


def write_json(value: object) -> None:
    """Print a value as indented JSON."""
    import msgspec

    write_document(escape_invisible_characters(msgspec.json.format(msgspec.json.encode(value), indent=2)))


def escape_invisible_characters(raw: bytes) -> str:
    """Escape each hidden character of a JSON text."""
    from audit.report.json_form import escape_hidden_characters

    return escape_hidden_characters(raw.decode())


@contextmanager
def open_destination(path: str | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes a document piece by piece, to the named file or to stdout."""
    if path is None:
        yield _write_to_stdout
        return
    try:
        with open(path, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:  # noqa: PTH123 - light
            yield lambda text: print(text, end="", file=file)
    except OSError as wrong:
        raise _make_write_error(path, wrong) from None


def write_bytes_to(path: str | None, raw: bytes, *, whole: bool) -> None:
    """Write bytes to the named file, or to stdout."""
    if path is None:
        write_document(raw, whole=whole)
        return
    try:
        with open(path, "wb") as file:  # noqa: PTH123 - light
            file.write(raw)
    except OSError as wrong:
        raise _make_write_error(path, wrong) from None


def _make_write_error(path: str, wrong: OSError) -> click.UsageError:
    return click.UsageError(f"Cannot write {make_visible(path)}: {(wrong.strerror or 'it fails').lower()}.")


def _write_to_stdout(text: str) -> None:
    write_document(text, whole=True)


def get_width() -> int:
    """Return the width to wrap lines at."""
    stated = os.environ.get("COLUMNS", "")
    try:
        columns = int(stated) if stated.isdigit() else os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        columns = USUAL
    # A terminal that does not know its width reports 0.
    return max(NARROW, min(WIDE, columns or USUAL))


def wrap_paragraph(text: str, indent: int = 0, style: Style = "plain", lead: str = "") -> list[Painted]:
    """Wrap a sentence under an indent. `lead` comes before the first line."""
    import textwrap

    room = max(NARROW // 2, get_width() - indent)
    lines = textwrap.wrap(make_visible(text), room, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"{lead:<{indent}}"
    return [
        Painted((first if at == 0 else " " * indent) + _apply_style(words, style)) for at, words in enumerate(lines)
    ]


def say_paragraph(text: str, indent: int = 0, style: Style = "plain", lead: str = "") -> None:
    """Print a sentence, wrapped under an indent."""
    for words in wrap_paragraph(text, indent, style, lead):
        say(words)


def align_columns(rows: Sequence[Sequence[str]], gap: int = 2) -> list[Painted]:
    """Align rows in columns. The first row is the head."""
    safe = [[make_visible(cell) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*safe, strict=True)]
    laid = ((" " * gap).join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in safe)
    return [paint(row, "quiet" if at == 0 else "plain") for at, row in enumerate(laid)]


def say_lines(lines: Iterable[object]) -> None:
    """Print several lines."""
    for words in lines:
        say(words)


def set_colour(choice: Colour) -> None:
    """Set the choice of colour for this run."""
    _asked[0] = choice


def has_colour(stream: TextIO) -> bool:
    """Say whether to colour a stream: as chosen, or by default on a terminal unless NO_COLOR is set."""
    if _asked[0] != "auto":
        return _asked[0] == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def replace_missing_letters(*streams: TextIO) -> None:
    """Make output streams write a character that they cannot encode as its escape, instead of failing."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _echo(stream: TextIO, text: str) -> None:
    try:
        click.echo(text, file=stream, color=has_colour(stream))
    except BrokenPipeError:
        _end_without_reader()


def _end_without_reader() -> NoReturn:
    """Exit quietly when the reader of a pipe is gone (`| head`). The interpreter must have nothing left to flush."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    raise SystemExit(READER_GONE)
