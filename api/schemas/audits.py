"""Reports, audits and findings as answers tell them."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import Flag, Number, Paging, Strict, one_of, words
from api.schemas.catalogue import CiteSchema

VERDICTS = ("clean", "contested", "broken", "incomplete", "unreadable")
STATUSES = ("illegal", "contested", "unverifiable", "mismatch", "malformed", "ruled")
RESULTS = ("confirmed", "refuted", "unproven", "none claimed")


class TurnSchema(Strict):
    """An open question, and the reading of it that turns a finding round."""

    id = fields.String(required=True)
    reading = fields.String(required=True)


class RepairSchema(Strict):
    """A line that would have been legal, and how it differs."""

    line = fields.String(required=True)
    note = fields.String(required=True)


class OutcomeSchema(Strict):
    """What the result would be if the finding were repaired."""

    changes = fields.Boolean(required=True)
    then = fields.Dict(keys=fields.String(), required=True)


class FindingSchema(Strict):
    """One rule met at one event; `follows` is null for a root."""

    rule = fields.String(required=True)
    status = one_of(*STATUSES, required=True)
    seq = fields.Integer(required=True, allow_none=True)
    line = fields.Integer(required=True)
    column = fields.Integer(required=True)
    seat = fields.String(required=True, allow_none=True)
    says = fields.String(required=True)
    breach = fields.String(required=True)
    facts = fields.Dict(keys=fields.String(), required=True)
    instead = fields.String()
    cites = fields.List(fields.Nested(CiteSchema), required=True)
    rests_on = fields.List(fields.String(), required=True)
    layer = fields.String(required=True)
    rulings = fields.List(fields.Nested(TurnSchema), required=True)
    follows = fields.Integer(required=True, allow_none=True)
    repairs = fields.List(fields.Nested(RepairSchema), required=True)
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)


class NumberedFindingSchema(FindingSchema):
    """A finding with its number in its report."""

    number = fields.Integer(required=True)


class RulebookSchema(Strict):
    """The rules that a log was judged by."""

    layers = fields.List(fields.String(), required=True)
    rulings = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    digest = fields.String(required=True)


class LogMarkSchema(Strict):
    """Which log it was."""

    sha256 = fields.String(required=True)
    events = fields.Integer(required=True)
    head = fields.String(required=True)


class ResultSchema(Strict):
    """What the log claims and what we reckon."""

    claimed = fields.Dict(keys=fields.String(), required=True)
    reckoned = fields.Dict(keys=fields.String(), required=True)
    status = one_of(*RESULTS, required=True)


class SuspicionSchema(Strict):
    """One reading or layer under which every violation would vanish."""

    kind = fields.String(required=True)
    id = fields.String(required=True)
    reading = fields.String(required=True)
    says = fields.String(required=True)


class CoverageSchema(Strict):
    """How far the audit reached."""

    rules = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    unknown_ = fields.Integer(required=True, data_key="unknown")
    unreadable = fields.Integer(required=True)
    pack = fields.String(required=True)
    reconstructed = fields.Boolean(required=True)
    unexamined = fields.Integer(required=True)
    unlisted = fields.Integer(required=True)
    fully_checked = fields.Boolean(required=True)
    says = fields.String(required=True)


class EngineSchema(Strict):
    """What made the report."""

    name = fields.String(required=True)
    version = fields.String(required=True)


class ReportSchema(Strict):
    """A report, in the schema deadreckon.report/1."""

    schema = fields.String(required=True)
    game = fields.String(required=True)
    rulebook = fields.Nested(RulebookSchema, required=True)
    log = fields.Nested(LogMarkSchema, required=True)
    policy = fields.String(required=True)
    book = fields.String(required=True)
    verdict = one_of(*VERDICTS, required=True)
    result = fields.Nested(ResultSchema, required=True)
    suspicion = fields.Nested(SuspicionSchema, required=True, allow_none=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    coverage = fields.Nested(CoverageSchema, required=True)
    engine = fields.Nested(EngineSchema, required=True)


class AskedSchema(Strict):
    """How the log was read."""

    policy = fields.String(required=True)
    book = fields.String(required=True)
    layers = fields.List(fields.String(), required=True)
    rulings = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    packs = fields.List(fields.String(), required=True)
    readings = fields.Boolean(required=True)


class AuditSchema(Strict):
    """An audit that is kept; the same question about the same log is the same audit."""

    id = fields.String(required=True)
    log = fields.String(required=True)
    rulebook = fields.String(required=True)
    engine = fields.String(required=True)
    asked = fields.Nested(AskedSchema, required=True)
    verdict = one_of(*VERDICTS, required=True)
    made_at = fields.String(required=True)
    url = fields.String(required=True)


class AuditsSchema(Strict):
    """A page of audits."""

    items = fields.List(fields.Nested(AuditSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class FindingsSchema(Strict):
    """A page of findings."""

    items = fields.List(fields.Nested(NumberedFindingSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class FindingsQuery(Paging):
    """Which findings are wanted."""

    rule = words(64, "only of this rule")
    status = one_of(*STATUSES, says="only of this status")
    seat = words(64, "only those that concern this seat")
    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": "only those at this event"})
    roots = Flag(load_default=False, metadata={"description": "only those that follow from no other"})


class StandsSchema(Strict):
    """Whether a finding stands where one open question is read in one way."""

    question = fields.String(required=True)
    reading = fields.String(required=True)
    says = fields.String(required=True)
    in_force = fields.Boolean(required=True)
    stands = fields.Boolean(required=True)


class ReadingsSchema(Strict):
    """Under which readings of the questions that its rule depends on a finding stands."""

    number = fields.Integer(required=True)
    rule = fields.String(required=True)
    seq = fields.Integer(required=True, allow_none=True)
    status = one_of(*STATUSES, required=True)
    readings = fields.List(fields.Nested(StandsSchema), required=True)
