"""What is said about values without changing which are allowed (JSON Schema 2020-12 validation, 9)."""

from __future__ import annotations

import re
from typing import Any, Final

from specloom.diagnostics import Location
from specloom.ir import ABSENT, NO_DOC, Absent, Direction, Doc, Json
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context
from specloom.normalise.pointers import join
from specloom.normalise.values import freeze

OWN_TYPE: Final = "x-python-type"
_OWN_TYPE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*[:.][^\W\d]\w*(\.[^\W\d]\w*)*")
REQUIRED_IN: Final = "x-specloom-required-in"
"""On a member's schema: the one direction, "request" or "response", in which `required` holds for it."""

SAYING: Final = frozenset(
    (
        "title",
        "description",
        "deprecated",
        "examples",
        "example",
        "default",
        "readOnly",
        "writeOnly",
        OWN_TYPE,
    )
)


def _schemas(context: Context, pointers: tuple[str, ...]) -> list[dict[str, Any]]:
    return [context.mapping(pointer) for pointer in pointers]


def _text(schemas: list[dict[str, Any]], keyword: str) -> str | None:
    return next((s[keyword] for s in schemas if isinstance(s.get(keyword), str)), None)


def _default(schemas: list[dict[str, Any]]) -> Json | Absent:
    return next((freeze(s["default"]) for s in schemas if "default" in s), ABSENT)


def doc(context: Context, whole: Conjunction, *, borrow: bool = False) -> Doc:
    """What a schema says of itself; with `borrow`, what it does not say is taken from what it refers to.

    The title is never borrowed, as it names the schema referred to.
    """
    asked = (whole.own, whole.borrowed, borrow and bool(whole.borrowed))
    found = context.docs.get(asked)
    if found is None:
        found = context.docs[asked] = _doc(context, whole, borrow=borrow)
    return found


def _doc(context: Context, whole: Conjunction, *, borrow: bool) -> Doc:
    own_type = _chosen_type(context, whole) if context.own_types else None
    own = [schema for schema in _schemas(context, whole.own) if not SAYING.isdisjoint(schema)]
    every = own + _schemas(context, whole.borrowed) if borrow and whole.borrowed else own
    if not every:
        return NO_DOC if own_type is None else Doc(own_type=own_type)
    examples = [freeze(e) for s in own if isinstance(s.get("examples"), list) for e in s["examples"]]
    examples += [freeze(s["example"]) for s in own if "example" in s]
    return Doc(
        title=_text(own, "title"),
        description=_text(every, "description"),
        deprecated=any(s.get("deprecated") is True for s in every),
        examples=tuple(examples),
        default=_default(every),
        read_only=any(s.get("readOnly") is True for s in every),
        write_only=any(s.get("writeOnly") is True for s in every),
        own_type=own_type if own_type is not None else _own_type(context, whole),
    )


def _chosen_type(context: Context, whole: Conjunction) -> str | None:
    """The type that the user put in this place."""
    return next((context.own_types[p] for p in whole.own if p in context.own_types), None)


def _own_type(context: Context, whole: Conjunction) -> str | None:
    """What `x-python-type` says. What is no name of a type is an error."""
    for pointer in (*whole.own, *whole.borrowed):
        said = context.mapping(pointer).get(OWN_TYPE)
        if isinstance(said, str) and _OWN_TYPE.fullmatch(said):
            return said
        if said is not None:
            context.error(
                "python-type-invalid",
                f"{said!r} is no name of a Python type: write module:Type",
                join(pointer, OWN_TYPE),
            )
    return None


def default(context: Context, whole: Conjunction) -> Json | Absent:
    """The schema's own default: one that a schema it refers to gives is said of that schema's own values."""
    return _default(_schemas(context, whole.own))


def default_at(context: Context, whole: Conjunction) -> Location | None:
    """Where that default stands."""
    found = (pointer for pointer in whole.own if "default" in context.mapping(pointer))
    return next((context.origin(join(pointer, "default")) for pointer in found), None)


def required_in(context: Context, whole: Conjunction) -> Direction | None:
    """The one direction in which a member has to be there if it is required; None where it is both.

    `x-specloom-required-in` says so; for OpenAPI 3.0 the upgrade of its dialect writes it.
    """
    schemas = _schemas(context, (*whole.own, *whole.borrowed))
    said = {schema[REQUIRED_IN] for schema in schemas if REQUIRED_IN in schema}
    if said == {"request"}:
        return "request"
    return "response" if said == {"response"} else None


def extensions(context: Context, pointer: str) -> dict[str, Json]:
    """The members of the object at `pointer` whose names begin with `x-`."""
    return {name: freeze(v) for name, v in context.mapping(pointer).items() if name.startswith("x-")}


def pinned(context: Context, pointer: str) -> str | None:
    """The Python name that the document asks for by `x-python-name`."""
    name = context.mapping(pointer).get("x-python-name")
    return name if isinstance(name, str) else None
