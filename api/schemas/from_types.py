"""Make schemas from the types of the audit, so that the API document always agrees with them."""

from __future__ import annotations

from collections.abc import Mapping

from marshmallow import Schema, fields, validate
from msgspec import Struct, inspect

from api.schemas.base import Option, Strict

_SIMPLE: Mapping[type[inspect.Type], type[fields.Field[Option]]] = {
    inspect.StrType: fields.String,
    inspect.IntType: fields.Integer,
    inspect.BoolType: fields.Boolean,
}
# One class for each name, because the API document holds each schema once.
_made: dict[str, type[Schema]] = {}


def make_schema(cls: type, name: str = "", **beside: fields.Field[Option]) -> type[Schema]:
    """Make the schema of a type: the same keys in the same order, and the extra fields in `beside`."""
    name = name or cls.__name__
    if name not in _made:
        described = inspect.type_info(cls)
        assert isinstance(described, inspect.StructType | inspect.DataclassType)  # noqa: S101 - callers pass types with fields only
        # The trailing underscore keeps keys from hiding attributes of the schema (`unknown`), and allows keywords
        # (`with`).
        keys = {f"{field.name}_": _make_field(field, described.cls) for field in described.fields}
        _made[name] = Strict.from_dict({**keys, **beside}, name=f"{name}Schema")
    return _made[name]


def _make_field(field: inspect.Field, of: type) -> fields.Field[Option]:
    # Some types leave a key out if it has its default.
    always = field.required or not (issubclass(of, Struct) and of.__struct_config__.omit_defaults)
    described, more = field.type, {"required": always, "data_key": field.encode_name}
    if isinstance(described, inspect.UnionType) and described.includes_none:
        (described,) = (part for part in described.types if not isinstance(part, inspect.NoneType))
        return _make_field_of_type(described, allow_none=always, **more)
    return _make_field_of_type(described, **more)


def _make_field_of_type(described: inspect.Type, **more: Option) -> fields.Field[Option]:
    match described:
        case inspect.LiteralType(values):
            return fields.String(validate=validate.OneOf(values), **more)
        case inspect.StructType(cls) | inspect.DataclassType(cls):
            return fields.Nested(make_schema(cls), **more)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return fields.List(_make_field_of_type(item), **more)
        case inspect.DictType(_, value):
            held = None if isinstance(value, inspect.UnionType) else _make_field_of_type(value)
            return fields.Dict(keys=fields.String(), values=held, **more)
        case _:
            return _SIMPLE[type(described)](**more)
