"""Schemas of games, rules, open questions, events and packs."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import Strict, make_choice_field
from api.schemas.from_types import make_schema
from engine.kernel.rules import Cite

RULE_STATUSES = ("enforced", "permission", "recorded", "not-modelled")


class LayerSchema(Strict):
    """An edition, mode or variant."""

    id = fields.String(required=True)
    rank = fields.String(required=True)
    says = fields.String(required=True)


class SourceSchema(Strict):
    """A text that citations point into."""

    key = fields.String(required=True)
    title = fields.String(required=True)


class GameSchema(Strict):
    """A game that can be audited."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.Integer(required=True)
    rulings = fields.Integer(required=True)
    events = fields.List(fields.String(), required=True)
    layers = fields.List(fields.Nested(LayerSchema), required=True)
    sources = fields.List(fields.Nested(SourceSchema), required=True)
    packs = fields.List(fields.String(), required=True)


class GamesSchema(Strict):
    """Every game."""

    items = fields.List(fields.Nested(GameSchema), required=True)


class FieldSchema(Strict):
    """One value of an event."""

    name = fields.String(required=True)
    takes = fields.String(required=True)
    kind = fields.String(required=True)
    required = fields.Boolean(required=True)
    list = fields.Boolean(required=True)


class MeaningSchema(Strict):
    """What the absence of such a line means: one of four words, and which lines or which deadline apply."""

    word = fields.String(required=True, validate=validate.OneOf(("shown", "open", "due", "free")))
    says = fields.String(required=True)


class MeaningUnderSchema(MeaningSchema):
    """What the absence means under a reading or a layer."""

    under = fields.String(required=True)


class AbsenceSchema(MeaningSchema):
    """What the absence of such a line means, and the exceptions."""

    otherwise = fields.List(fields.Nested(MeaningUnderSchema), required=True)


class VerbSchema(Strict):
    """One kind of event."""

    verb = fields.String(required=True)
    said_by = fields.String(required=True)
    says = fields.String(required=True)
    fields_ = fields.List(fields.Nested(FieldSchema), required=True, data_key="fields")
    example = fields.String(required=True)
    absence = fields.Nested(AbsenceSchema, required=True, allow_none=True)


class VocabularySchema(Strict):
    """Every kind of event in a log of a game."""

    items = fields.List(fields.Nested(VerbSchema), required=True)


class FactTypeSchema(Strict):
    """One fact: the kinds and names that its values can have, and an example line."""

    fact = fields.String(required=True)
    takes = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True)
    names = fields.List(fields.String(), required=True)
    list_ = fields.Boolean(required=True, data_key="list")
    ordered = fields.Boolean(required=True)
    example = fields.String(required=True)


class FactTypesSchema(Strict):
    """Every fact that a claim or a position may state."""

    items = fields.List(fields.Nested(FactTypeSchema), required=True)


class OtherwiseSchema(Strict):
    """The same rule in another layer."""

    layer = fields.String(required=True)
    status = fields.String(required=True)
    says = fields.String(required=True)


class RuleSchema(Strict):
    """One rule in our words."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    status = make_choice_field(*RULE_STATUSES, required=True)
    says = fields.String(required=True)
    cites = fields.List(fields.Nested(make_schema(Cite)), required=True)
    chapter = fields.String(required=True)
    layer = fields.String(required=True)
    on = fields.List(fields.String(), required=True)
    rulings = fields.List(fields.String(), required=True)
    why = fields.String(required=True)
    otherwise = fields.List(fields.Nested(OtherwiseSchema), required=True)


class RulesSchema(Strict):
    """The rules of a game, in rulebook order."""

    items = fields.List(fields.Nested(RuleSchema), required=True)


class RulesQuery(Strict):
    """Filters for rules."""

    status = make_choice_field(*RULE_STATUSES, says="only rules of this kind")


class PossibleReadingSchema(Strict):
    """One way to read an open question."""

    name = fields.String(required=True)
    says = fields.String(required=True)


class QuestionSchema(Strict):
    """A question that the rulebook leaves open, and its readings."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    asks = fields.String(required=True)
    term = fields.String(required=True)
    readings = fields.List(fields.Nested(PossibleReadingSchema), required=True)
    default = fields.String(required=True)
    answered = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    under = fields.List(fields.String(), required=True)
    why = fields.String(required=True)
    unobservable = fields.String(required=True)


class QuestionsSchema(Strict):
    """The open questions of a game."""

    items = fields.List(fields.Nested(QuestionSchema), required=True)


class ShippedPackSchema(Strict):
    """A content pack that comes with a game."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    version = fields.String(required=True)
    digest = fields.String(required=True)
    reconstructed = fields.Boolean(required=True)
    url = fields.String(required=True)


class ShippedPacksSchema(Strict):
    """The content packs that come with a game. A log that names none uses the first."""

    items = fields.List(fields.Nested(ShippedPackSchema), required=True)
