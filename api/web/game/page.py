"""Render the page of a game from its templates, as a single offline file or as a page of the service."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from api.web.game.claims import list_claims
from api.web.game.comments import list_comments
from api.web.game.finding_cards import make_cards
from api.web.game.replay_document import list_marks
from api.web.game.scripts import bundle_module
from api.web.game.severity import LOUD, SIGNS, WORDS
from audit.model.labels import name_result, name_verdict
from audit.model.step import facts_document
from audit.report import log_details, sentences
from engine.kernel.basics.visible_text import make_visible
from engine.kernel.drawing.dark_colours import drop_dark_colours, extract_dark_colours

if TYPE_CHECKING:
    from api.web.game.replay_document import ReplayData
    from api.web.game.seat_view import SeatView
    from audit.browse.viewer import LogViewer
    from audit.model.report import Report
    from engine.kernel.basics.json_types import Document, Json

# The page loads nothing and sends nothing. Scripts build pictures element by element, so the browser blocks any script
# that writes markup: no Trusted Types policy is allowed.
OFFLINE = (
    "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
FIRST = "viewer.js"
TO_BE_JUDGED = "This log is being judged. Findings appear here as soon as they are known."
SEEN = "What was hidden from this seat is shown as ??. Only findings that follow from what it could see are shown."


def _make_visible(value: Json) -> Json:
    """Make every character of a text visible. Markup that we built passes unchanged."""
    return make_visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def load_templates() -> Environment:
    """Load the templates, which escape every text and make its characters visible."""
    found = Environment(
        loader=PackageLoader("api.web"),
        autoescape=True,
        finalize=_make_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(words=WORDS, signs=SIGNS, loud=LOUD, counted=sentences.count_noun)
    found.globals.update(name_verdict=name_verdict, name_result=name_result)
    return found


@cache
def read_style_sheet() -> str:
    """Read the style sheet."""
    return files("api.web").joinpath("static", "style.css").read_text("utf-8")


def write_one_file(opened: LogViewer, replaying: ReplayData, name: str) -> str:
    """Render a game as one page that opens offline, with its steps and a print layout. `name` is the log's name."""
    script, sheet = bundle_module(FIRST), f"{read_style_sheet()}{get_dark_colours(opened)}"
    policy = OFFLINE.format(script=_hash_text(script), style=_hash_text(sheet))
    page = load_templates().get_template("one_file.html")
    return page.render(
        policy=policy,
        # Script and style are our own text, and the data can neither close its element nor open another.
        style=Markup(sheet),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704 - our own files
        replay=Markup(encode_page_data(replaying.document())),  # noqa: S704 - escaped by `encode_page_data`
        **gather_page_context(opened, replaying, name),
    )


def gather_page_context(
    opened: LogViewer, replaying: ReplayData, name: str, place: int = 0, eyes: SeatView | None = None
) -> Document:
    """Gather the data for the page of a game, opened at one place. A pending audit leaves its part empty."""
    said = {**_gather_replay(opened, replaying, place, eyes), "name": name}
    return said | (
        _gather_without_report() if opened.report is None else _gather_report(opened, opened.report, replaying, eyes)
    )


def _gather_replay(opened: LogViewer, replaying: ReplayData, place: int, eyes: SeatView | None) -> Document:
    """Gather the data of the replay."""
    facts = facts_document(opened.facts_at(place))
    if eyes is not None:
        facts = facts_document(opened.prepared.game.facts(eyes.table(place)))
    return {
        "title": opened.prepared.game.title,
        "heading": opened.prepared.game.title,
        "played_by": log_details.describe_log_occasion(opened.prepared.header),
        "seats": opened.seats,
        "moments": replaying.moments,
        "comments": list(list_comments(opened, eyes)),
        "marks": list(list_marks(replaying.moments)),
        "place": place,
        "facts": facts,
        "table": sort_facts(facts, opened.seats),
        "changed": replaying.changed[place - 1] if place else {},
        "picture": draw_place_for_page(opened, place, eyes),
        "night": get_dark_colours(opened),
    }


def _gather_without_report() -> Document:
    return {
        "judged": False,
        "whole": False,
        "opening": [TO_BE_JUDGED],
        "corrections": [],
        "cards": [],
        "claims": [],
        "first": None,
    }


def _gather_report(opened: LogViewer, report: Report, replaying: ReplayData, eyes: SeatView | None) -> Document:
    """Gather the data of the audit. Verdict, result and digest cover hidden events, so a seat view leaves them out."""
    found = list(make_cards(report, replaying.moments))
    return {
        "judged": True,
        "heading": sentences.write_report_title(report) if eyes is None else report.title,
        "opening": sentences.write_summary_paragraph(report) if eyes is None else [SEEN],
        "corrections": log_details.describe_corrections(report) if eyes is None else [],
        "coverage": " ".join(sentences.describe_coverage(report)),
        "whole": eyes is None,
        "verdict": report.verdict,
        "verdict_name": sentences.name_verdict(report),
        "result_name": name_result(report.result.status),
        "report": report.document,
        "cards": found,
        "claims": list(list_claims(opened)) if eyes is None else [],
        "first": next((card.place for card in found if card.kind in LOUD), None),
    }


def draw_place(opened: LogViewer, place: int, eyes: SeatView | None = None) -> str:
    """Draw the table at a place."""
    return opened.picture_at(place) if eyes is None else opened.prepared.game.draw_table(eyes.table(place))


def get_dark_colours(opened: LogViewer) -> Markup:
    """Return the dark-mode colours of this game's pictures, all of which share most elements."""
    return get_board_dark_colours(opened.prepared.game.draw_table(opened.table_at(0)))


def get_board_dark_colours(drawn: str) -> Markup:
    """Return the dark-mode colours of a picture that the page shows on a board."""
    return Markup(extract_dark_colours(drawn, ".board"))  # noqa: S704 - colours from our own code


def draw_place_for_page(opened: LogViewer, place: int, eyes: SeatView | None = None) -> Markup:
    """Draw the table at a place, for a page."""
    return Markup(drop_dark_colours(draw_place(opened, place, eyes)))  # noqa: S704 - drawn by `engine.kernel.drawing.svg`, which escapes texts from logs


@dataclass(frozen=True, slots=True)
class FactTable:
    """The facts that each seat has, as rows, and the facts of the table."""

    rows: tuple[str, ...]
    rest: tuple[str, ...]


def sort_facts(facts: Iterable[str], seats: Sequence[str]) -> FactTable:
    """Split facts into those of a seat and the others."""
    rows: dict[str, None] = {}
    rest = []
    for fact in facts:
        seat, dot, name = fact.partition(".")
        if dot and seat in seats:
            rows[name] = None
        else:
            rest.append(fact)
    return FactTable(tuple(rows), tuple(rest))


def encode_page_data(document: Document) -> str:
    """Encode a document for an element of a page, so that none of it can be read as markup."""
    written = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash_text(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
