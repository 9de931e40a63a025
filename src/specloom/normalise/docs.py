"""What is said about values without changing which are allowed (JSON Schema 2020-12 validation, 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

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

_FLAGS: Final = frozenset(("deprecated", "readOnly", "writeOnly"))


def _text(schemas: Iterable[dict[str, Any]], keyword: str) -> str | None:
    for schema in schemas:
        if isinstance(said := schema.get(keyword), str):
            return said
    return None


def _default(schemas: Iterable[dict[str, Any]]) -> Json | Absent:
    for schema in schemas:
        if "default" in schema:
            return freeze(schema["default"])
    return ABSENT


def doc(context: Context, whole: Conjunction, *, borrow: bool = False) -> Doc:
    """What a schema says of itself; with `borrow`, what it does not say is taken from what it refers to.

    The title is never borrowed, as it names the schema referred to.
    """
    if not whole.borrowed and not context.own_types and all(map(SAYING.isdisjoint, whole.own.values())):
        return NO_DOC
    asked = (tuple(whole.own), tuple(whole.borrowed), borrow and bool(whole.borrowed))
    found = context.docs.get(asked)
    if found is None:
        found = context.docs[asked] = _doc(context, whole, borrow=borrow)
    return found


def alone(schema: dict[str, Any]) -> Doc:
    """What one schema says of itself, where neither it nor the user has a type of the user's own for it."""
    return NO_DOC if SAYING.isdisjoint(schema) else _said((schema,), (schema,), None)


def _doc(context: Context, whole: Conjunction, *, borrow: bool) -> Doc:
    own_type = _chosen_type(context, whole) if context.own_types else None
    own = [schema for schema in whole.own.values() if not SAYING.isdisjoint(schema)]
    every = [*own, *whole.borrowed.values()] if borrow and whole.borrowed else own
    if not every:
        return NO_DOC if own_type is None else Doc(own_type=own_type)
    return _said(own, every, own_type if own_type is not None else _own_type(context, whole))


def _said(own: Sequence[dict[str, Any]], every: Sequence[dict[str, Any]], own_type: str | None) -> Doc:
    examples = [freeze(e) for s in own if isinstance(s.get("examples"), list) for e in s["examples"]]
    examples += [freeze(s["example"]) for s in own if "example" in s]
    true = [flag for s in every if not _FLAGS.isdisjoint(s) for flag in _FLAGS if s.get(flag) is True]
    return Doc(
        title=_text(own, "title"),
        description=_text(every, "description"),
        deprecated="deprecated" in true,
        examples=tuple(examples),
        default=_default(every),
        read_only="readOnly" in true,
        write_only="writeOnly" in true,
        own_type=own_type,
    )


def _chosen_type(context: Context, whole: Conjunction) -> str | None:
    """The type that the user put in this place."""
    return next((context.own_types[p] for p in whole.own if p in context.own_types), None)


def _own_type(context: Context, whole: Conjunction) -> str | None:
    """What `x-python-type` says. What is no name of a type is an error."""
    for pointer, schema in (*whole.own.items(), *whole.borrowed.items()):
        said = schema.get(OWN_TYPE)
        if isinstance(said, str) and _OWN_TYPE.fullmatch(said):
            return said
        if said is not None:
            context.error(
                "python-type-invalid",
                f"{said!r} is no name of a Python type: write module:Type",
                join(pointer, OWN_TYPE),
            )
    return None


def default(whole: Conjunction) -> Json | Absent:
    """The schema's own default: one that a schema it refers to gives is said of that schema's own values."""
    return _default(whole.own.values())


def default_place(whole: Conjunction) -> str | None:
    """Where that default stands."""
    return next((join(p, "default") for p, schema in whole.own.items() if "default" in schema), None)


def required_in(schemas: Iterable[Mapping[str, Any]]) -> Direction | None:
    """The one direction in which a member has to be there if it is required; None where it is both.

    `x-specloom-required-in` says so; for OpenAPI 3.0 the upgrade of its dialect writes it.
    """
    said = {schema[REQUIRED_IN] for schema in schemas if REQUIRED_IN in schema}
    if not said:
        return None
    if said == {"request"}:
        return "request"
    return "response" if said == {"response"} else None


def extensions(said: Mapping[str, Any]) -> dict[str, Json]:
    """The members of an object whose names begin with `x-`."""
    return {name: freeze(v) for name, v in said.items() if name.startswith("x-")}


def pinned(said: Mapping[str, Any]) -> str | None:
    """The Python name that the document asks for by `x-python-name`."""
    name = said.get("x-python-name")
    return name if isinstance(name, str) else None
