"""What all schemas share: strict fields, which accept exactly what the API document says, paging, and problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, validate

from api.http.strict_json import is_printable

# An option of a marshmallow field, or a value that the field loads or dumps.
Option = Any

_DIGITS = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
# The pattern in the API document: no control characters.
VISIBLE = r"^[^\u0000-\u0008\u000b-\u001f\u007f]*$"
SHA256 = r"^[0-9a-f]{64}$"


class Strict(Schema):
    """An object that accepts declared keys only."""

    class Meta:
        """Options for marshmallow."""

        unknown = RAISE


class Whole(fields.Integer):
    """A whole number in JSON: no text, no truth value, no fraction."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> int:  # noqa: ARG002 - marshmallow's signature
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise ValidationError("Not a whole number.")
        return int(value)


class Number(fields.Integer):
    """A whole number in a query."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> int:  # noqa: ARG002 - as above
        if not isinstance(value, str) or not _DIGITS.fullmatch(value):
            raise ValidationError("Not a whole number.")
        return int(value)


class Truth(fields.Boolean):
    """True or false in JSON."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> bool:  # noqa: ARG002 - as above
        if not isinstance(value, bool):
            raise ValidationError("Not true or false.")
        return value


class Flag(fields.Boolean):
    """`true` or `false` in a query."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> bool:  # noqa: ARG002 - as above
        if value not in {"true", "false"}:
            raise ValidationError("Write true or false.")
        return bool(value == "true")


def _check_visible(text: str) -> None:
    if not is_printable(text):
        raise ValidationError("It holds a character that cannot stand in a text.")


def make_text_field(most: int, says: str = "", *, least: int = 0, **more: Option) -> fields.String:
    """Make a field for a text of limited length."""
    metadata = {"pattern": VISIBLE, **({"description": says} if says else {})}
    return fields.String(validate=[validate.Length(least, most), _check_visible], metadata=metadata, **more)


def make_pattern_field(pattern: str, says: str, **more: Option) -> fields.String:
    """Make a field for a text that matches a pattern."""
    metadata = {"description": says, "pattern": pattern}
    shape = validate.Regexp(pattern.removesuffix("$") + r"\Z", error=f"Expected: {says}.")
    return fields.String(validate=[shape], metadata=metadata, **more)


def make_choice_field(*choices: str, says: str = "", **more: Option) -> fields.String:
    """Make a field for one of several words."""
    return fields.String(validate=validate.OneOf(choices), metadata={"description": says} if says else {}, **more)


class CappedList(fields.List[Option]):
    """A list whose length is checked before its items, because a million errors would take long to build."""

    def __init__(self, inner: fields.Field[Option], most: int, **more: Option) -> None:
        super().__init__(inner, **more)
        self.most = most

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> list[Option]:
        if isinstance(value, list) and len(value) > self.most:
            raise ValidationError(f"More than {self.most} items.")
        return super()._deserialize(value, attr, data, **kwargs)


def make_list_field(
    inner: fields.Field[Option], most: int, says: str = "", *, least: int = 0, **more: Option
) -> CappedList:
    """Make a field for a list of limited length. Its description defaults to that of its items."""
    described = says or inner.metadata.get("description", "")
    metadata = {"description": described} if described else {}
    return CappedList(inner, most, validate=validate.Length(least, most), metadata=metadata, **more)


def make_map_field(
    keys: fields.String, values: fields.Field[Option], most: int, says: str, **more: Option
) -> fields.Dict:
    """Make a field for an object with arbitrary keys."""
    metadata = {"description": says, "maxProperties": most}
    return fields.Dict(keys=keys, values=values, validate=_make_size_check(most), metadata=metadata, **more)


def _make_size_check(most: int) -> Option:
    def check_size(value: Mapping[str, object]) -> None:
        if len(value) > most:
            raise ValidationError(f"More than {most} entries.")

    return check_size


class Paging(Strict):
    """The place to continue a list from, and the page size."""

    cursor = make_text_field(2_000, "from `next` of the page before")
    limit = Number(
        load_default=50,
        validate=validate.Range(1, 200),
        metadata={"description": "the most items of a page"},
    )


class FaultPlaceSchema(Schema):
    """One error and its place: a JSON pointer, a parameter, a header, or a line and column of the body."""

    says = fields.String(required=True)
    hint = fields.String()
    pointer = fields.String()
    parameter = fields.String()
    header = fields.String()
    line = fields.Integer()
    column = fields.Integer()


class ProblemSchema(Schema):
    """RFC 9457 problem details. `type` links to a page about the code, and some codes add members."""

    class Meta:
        """Options for marshmallow."""

        unknown = INCLUDE

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.List(fields.Nested(FaultPlaceSchema))
