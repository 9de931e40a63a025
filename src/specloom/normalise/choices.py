"""Listed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from specloom import ir
from specloom.normalise import kinds, selection, unions
from specloom.normalise.accepts import accepts
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context
from specloom.normalise.pointers import join
from specloom.normalise.scalars import Facts, number, string


class Reader(Protocol):
    @property
    def context(self) -> Context: ...


def choice(
    reader: Reader, whole: Conjunction, listed: tuple[ir.Json, ...], allowed: frozenset[str], doc: ir.Doc
) -> ir.Type:
    """The listed values that the other keywords allow; null stands apart, as everywhere."""
    possible = [value for value in listed if kinds.of_value(value) in allowed]
    held = _held(Facts(reader.context, whole.atoms), {_family(value) for value in possible})
    kept = tuple([value for value in possible if _fits(held, value)])
    if listed and not kept and not whole.is_branch:
        _contradict(reader.context, whole)
    rest = tuple(v for v in kept if v is not None)
    parts: list[ir.Type] = []
    if rest:
        constant = len(rest) == 1 and selection.is_constant(whole)
        parts.append(ir.Choice(values=rest, constant=constant))
    if len(rest) < len(kept):
        parts.append(ir.Null())
    return unions.join_types(parts, doc)


def _contradict(context: Context, whole: Conjunction) -> None:
    lists = [(p, k) for p, s in whole.atoms.items() for k in ("enum", "const") if k in s]
    others = [p for p in whole.atoms if p not in {place for place, _ in lists}]
    context.warning(
        "schema-contradiction",
        "no value fits: the other keywords allow none of the listed values",
        join(*lists[0]),
        related=[("the other keywords", place) for place in others],
    )


def _family(value: ir.Json) -> str:
    kind = kinds.of_value(value)
    return "number" if kind in ("integer", "fraction") else kind


def _held(facts: Facts, families: set[str]) -> dict[str, ir.Type | None]:
    """What the other keywords hold values of these families to; None where they allow no value."""
    spoken = families & {family for _, schema in facts.schemas for family in kinds.families(schema)}
    held: dict[str, ir.Type | None] = {}
    if "string" in spoken:
        held["string"] = string(facts)
    if "number" in spoken:
        held["number"] = number(facts, integral=False)
    return held  # Of arrays and objects an assertion decides.


def _fits(held: Mapping[str, ir.Type | None], value: ir.Json) -> bool:
    family = _family(value)
    if family not in held:
        return True
    type_ = held[family]
    return type_ is not None and accepts(type_, value, lambda _: ir.Anything())
