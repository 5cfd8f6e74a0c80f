"""View options of a log, read from the address: book, readings, layers, packs and seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import request

from api.logs import options
from api.schemas.base import SHA256
from api.schemas.options import BOOKS, MOST, RULING
from engine.kernel.rulebook import can_stack

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from audit.options import AuditOptions
    from engine.kernel.basics.json_types import Document
    from engine.kernel.layers import Question

BOTH = "both"
LONGEST = 64


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """One way to view a log, and its query parameters."""

    asked: AuditOptions
    both: bool
    said: tuple[tuple[str, str], ...]
    # The seat to redact for; empty for the full view.
    seat: str = ""

    @property
    def has_changes(self) -> bool:
        """Whether this is another look than the log itself asks for; a pack only lets the log be read."""
        return len(self.packs) < len(self.said)

    @property
    def packs(self) -> list[tuple[str, str]]:
        """The packs that the address names, as it says them."""
        return [(what, value) for what, value in self.said if what == "pack"]

    def make_link(self, step: int | str, *more: tuple[str, str]) -> str:
        """Make the link to a step with the same options, and more if given."""
        return f"?{urlencode([*self.said, *more, ('step', step)])}"

    def link_as_asked(self, step: int) -> str:
        """Lead to a step as the log itself asks for it, read with the same packs."""
        return f"?{urlencode([*self.packs, ('step', step)])}"


def read_view_options() -> ViewOptions:
    """Read the options from the address. Raises `Problem` for an unknown reading, layer or pack."""
    book = request.args.get("book", "")
    rulings = [one for one in request.args.getlist("ruling")[:MOST] if re.fullmatch(RULING, one)]
    layers = [one for one in request.args.getlist("layer")[:MOST] if 0 < len(one) <= LONGEST]
    packs = [one for one in request.args.getlist("pack")[:MOST] if re.fullmatch(SHA256, one)]
    query: Document = {
        "policy": "as-played",
        "book": book if book in BOOKS else "adjudicated",
        "layer": layers,
        "ruling": rulings,
        "pack": packs,
    }
    said = [("book", book)] if book in {"played", BOTH} else []
    said += [("ruling", one) for one in rulings] + [("layer", one) for one in layers]
    said += [("pack", one) for one in packs]
    seat = request.args.get("seat", "")[:LONGEST]
    said += [("seat", seat)] if seat else []
    return ViewOptions(options.read_query_options(query), book == BOTH, tuple(said), seat)


def read_step_number() -> int:
    """Read the requested step. Without a valid number it is the start."""
    said = request.args.get("step", "")[:9]
    return int(said) if said.isdecimal() and said.isascii() else 0


def list_view_choices(log: LogViewer, chosen: ViewOptions) -> Document:
    """List the options for viewing this log: books, questions (those that findings depend on first), and layers."""
    questions = list(_list_questions(log, chosen))
    return {
        "book": BOTH if chosen.both else chosen.asked.book,
        "turned": [one for one in questions if one["turns"]],
        "others": [one for one in questions if not one["turns"]],
        "layers": list(_list_layers(log, chosen)),
        "packs": [value for _, value in chosen.packs],
        "otherwise": chosen.has_changes,
        "seats": log.seats,
        "seat": chosen.seat,
    }


def _list_questions(log: LogViewer, chosen: ViewOptions) -> Iterator[Document]:
    found = log.report.findings if log.report else ()
    turning = {one.id for finding in found for one in (*finding.rulings, *finding.settled)}
    for question in log.prepared.game.questions.values():
        if _has_question(question, log) and log.prepared.program.rulebook.other_readings(question.id):
            yield {
                "id": question.id,
                "asks": question.asks,
                "readings": question.readings,
                "now": log.prepared.program.rulebook.answer_to(question.id),
                "chosen": chosen.asked.rulings.get(question.id, ""),
                "turns": question.id in turning or question.id in chosen.asked.rulings,
            }


def _has_question(question: Question, log: LogViewer) -> bool:
    return not question.under or not set(question.under).isdisjoint(log.prepared.header.layers)


def _list_layers(log: LogViewer, chosen: ViewOptions) -> Iterator[Document]:
    game, laid = log.prepared.game, log.prepared.header.layers
    for layer in game.layers:
        added = layer.id in chosen.asked.layers
        # Layers of the log itself cannot be removed.
        own = layer.id in laid and not added
        if not own and can_stack(game, tuple({*laid, layer.id})):
            yield {"id": layer.id, "says": layer.says, "rank": layer.rank.name.lower(), "chosen": added}
