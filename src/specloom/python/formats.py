"""Which formats have a Python type, and which types are the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal
from uuid import UUID

from specloom import ir
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.runtime import rfc3339
from specloom.values import Value, field

Mode = Literal["assert", "annotate"]
Scalar = ir.String | ir.Integer | ir.Number

_DATE = Import("datetime", "date")
_DATE_TIME = Import("datetime", "datetime")
_TIME = Import("datetime", "time")
_UUID = Import("uuid", "UUID")
_DECIMAL = Import("decimal", "Decimal")

_TEXTS: Final = {
    "date": _DATE,
    "date-time": _DATE_TIME,
    "time": _TIME,
    "uuid": _UUID,
    "decimal": _DECIMAL,
}
_ALIASES: Final = {
    ("date", _DATE): "Date",
    ("date-time", _DATE_TIME): "DateTime",
    ("time", _TIME): "Time",
    ("uuid", _UUID): "Uuid",
    ("decimal", _DECIMAL): "DecimalText",
    ("email", None): "Email",
    ("uri", None): "Uri",
}
_READERS: Final[Mapping[Import, Callable[[str], Any]]] = {
    _DATE: rfc3339.read_date,
    _DATE_TIME: rfc3339.read_date_time,
    _TIME: rfc3339.read_time,
    _UUID: UUID,
}


class Formats(Value):
    """What the user has decided about formats.

    `mode` "assert" has the formats checked that have no Python type; "annotate" leaves all of them
    as plain values, unchecked. `types` maps a format to a type of the user's, "module:Type".
    """

    mode: Mode | None = None
    types: Mapping[str, str] = field(default_factory=dict)

    def python_type(self, type: Scalar) -> Import | None:
        """The type of Python's own that reads the format; None where a plain value does.

        Where a type of the user's reads the values, this is the one that decides before it.
        """
        own = self.own_type(type)
        if own is not None and own in _readable(type):
            return own
        if self.mode == "annotate" or isinstance(type, ir.Integer):
            return None
        if isinstance(type, ir.Number):
            return _DECIMAL if type.format == "decimal" else None
        return _TEXTS.get(type.format or "")

    def users_type(self, type: ir.Type) -> Expr | None:
        """The user's own type for it, unless that is a type that the runtime reads by itself."""
        own = self.own_type(type)
        if own is None or (isinstance(type, Scalar) and own in _readable(type)):
            return None
        name, *within = own.name.split(".")
        return x.expr(Import(own.module, name), *(x.member(part) for part in within))

    def own_type(self, type: ir.Type) -> Import | None:
        said = type.doc.own_type
        if said is None and self.types and isinstance(type, Scalar):
            said = self.types.get(type.format or "")
        return None if said is None else own_import(said)

    def alias(self, type: ir.String) -> str | None:
        """The runtime's name for the format's type, where nothing else is said of the text."""
        return _ALIASES.get((type.format or "", self.python_type(type)))

    def is_plain(self, type: ir.Type) -> bool:
        """Whether the values of JSON stand for themselves."""
        if self.own_type(type) is not None:
            return False
        return not isinstance(type, Scalar) or self.python_type(type) is None

    def reads(self, type: ir.String, text: str) -> bool:
        """Whether the format's Python type can read the text."""
        found = self.python_type(type)
        try:
            _READERS.get(found, str)(text) if found is not None else None
        except ValueError:
            return False
        return True


def own_import(text: str) -> Import:
    """The import behind "module:Type" or "module.Type"."""
    module, colon, name = text.partition(":")
    if not colon:
        module, _, name = text.rpartition(".")
    return Import(module, name)


def _readable(type: Scalar) -> frozenset[Import]:
    if isinstance(type, ir.String):
        return frozenset(_TEXTS.values())
    return frozenset({_DECIMAL}) if isinstance(type, ir.Number) else frozenset()
