"""Words for the members of a choice: what tells one from the others.

In this order: its title, a constant that it holds, what it extends, a member that it requires, its JSON type,
a member that it declares; of these, the first that no other one of the choice has. So a new one renames none,
unless it takes away what told that one apart. Those that nothing tells apart get the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from specloom.normalise import kinds
from specloom.normalise.context import Context
from specloom.normalise.pointers import join, of_fragment, split

Words: TypeAlias = tuple[str, ...]

_TITLE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ _-][A-Za-z0-9]+){0,4}")


def is_name(text: Any) -> bool:
    """Whether a title or constant is short and plain enough to be a name."""
    return isinstance(text, str) and len(text) <= 50 and _TITLE.fullmatch(text) is not None


class Variants:
    """The words of each choice's members, found once."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[str, dict[str, Words]] = {}

    def words(self, member: str) -> Words:
        """Words for the member of a choice that stands at this pointer."""
        choice = member.rpartition("/")[0]
        if choice not in self._known:
            self._known[choice] = self._of(choice)
        return self._known[choice].get(member, ("variant",))

    def _of(self, choice: str) -> dict[str, Words]:
        schemas = self._context.node(choice)
        members = [join(choice, index) for index in range(len(schemas) if isinstance(schemas, list) else 0)]
        said = {member: list(dict.fromkeys(self._said(member))) for member in members}
        count = Counter(mark for own in said.values() for mark in own)
        plain = ("", ("variant",))
        return {
            member: next((mark for mark in own if count[mark] == 1), own[0] if own else plain)[1]
            for member, own in said.items()
        }

    def _said(self, member: str) -> Iterator[tuple[str, Words]]:
        """All that may name a member of a choice, the best first, each with how it is said."""
        parts = [self._context.mapping(place) for place in self._places(member)]
        title = parts[0].get("title")
        if is_name(title):
            yield "", (str(title),)
        required = [name for part in parts for name in part.get("required", ())]
        declared = {name: schema for part in parts for name, schema in part.get("properties", {}).items()}
        for name in dict.fromkeys((*required, *declared)):
            yield from (("", words) for words in _constant(name, declared.get(name)))
        targets = [of_fragment(part["$ref"]) for part in parts if isinstance(part.get("$ref"), str)]
        yield from (("", (self._name(target),)) for target in targets if target is not None)
        yield from (("required", ("with", name)) for name in required)
        referred = [self._context.mapping(target) for target in targets if target is not None]
        yield from (("", words) for words in self._kind([*parts, *referred]))
        yield from (("declared", ("with", name)) for name in (*declared, *required))

    def _places(self, member: str) -> Iterator[str]:
        """The schema and those of its `allOf`, as far as they are written there."""
        yield member
        together = self._context.mapping(member).get("allOf")
        for index in range(len(together) if isinstance(together, list) else 0):
            yield from self._places(join(member, "allOf", index))

    def _name(self, component: str) -> str:
        owner = self._context.merged.owners.get(component)
        return owner.name if owner else split(component)[-1]

    @staticmethod
    def _kind(parts: list[dict[str, Any]]) -> Iterator[Words]:
        types = [part["type"] for part in parts if isinstance(part.get("type"), str)]
        families = [family for part in parts for family in kinds.families(part)]
        yield from ((kind,) for kind in (types or families)[:1])


def _constant(name: str, schema: Any) -> Iterator[Words]:
    """The one value of a member: a text alone, anything else with the member's name."""
    if not isinstance(schema, dict):
        return
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if not isinstance(listed, list) or len(listed) != 1:
        return
    if is_name(listed[0]):
        yield (listed[0],)
    elif isinstance(listed[0], bool | int):
        yield name, str(listed[0]).lower()
