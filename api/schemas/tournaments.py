"""Kept tournaments as requests and answers tell them."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import SHA256, CappedList, Number, Strict, make_list_field, make_pattern_field, make_text_field
from api.schemas.standings import MOST_FIRST, MOST_PACKS, StandingsSchema, TableProblemSchema

MOST_FILE, MOST_EVENTS, MOST_ADDED = 400_000, 5_000, 500


class TournamentRequest(Strict):
    """The file of a tournament, and the content packs of the club that it names."""

    file = make_text_field(
        MOST_FILE, "the file of the tournament, as TOML; it is kept as it is", least=1, required=True
    )
    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club"), MOST_PACKS, load_default=list
    )


class TournamentFileSchema(Strict):
    """Where the file is found, byte for byte."""

    sha256 = fields.String(required=True)
    url = fields.String(required=True)


class TournamentSchema(Strict):
    """A tournament: what its file says in short, and how far its events have come."""

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
    """What happened, in its order; all is recorded, or none. Without `at` it happened now."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_ADDED,
        required=True,
        validate=validate.Length(1, MOST_ADDED),
        metadata={"description": 'events as in the file beside a tournament: {"do": "hand-in", "table": …}'},
    )


class TournamentReceiptSchema(Strict):
    """What was recorded; `head` kept elsewhere shows later that nothing before it was changed."""

    id = fields.String(required=True)
    first = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)


class TournamentEventSchema(Strict):
    """One event, as it was recorded."""

    seq = fields.Integer(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True)


class TournamentEventsSchema(Strict):
    """All that has happened to a tournament."""

    id = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    items = fields.List(fields.Nested(TournamentEventSchema), required=True)


class AsOfQuery(Strict):
    """As it stood after the first so many events."""

    as_of = Number(
        validate=validate.Range(0, MOST_EVENTS),
        metadata={"description": "as it stood after the first so many events; else as it stands"},
    )


class CountQuery(AsOfQuery):
    """How it stood, and of how many places it is said whether they are safe."""

    first = Number(
        validate=validate.Range(1, MOST_FIRST),
        load_default=3,
        metadata={"description": "of so many places it is said if they are safe"},
    )


class CountSchema(StandingsSchema):
    """`deadreckon.tournament/1`, as `deadreckon tournament report --format json` writes it."""

    class Meta(StandingsSchema.Meta):
        """Without what stands under /problems."""

        exclude = ("problems",)


class TableProblemsSchema(Strict):
    """What each table must still answer, those first that a first place hangs on."""

    critical = fields.List(fields.String(), required=True)
    items = fields.List(fields.Nested(TableProblemSchema), required=True)
