"""A paper record sheet of a game: numbered lines, and a margin with the notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from audit.browse.catalogue import describe_event_kind
from engine.kernel.events import COMMON

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.vocabulary import Form

STYLE = """
@page { size: A4; margin: 10mm }
* { box-sizing: border-box }
body { margin: 0; font: 9.5pt/1.25 system-ui, sans-serif; color: #000; background: #fff }
h1 { font-size: 15pt; margin: 0 0 1mm } h2 { font-size: 9.5pt; margin: 0 0 1mm } p { margin: 0 0 1.5mm }
main { display: grid; grid-template-columns: 1fr 62mm; gap: 6mm }
dl { margin: 0; display: grid; grid-template-columns: 22mm 1fr; row-gap: 1.2mm }
dd { margin: 0; border-bottom: .3mm solid #555; min-height: 5mm }
ol { list-style: none; margin: 3mm 0 0; padding: 0; columns: 2; column-gap: 5mm }
ol li { height: 6.4mm; border-bottom: .2mm solid #999; break-inside: avoid; font-size: 7pt; color: #444 }
aside { font-size: 7.4pt; line-height: 1.2; border-left: .3mm solid #555; padding-left: 4mm }
aside code { font: 700 7.4pt ui-monospace, monospace; display: block; overflow-wrap: anywhere }
aside div { margin-bottom: 1.1mm; break-inside: avoid }
"""
HEAD = ("Event", "Date", "Players", "Pack", "Rulings", "Layers")
# A table writes these about the record during play. Corrections come later, and not on paper.
AT_THE_TABLE = {"claim", "note"}


def write_sheet(game: Game, lines: int, layers: Iterable[str] = ()) -> str:
    """Render the sheet as one self-contained HTML page for A4, with its layers filled in."""
    return "\n".join(_write_page(game, lines, ", ".join(layers))) + "\n"


def _write_page(game: Game, lines: int, layers: str) -> Iterator[str]:
    title = escape(game.title)
    yield f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}: record sheet</title>'
    yield f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<section>\n<h1>{title}</h1>\n<dl>"
    for key in HEAD:
        yield f"<dt>{key}</dt><dd>{escape(layers) if key == 'Layers' else ''}</dd>"
    yield "</dl>\n<ol>"
    yield from (f"<li>{number}</li>" for number in range(1, lines + 1))
    yield "</ol>\n</section>\n<aside>\n<h2>How it is written</h2>"
    yield "<p>Who, colon, what. Write ?? for what is unknown.</p>"
    common = {form.verb for form in map(game.vocabulary.by_class.__getitem__, COMMON)} - AT_THE_TABLE
    for form in game.vocabulary.forms.values():
        if form.verb not in common:
            yield _write_entry(form)
    yield "</aside>\n</main>\n</body>\n</html>"


def _write_entry(form: Form) -> str:
    said, _, _ = describe_event_kind(form).partition(". ")
    return f"<div><code>{escape(form.usage)}</code>{escape(said.rstrip('.'))}.</div>"
