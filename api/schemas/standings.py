"""Schemas of a tournament that is sent to be counted, and of its standings."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import SHA256, Strict, Whole, make_list_field, make_pattern_field, make_text_field

MOST_WORDS, MOST_LOGS, MOST_PACKS, MOST_EVENTS, MOST_FIRST = 900_000, 300, 16, 200_000, 100


class StandingsRequest(Strict):
    """The file of a tournament, its events, and the club's logs that belong to it."""

    file = make_text_field(MOST_WORDS, "the file of the tournament, as TOML", least=1, required=True)
    events = make_text_field(MOST_WORDS, "its events, each a line of JSON", load_default="")
    logs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a log of your club"),
        MOST_LOGS,
        "the logs of its tables",
        load_default=list,
    )
    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club"), MOST_PACKS, load_default=list
    )
    as_of = Whole(
        validate=validate.Range(0, MOST_EVENTS),
        metadata={"description": "after this number of events"},
    )
    first = Whole(
        validate=validate.Range(1, MOST_FIRST),
        load_default=3,
        metadata={"description": "for how many places to say whether they are safe"},
    )


class TableProblemSchema(Strict):
    """The open problems of a table, as a text to send to it."""

    table = fields.String(required=True)
    text = fields.String(required=True)


class StandingsSchema(Strict):
    """The standings (`deadreckon.tournament/1`), and the problems of each table in order of urgency."""

    schema = fields.String(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    pins = fields.Dict(keys=fields.String(), required=True)
    rules = fields.String(required=True)
    events = fields.Dict(keys=fields.String(), required=True)
    basis = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    final = fields.Boolean(required=True)
    standings = fields.List(fields.Dict(keys=fields.String()), required=True)
    books_differ = fields.List(fields.Dict(keys=fields.String()), required=True)
    tables = fields.List(fields.Dict(keys=fields.String()), required=True)
    unmatched = fields.List(fields.Dict(keys=fields.String(), values=fields.String()), required=True)
    corrections = fields.List(fields.Dict(keys=fields.String()), required=True)
    safety = fields.Dict(keys=fields.String(), required=True)
    engine = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    problems = fields.List(fields.Nested(TableProblemSchema), required=True)
