"""What `unevaluated*` depends on beside the values: which members and entries other schemas have looked at.

Types allow the values that a schema allows, but their JSON Schema may look at more than the schema does: an
array of anything is written with `items: {}` (JSON Schema 2020-12 core, 11). A schema through which such a
keyword looks has to be said as it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from specloom.normalise import rendering, selection
from specloom.normalise.conjunction import Conjunction
from specloom.normalise.context import Context
from specloom.normalise.pointers import join

_KEYWORDS: Final = ("unevaluatedProperties", "unevaluatedItems")


def looked_through(context: Context) -> frozenset[str]:
    """The places of the schemas to which references lead from those that have such a keyword."""
    found: set[str] = set()
    if context.rare.isdisjoint(_KEYWORDS):
        return frozenset()
    work = list(_users(context.merged.document.content))
    while work:
        schema = rendering.render(context, (work.pop(),), asserting_only=True)
        targets = set(rendering.in_place(schema)) - found
        found |= targets
        work += targets
    return frozenset(found)


def _users(content: Any) -> Iterator[str]:
    """The places of all objects that have such a keyword: few are no schemas, and those do no harm."""
    work: list[tuple[str, Any]] = [("", content)]
    while work:
        at, node = work.pop()
        members: Iterable[tuple[Any, Any]] = ()
        if isinstance(node, dict):
            if any(keyword in node for keyword in _KEYWORDS):
                yield at
            members = node.items()
        elif isinstance(node, list):
            members = enumerate(node)
        work += ((join(at, token), below) for token, below in members if isinstance(below, (dict, list)))


def is_blurred(context: Context, whole: Conjunction) -> bool:
    """Whether the JSON Schema of its type may look at more, or at less, than the schemas do."""
    schemas = list(whole.atoms.values())
    said = {keyword for schema in schemas for keyword in schema}
    if not schemas or {"enum", "const"} & said:
        return False
    allowed = selection.allowed(context, whole, report=False)
    if "array" in allowed and "items" not in said:
        return True
    return "object" in allowed and _blurs_members(schemas, said)


def _blurs_members(schemas: list[dict[str, Any]], said: set[str]) -> bool:
    members = {name for schema in schemas for name in schema.get("properties", ())}
    if any(name not in members for schema in schemas for name in schema.get("required", ())):
        return True
    is_open = any(schema.get("additionalProperties") in (True, {}) for schema in schemas)
    return is_open if members else "additionalProperties" not in said
