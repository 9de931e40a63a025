"""What the plain types cannot say, and so an assertion does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Protocol

from specloom import ir
from specloom.normalise import ecma, evaluated, kinds, rendering, selection, unions
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context


class Reader(Protocol):
    @property
    def context(self) -> Context: ...

    def conjunction(self, pointer: str) -> Conjunction: ...

    def name(self, pointer: str) -> ir.TypeId: ...


_IDLE: Final[Mapping[str, tuple[object, ...]]] = {
    "not": (False,),
    "patternProperties": ({},),
    "unevaluatedProperties": (True, {}),
    "unevaluatedItems": (True, {}),
    "propertyNames": (True, {}),
    "dependentRequired": ({},),
    "dependentSchemas": ({},),
}
"""Values with which a keyword refuses nothing."""

_PERHAPS: Final = kinds.WORDLESS | {"enum", "const", "pattern"}
"""Keywords without which a type says all."""


class Assertions:
    """Decides where assertions are needed, and keeps the schemas that they are made of."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._context = reader.context
        self.schemas: dict[str, ir.Json] = {}

    @cached_property
    def looked_through(self) -> frozenset[str]:
        """The places through which a keyword looks that depends on more than values."""
        return evaluated.looked_through(self._context)

    def needed(self, whole: Conjunction) -> bool:
        """Whether the values of a conjunction are more than its type can say.

        Where something stands beside a choice, the choice's members are read together with that: then
        what they need is needed by the whole.
        """
        if self._wordless(whole) or unions.too_many(whole):
            return True
        if whole.place in self.looked_through and evaluated.is_blurred(self._context, whole):
            return True
        alone = len(whole.alternations) == 1 and not whole.atoms and not whole.only
        return not alone and any(self._below(whole, {whole.key}))

    def _below(self, whole: Conjunction, seen: set[frozenset[str]]) -> list[bool]:
        found: list[bool] = []
        for alternation in whole.alternations:
            for member in alternation.members:
                part = self._reader.conjunction(member)
                if part.key not in seen:
                    seen.add(part.key)
                    found += [self._wordless(part), *self._below(part, seen)]
        return found

    def _wordless(self, whole: Conjunction) -> bool:
        if all(_PERHAPS.isdisjoint(schema) for schema in whole.atoms.values()):
            return False
        return (
            any(map(self._is_wordless, whole.atoms.values())) or self._lists(whole) or self._searches(whole)
        )

    @staticmethod
    def _is_wordless(schema: Mapping[str, Any]) -> bool:
        for keyword in kinds.WORDLESS.intersection(schema):
            if keyword == "if" and {"then", "else"}.isdisjoint(schema):
                continue
            if schema[keyword] not in _IDLE.get(keyword, ()):
                return True
        return False

    def _lists(self, whole: Conjunction) -> bool:
        """Whether only the evaluation can say if listed values fit the keywords beside them."""
        schemas = whole.atoms.values()
        if not any("enum" in schema or "const" in schema for schema in schemas):
            return False
        if any("pattern" in schema for schema in schemas):
            return True
        spoken = {"array", "object"} & {family for schema in schemas for family in kinds.families(schema)}
        if not spoken:
            return False
        listed = selection.listed(self._context, whole, report=False) or ()
        return not spoken.isdisjoint(map(kinds.of_value, listed))

    def _searches(self, whole: Conjunction) -> bool:
        """Whether there are several patterns that cannot be joined to one."""
        found: str | None = None
        for schema in whole.atoms.values():
            pattern = schema.get("pattern")
            if isinstance(pattern, str):
                if not ecma.joins(found, pattern):
                    return True
                found = pattern if found is None else ecma.both(found, pattern)
        return False

    def narrowed(self, whole: Conjunction, shape: ir.Type, doc: ir.Doc) -> ir.Assertion:
        """The shape, held to the schemas that the conjunction was made of."""
        schema = rendering.render(self._context, whole.roots)
        self.schemas[whole.place] = schema
        for target in dict.fromkeys(rendering.references(schema)):
            self._reader.name(target)
            self._refer(target)
        return ir.Assertion(type=shape, place=whole.place, schema=schema, doc=doc)

    def _refer(self, place: str) -> None:
        work = [place]
        while work:
            here = work.pop()
            if here not in self.schemas:
                schema = rendering.render(self._context, (here,), asserting_only=True)
                self.schemas[here] = schema
                work.extend(rendering.references(schema))
