"""Writes the frame and style of HTML pages: self-contained, without scripts, with a policy that enforces both."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from engine.kernel.basics.visible_text import make_visible

# The style of the pages, for light and dark screens and for print.
CSS = """
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fbfaf7; --rule: #c9c4b8; --quiet: #5c5950;
  --bad: #a3261b; --doubt: #8a5a00; --note: #34597a; --card: #ffffff; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e9e6de; --paper: #191816; --rule: #45423b;
  --quiet: #a9a498; --bad: #ff8a7a; --doubt: #f0b955; --note: #8fbbe0; --card: #22211e; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 0 0 .4rem; }
article { background: var(--card); border: 1px solid var(--rule); border-left: .4rem solid var(--note);
  padding: 1rem 1.2rem; margin: 1.2rem 0; overflow-wrap: anywhere; }
article.illegal, article.mismatch, article.malformed { border-left-color: var(--bad); }
article.contested { border-left-color: var(--doubt); }
p { margin: .4rem 0; } .label { font-family: monospace; color: var(--quiet); }
.small, figcaption, li span { color: var(--quiet); font-size: .9rem; } .outcome { font-weight: bold; }
pre { white-space: pre-wrap; padding: .5rem .7rem; border: 1px solid var(--rule); margin: .5rem 0; }
pre b { color: var(--quiet); padding-right: .8rem; font-weight: normal; }
mark { background: none; color: inherit; border-bottom: 2px solid var(--bad); }
figure { margin: .8rem 0; } img { max-width: 100%; height: auto; }
a { color: var(--note); } .open, .close { display: none; } .open span { position: absolute; clip-path: inset(50%); }
@media screen and (max-width: 60rem) { .open { display: inline; } }
@media screen { figure:target { position: fixed; inset: 0; margin: 0; overflow: auto; background: var(--paper); }
  figure:target figcaption { position: sticky; left: 0; width: 90vw; padding: 1rem; }
  figure:target img { max-width: none; }
  figure:target .open { display: none; } figure:target .close { display: inline; } }
footer { border-top: 1px solid var(--rule); padding-top: 1rem; overflow-wrap: anywhere; }
@media print { body { background: #fff; color: #000; font-size: 11pt; } article { break-inside: avoid; }
  main { max-width: none; padding: 0; } }
"""


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
