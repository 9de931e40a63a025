"""What is said about values without changing which are allowed (JSON Schema 2020-12 validation, 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from specloom.document.model import REQUIRED_IN
from specloom.ir import ABSENT, NO_DOC, Direction, Doc, Json
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context
from specloom.normalise.pointers import join
from specloom.normalise.values import freeze

OWN_TYPE: Final = "x-python-type"
_OWN_TYPE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*[:.][^\W\d]\w*(\.[^\W\d]\w*)*")

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

_EXAMPLES: Final = frozenset(("examples", "example"))


def _examples(schemas: Sequence[dict[str, Any]]) -> tuple[Json, ...]:
    listed = [freeze(e) for s in schemas if isinstance(s.get("examples"), list) for e in s["examples"]]
    return (*listed, *[freeze(s["example"]) for s in schemas if "example" in s])


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
    if SAYING.isdisjoint(schema):
        return NO_DOC
    title, description = schema.get("title"), schema.get("description")
    return Doc(
        title=title if isinstance(title, str) else None,
        description=description if isinstance(description, str) else None,
        deprecated=schema.get("deprecated") is True,
        examples=() if _EXAMPLES.isdisjoint(schema) else _examples((schema,)),
        default=freeze(schema["default"]) if "default" in schema else ABSENT,
        read_only=schema.get("readOnly") is True,
        write_only=schema.get("writeOnly") is True,
    )


def _doc(context: Context, whole: Conjunction, *, borrow: bool) -> Doc:
    own_type = _chosen_type(context, whole) if context.own_types else None
    own = [schema for schema in whole.own.values() if not SAYING.isdisjoint(schema)]
    every = [*own, *whole.borrowed.values()] if borrow and whole.borrowed else own
    if not every:
        return NO_DOC if own_type is None else Doc(own_type=own_type)
    return _together(own, every, own_type if own_type is not None else _own_type(context, whole))


def _together(own: Sequence[dict[str, Any]], every: Sequence[dict[str, Any]], own_type: str | None) -> Doc:
    """What several schemas say, of which the first ones are a schema's own: of two texts the first counts."""
    said = list(map(alone, every))
    return Doc(
        title=next((doc.title for doc in said[: len(own)] if doc.title is not None), None),
        description=next((doc.description for doc in said if doc.description is not None), None),
        deprecated=any(doc.deprecated for doc in said),
        examples=_examples(own),
        default=next((doc.default for doc in said if doc.default is not ABSENT), ABSENT),
        read_only=any(doc.read_only for doc in said),
        write_only=any(doc.write_only for doc in said),
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


def default_place(whole: Conjunction) -> str | None:
    """Where the schema's own default stands: what it refers to says one of its own values."""
    return next((join(p, "default") for p, schema in whole.own.items() if "default" in schema), None)


def required_in(schemas: Iterable[Mapping[str, Any]]) -> Direction | None:
    """The one direction in which a member has to be there if it is required; None where it is both.

    `x-specloom-required-in` says so; for OpenAPI 3.0 the upgrade of its dialect writes it.
    """
    said = [schema[REQUIRED_IN] for schema in schemas if REQUIRED_IN in schema]
    if not said:
        return None
    directions = {direction for direction in said if isinstance(direction, str)}
    if directions == {"request"}:
        return "request"
    return "response" if directions == {"response"} else None


def extensions(said: Mapping[str, Any]) -> dict[str, Json]:
    """The members of an object whose names begin with `x-`."""
    return {name: freeze(v) for name, v in said.items() if name.startswith("x-")}


def pinned(said: Mapping[str, Any]) -> str | None:
    """The Python name that the document asks for by `x-python-name`."""
    name = said.get("x-python-name")
    return name if name is None or isinstance(name, str) else None
