"""Writes the frame of every HTML page: self-contained, without scripts, and with a policy that enforces both."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from audit.report.html_style import CSS
from engine.kernel.basics.visible_text import make_visible


def begin_html_page(title: str, style: str = "") -> Iterable[str]:
    """Begin a page up to its `main`. `style` is added to the common style."""
    css = CSS + style
    seen = b64encode(hashlib.sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{seen}'; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape_html_text(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n<main>"


def write_html_page(title: str, style: str, content: Iterable[str]) -> str:
    """Write a whole page with its title."""
    lines = [
        *begin_html_page(title, style),
        f"<header><h1>{escape_html_text(title)}</h1></header>",
        *content,
        "</main>\n</body>\n</html>",
    ]
    return "".join(f"{line}\n" for line in lines)


def write_html_paragraph(words: str, style: str = "") -> str:
    """Write a paragraph if there is any text."""
    if not words:
        return ""
    return f'<p class="{style}">{escape_html_text(words)}</p>' if style else f"<p>{escape_html_text(words)}</p>"


def write_html_list(lines: Iterable[str]) -> str:
    """Write the first line as a paragraph and the others as a list."""
    first, *others = [*lines] or [""]
    items = "".join(f"<li>{escape_html_text(line)}</li>" for line in others)
    return f"{write_html_paragraph(first)}<ul>{items}</ul>" if others else write_html_paragraph(first)


def escape_html_text(words: str) -> str:
    """Escape text, and make hidden and misleading characters visible."""
    return escape(make_visible(words))
