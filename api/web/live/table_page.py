"""A table at which one can go on: what all pages share on which lines are tapped or typed, recorded or only tried."""

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
    from audit.model.document import Finding
    from engine.kernel.basics.json_types import Document
    from engine.kernel.events import Event

LONGEST_LINE = 500
# Under these names a page sends a line: a button that was tapped, what was typed, and a line in parts.
TAPPED, TYPED, IN_PARTS = "next", "typed", "parts"


@dataclass(frozen=True, slots=True)
class LinePlayed:
    """One line that happened, with what is wrong about it."""

    seq: int
    text: str
    found: tuple[Document, ...]
    status: str = ""


def read_sent_line() -> str:
    """Give the line that was sent: tapped, put together, or else typed."""
    values = request.values
    if values.get(TAPPED):
        return values[TAPPED][:LONGEST_LINE]
    if values.get(IN_PARTS):
        return _join_line(values[IN_PARTS])[:LONGEST_LINE]
    return values.get(TYPED, "").strip()[:LONGEST_LINE]


def _join_line(start: str) -> str:
    """Put a line together: `fate: roll` and the values that were chosen for it."""
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
    """Read a line as people write it, if it can mean one thing only."""
    return make_quoted_line_reader(live.game, live.header, live.domains, strict=False)(line)


def describe_findings(live: LiveSetup, found: Iterable[Finding]) -> tuple[Document, ...]:
    """Tell findings in sentences, for a page."""
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
    """Say what this reader can tap as things stand."""
    live = view.live_state.live
    seats = tuple(player.seat for player in live.header.players)
    setting = TableContext(live.program, view.book.table, live.domains, seats, view.seat)
    return list_choices(setting, view.legal_document())


def draw_table(view: View) -> str:
    """Draw the table now; for whoever may see everything, with what the last event changed."""
    entries, live = view.book.entries, view.live_state.live
    if view.seat is not None or not entries:
        return view.picture_after()
    before = view.table_at(len(entries) - 1)
    return live.game.draw_move(before, entries[-1][1], view.book.table, shows="after").svg


def describe_table(live_state: LiveState, seat: str | None = None) -> Document:
    """Gather what a page needs of a table as it stands."""
    view = View(live_state, seat=seat)
    live, shown = live_state.live, draw_table(view)
    return {
        "title": live.game.title,
        "game_name": live.game.name,
        "choices": list_choices_now(view),
        "picture": Markup(drop_dark_colours(shown)),  # noqa: S704 - drawn by `engine.kernel.drawing.svg`, which escapes whatever a log says
        "night": get_board_dark_colours(shown),
        "seats": [(player.seat, player.name) for player in live.header.players],
        "verbs": _list_verbs(live),
    }


def _list_verbs(live: LiveSetup) -> Sequence[str]:
    """List a line of each kind, for whoever types."""
    return [form.usage for form in live.game.vocabulary.forms.values()]
