"""A whole game as one document to step through: pictures in fragments, and the changes of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from api.web.game.picture_fragments import Fragments
from api.web.game.severity import find_worst
from audit.model.step import changes_document, describe_situation, facts_document
from engine.kernel.drawing.marks import find_marks
from engine.kernel.drawing.part_cache import remember_parts
from engine.kernel.game import list_claim_facts
from engine.kernel.replay.fact_digest import diff_facts
from engine.kernel.unknown import is_known

if TYPE_CHECKING:
    from api.web.game.seat_view import SeatView
    from audit.browse.viewer import LogViewer
    from audit.model.findings import Finding
    from engine.kernel.basics.json_types import Document
    from engine.kernel.drawing.svg import Markup
    from engine.kernel.facts import Fact
    from engine.kernel.table import AnyTable

SCHEMA = "deadreckon.replay/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One step of a game, as a page shows it. The first is the start, before any event."""

    place: int
    seq: int
    line: int
    seat: str
    text: str
    waits_for: str
    findings: Sequence[Finding] = ()
    unapplied: Sequence[str] = ()
    # Whether a round begins here, or a turn if the game counts no rounds.
    fresh: bool = False

    @property
    def status(self) -> str:
        """The severity of the worst finding here, or an empty text."""
        return find_worst(self.findings)


@dataclass(slots=True)
class ReplayData:
    """The data of a replay: its moments for the page, and the document that a script steps through."""

    moments: list[Moment] = field(default_factory=list)
    start: Document = field(default_factory=dict)
    changed: list[Document] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    fragments: Fragments = field(default_factory=Fragments)

    def document(self) -> Document:
        """Make the document for the script.

        Texts and findings are in the page, so that they are readable without it.
        """
        return {
            "schema": SCHEMA,
            "start": self.start,
            "changed": self.changed,
            "waits": [moment.waits_for for moment in self.moments],
            "undone": {moment.place: list(moment.unapplied) for moment in self.moments if moment.unapplied},
            "pictures": self.pictures,
            "pool": self.fragments.pool,
        }


def lay_out_replay(opened: LogViewer, eyes: SeatView | None = None) -> ReplayData:
    """Make the replay of a log, redacted for a seat if one is given."""
    with remember_parts():
        return _lay_out(opened, eyes, drawn=True)


def lay_out_moments(opened: LogViewer, eyes: SeatView | None = None) -> ReplayData:
    """Make the replay of a log without its pictures. The unredacted one is cached with the opened log."""
    if eyes is not None:
        return _lay_out(opened, eyes, drawn=False)
    if lay_out_moments not in opened.notes:
        opened.notes[lay_out_moments] = _lay_out(opened, None, drawn=False)
    kept: ReplayData = opened.notes[lay_out_moments]
    return kept


def _lay_out(opened: LogViewer, eyes: SeatView | None, *, drawn: bool) -> ReplayData:
    replaying, game = ReplayData(), opened.prepared.game
    before: dict[str, Fact] = {}
    last: Markup | None = None
    turn = _Turn()
    line = "The start"
    for place, table in enumerate(eyes.tables() if eyes else opened.play_tables()):
        facts = game.facts(table)
        if place:
            replaying.changed.append(changes_document(diff_facts(before, facts)))
        else:
            replaying.start = facts_document(facts)
        moment = _make_moment(opened, place, table, line, fresh=turn.is_new_turn(table, facts))
        replaying.moments.append(_redact_moment(moment, eyes) if eyes else moment)
        if place < len(opened.entries):
            line = opened.spell_event(eyes.event(place + 1) if eyes else opened.entries[place][1])
        if drawn:
            picture = game.draw_with_spots(table)
            claimed = list_claim_facts(opened.entries[place - 1][1]) if place else ()
            replaying.pictures.append(
                replaying.fragments.add_picture(picture, find_marks(picture, last or picture, picture, claimed))
            )
            last = picture
        before = facts
    return replaying


def _redact_moment(moment: Moment, eyes: SeatView) -> Moment:
    """Leave out findings that the seat cannot derive, and effects that were not applied."""
    return replace(moment, findings=eyes.findings(moment.seq), unapplied=())


def _make_moment(opened: LogViewer, place: int, table: AnyTable, line: str, *, fresh: bool) -> Moment:
    seq, event = opened.entries[place - 1] if place else (0, None)
    seat = getattr(event, "by", "")
    return Moment(
        place=place,
        seq=seq,
        line=opened.line_number(seq) if seq else 0,
        seat=seat if is_known(seat) else "",
        text=line,
        waits_for=describe_situation(opened.prepared.game, table),
        findings=opened.findings_at(place),
        unapplied=tuple(table.unapplied) if place else (),
        fresh=fresh and place > 0,
    )


class _Turn:
    """Detects where a round begins, or where the turn passes if the game counts no rounds."""

    def __init__(self) -> None:
        """Start before the first round."""
        self._last: object = None

    def is_new_turn(self, table: AnyTable, facts: dict[str, Fact]) -> bool:
        """Say whether the table has reached another round or turn."""
        now = facts.get("round", table.active)
        same = (now is self._last) or (is_known(now) and is_known(self._last) and now == self._last)
        self._last = now
        return not same


def list_marks(moments: Sequence[Moment]) -> Iterator[tuple[int, str]]:
    """List the places that the slider marks, each with the reason: a round, or the status of a finding."""
    for moment in moments:
        if moment.fresh or moment.status:
            yield moment.place, moment.status or "round"
