"""What errors call the members of a union: by their class, or by the JSON type of their values.

pydantic would name the validators that a member is made of.
"""

from __future__ import annotations

from typing import Any, Final, cast

from pydantic_core import CoreSchema

_JSON_TYPES: Final = {
    "str": "string",
    "date": "string",
    "datetime": "string",
    "time": "string",
    "uuid": "string",
    "int": "integer",
    "float": "number",
    "decimal": "number",
    "bool": "boolean",
    "none": "null",
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "any": "any",
    "literal": "enum",
}
_WITHIN: Final = ("strict_schema", "json_schema", "schema")


def labelled(schema: CoreSchema, *, exclusive: bool) -> CoreSchema:
    """The union with a name for each member. `exclusive` members are tried until one fits."""
    union: Any = schema
    while union["type"] == "nullable":
        union = union["schema"]
    if union["type"] == "union" and "custom_error_type" not in union:
        union["choices"] = [_named(choice) for choice in union["choices"]]
        if exclusive:
            union["mode"] = "left_to_right"
    return schema


def _named(choice: Any) -> tuple[CoreSchema, str]:
    if isinstance(choice, tuple):
        return cast("tuple[CoreSchema, str]", choice)
    return choice, _label(choice)


def _label(node: Any) -> str:
    kind = node["type"]
    if kind == "model":
        return str(node["cls"].__name__)
    if kind == "definition-ref":
        return str(node["schema_ref"]).partition(":")[0].rpartition(".")[2]
    if kind in _JSON_TYPES:
        return _JSON_TYPES[kind]
    if kind == "chain":
        return _label(node["steps"][-1 if _counts(node) else 0])
    if kind in ("union", "tagged-union"):
        return _of_choices(node)
    return next((_label(node[key]) for key in _WITHIN if key in node), "value")


def _counts(chain: Any) -> bool:
    """Whether its first step only counts the members that fit."""
    return cast("str", chain["steps"][0]["type"]) == "function-wrap"


def _of_choices(node: Any) -> str:
    """One name for a union within a union; an integer may be read in several ways, which are no types."""
    if node["type"] == "tagged-union":
        names = [_label(choice) for choice in node["choices"].values()]
    else:
        names = [_named(choice)[1] for choice in node["choices"]]
        if "custom_error_type" in node:
            names = names[:1]
    return " or ".join(dict.fromkeys(names))
