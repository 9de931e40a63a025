"""HTTP header fields: names without regard to case, several values a name (RFC 9110, section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping


class Headers(Mapping[str, str]):
    """Read-only. A name that stands several times gives its values joined by a comma; see :meth:`all`."""

    __slots__ = ("_fields",)

    def __init__(self, fields: Iterable[tuple[str, str]] = ()) -> None:
        self._fields: dict[str, list[str]] = {}
        for name, value in fields:
            self._fields.setdefault(name.lower(), []).append(value)

    def __getitem__(self, name: str) -> str:
        return ", ".join(self._fields[name.lower()])

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return f"Headers({sorted(self._fields)})"  # values may be secret

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of the name, in the order they came."""
        return tuple(self._fields.get(name.lower(), ()))
