"""Whether values hold what an assertion says of them, decided as the generated package decides it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from specloom import ir
from specloom.python.jsons import json_text
from specloom.python.patterns import found

if TYPE_CHECKING:
    from specloom.runtime.assertions.compiling import Compiler


class Conditions:
    """The assertions of an API's types. Their schemas are compiled when a value is first asked for."""

    def __init__(self, named: Mapping[ir.TypeId, ir.NamedType], schemas: Mapping[str, ir.Json]) -> None:
        self._named = named
        self._schemas = schemas

    @cached_property
    def _compiler(self) -> Compiler:
        from specloom.runtime.assertions.compiling import Compiler  # It imports pydantic, and few need it.

        schemas = {place: json.loads(json_text(schema)) for place, schema in self._schemas.items()}
        return Compiler(schemas, _search)

    def hold(self, type: ir.Type, value: ir.Json) -> bool:
        """Whether the value is allowed by each assertion that the type is, through references."""
        seen: set[ir.TypeId] = set()
        while isinstance(type, ir.Assertion | ir.Reference):
            if isinstance(type, ir.Reference):
                if type.target in seen:
                    break
                seen.add(type.target)
                type = self._named[type.target].type
                continue
            if self._compiler.named(type.place)(json.loads(json_text(value)), None) is not None:
                return False
            type = type.type
        return True


def _search(pattern: str) -> Callable[[str], bool]:
    return partial(found, pattern)
