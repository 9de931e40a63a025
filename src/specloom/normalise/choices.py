"""Listed values."""

from __future__ import annotations

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
    facts = Facts(reader.context, whole.atoms)
    kept = tuple(v for v in listed if kinds.of_value(v) in allowed and _fits(whole, facts, v))
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


def _fits(whole: Conjunction, facts: Facts, value: ir.Json) -> bool:
    kind = kinds.of_value(value)
    family = "number" if kind in ("integer", "fraction") else kind
    speaking = [p for p, s in facts.schemas if family in kinds.families(s)]
    if not speaking:
        return True
    plain: ir.Type | None
    if family == "string":
        plain = string(facts)
    elif family == "number":
        plain = number(facts, integral=False)
    else:
        return True  # An assertion decides.
    return plain is not None and accepts(plain, value, lambda _: ir.Anything())
