"""Schemas of uploads, packs and tokens."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.audits import VERDICTS
from api.schemas.base import Paging, Strict, Whole, make_choice_field, make_text_field
from audit.store import Role

ROLES = tuple(str(role) for role in Role)


class UploadSchema(Strict):
    """A stored file."""

    sha256 = fields.String(required=True)
    size = fields.Integer(required=True)
    kept_at = fields.String(required=True)
    kept_by = fields.String(required=True)
    url = fields.String(required=True)


class AttachmentSchema(UploadSchema):
    """A stored photo. Its kind is detected from its bytes."""

    kind = fields.String(required=True)


class AttachmentsSchema(Strict):
    """The photos of a log."""

    items = fields.List(fields.Nested(AttachmentSchema), required=True)


class SeatedSchema(Strict):
    """One seat and its player."""

    seat = fields.String(required=True)
    name = fields.String(required=True)
    role = fields.String(required=True)


class ListedLogSchema(UploadSchema):
    """A log in a list: a summary of its header and of its latest audit, if one is stored.

    That audit has default options and includes the corrections of the log.
    """

    game = fields.String(required=True, allow_none=True)
    event = fields.String(required=True, allow_none=True)
    date = fields.String(required=True, allow_none=True)
    players = fields.List(fields.Nested(SeatedSchema), required=True)
    audit = fields.String(required=True, allow_none=True)
    verdict = make_choice_field(*VERDICTS, required=True, allow_none=True)
    winner = fields.String(required=True, allow_none=True)


class LogsSchema(Strict):
    """A page of logs."""

    items = fields.List(fields.Nested(ListedLogSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class LogsQuery(Paging):
    """Filters for logs."""

    game = make_text_field(64, "only of this game", least=1)
    event = make_text_field(200, "only of this occasion", least=1)
    player = make_text_field(200, "only logs with a player of this name or in this seat", least=1)
    verdict = make_choice_field(*VERDICTS, says="only logs whose latest audit has this verdict")
    winner = make_text_field(200, "only logs won by a player of this name or in this seat", least=1)


class FaultSchema(Strict):
    """One fault in a file, with its place."""

    says = fields.String(required=True)
    hint = fields.String()
    line = fields.Integer()
    column = fields.Integer()


class LogSchema(UploadSchema):
    """A stored log and a summary of it. Only an audit says whether the game is legal."""

    readable = fields.Boolean(required=True)
    spelling = fields.String(required=True, allow_none=True)
    game = fields.String(required=True, allow_none=True)
    event = fields.String(required=True, allow_none=True)
    events = fields.Integer(required=True)
    corrections = fields.Integer(required=True, metadata={"description": "how many corrections were recorded about it"})
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class PlacedFaultSchema(Strict):
    """One fault in a pack. The line is 0 if the fault has no single line."""

    says = fields.String(required=True)
    hint = fields.String(required=True)
    line = fields.Integer(required=True)
    column = fields.Integer(required=True)


class CheckedPackSchema(Strict):
    """Whether a content pack can be used, and how many of its values are unknown or invented."""

    good = fields.Boolean(required=True)
    id = fields.String(required=True)
    game = fields.String(required=True)
    origins = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    unknown_ = fields.Integer(required=True, data_key="unknown")
    faults = fields.List(fields.Nested(PlacedFaultSchema), required=True)


class PackSchema(UploadSchema):
    """A stored content pack."""

    id = fields.String(required=True)


class PacksSchema(Strict):
    """A page of content packs."""

    items = fields.List(fields.Nested(PackSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class PackQuery(Strict):
    """The game that a pack is checked for."""

    game = make_text_field(64, "check it for this game, whatever the pack says")


class TokenSchema(Strict):
    """A token without its secret."""

    id = fields.String(required=True)
    club = fields.String(required=True)
    role = make_choice_field(*ROLES, required=True)
    label = fields.String(required=True)
    seat = fields.String(required=True, allow_none=True)
    game = fields.String(required=True, allow_none=True)
    issued_at = fields.String(required=True)
    expires_at = fields.String(required=True, allow_none=True)
    revoked_at = fields.String(required=True, allow_none=True)
    sound = fields.Boolean(
        required=True,
        metadata={"description": "false: it was changed after it was issued, and is refused"},
    )


class TokensSchema(Strict):
    """A page of a club's tokens."""

    items = fields.List(fields.Nested(TokenSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class IssuedSchema(Strict):
    """A new token. The secret is shown only here."""

    token = fields.Nested(TokenSchema, required=True)
    secret = fields.String(required=True)


class TokenRequest(Strict):
    """The use of a new token."""

    role = make_choice_field(*ROLES, required=True)
    label = make_text_field(200, "who holds it", load_default="")
    game = make_text_field(64, "the live game that it is bound to", least=1)
    seat = make_text_field(
        64, "the seat of that game that it is bound to; what other seats hide is never shown; empty: an onlooker"
    )
    days = Whole(validate=validate.Range(1, 3650), metadata={"description": "how many days it is valid"})


class ListQuery(Paging):
    """The place to continue a list from."""
