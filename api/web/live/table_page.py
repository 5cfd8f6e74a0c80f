"""A table that accepts lines, shared by the recorder and what-if pages: reading lines, choices and the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import request
from markupsafe import Markup

from api.web.game.page import get_board_dark_colours
from api.web.game.severity import SIGNS, WORDS, name_severity
from audit.browse.catalogue import cite_rule
from audit.browse.choices import Choices, TableContext, list_choices
from audit.intake.line_quotes import make_quoted_line_reader
from audit.live import View
from engine.kernel.drawing.dark_colours import drop_dark_colours
from engine.kernel.log import Fault

if TYPE_CHECKING:
    from audit.live import LiveSetup, LiveState
    from audit.model.findings import Finding
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

LONGEST_LINE = 500
# The form fields that send a line: a tapped button, typed text, and a line in parts.
TAPPED, TYPED, IN_PARTS = "next", "typed", "parts"


@dataclass(frozen=True, slots=True)
class LinePlayed:
    """One line that was played, with its findings."""

    seq: int
    text: str
    found: tuple[Document, ...]
    status: str = ""


def read_sent_line() -> str:
    """Return the line that was sent: tapped, assembled from parts, or typed."""
    values = request.values
    if values.get(TAPPED):
        return values[TAPPED][:LONGEST_LINE]
    if values.get(IN_PARTS):
        return _join_line(values[IN_PARTS])[:LONGEST_LINE]
    return values.get(TYPED, "").strip()[:LONGEST_LINE]


def _join_line(start: str) -> str:
    """Assemble a line from its start, such as `fate: roll`, and the chosen values."""
    actor, colon, said = start.rpartition(": ")
    verb = said.partition(" ")[0]
    chosen = {
        name.removeprefix(f"{verb}."): ",".join(value.split())
        for name, value in request.values.items()
        if name.startswith(f"{verb}.") and value.strip()
    }
    who = actor if colon else chosen.pop("seat", "")
    return " ".join([f"{who}: {said}", *(f"{name}={value}" for name, value in chosen.items())])


def parse_line(live: LiveSetup, line: str) -> Event | Fault:
    """Parse a line as people write it, if it has only one meaning."""
    return make_quoted_line_reader(live.game, live.header, live.domains, strict=False)(line)


def describe_findings(live: LiveSetup, found: Iterable[Finding]) -> tuple[Document, ...]:
    """Describe findings in sentences, for a page."""
    return tuple(
        {
            "kind": name_severity(finding),
            "sign": SIGNS[name_severity(finding)],
            "word": WORDS[name_severity(finding)],
            "rule": "" if finding.rule == finding.status else finding.rule,
            "says": finding.says,
            "breach": finding.breach,
            "instead": finding.instead,
            "written": cite_rule(live.game, finding.cites),
        }
        for finding in found
    )


def list_choices_now(view: View) -> Choices:
    """List the choices that this reader can tap now."""
    live = view.live_state.live
    seats = tuple(player.seat for player in live.header.players)
    setting = TableContext(live.program, view.book.table, live.domains, seats, view.seat)
    return list_choices(setting, view.legal_document())


def draw_table(view: View) -> str:
    """Draw the table now. For a reader who may see everything, the picture shows the last event's changes."""
    entries, live = view.book.entries, view.live_state.live
    if view.seat is not None or not entries:
        return view.picture_after()
    before = view.table_at(len(entries) - 1)
    return live.game.draw_move(before, entries[-1][1], view.book.table, shows="after").svg


def describe_table(live_state: LiveState, seat: str | None = None) -> Document:
    """Gather the data of the current table for a page."""
    view = View(live_state, seat=seat)
    live, shown = live_state.live, draw_table(view)
    return {
        "title": live.game.title,
        "game_name": live.game.name,
        "choices": list_choices_now(view),
        "picture": Markup(drop_dark_colours(shown)),  # noqa: S704 - drawn by `engine.kernel.drawing.svg`, which escapes texts from logs
        "night": get_board_dark_colours(shown),
        "seats": [(player.seat, player.name) for player in live.header.players],
        "verbs": _list_verbs(live),
    }


def _list_verbs(live: LiveSetup) -> Sequence[str]:
    """List the usage of each event, for visitors who type."""
    return [form.usage for form in live.game.vocabulary.forms.values()]
