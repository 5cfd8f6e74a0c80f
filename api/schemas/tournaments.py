"""Schemas of stored tournaments."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import SHA256, CappedList, Number, Strict, make_list_field, make_pattern_field, make_text_field
from api.schemas.standings import MOST_FIRST, MOST_PACKS, StandingsSchema, TableProblemSchema

MOST_FILE, MOST_EVENTS, MOST_ADDED = 400_000, 5_000, 500


class TournamentRequest(Strict):
    """The file of a tournament, and the club's content packs that it names."""

    file = make_text_field(
        MOST_FILE, "the file of the tournament, as TOML; it is stored unchanged", least=1, required=True
    )
    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club"), MOST_PACKS, load_default=list
    )


class TournamentFileSchema(Strict):
    """Where to download the file, byte for byte."""

    sha256 = fields.String(required=True)
    url = fields.String(required=True)


class TournamentSchema(Strict):
    """A tournament: a summary of its file, and its last event."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    file = fields.Nested(TournamentFileSchema, required=True)
    rounds = fields.Integer(required=True)
    tables = fields.Integer(required=True)
    players = fields.Integer(required=True)
    created_at = fields.String(required=True)
    created_by = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    url = fields.String(required=True)


class TournamentsSchema(Strict):
    """A page of tournaments."""

    items = fields.List(fields.Nested(TournamentSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class TournamentEventsRequest(Strict):
    """Events in order. Either all are recorded or none. Without `at`, an event happened now."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_ADDED,
        required=True,
        validate=validate.Length(1, MOST_ADDED),
        metadata={"description": 'events as in the file of events: {"do": "hand-in", "table": …}'},
    )


class TournamentReceiptSchema(Strict):
    """A receipt for recorded events. A saved `head` proves later that nothing before it has changed."""

    id = fields.String(required=True)
    first = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)


class TournamentEventSchema(Strict):
    """One event as recorded."""

    seq = fields.Integer(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True)


class TournamentEventsSchema(Strict):
    """All events of a tournament."""

    id = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    items = fields.List(fields.Nested(TournamentEventSchema), required=True)


class AsOfQuery(Strict):
    """The number of events to count."""

    as_of = Number(
        validate=validate.Range(0, MOST_EVENTS),
        metadata={"description": "after this number of events; else the current state"},
    )


class CountQuery(AsOfQuery):
    """The number of events to count, and the number of places to check for safety."""

    first = Number(
        validate=validate.Range(1, MOST_FIRST),
        load_default=3,
        metadata={"description": "for how many places to say whether they are safe"},
    )


class CountSchema(StandingsSchema):
    """The standings (`deadreckon.tournament/1`), as `deadreckon tournament report --format json` writes them."""

    class Meta(StandingsSchema.Meta):
        """Leaves out the problems, which have their own address."""

        exclude = ("problems",)


class TableProblemsSchema(Strict):
    """The open problems of each table, those that decide a first place first."""

    critical = fields.List(fields.String(), required=True)
    items = fields.List(fields.Nested(TableProblemSchema), required=True)
