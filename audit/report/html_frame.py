"""The frame of each page that the audit writes: it opens offline, runs no script, and says so in its policy."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from audit.report.html_style import CSS
from engine.kernel.spellings import shown


def head(title: str, style: str = "") -> Iterable[str]:
    """Begin a page up to its `main`; `style` is what it needs beside the common one."""
    css = CSS + style
    seen = b64encode(hashlib.sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{seen}'; base-uri 'none'; form-action 'none'"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{text(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n<main>"


def page(title: str, style: str, content: Iterable[str]) -> str:
    """Write a whole page under its title."""
    lines = [*head(title, style), f"<header><h1>{text(title)}</h1></header>", *content, "</main>\n</body>\n</html>"]
    return "".join(f"{line}\n" for line in lines)


def paragraph(words: str, style: str = "") -> str:
    """Write a paragraph, if there is anything to say."""
    if not words:
        return ""
    return f'<p class="{style}">{text(words)}</p>' if style else f"<p>{text(words)}</p>"


def listed(lines: Iterable[str]) -> str:
    """Write lines below a first one, if there are any."""
    first, *others = [*lines] or [""]
    items = "".join(f"<li>{text(line)}</li>" for line in others)
    return f"{paragraph(first)}<ul>{items}</ul>" if others else paragraph(first)


def text(words: str) -> str:
    """Write text so that it can be neither markup nor a trick on the eye."""
    return escape(shown(words))
