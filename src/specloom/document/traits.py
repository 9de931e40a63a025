"""What objects of a description have in common that have the same members: most have those of many others."""

from __future__ import annotations

from typing import Any

from specloom.document.custom import NAMES
from specloom.document.dialects import BYTE, FILE, Rule, Rules
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
_DECIDING = frozenset(("type", "format"))
"""Members of which some values are none of the newest dialect."""


class Traits(Value):
    """`saying`: such an object may lead elsewhere, or name a dialect; `plain`: it does so by `$ref` or
    `mapping` alone, if at all. `holding` are the members that hold other objects; `alone`: it has none of
    them, and is not `saying`.

    `kept`: its members are those of the newest dialect; otherwise, `anew` says them in that. `told` are those
    that only tell people something, with the types that they have to be of. `sure`: the object is `settled`,
    whatever stands in it.
    """

    kind: str
    saying: bool
    plain: bool
    holding: Holding
    alone: bool
    kept: bool
    anew: list[Rule]
    told: list[tuple[str, tuple[type, ...]]]
    sure: bool

    def settled(self, value: dict[str, Any]) -> bool:
        """Whether such an object is one of the newest dialect, and well formed, apart from what it holds."""
        if self.sure:
            return True
        if not self.kept or value.get("type") == FILE or value.get("format") == BYTE:
            return False
        for name, types in self.told:  # noqa: SIM110 - there is hardly ever more than one
            if not isinstance(value[name], types):
                return False
        return True

    def malformed(self, value: dict[str, Any]) -> list[str]:
        """The members that only tell people something and are not what they have to be."""
        return [name for name, types in self.told if not isinstance(value[name], types)]


class ByMembers(dict[tuple[str, ...], Traits]):
    """The traits of objects of a kind where `rules` hold, by the names of their members."""

    def __init__(self, kind: str, rules: Rules) -> None:
        super().__init__()
        self._kind, self._rules = kind, rules

    def __missing__(self, names: tuple[str, ...]) -> Traits:
        kind, rules, types = self._kind, self._rules, told(self._kind)
        saying, held = not _SAYING.isdisjoint(names), holding(kind, names)
        kept, telling = _kept(kind, names, rules), [(name, types[name]) for name in names if name in types]
        made = self[names] = Traits(
            kind=kind,
            saying=saying,
            plain=_NOT_PLAIN.isdisjoint(names),
            holding=held,
            alone=not saying and not held,
            kept=kept,
            anew=[rule for name, rule in rules.anew if name in names] if kind == "schema" else [],
            told=telling,
            sure=kept and not telling and _DECIDING.isdisjoint(names),
        )
        return made


class ByKind(dict[str, ByMembers]):
    """The traits of all objects where `rules` hold."""

    def __init__(self, rules: Rules) -> None:
        super().__init__({kind: ByMembers(kind, rules) for kind in KINDS})
        self.rules = rules

    def of(self, kind: str, value: dict[str, Any]) -> Traits:
        """The traits of an object."""
        return self[kind][tuple(value)]


class ByRules(dict[Rules, ByKind]):
    """The traits of all objects of all files."""

    def __missing__(self, rules: Rules) -> ByKind:
        made = self[rules] = ByKind(rules)
        return made

    def keywords(self) -> frozenset[str]:
        """The names of all members of schemas that somebody has looked at."""
        return frozenset[str]().union(*(names for known in self.values() for names in known["schema"]))


def _kept(kind: str, names: tuple[str, ...], rules: Rules) -> bool:
    if kind == "document":
        return False
    if kind not in REFERABLE or names == ("$ref",):
        return True
    return rules.changing.isdisjoint(names) if kind == "schema" else "$ref" not in names
