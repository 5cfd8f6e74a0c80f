"""Schemas of cases about logs and live games."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import (
    SHA256,
    Strict,
    Truth,
    Whole,
    make_choice_field,
    make_list_field,
    make_map_field,
    make_pattern_field,
    make_text_field,
)
from api.schemas.options import BooklessQuery

LONGEST, MOST_ABOUT, MOST_READINGS, MOST_LINES, MOST_NUMBER, MOST_SIZE = 4_000, 64, 64, 50, 1_000_000, 2**40
DOES = ("open", "answer", "attach", "ask", "rule", "appeal", "uphold", "close")
STATES = ("none", "open", "ruled", "appealed", "closed")


def _make_number_field(says: str) -> Whole:
    return Whole(validate=validate.Range(0, MOST_NUMBER), metadata={"description": says})


class CaseEventRequest(Strict):
    """One event of a case, with the keys of its kind. The service adds the time."""

    do = make_choice_field(*DOES, says="ask, rule, uphold and close are for a judge", required=True)
    who = make_text_field(200, "who does this", least=1, required=True)
    says = make_text_field(LONGEST, "open, answer, ask, attach: what is claimed, answered, asked or shown")
    why = make_text_field(LONGEST, "rule, appeal, uphold, close")
    about = make_list_field(
        Whole(validate=validate.Range(1, MOST_NUMBER)), MOST_ABOUT, "open: the numbers of events of the log"
    )
    question = make_text_field(64, "open: the open question that it depends on")
    to = _make_number_field("answer: the number of the claim (1) or of a question")
    whom = make_text_field(200, "ask: who is asked")
    name = make_text_field(200, "attach: the name of the file; optional if it is stored here")
    sha256 = make_pattern_field(SHA256, "attach: the SHA-256 of a photo, a log or another file")
    size = Whole(
        validate=validate.Range(0, MOST_SIZE),
        metadata={"description": "attach: the size of the file, if it is not stored here"},
    )
    readings = make_map_field(
        make_text_field(64, least=1), make_text_field(64, least=1), MOST_READINGS, "rule: how open questions are read"
    )
    lines = make_list_field(
        make_text_field(LONGEST), MOST_LINES, "rule: lines about the record, applied to the log, as in: ruling 3"
    )
    dismissed = Truth(metadata={"description": "rule: nothing changes"})
    instead = _make_number_field("rule: the number of the ruling that it replaces")
    against = _make_number_field("appeal: the number of the ruling")
    appeal = _make_number_field("uphold: the number of the appeal")
    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club, made known by its id to the log"),
        64,
        load_default=list,
    )


class _CameTo(Strict):
    """The state of a case."""

    about = fields.String(required=True, metadata={"description": "the upload or the live game"})
    state = make_choice_field(*STATES, required=True)
    standing = fields.Integer(required=True, metadata={"description": "the number of the ruling that stands; 0: none"})
    appeal = fields.Integer(required=True, metadata={"description": "the number of the appeal that is open; 0: none"})
    unanswered = fields.List(fields.Integer(), required=True)


class CaseReceiptSchema(_CameTo):
    """A receipt for a recorded event, with the state of the case after it."""

    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)


class KeptCaseEventSchema(Strict):
    """When one event of a case was recorded, and by which token."""

    seq = fields.Integer(required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True)


class CaseSchema(_CameTo):
    """The case (`deadreckon.case/1`), and when each of its events was recorded.

    `log` is the SHA-256 of the log. For a live game, it is that of the record when the case was opened. `head` is the
    hash over the lines of the case. `state` is none until a party opens a case.
    """

    schema = fields.String(required=True)
    log = fields.String(required=True)
    game = fields.String(required=True)
    head = fields.String(required=True)
    events = fields.List(fields.Dict(keys=fields.String()), required=True)
    recorded = fields.List(fields.Nested(KeptCaseEventSchema), required=True)


class WaysQuery(BooklessQuery):
    """Options for reading a log, and the tournament whose standings are wanted."""

    tournament = make_text_field(
        64, "the tournament of the club; else the latest in which the log counts", load_default=""
    )


class NamedTournamentSchema(Strict):
    """Another tournament in which the log counts."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class WaysTournamentSchema(Strict):
    """The tournament and table for which the log counts, and why its standings are unknown, if they are."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    table = fields.String(required=True)
    lacks = fields.String(
        required=True, metadata={"description": "why no option says what it changes in the standings; else empty"}
    )
    others = fields.List(fields.Nested(NamedTournamentSchema), required=True)


class WaysSchema(Strict):
    """The verdict of the log now, and under each ruling option (`deadreckon.ways/1`).

    If the log counts in a tournament, each option has `standings`. `moved` lists the players that would move, `status`
    is that of the table, and `podium` says whether one of the first three places changes.
    """

    schema = fields.String(required=True)
    now = fields.Dict(keys=fields.String(), required=True)
    ways = fields.List(fields.Dict(keys=fields.String()), required=True)
    more = fields.Integer(required=True, metadata={"description": "the number of options that were not tried"})
    tournament = fields.Nested(WaysTournamentSchema)


class RuledQuery(BooklessQuery):
    """Options for reading a log with the rulings on it, in a query."""

    name = make_text_field(200, "the name of the log in the report", load_default="")


class PrecedentsQuery(Strict):
    """Filters for precedents."""

    game = make_text_field(64, "only of this game", load_default="")
    about = make_text_field(64, "only on this open question, or this rule", load_default="")


class PrecedentsSchema(Strict):
    """The rulings in force (`deadreckon.precedents/1`), and the number of older cases left out."""

    schema = fields.String(required=True)
    precedents = fields.List(fields.Dict(keys=fields.String()), required=True)
    older = fields.Integer(required=True)
