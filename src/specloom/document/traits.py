"""What objects of a description have in common that have the same members: most have those of many others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from specloom.document.custom import NAMES
from specloom.document.dialects import BYTE, FILE, Rules
from specloom.document.leniency import told
from specloom.document.structure import KINDS, REFERABLE, Holding, holding
from specloom.values import Value

_NOT_PLAIN = frozenset(
    ("$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary", *NAMES.values(), "operationRef",
     "defaultMapping")
)  # fmt: skip
"""Members by which an object is a resource, or refers to others in a way of its own."""
_SAYING = _NOT_PLAIN.union(("$ref", "mapping"))
"""Members by which an object may lead elsewhere, or name a dialect: most objects have none of them."""


class Traits(Value):
    """`saying`: such an object may lead elsewhere, or name a dialect; `plain`: it does so by `$ref` or
    `mapping` alone, if at all. `holding` are the members that hold other objects.

    `kept`: its members are those of the newest dialect, and `told` are those that only tell people something,
    with the types that they have to be of.
    """

    kind: str
    saying: bool
    plain: bool
    holding: Holding
    kept: bool
    told: list[tuple[str, tuple[type, ...]]]

    def settled(self, value: dict[str, Any]) -> bool:
        """Whether such an object is one of the newest dialect, and well formed, apart from what it holds."""
        if not self.kept or value.get("type") == FILE or value.get("format") == BYTE:
            return False
        for name, types in self.told:  # noqa: SIM110 - there is hardly ever more than one
            if not isinstance(value[name], types):
                return False
        return True


class ByMembers(dict[tuple[str, ...], Traits]):
    """The traits of objects of a kind where `rules` hold, by the names of their members."""

    def __init__(self, kind: str, rules: Rules) -> None:
        super().__init__()
        self._kind, self._rules = kind, rules

    def __missing__(self, names: tuple[str, ...]) -> Traits:
        kind, types = self._kind, told(self._kind)
        made = self[names] = Traits(
            kind,
            not _SAYING.isdisjoint(names),
            _NOT_PLAIN.isdisjoint(names),
            holding(kind, names),
            _kept(kind, names, self._rules),
            [(name, types[name]) for name in names if name in types],
        )
        return made


def by_kind(rules: Rules) -> Mapping[str, ByMembers]:
    """The traits of all objects where `rules` hold."""
    return {kind: ByMembers(kind, rules) for kind in KINDS}


def _kept(kind: str, names: tuple[str, ...], rules: Rules) -> bool:
    if kind == "document":
        return False
    if kind not in REFERABLE or names == ("$ref",):
        return True
    return rules.changing.isdisjoint(names) if kind == "schema" else "$ref" not in names
