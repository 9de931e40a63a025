"""Which kinds of value, and which listed values, several schemas allow together."""

from __future__ import annotations

from typing import Any

from specloom.ir import Json
from specloom.normalise import kinds, values
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context
from specloom.normalise.pointers import join


def allowed(context: Context, whole: Conjunction, *, report: bool = True) -> frozenset[str]:
    """The kinds of value that `type` allows (JSON Schema 2020-12 validation, 6.1.1).

    Keywords of one family speak of values of that type only: without `type`, every other kind of value
    passes, which a note says.
    """
    found, narrowed_by = kinds.EVERY, None
    typed = False
    for pointer, schema in whole.atoms.items():
        if schema is kinds.NEVER:
            return frozenset()
        typed = typed or not {"type", "enum", "const"}.isdisjoint(schema)
        if "type" not in schema:
            continue
        narrower = found & kinds.of_types(schema["type"])
        if not narrower and found and report and not whole.is_branch:
            _contradict(context, narrowed_by or pointer, pointer, "type")
        if narrower != found or narrowed_by is None:
            narrowed_by = pointer
        found = narrower
    if not typed and report and not whole.is_branch:
        _note_untyped(context, whole)
    return found & kinds.of_types(whole.only) if whole.only else found


def _note_untyped(context: Context, whole: Conjunction) -> None:
    spoken = {f: p for p, s in whole.atoms.items() for f in kinds.families(s)}
    if len(spoken) == 1:
        ((family, pointer),) = spoken.items()
        context.note(
            "schema-type-missing",
            f"keywords for type {family} without `type`: a value of any other type is allowed too",
            pointer,
            hint=f"write `type: {family}` beside them if that is meant",
        )


def _contradict(context: Context, first: str, second: str, keyword: str) -> None:
    context.warning(
        "schema-contradiction",
        f"no value fits: {keyword} {context.mapping(first).get(keyword)!r} "
        f"and {context.mapping(second).get(keyword)!r}",
        join(second, keyword),
        related=[("contradicts this", join(first, keyword))],
    )


def listed(context: Context, whole: Conjunction, *, report: bool = True) -> tuple[Json, ...] | None:
    """The values that every `enum` and `const` lists; None where there is neither."""
    found: tuple[Json, ...] | None = None
    by = ""
    for pointer, schema in whole.atoms.items():
        for keyword in ("enum", "const"):
            if keyword not in schema:
                continue
            said: Any = schema[keyword] if keyword == "enum" else [schema[keyword]]
            here = values.distinct(values.freeze(v) for v in said)
            both = here if found is None else values.common(found, here)
            if report and found and not both and not whole.is_branch:
                place = join(pointer, keyword)
                context.warning(
                    "schema-contradiction",
                    "no value fits: none is listed in both places",
                    place,
                    related=[("the other list", by)],
                )
            found, by = both, join(pointer, keyword)
    return found


def is_constant(whole: Conjunction) -> bool:
    """Whether `const` says which value it is."""
    return any("const" in schema for schema in whole.atoms.values())
