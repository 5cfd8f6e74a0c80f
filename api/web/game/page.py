"""The page of a game, drawn from its templates: in one file that opens offline, or as the service shows it."""

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

from api.web.game.claims import claims
from api.web.game.comments import comments
from api.web.game.finding_cards import cards
from api.web.game.replay_document import marks
from api.web.game.scripts import bundled
from api.web.game.severity import LOUD, SIGNS, WORDS
from audit.model.step import facts_document
from audit.report import log_details as circumstances
from audit.report import sentences
from engine.kernel.drawing.dark_colours import by_day, by_night
from engine.kernel.spellings.misread import shown

if TYPE_CHECKING:
    from api.web.game.replay_document import Replaying
    from api.web.game.seat_view import Eyes
    from audit.browse.viewer import LogViewer
    from audit.model.report import Report
    from engine.kernel.basics.json_types import Document, Json

# Nothing is fetched and nothing is sent. No policy for Trusted Types is let in at all: a script of ours that wrote
# markup would be stopped by the browser, for it builds pictures element by element.
OFFLINE = (
    "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
FIRST = "viewer.js"
TO_BE_JUDGED = "This log is being judged; what is wrong in it follows here by itself."
SEEN = "What others kept hidden is ?? here, and findings are told as far as they follow from what could be seen."


def _visible(value: Json) -> Json:
    """Make every character of a text visible; markup that was built here is let through as it is."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def environment() -> Environment:
    """Give the templates, in which every text is escaped and made visible."""
    found = Environment(
        loader=PackageLoader("api.web"),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(words=WORDS, signs=SIGNS, loud=LOUD, counted=sentences.counted)
    return found


@cache
def style() -> str:
    """Give the one style sheet."""
    return files("api.web").joinpath("static", "style.css").read_text("utf-8")


def one_file(opened: LogViewer, replaying: Replaying, name: str) -> str:
    """Write a game as one page that opens offline, steps and prints; `name` is what the log is called."""
    script, sheet = bundled(FIRST), f"{style()}{night_of(opened)}"
    policy = OFFLINE.format(script=_hash(script), style=_hash(sheet))
    page = environment().get_template("one_file.html")
    return page.render(
        policy=policy,
        # No text of these two is anybody's but ours, and the data can neither end its element nor begin another.
        style=Markup(sheet),  # noqa: S704 - our own files
        script=Markup(script),  # noqa: S704 - as above
        replay=Markup(data(replaying.document())),  # noqa: S704 - see `data`
        **context(opened, replaying, name),
    )


def context(opened: LogViewer, replaying: Replaying, name: str, place: int = 0, eyes: Eyes | None = None) -> Document:
    """Gather what the page of a game says, opened at one place; of a log that is still being judged, what is known."""
    said = {**_played(opened, replaying, place, eyes), "name": name}
    return said | (_unjudged() if opened.report is None else _judged(opened, opened.report, replaying, eyes))


def _played(opened: LogViewer, replaying: Replaying, place: int, eyes: Eyes | None) -> Document:
    """Gather what the replay itself shows."""
    facts = facts_document(opened.facts(place))
    if eyes is not None:
        facts = facts_document(opened.prepared.game.facts(eyes.table(place)))
    return {
        "title": opened.prepared.game.title,
        "heading": opened.prepared.game.title,
        "played_by": circumstances.who_played(opened.prepared.header),
        "seats": opened.seats,
        "moments": replaying.moments,
        "comments": list(comments(opened, eyes)),
        "marks": list(marks(replaying.moments)),
        "place": place,
        "facts": facts,
        "table": fact_table(facts, opened.seats),
        "changed": replaying.changed[place - 1] if place else {},
        "picture": picture_of(opened, place, eyes),
        "night": night_of(opened),
    }


def _unjudged() -> Document:
    return {
        "judged": False,
        "whole": False,
        "opening": [TO_BE_JUDGED],
        "corrections": [],
        "cards": [],
        "claims": [],
        "first": None,
    }


def _judged(opened: LogViewer, report: Report, replaying: Replaying, eyes: Eyes | None) -> Document:
    """Gather what the audit says; verdict, result and digest tell of the whole record, which not all eyes see."""
    found = list(cards(report, replaying.moments))
    return {
        "judged": True,
        "heading": sentences.title(report) if eyes is None else report.title,
        "opening": sentences.opening(report) if eyes is None else [SEEN],
        "corrections": circumstances.corrections(report) if eyes is None else [],
        "coverage": " ".join(sentences.coverage(report)),
        "whole": eyes is None,
        "verdict": report.verdict,
        "report": report.document,
        "cards": found,
        "claims": list(claims(opened)) if eyes is None else [],
        "first": next((card.place for card in found if card.kind in LOUD), None),
    }


def drawn(opened: LogViewer, place: int, eyes: Eyes | None = None) -> str:
    """Draw the table at a place."""
    return opened.picture(place) if eyes is None else opened.prepared.game.picture(eyes.table(place))


def night_of(opened: LogViewer) -> Markup:
    """Give the colours in which this game's pictures are seen by night; most of each picture is in every other one."""
    return night_on_board(opened.prepared.game.picture(opened.table(0)))


def night_on_board(drawn: str) -> Markup:
    """Give the colours of the night of a picture, for a page that shows it on a board."""
    return Markup(by_night(drawn, ".board"))  # noqa: S704 - colours that stand in our own code


def picture_of(opened: LogViewer, place: int, eyes: Eyes | None = None) -> Markup:
    """Draw the table at a place, for a page."""
    return Markup(by_day(drawn(opened, place, eyes)))  # noqa: S704 - drawn by `engine.kernel.drawing.svg`, which escapes what a log says


@dataclass(frozen=True, slots=True)
class FactTable:
    """Which facts stand in a row for all seats, and which are the table's own."""

    rows: tuple[str, ...]
    rest: tuple[str, ...]


def fact_table(facts: Iterable[str], seats: Sequence[str]) -> FactTable:
    """Sort facts into those of a seat and the others."""
    rows: dict[str, None] = {}
    rest = []
    for fact in facts:
        seat, dot, name = fact.partition(".")
        if dot and seat in seats:
            rows[name] = None
        else:
            rest.append(fact)
    return FactTable(tuple(rows), tuple(rest))


def data(document: Document) -> str:
    """Write a document into an element of a page: nothing in it can be read as markup."""
    written = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return written.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
