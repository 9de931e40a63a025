"""Strings and numbers: the constraints of several schemas together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from specloom.ir import Boolean, Doc, Integer, Null, Number, String, Type
from specloom.normalise import ecma
from specloom.normalise.conjunction import Schemas
from specloom.normalise.context import Context
from specloom.normalise.kinds import ASSERTING
from specloom.normalise.pointers import join

Numeric = int | float | Decimal


class Facts:
    """What several schemas say by keyword, each with the place that says it strictest."""

    def __init__(self, context: Context, atoms: Schemas) -> None:
        self.context = context
        self.atoms = atoms
        self.schemas = atoms.items()
        self.places: dict[str, str] = {}

    def all(self, keyword: str) -> list[Any]:
        """What each schema says by the keyword."""
        return [schema[keyword] for _, schema in self.schemas if keyword in schema]

    def first(self, keyword: str) -> Any:
        return next(iter(self.all(keyword)), None)

    def extreme(self, keyword: str, *, lowest: bool) -> Any:
        """The lowest or highest of the values given by the keyword."""
        found: Any = None
        for pointer, schema in self.schemas:
            if keyword not in schema or not isinstance(said := schema[keyword], (int, float, Decimal)):
                continue
            if found is None or (said < found if lowest else said > found):
                found, self.places[keyword] = said, pointer
        return found

    def count(self, keyword: str) -> int | None:
        """The strictest of the lengths or counts given by the keyword (2.0 is 2)."""
        value = self.extreme(keyword, lowest=keyword.startswith("max"))
        return None if value is None else int(value)

    def refute(self, low: str, high: str) -> None:
        """Report that two keywords leave no value."""
        first, second = self.places[low], self.places[high]
        self.context.warning(
            "schema-contradiction",
            f"no value fits: {low} {self.atoms[first][low]} and {high} {self.atoms[second][high]}",
            join(second, high),
            related=[(f"{low} stands here", join(first, low))],
        )


_NARROWING: Final = ASSERTING - {"type", "format"}


def scalar(kind: str, schema: Mapping[str, Any], doc: Doc) -> Type | None:
    """The values of a scalar kind, where all that a schema asserts by itself is `type` and `format`."""
    if not _NARROWING.isdisjoint(schema):
        return None
    format = schema.get("format")
    if not isinstance(format, str):
        format = None
    match kind:
        case "string":
            return String(format=format, doc=doc)
        case "integer":
            return Integer(format=format, doc=doc)
        case "number":
            return Number(format=format, doc=doc)
        case "boolean":
            return Boolean(doc=doc)
        case "null":
            return Null(doc=doc)
    return None


def string(facts: Facts) -> String | None:
    """The texts that all the schemas allow (JSON Schema 2020-12 validation, 6.3, 7 and 8)."""
    least, most = facts.count("minLength"), facts.count("maxLength")
    if least is not None and most is not None and least > most:
        facts.refute("minLength", "maxLength")
        return None
    pattern: str | None = None
    for _, said in facts.schemas:
        if "pattern" in said and ecma.joins(pattern, said["pattern"]):
            pattern = said["pattern"] if pattern is None else ecma.both(pattern, said["pattern"])
    return String(
        min_length=least or None,
        max_length=most,
        pattern=pattern,
        format=_format(facts),
        encoding=facts.first("contentEncoding"),
        content_type=facts.first("contentMediaType"),
    )


def number(facts: Facts, *, integral: bool) -> Integer | Number | None:
    """The numbers that all the schemas allow (JSON Schema 2020-12 validation, 6.2)."""
    minimum, maximum = facts.extreme("minimum", lowest=False), facts.extreme("maximum", lowest=True)
    above = facts.extreme("exclusiveMinimum", lowest=False)
    below = facts.extreme("exclusiveMaximum", lowest=True)
    for low, low_value, high, high_value, meet in (
        ("minimum", minimum, "maximum", maximum, True),
        ("minimum", minimum, "exclusiveMaximum", below, False),
        ("exclusiveMinimum", above, "maximum", maximum, False),
        ("exclusiveMinimum", above, "exclusiveMaximum", below, False),
    ):
        if low_value is None or high_value is None:
            continue
        if low_value > high_value or (low_value == high_value and not meet):
            facts.refute(low, high)
            return None
    kind = Integer if integral else Number
    return kind(
        minimum=minimum,
        maximum=maximum,
        exclusive_minimum=above,
        exclusive_maximum=below,
        multiple_of=_multiple(facts.all("multipleOf")),
        format=_format(facts),
    )


def _multiple(said: list[Numeric]) -> Numeric | None:
    """The smallest number of which all multiples are multiples of each of the given ones."""
    if len(said) < 2:
        return said[0] if said else None
    from fractions import Fraction  # Few documents say it twice.

    common = Fraction(1)
    for index, value in enumerate(said):
        # The decimal that is written counts, not the binary number nearest to it.
        part = Fraction(str(value))
        if index == 0:
            common = part
            continue
        common = Fraction(
            math.lcm(common.numerator * part.denominator, part.numerator * common.denominator),
            common.denominator * part.denominator,
        )
    return common.numerator if common.denominator == 1 else Decimal(common.numerator) / common.denominator


def _format(facts: Facts) -> str | None:
    said = [(p, s["format"]) for p, s in facts.schemas if isinstance(s.get("format"), str)]
    for pointer, name in said[1:]:
        if name != said[0][1]:
            facts.context.warning(
                "format-conflict",
                f"two formats at once, {said[0][1]!r} and {name!r}; the first counts",
                join(pointer, "format"),
                related=[("the first", join(said[0][0], "format"))],
            )
    return said[0][1] if said else None
